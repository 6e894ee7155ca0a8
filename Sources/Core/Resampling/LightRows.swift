/// The stored rows an output row is made of, as light. Each is made once, although it is part of
/// several output rows.
struct LightRows {
  let table = LightTable.standard
  private let view: PixelView
  private let columns: Range<Int>
  private let capacity: Int
  /// Row y is at y mod `capacity`.
  private let ring: UnsafeMutablePointer<UInt64>
  private let pointers: UnsafeMutablePointer<UnsafePointer<UInt16>>
  /// Rows below this one have been made.
  private var end = 0

  /// `columns` of the rows of `view`, `capacity` rows at a time.
  init(_ view: PixelView, columns: Range<Int>, capacity: Int) {
    self.view = view
    self.columns = columns
    self.capacity = capacity
    ring = .allocate(capacity: columns.count * capacity)
    pointers = .allocate(capacity: capacity)
  }

  /// The rows from `first` on, valid until the next call; `first` must not fall.
  mutating func rows(from first: Int) -> UnsafePointer<UnsafePointer<UInt16>> {
    let offset = columns.lowerBound * 4
    for y in max(end, first)..<max(end, first + capacity) {
      RowKernels.lighten(
        view.row(y) + offset, count: columns.count, table,
        into: ring + y % capacity * columns.count)
    }
    end = max(end, first + capacity)
    for i in 0..<capacity {
      let row = UnsafeRawPointer(ring + (first + i) % capacity * columns.count)
      (pointers + i).initialize(to: row.assumingMemoryBound(to: UInt16.self))
    }
    return UnsafePointer(pointers)
  }

  /// Gives the memory back.
  func close() {
    ring.deallocate()
    pointers.deallocate()
  }
}

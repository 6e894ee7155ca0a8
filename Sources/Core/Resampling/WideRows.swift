/// The source rows of an output row, widened to 16 bits per channel. Each source row is widened
/// once, although several output rows need it.
struct WideRows {
  private let view: PixelView
  private let columns: Range<Int>
  private let capacity: Int
  /// A ring buffer: row y is at index y mod `capacity`.
  private let ring: UnsafeMutablePointer<UInt64>
  private let pointers: UnsafeMutablePointer<UnsafePointer<UInt16>>
  /// The number of rows widened so far.
  private var end = 0

  /// Makes a converter for `columns` of the rows of `view` that keeps `capacity` rows at a time.
  init(_ view: PixelView, columns: Range<Int>, capacity: Int) {
    self.view = view
    self.columns = columns
    self.capacity = capacity
    ring = .allocate(capacity: columns.count * capacity)
    pointers = .allocate(capacity: capacity)
  }

  /// The rows from `first` on, valid until the next call; `first` must not decrease.
  mutating func rows(from first: Int) -> UnsafePointer<UnsafePointer<UInt16>> {
    let offset = columns.lowerBound * 4
    for y in max(end, first)..<max(end, first + capacity) {
      RowKernels.widen(
        view.row(y) + offset, count: columns.count, into: ring + y % capacity * columns.count)
    }
    end = max(end, first + capacity)
    for i in 0..<capacity {
      let row = UnsafeRawPointer(ring + (first + i) % capacity * columns.count)
      (pointers + i).initialize(to: row.assumingMemoryBound(to: UInt16.self))
    }
    return UnsafePointer(pointers)
  }

  /// Frees the memory.
  func close() {
    ring.deallocate()
    pointers.deallocate()
  }
}

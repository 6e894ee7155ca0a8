/// A cache of source rows widened to 16 bits per channel. Each source row is widened once, although
/// several output rows need the row.
struct WidenedRows {
  private let view: PixelView
  private let columns: Range<Int>
  private let capacity: Int
  /// The ring buffer of widened rows: row y begins at index (y mod `capacity`) × the number of
  /// columns.
  private let ring: UnsafeMutablePointer<UInt64>
  private let pointers: UnsafeMutablePointer<UnsafePointer<UInt16>>
  /// The index after the last source row that was widened.
  private var widenedEnd = 0

  /// Makes a cache for `columns` of the rows of `view` that keeps `capacity` widened rows.
  init(_ view: PixelView, columns: Range<Int>, capacity: Int) {
    self.view = view
    self.columns = columns
    self.capacity = capacity
    ring = .allocate(capacity: columns.count * capacity)
    pointers = .allocate(capacity: capacity)
  }

  /// The addresses of `capacity` widened rows from row `first` on, valid until the next call;
  /// `first` must not decrease from call to call.
  mutating func rows(from first: Int) -> UnsafePointer<UnsafePointer<UInt16>> {
    let offset = columns.lowerBound * 4
    for y in max(widenedEnd, first)..<max(widenedEnd, first + capacity) {
      RowKernels.widen(
        view.row(y) + offset, count: columns.count, into: ring + y % capacity * columns.count)
    }
    widenedEnd = max(widenedEnd, first + capacity)
    for i in 0..<capacity {
      let row = UnsafeRawPointer(ring + (first + i) % capacity * columns.count)
      (pointers + i).initialize(to: row.assumingMemoryBound(to: UInt16.self))
    }
    return UnsafePointer(pointers)
  }

  /// Frees the memory of the widened rows.
  func close() {
    ring.deallocate()
    pointers.deallocate()
  }
}

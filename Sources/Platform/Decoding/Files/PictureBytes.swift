import CLinux

/// The bytes of a file, read only inside their bounds.
///
/// Borrowed: the mapping outlives it.
struct PictureBytes {
  let raw: UnsafeRawBufferPointer
  /// True when they are mapped from a file, and come back when their memory is given away.
  private let isMapped: Bool

  init(raw: UnsafeRawBufferPointer, isMapped: Bool = false) {
    self.raw = raw
    self.isMapped = isMapped
  }

  /// Bytes that are part of the program.
  init(_ text: StaticString) {
    raw = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    isMapped = false
  }

  var count: Int { raw.count }

  /// The byte at `i`, nil outside.
  func byte(_ i: Int) -> UInt8? { i >= 0 && i < raw.count ? raw[i] : nil }

  /// An unsigned number of `size` bytes at `i`, nil when it is not all inside.
  func number(at i: Int, size: Int, bigEndian: Bool) -> Int? {
    guard i >= 0, i <= raw.count - size else { return nil }
    var value = 0
    for k in 0..<size { value = value << 8 | Int(raw[bigEndian ? i + k : i + size - 1 - k]) }
    return value
  }
  /// Two bytes, highest first.
  func big16(_ i: Int) -> Int? { number(at: i, size: 2, bigEndian: true) }
  /// Four bytes, highest first.
  func big32(_ i: Int) -> Int? { number(at: i, size: 4, bigEndian: true) }
  /// Two bytes, lowest first.
  func little16(_ i: Int) -> Int? { number(at: i, size: 2, bigEndian: false) }
  /// Four bytes, lowest first.
  func little32(_ i: Int) -> Int? { number(at: i, size: 4, bigEndian: false) }

  /// True when the bytes at `offset` are those of `text`.
  func has(_ text: StaticString, at offset: Int = 0) -> Bool {
    guard offset >= 0, offset <= raw.count - text.utf8CodeUnitCount else { return false }
    for k in 0..<text.utf8CodeUnitCount where raw[offset + k] != text.utf8Start[k] {
      return false
    }
    return true
  }

  /// True when the four bytes at `offset` are printable, as the name of a chunk or a box is. Behind a
  /// name that is none there is a hole, or something else.
  func hasChunkName(at offset: Int) -> Bool {
    (offset..<offset + 4).allSatisfy { i in byte(i).map { (0x20...0x7E).contains($0) } ?? false }
  }

  /// What there is behind the first `start` bytes.
  func rest(from start: Int) -> PictureBytes { part(min(start, raw.count)..<raw.count) }

  /// The part of `range` that exists.
  func part(_ range: Range<Int>) -> PictureBytes {
    PictureBytes(
      raw: UnsafeRawBufferPointer(rebasing: raw[range.clamped(to: 0..<raw.count)]),
      isMapped: isMapped)
  }

  /// Gives away the memory of the pages that lie within `range`, which are through for now: what was
  /// read of a mapped file counts as the reader's memory. They are read again when they are looked at.
  func release(_ range: Range<Int>) {
    guard isMapped, let base = raw.baseAddress else { return }
    let page = Int(getpagesize())
    let start = Int(bitPattern: base)
    let first = (start + range.lowerBound + page - 1) / page * page
    let end = (start + range.upperBound) / page * page
    guard first < end else { return }
    madvise(UnsafeMutableRawPointer(bitPattern: first), end - first, MADV_DONTNEED)
  }
}

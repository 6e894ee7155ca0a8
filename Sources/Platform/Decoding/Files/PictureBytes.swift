/// The bytes of a file, read only inside their bounds.
///
/// Borrowed: the mapping outlives it.
struct PictureBytes {
  let raw: UnsafeRawBufferPointer

  init(raw: UnsafeRawBufferPointer) { self.raw = raw }

  /// Bytes that are part of the program.
  init(_ text: StaticString) {
    raw = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
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

  /// The part of `range` that exists.
  func part(_ range: Range<Int>) -> PictureBytes {
    PictureBytes(raw: UnsafeRawBufferPointer(rebasing: raw[range.clamped(to: 0..<raw.count)]))
  }
}

import CLinux

/// A view of bytes in memory, such as a mapped file, with bounds-checked access.
///
/// The memory is borrowed: it must outlive this value.
package struct PictureBytes {
  package let raw: UnsafeRawBufferPointer
  /// Whether the bytes are mapped from a file, so that released pages are read again on access.
  private let isMapped: Bool

  package init(raw: UnsafeRawBufferPointer, isMapped: Bool = false) {
    self.raw = raw
    self.isMapped = isMapped
  }

  /// Makes a view of the UTF-8 bytes of a string literal.
  package init(_ text: StaticString) {
    raw = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    isMapped = false
  }

  @inlinable
  package var count: Int { raw.count }

  /// The byte at offset `i`; nil outside the bounds.
  @inlinable
  package func byte(_ i: Int) -> UInt8? { i >= 0 && i < raw.count ? raw[i] : nil }

  /// The unsigned integer of `size` bytes at offset `i`; nil unless all of them are inside the
  /// bounds.
  @inlinable
  package func number(at i: Int, size: Int, bigEndian: Bool) -> Int? {
    guard i >= 0, i <= raw.count - size else { return nil }
    var value = 0
    for k in 0..<size { value = value << 8 | Int(raw[bigEndian ? i + k : i + size - 1 - k]) }
    return value
  }
  /// The unsigned big-endian 16-bit integer at offset `i`; nil outside the bounds.
  @inlinable
  package func big16(_ i: Int) -> Int? { number(at: i, size: 2, bigEndian: true) }
  /// The unsigned big-endian 32-bit integer at offset `i`; nil outside the bounds.
  @inlinable
  package func big32(_ i: Int) -> Int? { number(at: i, size: 4, bigEndian: true) }
  /// The unsigned little-endian 16-bit integer at offset `i`; nil outside the bounds.
  @inlinable
  package func little16(_ i: Int) -> Int? { number(at: i, size: 2, bigEndian: false) }
  /// The unsigned little-endian 32-bit integer at offset `i`; nil outside the bounds.
  @inlinable
  package func little32(_ i: Int) -> Int? { number(at: i, size: 4, bigEndian: false) }

  /// Whether the bytes at `offset` are the UTF-8 bytes of `text`; false where they exceed the
  /// bounds.
  @inlinable
  package func hasBytes(_ text: StaticString, at offset: Int = 0) -> Bool {
    guard offset >= 0, offset <= raw.count - text.utf8CodeUnitCount else { return false }
    for k in 0..<text.utf8CodeUnitCount where raw[offset + k] != text.utf8Start[k] {
      return false
    }
    return true
  }

  /// Whether the four bytes at `offset` are printable ASCII, like the name of a PNG or RIFF chunk
  /// or of an ISOBMFF box. Other bytes mean that the file has a hole, or other data, there.
  package func hasChunkName(at offset: Int) -> Bool {
    (offset..<offset + 4).allSatisfy { i in byte(i).map { (0x20...0x7E).contains($0) } ?? false }
  }

  /// The bytes from offset `start` to the end; none when `start` is behind the end.
  package func rest(from start: Int) -> PictureBytes { part(min(start, raw.count)..<raw.count) }

  /// The bytes at the offsets of `range` that lie within the bounds.
  package func part(_ range: Range<Int>) -> PictureBytes {
    PictureBytes(
      raw: UnsafeRawBufferPointer(rebasing: raw[range.clamped(to: 0..<raw.count)]),
      isMapped: isMapped)
  }

  /// Releases the memory pages that lie entirely within `range` of a mapped file: pages that were
  /// read count as memory of the process. A later access reads them from the file again. Memory
  /// that is not mapped from a file is not changed.
  package func releasePages(_ range: Range<Int>) {
    guard isMapped, let base = raw.baseAddress else { return }
    let page = Int(getpagesize())
    let start = Int(bitPattern: base)
    let first = (start + range.lowerBound + page - 1) / page * page
    let end = (start + range.upperBound) / page * page
    guard first < end else { return }
    madvise(UnsafeMutableRawPointer(bitPattern: first), end - first, MADV_DONTNEED)
  }
}

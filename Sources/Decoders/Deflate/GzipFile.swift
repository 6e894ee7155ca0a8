package import DecoderWire
package import DecodingSupport

/// The first member of a gzip file.
///
/// - Source: RFC 1952.
package struct GzipFile {
  private static let headBytes = 10
  /// Maximum number of bytes of the name or comment in the header.
  private static let maxTextBytes = 1 << 16

  private let file: PictureBytes
  private let deflateData: PictureBytes

  /// Parses the header of a gzip file; nothing is decompressed yet.
  ///
  /// - Returns: nil for a file of another kind, or one that ends in its header.
  package init?(_ bytes: PictureBytes) {
    guard bytes.byte(0) == 0x1F, bytes.byte(1) == 0x8B, bytes.byte(2) == 8,
      let flags = bytes.byte(3), flags & 0xE0 == 0
    else { return nil }
    var i = Self.headBytes
    if flags & 4 != 0 {
      guard let length = bytes.little16(i) else { return nil }
      i += 2 + length
    }
    for flag: UInt8 in [8, 16] where flags & flag != 0 {
      let end = i + Self.maxTextBytes
      while i < end, let byte = bytes.byte(i), byte != 0 { i += 1 }
      guard bytes.byte(i) == 0 else { return nil }
      i += 1
    }
    if flags & 2 != 0 { i += 2 }
    guard i < bytes.count else { return nil }
    file = bytes
    deflateData = bytes.rest(from: i)
  }

  /// Decompresses up to `count` bytes.
  ///
  /// - Returns: the bytes, and whether no more follow, because the compressed data end or are
  ///   invalid there.
  ///
  /// - Throws: `.tooLarge` when memory cannot be allocated.
  package func unpacked(atMost count: Int) throws(DecodeFailure) -> (UnpackedBytes, isWhole: Bool) {
    let memory = try PrivateMemory(byteCount: count + Inflater.outputMargin)
    var inflater = Inflater(CompressedPieces([deflateData], of: file), isWrapped: false)
    let out = memory.bytes.assumingMemoryBound(to: UInt8.self)
    let length = min(count, inflater.fill(out, history: 0, count: count))
    return (UnpackedBytes(memory, length), inflater.ending != nil)
  }

  /// Decompressed bytes, valid while this object lives.
  package final class UnpackedBytes {
    private let memory: PrivateMemory
    package let bytes: PictureBytes

    fileprivate init(_ memory: consuming PrivateMemory, _ length: Int) {
      bytes = PictureBytes(raw: UnsafeRawBufferPointer(start: memory.bytes, count: length))
      self.memory = memory
    }
  }
}

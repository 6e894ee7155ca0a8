package import DecoderWire
package import DecodingSupport
import Deflate

/// The text of an SVG: the bytes of the file, decompressed if necessary.
package struct VectorText {
  /// Maximum size of a text in bytes; the largest maps have a tenth of it.
  private static let maxBytes = 256 << 20

  package let bytes: PictureBytes
  /// The owner of the bytes if they were decompressed.
  private let unpacked: GzipFile.Unpacked?

  /// Takes over the bytes of a file, or decompresses them when the file is a gzip file.
  ///
  /// - Throws: `.tooLarge` for a text beyond the maximum size, or when memory cannot be allocated.
  package init(_ file: PictureBytes) throws(DecodeFailure) {
    guard let packed = GzipFile(file) else {
      guard file.count <= Self.maxBytes else { throw Self.tooLong }
      (bytes, unpacked) = (file, nil)
      return
    }
    let (text, isWhole) = try packed.unpacked(atMost: Self.maxBytes)
    guard isWhole else { throw Self.tooLong }
    (bytes, unpacked) = (text.bytes, text)
  }

  private static var tooLong: DecodeFailure {
    DecodeFailure(
      .tooLarge, format: PictureFormat.svg.name,
      detail: "its text has more than \(maxBytes >> 20) MB")
  }
}

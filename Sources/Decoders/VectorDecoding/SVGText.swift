package import DecoderWire
package import DecodingSupport
import Deflate

/// The text of an SVG: the bytes of the file, or the decompressed bytes of a gzip file.
package struct SVGText {
  /// Maximum size of the text in bytes; the largest maps have a tenth of that.
  private static let maxBytes = 256 << 20

  package let bytes: PictureBytes
  /// The owner of the bytes if they were decompressed; nil for the bytes of the file.
  private let unpacked: GzipFile.UnpackedBytes?

  /// Borrows the bytes of a file, or decompresses those of a gzip file.
  ///
  /// - Throws: `.tooLarge` for a text above the maximum size, or when memory cannot be allocated.
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

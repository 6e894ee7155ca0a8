import DecoderWire

/// The text of an SVG: the file's own bytes, or those it unpacks to.
struct VectorText {
  /// The maximum of bytes of a text: the largest maps have a tenth of it.
  private static let maxBytes = 256 << 20

  let bytes: PictureBytes
  /// Owns the bytes where they are not the file's.
  private let unpacked: GzipFile.Unpacked?

  /// - Throws: `.tooLarge`.
  init(_ file: PictureBytes) throws(DecodeFailure) {
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

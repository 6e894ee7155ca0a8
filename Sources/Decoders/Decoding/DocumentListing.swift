package import DecoderWire
import DecodingSupport
import DocumentDecoding
import PictureMetadata

/// The number of pages of a document, for the helper that lists archives: documents count as
/// archives of their pages.
package enum DocumentListing {
  /// Loads the libraries for PDF and DjVu, which is not possible in a confined process.
  package static func loadLibraries() {
    _ = PictureFormat.pdf.isLibraryInstalled
    _ = PictureFormat.djvu.isLibraryInstalled
  }

  /// The file name extension for the format of a document, and the number of its pages.
  ///
  /// - Throws: `.unknownFormat` for a file that is no document, else the reason why it cannot be
  ///   opened.
  package static func pages(
    of bytes: UnsafeRawBufferPointer
  ) throws(DecodeFailure) -> (suffix: String, count: Int) {
    let bytes = PictureBytes(raw: bytes)
    guard let format = FormatSniffer.format(of: bytes, name: "a.pdf"),
      format == .pdf || format == .djvu, let suffix = format.extensions.first
    else { throw DecodeFailure(.unknownFormat) }
    return (suffix, try DocumentDecoder.open(bytes, format, DecodeLimits()).pageCount)
  }
}

import ColorManagement
import DecoderWire
package import DecodingSupport
import PictureMetadata

/// The kinds of HEIF and AVIF files that the libraries reject without a reason, or show in wrong
/// colours.
package enum UnsupportedHEIF {
  /// The names of codings that no available library decodes, by item type.
  ///
  /// - Source: ISO/IEC 23008-12, annexes E to L; ISO/IEC 23001-17.
  private static let unsupportedCodecNames = [
    "jpeg": "coded as JPEG", "j2k1": "coded as JPEG 2000", "unci": "uncompressed",
    "avc1": "coded as H.264", "vvc1": "coded as H.266", "evc1": "coded as EVC",
    "lhv1": "coded as layered HEVC",
  ]
  private static let knownItemTypes = ["hvc1", "hev1", "av01", "grid", "iden", "iovl"]

  /// The kind, for a message, of a file that must not be decoded because the libraries would show
  /// its colours wrongly; nil for other files.
  package static func unsupportedColorMatrix(of bytes: PictureBytes) -> String? {
    HEIFColorReader.unknownMatrix(bytes).map { "colours by the matrix \($0)" }
  }

  /// The kind, for a message, of a file that was rejected, which is the probable reason for that;
  /// nil when the kind is supported.
  package static func unsupportedFeature(of bytes: PictureBytes, _ format: PictureFormat) -> String?
  {
    guard let items = HEIFItems(bytes) else { return nil }
    var item = items.primaryItem
    if let kind = items.kind(of: item), ["grid", "iden", "iovl"].contains(kind) {
      if format == .avif, kind == "iovl" { return "an overlay of pictures" }
      if format == .avif, kind == "iden" { return "a picture derived from another" }
      item = items.firstInputItem(of: item) ?? item
    }
    if let kind = items.kind(of: item), !knownItemTypes.contains(kind) {
      if let codec = unsupportedCodecNames[kind] { return codec }
      let isPrintable = kind.unicodeScalars.allSatisfy { (" "..."~").contains($0) }
      return isPrintable ? "an item of the kind \(kind)" : "an item of an unknown kind"
    }
    // Source: ISO/IEC 14496-12, 4.2: the last box may have no length.
    return HEIFItems.nameOfUnboundedBox(bytes) == "meta"
      ? "its meta box reaches to the end of the file" : nil
  }
}

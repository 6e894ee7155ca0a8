import DecoderWire
import DecodingSupport
import Pixels

/// The properties in the header of a file that are checked before FreeImage reads the file.
struct FreeImageHeader: Equatable {
  /// The size of the picture in pixels, as the header states it.
  var size: PixelSize
  /// Whether the embedded profile applies to the decoded pixels; false for a Photoshop colour mode
  /// that FreeImage converts to RGB without the profile, such as CMYK.
  var isProfileApplicable = true
  /// The reason why FreeImage cannot decode the file, for a message; nil when it can.
  var unsupportedFeature: String?

  /// Reads the header of a file.
  ///
  /// - Returns: nil when the header is invalid or states no valid size.
  /// - Source: Adobe Photoshop File Formats Specification; DDS_HEADER of the DirectX documentation;
  ///   P. Haeberli, “The SGI Image File Format”, version 1.00; ZSoft PCX File Format Technical
  ///   Reference Manual.
  init?(_ bytes: PictureBytes, _ format: PictureFormat) {
    let found: PixelSize?
    switch format {
    case .photoshop: found = Self.photoshopSize(bytes)
    case .dds: found = Self.pixelSize(bytes.little32(16), bytes.little32(12))
    case .sgi: found = Self.pixelSize(bytes.big16(6), bytes.big16(8))
    case .pcx: found = Self.pcxSize(bytes)
    default: found = nil
    }
    guard let found, !found.isEmpty, found.width <= DecoderWireFormat.maxExtent,
      found.height <= DecoderWireFormat.maxExtent
    else { return nil }
    size = found
    switch format {
    case .photoshop:
      let mode = bytes.big16(24)
      isProfileApplicable = mode == 1 || mode == 2 || mode == 3
    case .sgi:
      // FreeImage can read only one byte a sample.
      if bytes.byte(3) != 1 { unsupportedFeature = "samples of another type" }
    case .dds:
      let fourCC = bytes.big32(84) ?? 0
      if fourCC == 0x4458_3130 { unsupportedFeature = "a DX10 header" }
    default: break
    }
  }

  private static func photoshopSize(_ b: PictureBytes) -> PixelSize? {
    guard let version = b.big16(4), version == 1 || version == 2 else { return nil }
    return pixelSize(b.big32(18), b.big32(14))
  }

  private static func pcxSize(_ b: PictureBytes) -> PixelSize? {
    guard let left = b.little16(4), let top = b.little16(6), let right = b.little16(8),
      let bottom = b.little16(10), left <= right, top <= bottom
    else { return nil }
    return PixelSize(width: right - left + 1, height: bottom - top + 1)
  }

  private static func pixelSize(_ width: Int?, _ height: Int?) -> PixelSize? {
    guard let width, let height else { return nil }
    return PixelSize(width: width, height: height)
  }
}

import DecoderWire
import DecodingSupport
import Pixels

/// The properties in the header of a file that are checked before FreeImage reads the file.
struct StatedPicture: Equatable {
  /// The size of the picture in pixels, as the header states it.
  var size: PixelSize
  /// Whether the embedded profile applies to the decoded pixels; false for a Photoshop colour mode
  /// that FreeImage converts to RGB without the profile, such as CMYK.
  var keepsColors = true
  /// Whether further channels of the file are masks of the document and not its transparency, so
  /// that the alpha samples of FreeImage have no meaning.
  var ignoresAlpha = false
  /// The reason why FreeImage cannot decode the file, for a message; nil when it can.
  var refusal: String?

  /// Reads the header of a file.
  ///
  /// - Returns: nil when the header is invalid or states no valid size.
  /// - Source: Adobe Photoshop File Formats Specification; DDS_HEADER of the DirectX documentation;
  ///   P. Haeberli, “The SGI Image File Format”, version 1.00; ZSoft PCX File Format Technical
  ///   Reference Manual.
  init?(_ bytes: PictureBytes, _ format: PictureFormat) {
    let found: PixelSize?
    switch format {
    case .photoshop: found = Self.photoshop(bytes)
    case .dds: found = Self.pair(bytes.little32(16), bytes.little32(12))
    case .sgi: found = Self.pair(bytes.big16(6), bytes.big16(8))
    case .pcx: found = Self.pcx(bytes)
    default: found = nil
    }
    guard let found, !found.isEmpty, found.width <= WireFormat.maxExtent,
      found.height <= WireFormat.maxExtent
    else { return nil }
    size = found
    switch format {
    case .photoshop:
      let mode = bytes.big16(24)
      keepsColors = mode == 1 || mode == 2 || mode == 3
      if mode == 7 { refusal = "multichannel pixels" }
      ignoresAlpha = (mode == 1 || mode == 3) && !Self.hasPhotoshopTransparency(bytes)
    case .sgi:
      // FreeImage can read only one byte a sample.
      if bytes.byte(3) != 1 { refusal = "samples of another type" }
    case .dds:
      let fourCC = bytes.big32(84) ?? 0
      if fourCC == 0x4458_3130 { refusal = "a DX10 header" }
    default: break
    }
  }

  private static func photoshop(_ b: PictureBytes) -> PixelSize? {
    guard let version = b.big16(4), version == 1 || version == 2 else { return nil }
    return pair(b.big32(18), b.big32(14))
  }

  /// Whether the first channel after the colours of a Photoshop document is its transparency: when
  /// the number of layers is negative, or a block of a document of more than 8 bits says so. A
  /// document without layer information has transparency if it has exactly one such channel,
  /// because other programs than Photoshop write it so.
  ///
  /// - Source: Adobe Photoshop File Formats Specification, Layer and Mask Information Section.
  private static func hasPhotoshopTransparency(_ b: PictureBytes) -> Bool {
    let isLarge = b.big16(4) == 2
    let lengthBytes = isLarge ? 8 : 4
    var offset = 26
    // The color mode data and the image resources, each after its length.
    for _ in 0..<2 {
      guard let length = b.big32(offset) else { return false }
      offset += 4 + length
    }
    let start = offset + lengthBytes
    if let size = b.number(at: offset, size: lengthBytes, bigEndian: true), size > 0,
      let first = b.number(at: start, size: lengthBytes, bigEndian: true)
    {
      let content = start + lengthBytes
      let rest = b.rest(from: content).part(0..<max(0, size - lengthBytes))
      let isTransparent =
        first > 0
        ? b.big16(content).map { Int16(truncatingIfNeeded: $0) < 0 }
        : hasDeepTransparency(rest, isLarge: isLarge)
      if let isTransparent { return isTransparent }
    }
    return b.big16(12) == (b.big16(24) == 1 ? 2 : 4)
  }

  /// The maximum number of blocks of additional layer information that are read.
  private static let maxBlocks = 1000
  /// The blocks whose length has eight bytes in a large document.
  private static let longBlocks: [StaticString] = [
    "LMsk", "Lr16", "Lr32", "Layr", "Mt16", "Mt32", "Mtrn", "Alph", "FMsk", "lnk2", "lnkE", "FEid",
    "FXid", "PxSD", "cinf", "pths",
  ]

  /// Whether the first channel after the colours of a document of 16 or 32 bits is its
  /// transparency: when the additional layer information has the block “saving merged
  /// transparency”, or states a negative number of layers.
  ///
  /// - Parameter b: the bytes from the length of the global layer mask information, which follows
  ///   empty layer information.
  /// - Returns: nil when no block says so and none states layers.
  private static func hasDeepTransparency(_ b: PictureBytes, isLarge: Bool) -> Bool? {
    guard let mask = b.big32(0) else { return nil }
    var offset = 4 + mask
    var layers: Int?
    for _ in 0..<maxBlocks {
      // The length of a block does not count its padding, which is less than four bytes.
      guard
        let block = (offset..<offset + 4).first(where: {
          b.hasBytes("8BIM", at: $0) || b.hasBytes("8B64", at: $0)
        })
      else { break }
      func isOne(of names: [StaticString]) -> Bool {
        names.contains { b.hasBytes($0, at: block + 4) }
      }
      if isOne(of: ["Mt16", "Mt32", "Mtrn"]) { return true }
      let lengthBytes = isLarge && isOne(of: longBlocks) ? 8 : 4
      let content = block + 8 + lengthBytes
      guard let length = b.number(at: block + 8, size: lengthBytes, bigEndian: true),
        (0...b.count).contains(length)
      else { break }
      if isOne(of: ["Lr16", "Lr32"]), length >= 2 { layers = b.big16(content) }
      offset = content + length
    }
    return layers.map { Int16(truncatingIfNeeded: $0) < 0 }
  }

  private static func pcx(_ b: PictureBytes) -> PixelSize? {
    guard let left = b.little16(4), let top = b.little16(6), let right = b.little16(8),
      let bottom = b.little16(10), left <= right, top <= bottom
    else { return nil }
    return PixelSize(width: right - left + 1, height: bottom - top + 1)
  }

  private static func pair(_ width: Int?, _ height: Int?) -> PixelSize? {
    guard let width, let height else { return nil }
    return PixelSize(width: width, height: height)
  }
}

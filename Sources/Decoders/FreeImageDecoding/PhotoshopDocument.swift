import DecodingSupport
import Pixels

/// The header and the sections of a Photoshop document. The bytes are borrowed from the file.
///
/// - Source: Adobe Photoshop File Formats Specification, Photoshop File Format.
struct PhotoshopDocument {
  /// The colour mode of a document.
  enum Mode: Int {
    case bitmap = 0
    case gray = 1
    case indexed = 2
    case rgb = 3
    case cmyk = 4
    case multichannel = 7
    case duotone = 8
    case lab = 9
  }

  /// The numbers of the image resources that are read.
  enum Resource: Int {
    case oldDisplayInfo = 1007
    case profile = 1039
    case transparencyIndex = 1047
    case versionInfo = 1057
    case displayInfo = 1077
  }

  let size: PixelSize
  /// Whether this is a large document (PSB).
  let isLargeDocument: Bool
  let mode: Mode
  /// The number of channels, which are planes of the merged picture.
  let channelCount: Int
  /// The bits of a sample.
  let bitsPerSample: Int
  /// The colour mode data: the palette of indexed colours.
  let modeData: PictureBytes
  private let resources: PictureBytes
  /// The layer and mask information, without its length.
  private let layerInformation: PictureBytes
  /// The image data: the compression and the planes of the merged picture.
  let imageData: PictureBytes

  /// Reads the header and finds the sections of a document; nil for an unknown version or colour
  /// mode, and when a section reaches beyond the end of the file.
  init?(_ b: PictureBytes) {
    guard let version = b.big16(4), version == 1 || version == 2, let channels = b.big16(12),
      let height = b.big32(14), let width = b.big32(18), let depth = b.big16(22),
      let mode = b.big16(24).flatMap({ Mode(rawValue: $0) })
    else { return nil }
    isLargeDocument = version == 2
    size = PixelSize(width: width, height: height)
    channelCount = channels
    (self.mode, self.bitsPerSample) = (mode, depth)
    guard let colors = Self.section(of: b, at: 26, lengthBytes: 4),
      let facts = Self.section(of: b, at: colors.end, lengthBytes: 4),
      let layered = Self.section(of: b, at: facts.end, lengthBytes: version == 2 ? 8 : 4)
    else { return nil }
    modeData = colors.content
    resources = facts.content
    layerInformation = layered.content
    imageData = b.rest(from: layered.end)
  }

  private static func section(
    of b: PictureBytes, at offset: Int, lengthBytes: Int
  ) -> (content: PictureBytes, end: Int)? {
    let start = offset + lengthBytes
    guard let length = b.number(at: offset, size: lengthBytes, bigEndian: true),
      (0...b.count - start).contains(length)
    else { return nil }
    return (b.part(start..<start + length), start + length)
  }

  // MARK: Resources

  /// The maximum number of image resources that are searched.
  private static let maxResources = 1000

  /// The data of an image resource; nil when the document has none with this number.
  func data(of resource: Resource) -> PictureBytes? {
    var offset = 0
    for _ in 0..<Self.maxResources {
      // The name is a Pascal string. Its length, with the byte of the length, and that of the data
      // are padded to even numbers.
      guard resources.hasChunkName(at: offset), let number = resources.big16(offset + 4),
        let nameLength = resources.byte(offset + 6)
      else { return nil }
      let head = offset + 6 + ((Int(nameLength) + 2) & ~1)
      guard let length = resources.big32(head) else { return nil }
      let start = head + 4
      if number == resource.rawValue { return resources.part(start..<start + length) }
      offset = start + ((length + 1) & ~1)
    }
    return nil
  }

  // MARK: Pixels

  /// Whether the file ends before the last row of the merged picture; false for a compression that
  /// is not known.
  var isTruncated: Bool {
    guard let compression = imageData.big16(0) else { return true }
    let rows = channelCount * size.height
    switch compression {
    case 0: return imageData.count < 2 + rows * ((size.width * bitsPerSample + 7) / 8)
    case 1:
      let lengthBytes = isLargeDocument ? 4 : 2
      var end = 2 + rows * lengthBytes
      guard end <= imageData.count else { return true }
      for row in 0..<rows {
        end += imageData.number(at: 2 + row * lengthBytes, size: lengthBytes, bigEndian: true) ?? 0
      }
      return end > imageData.count
    default: return false
    }
  }

  /// Whether the planes are raw or packed by PackBits, so that each row can be decoded alone.
  var hasIndependentRows: Bool { imageData.big16(0).map { $0 <= 1 } ?? false }

  // MARK: Transparency

  /// The number of channels of a colour; further channels are transparency, spot colours or masks.
  private var colorCount: Int {
    switch mode {
    case .bitmap, .gray, .indexed, .duotone: 1
    case .rgb, .lab: 3
    case .cmyk: 4
    case .multichannel: channelCount
    }
  }

  /// The index of the channel that is the transparency; nil when the picture is opaque.
  ///
  /// The first channel after the colours is the transparency when the layer information says so. A
  /// document in gray or RGB without layer information has transparency if it has exactly one such
  /// channel, because other programs than Photoshop write it so.
  var transparencyChannel: Int? {
    guard mode != .bitmap, mode != .indexed, channelCount > colorCount else { return nil }
    let isUsual = (mode == .gray || mode == .rgb) && channelCount == colorCount + 1
    return firstExtraChannelIsTransparency ?? isUsual ? colorCount : nil
  }

  /// Whether the colours of the merged picture are mixed with white by the transparency: Photoshop
  /// stores them so, and tells its version. Other programs store straight colours.
  var isMixedWithWhite: Bool {
    firstExtraChannelIsTransparency == true && data(of: .versionInfo) != nil
  }

  /// Whether the first channel after the colours is the transparency: when the number of layers is
  /// negative, or a block of a document of more than 8 bits says so; nil without layer information.
  ///
  /// - Source: Adobe Photoshop File Formats Specification, Layer and Mask Information Section.
  private var firstExtraChannelIsTransparency: Bool? {
    let lengthBytes = isLargeDocument ? 8 : 4
    guard let first = layerInformation.number(at: 0, size: lengthBytes, bigEndian: true) else {
      return nil
    }
    guard first > 0 else {
      return blocksTellOfTransparency(layerInformation.rest(from: lengthBytes))
    }
    return layerInformation.big16(lengthBytes).map { Int16(truncatingIfNeeded: $0) < 0 }
  }

  /// The maximum number of blocks of additional layer information that are read.
  private static let maxBlocks = 1000
  /// The blocks whose length has eight bytes in a large document, whatever their signature is.
  private static let blocksWithLongLength: [StaticString] = [
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
  private func blocksTellOfTransparency(_ b: PictureBytes) -> Bool? {
    guard let mask = b.big32(0) else { return nil }
    var offset = 4 + mask
    var layerCount: Int?
    for _ in 0..<Self.maxBlocks {
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
      let isLong =
        b.hasBytes("8B64", at: block) || isLargeDocument && isOne(of: Self.blocksWithLongLength)
      let lengthBytes = isLong ? 8 : 4
      let content = block + 8 + lengthBytes
      guard let length = b.number(at: block + 8, size: lengthBytes, bigEndian: true),
        (0...b.count).contains(length)
      else { break }
      if isOne(of: ["Lr16", "Lr32"]), length >= 2 { layerCount = b.big16(content) }
      offset = content + length
    }
    return layerCount.map { Int16(truncatingIfNeeded: $0) < 0 }
  }
}

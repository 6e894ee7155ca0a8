import CLinux
import DecodeJobs
package import DecoderWire
package import DecodingSupport
import PercentCoding
import PictureMetadata
import Pixels

/// The raster pictures that are embedded in an SVG as `data:` URLs. librsvg decodes them whole and
/// keeps them in memory, so they are compared with the pixel limit first.
///
/// A URL that is composed of entities is not found; for its picture, only the memory limit of the
/// process holds.
/// - Source: RFC 2397.
package struct EmbeddedPictures {
  /// Divisor of the pixel limit for all embedded pictures together: librsvg holds each of them
  /// twice while it decodes the picture.
  private static let pixelLimitDivisor = 4
  /// Number of bytes at the beginning of a picture in which its size is searched, for formats that
  /// have it there.
  private static let headBytes = 1 << 20
  /// Maximum number of levels of SVG embedded in SVG.
  private static let maxDepth = 4

  private var largestSize = PixelSize.zero
  private var totalArea = 0

  /// Finds the embedded pictures in the text of an SVG.
  package init(_ text: PictureBytes) { addPictures(of: text, depth: 0) }

  /// Throws `.tooLarge` when all embedded pictures together exceed their share of the pixel limit.
  package func check(_ limits: DecodeLimits) throws(DecodeFailure) {
    let limit = limits.pixels / Self.pixelLimitDivisor
    guard totalArea > limit else { return }
    throw DecodeFailure(
      .tooLarge, format: PictureFormat.svg.name,
      detail:
        "a picture of \(largestSize.width) × \(largestSize.height) pixels is in it, the limit of all "
        + "pictures inside is \(DecodeJob.pixelCountText(limit)), more with --max-pixels")
  }

  private mutating func addPictures(of text: PictureBytes, depth: Int) {
    guard XMLProlog(text).isUTF16 else { return scanBytes(text, depth: depth) }
    let narrow = Self.narrowedUTF16(text)
    narrow.withUnsafeBytes { scanBytes(PictureBytes(raw: $0), depth: depth) }
  }

  /// The UTF-16 code units of a text as bytes: those below 0x100, such as all of ASCII, keep their
  /// value; others become 0xFF.
  private static func narrowedUTF16(_ text: PictureBytes) -> [UInt8] {
    let isBigEndian = text.big16(0) == 0xFEFF
    return (0..<text.count / 2).map { i in
      let (first, second) = (text.raw[i * 2], text.raw[i * 2 + 1])
      return (isBigEndian ? first : second) == 0 ? (isBigEndian ? second : first) : 0xFF
    }
  }

  private mutating func scanBytes(_ text: PictureBytes, depth: Int) {
    guard let base = text.raw.baseAddress else { return }
    var i = 0
    while i < text.count, let found = memchr(base + i, Int32(UInt8(ascii: ":")), text.count - i) {
      let colon = base.distance(to: UnsafeRawPointer(found))
      i = colon + 1
      guard text.hasBytesIgnoringCase("data", at: colon - 4), let url = DataURL(text, from: i)
      else {
        continue
      }
      i = url.endOffset
      addURL(url, depth: depth)
    }
  }

  private mutating func addURL(_ url: DataURL, depth: Int) {
    let head = url.decodedData(atMost: Self.headBytes)
    let format = head.withUnsafeBytes { FormatSniffer.format(of: PictureBytes(raw: $0), name: "") }
    guard let format else { return }
    switch format {
    case .svg where depth < Self.maxDepth:
      url.decodedData(atMost: .max).withUnsafeBytes { raw in
        guard let text = try? SVGText(PictureBytes(raw: raw)) else { return }
        addPictures(of: text.bytes, depth: depth + 1)
      }
    case .tiff, .heif, .avif: addPicture(url.decodedData(atMost: .max), format)
    default: addPicture(head, format)
    }
  }

  private mutating func addPicture(_ content: [UInt8], _ format: PictureFormat) {
    let size = content.withUnsafeBytes { Self.size(PictureBytes(raw: $0), format) }
    guard let size, let own = size.area else { return }
    if own > largestSize.area ?? 0 { largestSize = size }
    totalArea = totalArea.addingReportingOverflow(own).overflow ? .max : totalArea + own
  }

  private static func size(_ bytes: PictureBytes, _ format: PictureFormat) -> PixelSize? {
    switch format {
    case .jpeg: return JPEGHeader(bytes).size
    case .heif, .avif:
      let items = HEIFItems(bytes)
      let extent = items?.properties(of: items?.primaryItem ?? 0).first { $0.name == "ispe" }?.body
      guard let width = extent?.big32(4), let height = extent?.big32(8) else { return nil }
      return PixelSize(width: width, height: height)
    default: return PictureSizeInHeader.size(of: bytes, format)
    }
  }
}

/// A `data:` URL in a text.
private struct DataURL {
  /// Maximum number of bytes between the colon and the comma of a URL, for a media type and its
  /// parameters.
  private static let maxTypeBytes = 256

  private let text: PictureBytes
  private let dataStart: Int
  private let isBase64: Bool
  /// The offset in the text of the first byte behind the URL.
  let endOffset: Int

  /// Finds the data and the end of a URL in a text.
  ///
  /// - Parameter first: the offset behind the colon of `data:`.
  /// - Returns: nil when no comma follows within ``maxTypeBytes``.
  init?(_ text: PictureBytes, from first: Int) {
    guard
      let comma = (first..<first + Self.maxTypeBytes).first(where: {
        text.byte($0) == UInt8(ascii: ",")
      })
    else { return nil }
    self.text = text
    dataStart = comma + 1
    isBase64 = text.hasBytesIgnoringCase("base64", at: comma - 6)
    let single = UInt8(ascii: "'")
    let quote = text.byte(first - 6) == single ? single : UInt8(ascii: "\"")
    var end = comma + 1
    while let byte = text.byte(end), byte != quote, byte != UInt8(ascii: "<") { end += 1 }
    endOffset = end
  }

  /// The first `count` bytes of the decoded data of the URL, or all of them.
  func decodedData(atMost count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(
      min(count, isBase64 ? (endOffset - dataStart) / 4 * 3 + 3 : endOffset - dataStart))
    var i = dataStart
    var held: UInt32 = 0
    var bits = 0
    while bytes.count < count, let byte = readByte(&i) {
      guard isBase64 else {
        bytes.append(byte)
        continue
      }
      guard let value = Self.base64Value(of: byte) else { continue }
      held = held << 6 | value
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: held >> UInt32(bits)))
      }
    }
    return bytes
  }

  /// The byte at offset `i`, which moves behind it; nil at the end of the URL. A percent escape is
  /// decoded; a character reference counts as white space.
  private func readByte(_ i: inout Int) -> UInt8? {
    guard i < endOffset, let byte = text.byte(i) else { return nil }
    if byte == UInt8(ascii: "%"),
      let value = PercentEncoding.byte(text.byte(i + 1), text.byte(i + 2))
    {
      i += 3
      return value
    }
    i += 1
    guard byte == UInt8(ascii: "&") else { return byte }
    let last = (i..<min(endOffset, i + 10)).first { text.byte($0) == UInt8(ascii: ";") }
    if let last { i = last + 1 }
    return 0x20
  }

  private static func base64Value(of letter: UInt8) -> UInt32? {
    switch letter {
    case 0x41...0x5A: UInt32(letter) - 0x41
    case 0x61...0x7A: UInt32(letter) - 0x61 + 26
    case 0x30...0x39: UInt32(letter) - 0x30 + 52
    case 0x2B, 0x2D: 62
    case 0x2F, 0x5F: 63
    default: nil
    }
  }
}

extension PictureBytes {
  /// Whether the bytes at `offset` equal `text`, ignoring the case of letters; `text` must be in
  /// lower case.
  fileprivate func hasBytesIgnoringCase(_ text: StaticString, at offset: Int) -> Bool {
    (0..<text.utf8CodeUnitCount).allSatisfy { k in
      byte(offset + k).map { $0 | 0x20 } == text.utf8Start[k]
    }
  }
}

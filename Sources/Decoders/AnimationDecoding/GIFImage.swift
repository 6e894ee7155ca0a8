import DecodingSupport
import PictureMetadata
import Pixels

/// An image of a GIF: the parameters of its image descriptor, and the offset of its compressed
/// data.
struct GIFImage {
  var frame: StoredFrame
  /// The range of the colour table in the file, local or global, three bytes an entry; empty when
  /// the image has none.
  var paletteRange: Range<Int>
  /// The transparent colour index of the image; nil when it has none.
  var transparentIndex: UInt8?
  var isInterlaced: Bool
  /// The offset in the file of the LZW minimum code size, after which the image data follow.
  var dataOffset: Int
}

/// The blocks of a GIF, parsed without decoding any image.
///
/// - Source: GIF89a specification. Beyond it, as in browsers: disposal 4 means 3, and an unknown
///   block ends the file.
struct GIFStructure {
  private(set) var size = PixelSize.zero
  private(set) var images: [GIFImage] = []
  /// Number of times the whole animation is played, 0 for endless.
  private(set) var iterationCount = 1
  /// Whether the blocks were parsed up to the trailer of the file, or up to the maximum number of
  /// images.
  private(set) var isComplete = false

  /// Whether the logical screen has a size. Otherwise the first image is the canvas.
  private var hasScreenSize = true
  private var globalPaletteRange = 0..<0
  private var graphicControl = GraphicControl()

  /// The graphic control extension, which applies to the next image.
  private struct GraphicControl {
    var disposal = StoredFrame.Disposal.keep
    var transparentIndex: UInt8?
    var durationInMilliseconds = 0
  }

  /// Parses the blocks of a GIF up to the trailer, or up to the first block that is damaged or
  /// incomplete.
  ///
  /// - Parameter limit: maximum number of images to parse.
  init(_ b: PictureBytes, limit: Int) {
    guard let width = b.little16(6), let height = b.little16(8), let flags = b.byte(10) else {
      return
    }
    size = PictureSizeInHeader.size(of: b, .gif) ?? .zero
    hasScreenSize = width > 0 && height > 0
    globalPaletteRange = Self.paletteRange(at: 13, flags)
    var i = globalPaletteRange.isEmpty ? 13 : globalPaletteRange.upperBound
    while images.count < limit, let introducer = b.byte(i) {
      switch introducer {
      case 0x21:
        readExtension(b, i + 1)
        guard let end = Self.endOfSubBlocks(b, i + 2) else { return }
        i = end
      case 0x2C:
        guard let end = readImageReturningEnd(b, i) else { return }
        i = end
      default:
        isComplete = introducer == 0x3B
        return
      }
    }
    isComplete = images.count == limit
  }

  private mutating func readExtension(_ b: PictureBytes, _ i: Int) {
    if b.byte(i) == 0xF9, let flags = b.byte(i + 2), let delay = b.little16(i + 3) {
      graphicControl.disposal =
        switch flags >> 2 & 7 {
        case 2: .clear
        case 3, 4: .restorePrevious
        default: .keep
        }
      graphicControl.transparentIndex = flags & 1 == 1 ? b.byte(i + 5) : nil
      graphicControl.durationInMilliseconds = delay * 10
    } else if b.byte(i) == 0xFF,
      b.hasBytes("NETSCAPE2.0", at: i + 2) || b.hasBytes("ANIMEXTS1.0", at: i + 2),
      let length = b.byte(i + 13), length >= 3, b.byte(i + 14) == 1, let loops = b.little16(i + 15)
    {
      // The file states the number of repetitions: one means that the animation is played twice.
      iterationCount = loops == 0 ? 0 : loops + 1
    }
  }

  /// Parses the image descriptor at offset `i` and skips the image data.
  ///
  /// - Returns: the offset after the image; nil when the file ends within it.
  private mutating func readImageReturningEnd(_ b: PictureBytes, _ i: Int) -> Int? {
    guard let x = b.little16(i + 1), let y = b.little16(i + 3), let width = b.little16(i + 5),
      let height = b.little16(i + 7), let flags = b.byte(i + 9)
    else { return nil }
    let local = Self.paletteRange(at: i + 10, flags)
    let dataOffset = local.isEmpty ? i + 10 : local.upperBound
    guard b.byte(dataOffset + 1) != nil else { return nil }
    let isCanvas = images.isEmpty && !hasScreenSize
    images.append(
      GIFImage(
        frame: StoredFrame(
          x: isCanvas ? 0 : x, y: isCanvas ? 0 : y,
          size: PixelSize(width: width, height: height),
          durationInMilliseconds: graphicControl.durationInMilliseconds,
          disposal: graphicControl.disposal,
          replacesAllPixels: graphicControl.transparentIndex == nil),
        paletteRange: local.isEmpty ? globalPaletteRange : local,
        transparentIndex: graphicControl.transparentIndex,
        isInterlaced: flags & 0x40 != 0, dataOffset: dataOffset))
    graphicControl = GraphicControl()
    return Self.endOfSubBlocks(b, dataOffset + 1)
  }

  private static func paletteRange(at i: Int, _ flags: UInt8) -> Range<Int> {
    flags & 0x80 == 0 ? 0..<0 : i..<i + 3 << (Int(flags & 7) + 1)
  }

  private static func endOfSubBlocks(_ b: PictureBytes, _ start: Int) -> Int? {
    var i = start
    while let length = b.byte(i) {
      i += 1 + Int(length)
      if length == 0 { return i }
    }
    return nil
  }
}

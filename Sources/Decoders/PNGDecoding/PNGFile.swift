import DecoderWire
package import DecodingSupport
import Deflate
import Geometry
import PictureMetadata
import Pixels

/// A PNG file: the contents of the chunks that the decoder needs, validated.
///
/// - Source: PNG specification, third edition.
package struct PNGFile {
  enum ColorType: UInt8 {
    case gray = 0
    case rgb = 2
    case palette = 3
    case grayAlpha = 4
    case rgbAlpha = 6

    var channels: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgbAlpha: 4
      }
    }
  }

  /// The bytes of the whole file.
  let bytes: PictureBytes
  private(set) var size: PixelSize
  /// Bits per sample.
  let depth: Int
  let colorType: ColorType
  let isInterlaced: Bool
  /// The PLTE entries, as RGB triples; empty without a PLTE chunk.
  private(set) var palette = PictureBytes("")
  /// The body of tRNS: the alpha of each palette entry, or the one transparent colour; empty
  /// without a tRNS chunk.
  private(set) var transparencyChunk = PictureBytes("")
  /// The bodies of the IDAT chunks, in the order of the file.
  private(set) var imageData: [PictureBytes] = []
  private(set) var frameCount = 1
  /// Whether the default image is not part of the animation: no fcTL chunk precedes IDAT, so that
  /// only readers without APNG support show the image.
  private(set) var hidesDefaultImage = false
  private(set) var orientation = Orientation.up
  /// Whether the IEND chunk was found; false for a truncated file.
  private(set) var isComplete = false

  /// Bits per pixel.
  var pixelBits: Int { depth * colorType.channels }

  /// Parses and validates the chunks of a PNG file.
  ///
  /// - Throws: `.damaged` when IHDR is invalid or a needed palette is missing.
  init(_ bytes: PictureBytes) throws(DecodeFailure) {
    guard bytes.hasBytes("IHDR", at: 12), let width = bytes.big32(16), let height = bytes.big32(20),
      let depth = bytes.byte(24), let colorType = bytes.byte(25).flatMap(ColorType.init),
      bytes.byte(26) == 0, bytes.byte(27) == 0, let interlace = bytes.byte(28), interlace <= 1,
      Self.allows(colorType, depth), Checksum.crc32(bytes.part(12..<29)) == bytes.big32(29)
    else { throw Self.damaged("its header is invalid") }
    self.bytes = bytes
    size = PixelSize(width: width, height: height)
    self.depth = Int(depth)
    self.colorType = colorType
    isInterlaced = interlace == 1
    readChunks(bytes)
    guard colorType != .palette || palette.count >= 3 else {
      throw Self.damaged("it has no palette")
    }
  }

  /// This file with the size and the compressed data of an APNG frame, as which the frame is
  /// decoded.
  func fileForFrame(_ size: PixelSize, _ imageData: [PictureBytes]) -> PNGFile {
    var frame = self
    frame.size = size
    frame.imageData = imageData
    return frame
  }

  static func damaged(_ detail: String) -> DecodeFailure {
    DecodeFailure(.damaged, format: PictureFormat.png.name, detail: detail)
  }

  private static func allows(_ colorType: ColorType, _ depth: UInt8) -> Bool {
    switch colorType {
    case .gray: [1, 2, 4, 8, 16].contains(depth)
    case .palette: [1, 2, 4, 8].contains(depth)
    case .rgb, .grayAlpha, .rgbAlpha: depth == 8 || depth == 16
    }
  }

  private mutating func readChunks(_ b: PictureBytes) {
    var i = 33
    var released = 0
    defer {
      if i > CompressedPieces.minReleasedBytes { b.releasePages(released..<min(i, b.count)) }
    }
    while let length = b.big32(i), b.hasChunkName(at: i + 4) {
      if i - released > CompressedPieces.minReleasedBytes {
        b.releasePages(released..<i)
        released = i
      }
      let body = i + 8..<i + 8 + length
      // The data of a truncated IDAT chunk are still used; other chunks must be complete.
      if b.hasBytes("IDAT", at: i + 4) {
        imageData.append(b.part(body))
      } else if body.upperBound <= b.count {
        read(b, i + 4, b.part(body))
      }
      if isComplete { return }
      i = body.upperBound + 4
    }
  }

  private mutating func read(_ b: PictureBytes, _ kind: Int, _ body: PictureBytes) {
    if b.hasBytes("PLTE", at: kind) {
      palette = body.part(0..<min(768, body.count / 3 * 3))
    } else if b.hasBytes("tRNS", at: kind) {
      transparencyChunk = body
    } else if b.hasBytes("acTL", at: kind) {
      frameCount = max(1, body.big32(0) ?? 1)
      hidesDefaultImage = imageData.isEmpty
    } else if b.hasBytes("fcTL", at: kind), imageData.isEmpty {
      hidesDefaultImage = false
    } else if b.hasBytes("eXIf", at: kind) {
      orientation = ExifReader(body)?.orientation ?? .up
    } else if b.hasBytes("IEND", at: kind) {
      isComplete = true
    }
  }
}

/// The checksum of a PNG chunk.
package enum Checksum {
  /// The CRC-32 of the bytes, computed bit by bit, which suits small chunks. IDAT is not checked
  /// with it: the decoder finds damage there.
  package static func crc32(_ bytes: PictureBytes) -> Int {
    var c: UInt32 = ~0
    for byte in bytes.raw {
      c ^= UInt32(byte)
      for _ in 0..<8 { c = c & 1 == 1 ? c >> 1 ^ 0xEDB8_8320 : c >> 1 }
    }
    return Int(~c)
  }
}

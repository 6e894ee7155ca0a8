package import DecodeJobs
package import DecoderWire
import DecodingSupport
import Geometry
import Pixels
import Resampling

/// The decoder of X bitmaps: C source text in black and white.
package enum XBMDecoder {
  package static func decode(_ job: DecodeJob) throws(DecodeFailure) -> DecodeAnswer {
    let format = PictureFormat.xbm
    var source = SourceText(job.bytes)
    guard let width = source.width, let height = source.height else {
      throw DecodeFailure(.damaged, format: format.name, detail: "its header is invalid")
    }
    let size = PixelSize(width: width, height: height)
    try job.check(size, format: format)
    try job.checkPlausible(size, format: format)
    var info = DecodeReply.Info(naturalSize: size, format: format.name)
    if job.request.kind == .probe { return DecodeAnswer(.info(info)) }
    let stride = width * 4
    let pixels = try PrivateMemory(byteCount: stride * height)
    let words = pixels.bytes.bindMemory(to: UInt32.self, capacity: width * height)
    let (black, white): (UInt32, UInt32) = (0xFF00_0000, 0xFFFF_FFFF)
    var rows = 0
    filling: for y in 0..<height {
      var x = 0
      while x < width {
        guard let bits = source.nextNumber() else { break filling }
        for bit in 0..<min(source.bitsPerNumber, width - x) {
          words[y * width + x + bit] = bits >> bit & 1 == 1 ? black : white
        }
        x += source.bitsPerNumber
      }
      rows += 1
    }
    guard rows > 0 else {
      throw DecodeFailure(
        .damaged, format: format.name, detail: "the file ends before the picture")
    }
    info.isTruncated = rows < height
    for i in rows * width..<width * height { words[i] = white }
    let memory = try job.memory(for: job.request.fittedSize(of: size))
    try ParallelScaling.scale(
      PixelView(size: size, stride: stride, bytes: pixels.bytes), orientation: .up,
      to: memory.buffer)
    return DecodeAnswer(info, isOpaque: true, in: memory)
  }

  /// The header fields and the array of numbers in the C source of an X bitmap.
  private struct SourceText {
    private let bytes: PictureBytes
    private var position: Int
    private(set) var width: Int?
    private(set) var height: Int?
    /// The number of pixels in one number of the array: eight, or sixteen in the older X10 dialect,
    /// whose array is of type `short`.
    private(set) var bitsPerNumber = 8

    /// The maximum number of bytes before the array, between a name in the header and its number,
    /// and between two numbers of the array. A file with more is sparse, or was made so that a
    /// search takes long.
    private static let maxSkippedBytes = 1 << 16

    init(_ b: PictureBytes) {
      bytes = b
      position = 0
      while position < Self.maxSkippedBytes, let c = b.byte(position), c != UInt8(ascii: "{") {
        if b.hasBytes("_width", at: position) || b.hasBytes("#define width", at: position) {
          width = width ?? number(after: position)
        } else if b.hasBytes("_height", at: position)
          || b.hasBytes("#define height", at: position)
        {
          height = height ?? number(after: position)
        } else if b.hasBytes(" short ", at: position) {
          bitsPerNumber = 16
        }
        position += 1
      }
    }

    /// The first number in the line after offset `start`; nil when there is none.
    private func number(after start: Int) -> Int? {
      var i = start
      let end = i + Self.maxSkippedBytes
      while i < end, let c = bytes.byte(i), c != 0x0A, !Self.isDigit(c) { i += 1 }
      var value: Int?
      while let c = bytes.byte(i), Self.isDigit(c), value ?? 0 < 1 << 32 {
        value = (value ?? 0) * 10 + Int(c - 0x30)
        i += 1
      }
      return value
    }

    /// The next number of the array, hexadecimal or decimal; nil after the last one.
    mutating func nextNumber() -> UInt32? {
      let end = position + Self.maxSkippedBytes
      while let c = bytes.byte(position), !Self.isDigit(c) {
        if c == UInt8(ascii: "}") || position == end { return nil }
        position += 1
      }
      let isHexadecimal = bytes.hasBytes("0x", at: position) || bytes.hasBytes("0X", at: position)
      if isHexadecimal { position += 2 }
      var value: UInt32?
      while let c = bytes.byte(position), let digit = Self.digit(c), isHexadecimal || digit < 10 {
        value = (value ?? 0) &* (isHexadecimal ? 16 : 10) &+ digit
        position += 1
      }
      return value
    }

    private static func isDigit(_ c: UInt8) -> Bool { (0x30...0x39).contains(c) }
    private static func digit(_ c: UInt8) -> UInt32? {
      switch c {
      case 0x30...0x39: UInt32(c) - 0x30
      case 0x41...0x46: UInt32(c) - 0x41 + 10
      case 0x61...0x66: UInt32(c) - 0x61 + 10
      default: nil
      }
    }
  }
}

package import DecodeJobs
package import DecoderWire
import DecodingSupport
import Geometry
import Pixels
import Resampling

/// The decoder of QOI, for which gdk-pixbuf has no loader in any supported release.
///
/// - Source: the QOI specification, version 1.0 (qoiformat.org).
package enum QOIDecoder {
  private static let headerBytes = 14

  package static func decode(_ job: DecodeJob) throws(DecodeFailure) -> DecodeAnswer {
    let format = PictureFormat.qoi
    guard let width = job.bytes.big32(4), let height = job.bytes.big32(8) else {
      throw DecodeFailure(
        .damaged, format: format.name, detail: "the file ends before the picture")
    }
    let size = PixelSize(width: width, height: height)
    try job.check(size, format: format)
    try job.checkPlausible(size, format: format)
    var info = DecodeReply.Info(naturalSize: size, format: format.name)
    if job.request.kind == .probe { return DecodeAnswer(.info(info)) }
    let count = width * height
    let pixels = try PrivateMemory(byteCount: count * 4)
    let words = pixels.bytes.bindMemory(to: UInt32.self, capacity: count)
    let done = decodePixels(words, count, job.bytes)
    guard done > 0 else {
      throw DecodeFailure(
        .damaged, format: format.name, detail: "the file ends before the picture")
    }
    info.isTruncated = done < count
    // Missing pixels stay transparent, as fresh memory is zero.
    let whole = PixelBuffer(size: size, stride: width * 4, bytes: pixels.bytes)
    whole.premultiply()
    let isOpaque = whole.isOpaque
    let memory = try job.memory(for: job.request.fittedSize(of: size))
    try ParallelScaling.scale(
      whole.view, orientation: .up, to: memory.buffer)
    return DecodeAnswer(info, isOpaque: isOpaque, in: memory)
  }

  /// Decodes up to `count` pixels to `out`, as BGRA with straight alpha.
  ///
  /// - Returns: the number of decoded pixels.
  private static func decodePixels(
    _ out: UnsafeMutablePointer<UInt32>, _ count: Int, _ b: PictureBytes
  ) -> Int {
    var seen = [UInt32](repeating: 0, count: 64)
    var pixel = Pixel()
    var i = headerBytes
    var done = 0
    while done < count, let tag = b.byte(i) {
      i += 1
      var run = 1
      switch tag {
      case 0xFE, 0xFF:
        guard let r = b.byte(i), let g = b.byte(i + 1), let bl = b.byte(i + 2) else { return done }
        (pixel.r, pixel.g, pixel.b) = (r, g, bl)
        i += 3
        if tag == 0xFF {
          guard let a = b.byte(i) else { return done }
          pixel.a = a
          i += 1
        }
      case 0x00...0x3F: pixel = Pixel(seen[Int(tag)])
      case 0x40...0x7F:
        pixel.addDifferences(tag >> 4 & 3 &- 2, tag >> 2 & 3 &- 2, tag & 3 &- 2)
      case 0x80...0xBF:
        guard let second = b.byte(i) else { return done }
        i += 1
        let green = tag & 0x3F &- 32
        pixel.addDifferences(green &- 8 &+ second >> 4, green, green &- 8 &+ second & 15)
      default: run = Int(tag & 0x3F) + 1
      }
      seen[pixel.hashIndex] = pixel.packedBGRA
      let end = min(count, done + run)
      while done < end {
        out[done] = pixel.packedBGRA
        done += 1
      }
    }
    return done
  }

  private struct Pixel {
    var r: UInt8 = 0
    var g: UInt8 = 0
    var b: UInt8 = 0
    var a: UInt8 = 255

    init() {}
    init(_ word: UInt32) {
      r = UInt8(truncatingIfNeeded: word >> 16)
      g = UInt8(truncatingIfNeeded: word >> 8)
      b = UInt8(truncatingIfNeeded: word)
      a = UInt8(truncatingIfNeeded: word >> 24)
    }
    var packedBGRA: UInt32 { UInt32(a) << 24 | UInt32(r) << 16 | UInt32(g) << 8 | UInt32(b) }
    /// The index of this colour in the array of previously seen pixels.
    var hashIndex: Int { (Int(r) * 3 + Int(g) * 5 + Int(b) * 7 + Int(a) * 11) % 64 }

    mutating func addDifferences(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
      (r, g, b) = (r &+ red, g &+ green, b &+ blue)
    }
  }
}

import DecoderWire
import Pixels

/// The largest picture of a Windows icon. gdk-pixbuf's loader knows no compressed ones and does not
/// choose the largest.
enum IconDecoder {
  /// One line of the icon's directory.
  private struct Entry {
    let size: PixelSize
    let depth: Int
    let data: Range<Int>
  }

  private static let headBytes = 6
  private static let lineBytes = 16

  static func decode(_ job: DecodeJob) throws(DecodeFailure) -> DecodeAnswer {
    guard let best = best(job.bytes) else {
      throw DecodeFailure(
        .damaged, format: PictureFormat.ico.name, detail: "there is no picture in it")
    }
    let data = job.bytes.part(best.data)
    if data.has("PNG", at: 1) {
      var inner = job
      inner.bytes = data
      inner.colors = PictureColors.read(data, .png)
      return try PNGDecoder.decode(inner, as: .ico)
    }
    var inner = job
    inner.bytes = data
    let header = try BMPHeader(data, isIcon: true)
    let rows = BMPPixels.rowBytes(header.size.width, depth: header.depth) * header.size.height
    // Later headers have no mask below the picture; a profile may be in its place.
    let mask = data.little32(0) == 40 ? header.pixels + rows : nil
    return try BMPDecoder.decode(inner, header, as: .ico, mask: mask)
  }

  private static func best(_ b: PictureBytes) -> Entry? {
    let count = b.little16(4) ?? 0
    return (0..<count).compactMap { entry(b, headBytes + $0 * lineBytes) }.max {
      ($0.size.area ?? 0, $0.depth) < ($1.size.area ?? 0, $1.depth)
    }
  }

  private static func entry(_ b: PictureBytes, _ i: Int) -> Entry? {
    guard let width = b.byte(i), let height = b.byte(i + 1), let length = b.little32(i + 8),
      let offset = b.little32(i + 12), length > 0, offset < b.count
    else { return nil }
    let data = offset..<offset + length
    // What the picture itself says counts: the directory cannot express more than 256 pixels and
    // leaves the depth out now and then.
    var size = PixelSize(
      width: width == 0 ? 256 : Int(width), height: height == 0 ? 256 : Int(height))
    let part = b.part(data)
    if part.has("PNG", at: 1), let w = part.big32(16), let h = part.big32(20) {
      size = PixelSize(width: w, height: h)
    }
    let depth = part.little32(0) == 40 ? part.little16(14) ?? 0 : 32
    return Entry(size: size, depth: depth, data: data)
  }
}

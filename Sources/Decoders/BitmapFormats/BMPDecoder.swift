package import DecodeJobs
package import DecoderWire
package import DecodingSupport
import Geometry
import JPEGDecoding
import PNGDecoding
import PictureMetadata
import Pixels

/// The decoder of BMP files, and of bitmaps in an icon. gdk-pixbuf's loader misreads some palettes
/// and does not support run-length encoding in top-down bitmaps.
package enum BMPDecoder {
  package static func decode(_ job: DecodeJob) throws(DecodeFailure) -> DecodeAnswer {
    try decode(job, try BMPHeader(job.bytes), as: .bmp)
  }

  /// Decodes the PNG or JPEG file that a bitmap contains instead of pixels.
  private static func decodeEmbedded(
    _ job: DecodeJob, _ header: BMPHeader, as format: PictureFormat
  ) throws(DecodeFailure) -> DecodeAnswer {
    var inner = job
    inner.bytes = job.bytes.part(header.pixelOffset..<max(header.pixelOffset, job.bytes.count))
    switch FormatSniffer.format(of: inner.bytes, name: "") {
    case .png: return try PNGDecoder.decode(inner, as: format)
    case .jpeg: return try JPEGDecoder.decode(inner)
    default: throw BMPHeader.damaged("its data make no sense")
    }
  }

  /// Decodes the pixels of a bitmap whose header has been parsed.
  ///
  /// - Parameter isIcon: true for a picture in an icon. With a BITMAPINFOHEADER, a mask follows its
  ///   pixels, in which a set bit means transparent; a longer header may have an ICC profile in
  ///   that place.
  package static func decode(
    _ job: DecodeJob, _ header: BMPHeader, as format: PictureFormat, isIcon: Bool = false
  ) throws(DecodeFailure) -> DecodeAnswer {
    if case .embeddedFile = header.pixelEncoding {
      return try decodeEmbedded(job, header, as: format)
    }
    try job.check(header.size, format: format)
    try job.checkPlausible(header.size, format: format)
    let hasMask = isIcon && job.bytes.little32(0) == 40
    let mask =
      hasMask
      ? header.pixelOffset + BMPPixelReader.rowBytes(header.size.width, depth: header.depth)
        * header.size.height : nil
    var info = DecodeReply.Info(naturalSize: header.size, format: format.name)
    if job.request.kind == .probe { return DecodeAnswer(.info(info)) }
    let raster = try StoredRaster(header.size, info, job)
    raster.clearReusedMemory()
    let done = BMPPixelReader(job.bytes, header, raster.buffer).writeRows()
    guard done > 0 else { throw BMPHeader.damaged("the file ends before the picture") }
    info.isTruncated = done < header.size.height
    applyAlphaOrMask(raster.buffer, job.bytes, header, mask, rows: done)
    let isOpaque = raster.buffer.isOpaque
    return try raster.answer(info, isOpaque: isOpaque)
  }

  /// Premultiplies the pixels, or makes those transparent that the mask of an icon sets. An alpha
  /// channel of zeros only is ignored: many writers leave the alpha out.
  private static func applyAlphaOrMask(
    _ buffer: PixelBuffer, _ bytes: PictureBytes, _ header: BMPHeader, _ mask: Int?, rows: Int
  ) {
    var hasAlpha = header.bitFields?.hasAlpha == true
    if hasAlpha, buffer.isFullyTransparent {
      hasAlpha = false
      buffer.makeOpaque(
        header.isTopDown ? 0..<rows : header.size.height - rows..<header.size.height)
    }
    guard !hasAlpha else { return buffer.premultiply() }
    guard let mask else { return }
    let length = BMPPixelReader.rowBytes(header.size.width, depth: 1)
    for row in 0..<header.size.height {
      let y = header.isTopDown ? row : header.size.height - 1 - row
      let out = (buffer.bytes + y * buffer.stride).assumingMemoryBound(to: UInt32.self)
      for x in 0..<header.size.width {
        let byte = bytes.byte(mask + row * length + x / 8) ?? 0
        if byte >> (7 - x % 8) & 1 == 1 { out[x] = 0 }
      }
    }
  }
}

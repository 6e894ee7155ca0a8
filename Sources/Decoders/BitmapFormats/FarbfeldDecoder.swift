package import DecodeJobs
package import DecoderWire
import DecodingSupport
import Pixels

/// The decoder of farbfeld: a header, and straight RGBA of 16 bits.
///
/// - Source: farbfeld(5), suckless.org.
package enum FarbfeldDecoder {
  private static let format = PictureFormat.farbfeld
  private static let headerBytes = 16
  private static let bytesPerPixel = 8

  package static func decode(_ job: DecodeJob) throws(DecodeFailure) -> DecodeAnswer {
    let info = try info(job)
    if job.request.kind == .probe { return DecodeAnswer(.info(info)) }
    return try SixteenBitRendering.makeAnswer(makeSamples(job, info), info, job)
  }

  /// Region access to a picture, whose samples are stored uncompressed.
  package static func regionReader(of job: DecodeJob) throws(DecodeFailure) -> any RegionReader {
    let info = try info(job)
    return RowRegionReader(try makeSamples(job, info), info)
  }

  private static func makeSamples(
    _ job: DecodeJob, _ info: DecodeReply.Info
  ) throws(DecodeFailure) -> Samples {
    guard job.bytes.count >= headerBytes + info.naturalSize.width * bytesPerPixel else {
      throw DecodeFailure(
        .damaged, format: format.name, detail: "the file ends before the picture")
    }
    return Samples(job.bytes, info.naturalSize)
  }

  /// The properties of the picture, from its header, which is checked.
  private static func info(_ job: DecodeJob) throws(DecodeFailure) -> DecodeReply.Info {
    guard let width = job.bytes.big32(8), let height = job.bytes.big32(12),
      width > 0, height > 0, Int(width) <= DecoderWireFormat.maxExtent,
      Int(height) <= DecoderWireFormat.maxExtent
    else {
      throw DecodeFailure(.damaged, format: format.name, detail: "its header is invalid")
    }
    let size = PixelSize(width: Int(width), height: Int(height))
    try job.check(size, format: format)
    try job.checkPlausible(size, format: format)
    var info = DecodeReply.Info(naturalSize: size, format: format.name, supportsRegions: true)
    let wanted = headerBytes + size.width * size.height * bytesPerPixel
    info.isTruncated = job.bytes.count < wanted
    return info
  }

  /// The samples of a farbfeld file; pixels behind the end of the file are transparent.
  private final class Samples: SixteenBitSamples {
    let size: PixelSize
    let isPremultiplied = false
    let exceedsEightBits = true
    let isOpaque: Bool
    private let bytes: PictureBytes

    init(_ bytes: PictureBytes, _ size: PixelSize) {
      (self.bytes, self.size) = (bytes, size)
      isOpaque = (0..<size.width * size.height).allSatisfy {
        bytes.big16(headerBytes + $0 * bytesPerPixel + 6) == 0xFFFF
      }
    }

    func write(_ y: Int, to row: UnsafeMutablePointer<UInt16>) {
      for x in 0..<size.width {
        let position = headerBytes + (y * size.width + x) * bytesPerPixel
        let pixel = row + x * 4
        (pixel[0], pixel[1]) = (component(at: position + 4), component(at: position + 2))
        (pixel[2], pixel[3]) = (component(at: position), component(at: position + 6))
      }
    }

    private func component(at position: Int) -> UInt16 {
      UInt16(truncatingIfNeeded: bytes.big16(position) ?? 0)
    }
  }
}

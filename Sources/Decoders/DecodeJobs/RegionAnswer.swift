package import DecoderWire
import DecodingSupport
import Pixels

/// The answer to a request for a region of a picture.
package enum RegionAnswer {
  package static func make(
    _ job: DecodeJob, _ reader: any RegionReader
  ) throws(DecodeFailure) -> DecodeAnswer {
    guard let region = job.request.region, region.isInsidePicture(size: job.request.target) else {
      throw DecodeFailure(.unsupported, detail: "no such part")
    }
    let memory = try job.memory(for: job.request.target)
    try reader.read(region, into: memory.buffer, cmyk: job.cmykConversion)
    return DecodeAnswer(reader.info, isOpaque: memory.buffer.isOpaque, in: memory)
  }
}

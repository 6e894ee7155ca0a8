package import DecodeJobs
package import DecoderWire
import DecodingSupport
import Pixels

/// The decoder of OpenEXR, by OpenEXRCore. Scene light is tone-mapped; each part of a file is a
/// leaf.
package enum EXRDecoder {
  private static let format = PictureFormat.openEXR

  package static func decode(_ job: DecodeJob) throws(DecodeFailure) -> DecodeAnswer {
    guard let library = OpenEXRLibrary.shared else {
      throw DecodeFailure(.missingLoader, format: format.name, detail: format.debianPackage)
    }
    let file = try EXRFile(job.bytes, library)
    guard file.parts.indices.contains(job.request.leaf) else {
      throw DecodeFailure(
        .unsupported, format: format.name,
        detail: file.parts.isEmpty ? "deep samples" : "no such part")
    }
    let part = file.parts[job.request.leaf]
    try job.check(part.size, format: format)
    // A pixel of the data window takes twice the memory of a pixel of the result.
    try job.check(part.dataSize, format: format)
    try job.checkPlausible(part.dataSize, format: format)
    var job = job
    job.colors = file.colors(of: part)
    var info = DecodeReply.Info(
      naturalSize: part.size, format: format.name, leaves: file.parts.count)
    info.isHighDynamicRange = true
    if job.request.kind == .probe { return DecodeAnswer(.info(info)) }
    let samples = try EXRSamples(part)
    let (done, wanted) = file.decode(part, into: samples)
    guard done > 0 else { throw EXRFile.damaged("its data cannot be decompressed") }
    guard samples.hasColors else {
      throw DecodeFailure(.unsupported, format: format.name, detail: "channels without colors")
    }
    info.isTruncated = done < wanted
    samples.chooseLevels(exposure: job.request.exposure)
    return try WideAnswer.make(samples, info, job)
  }
}

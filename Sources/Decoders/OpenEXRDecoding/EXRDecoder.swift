package import ColorManagement
package import DecodeJobs
package import DecoderWire
import DecodingSupport
import Pixels

/// The decoder of OpenEXR, by OpenEXRCore. Scene light is tone-mapped; each part of a file is a
/// leaf.
package enum EXRDecoder {
  private static let format = PictureFormat.openEXR

  package static func decode(_ job: DecodeJob) throws(DecodeFailure) -> DecodeAnswer {
    var (file, part, info) = try open(job)
    if job.request.kind == .probe { return DecodeAnswer(.info(info)) }
    var job = job
    job.colors = file.colors(of: part)
    let samples = try EXRSamples(part)
    let (done, wanted) = file.decode(part, into: samples)
    try checkDecodedChunks(samples, decodedCount: done)
    info.isTruncated = done < wanted
    samples.chooseToneMapping(exposure: job.request.exposure)
    return try SixteenBitRendering.makeAnswer(samples, info, job)
  }

  /// The requested part of a file, and its properties. Its size is checked.
  private static func open(
    _ job: DecodeJob
  ) throws(DecodeFailure) -> (file: EXRFile, part: EXRFile.Part, info: DecodeReply.Info) {
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
    try job.check(part.dataWindowSize, format: format)
    try job.checkPlausible(part.dataWindowSize, format: format)
    var info = DecodeReply.Info(
      naturalSize: part.size, format: format.name, supportsRegions: true,
      leaves: file.parts.count)
    info.isHighDynamicRange = true
    return (file, part, info)
  }

  private static func checkDecodedChunks(_ samples: EXRSamples, decodedCount done: Int)
    throws(DecodeFailure)
  {
    guard done > 0 else { throw EXRFile.damaged("its data cannot be decompressed") }
    guard samples.hasColorChannels else {
      throw DecodeFailure(.unsupported, format: format.name, detail: "channels without colors")
    }
  }

  // MARK: Regions

  /// The maximum number of pixels that are held while the brightness is measured.
  private static let maxBandPixels = 8_000_000

  /// Region access to a part of a file. The brightness of the whole part is measured at first;
  /// after that, only the chunks of a region are decoded.
  ///
  /// - Returns: the reader, and the colour space of its pixels.
  package static func regionReader(
    of job: DecodeJob
  ) throws(DecodeFailure) -> (reader: any RegionReader, colors: PictureColorSpace) {
    var (file, part, info) = try open(job)
    guard let height = file.chunkHeight(of: part) else {
      throw EXRFile.damaged("its header is invalid")
    }
    let rowCount = part.dataWindowSize.height
    let chunks = max(1, maxBandPixels / max(1, part.dataWindowSize.width) / height)
    var brightness = BrightnessStatistics()
    var (done, wanted) = (0, 0)
    for top in stride(from: 0, to: rowCount, by: chunks * height) {
      let samples = try EXRSamples(part, rows: top..<min(rowCount, top + chunks * height))
      let band = file.decode(part, into: samples)
      (done, wanted) = (done + band.decodedChunks, wanted + band.allChunks)
      samples.addSamples(to: &brightness)
      if band.decodedChunks > 0 {
        try checkDecodedChunks(samples, decodedCount: band.decodedChunks)
      }
    }
    guard done > 0 else { throw EXRFile.damaged("its data cannot be decompressed") }
    info.isTruncated = done < wanted
    let toneMapping = ToneMappingTable(peak: brightness.peak, exposure: job.request.exposure)
    let top = part.displayWindowOffset.y
    let reader = RowRegionReader(part.size, info) { (shown) throws(DecodeFailure) in
      // The rows of the data window that are shown, extended to whole chunks.
      let first = min(rowCount, max(0, shown.lowerBound + top)) / height * height
      let end = min(rowCount, max(first, shown.upperBound + top))
      let samples = try EXRSamples(
        part, rows: first..<min(rowCount, (end + height - 1) / height * height),
        toneMapping: toneMapping)
      _ = file.decode(part, into: samples)
      return (samples, 0)
    }
    return (reader, file.colors(of: part))
  }
}

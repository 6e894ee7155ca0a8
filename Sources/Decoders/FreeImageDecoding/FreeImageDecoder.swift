package import ColorManagement
package import DecodeJobs
package import DecoderWire
package import DecodingSupport
import PictureMetadata
import Pixels

/// The decoder of Photoshop documents (their merged picture), DirectDraw surfaces, PCX and SGI
/// pictures, by FreeImage; Photoshop documents of most kinds are read without it.
package enum FreeImageDecoder {
  /// The maximum size of a file in bytes: offsets in memory have 31 bits in FreeImage.
  private static let maxBytes = Int(Int32.max)

  package static func decode(
    _ job: DecodeJob, _ format: PictureFormat
  ) throws(DecodeFailure) -> DecodeAnswer {
    guard let header = FreeImageHeader(job.bytes, format) else {
      throw DecodeFailure(.damaged, format: format.name, detail: "its header is invalid")
    }
    if let unsupportedFeature = header.unsupportedFeature {
      throw DecodeFailure(.unsupported, format: format.name, detail: unsupportedFeature)
    }
    try job.check(header.size, format: format)
    try job.checkPlausible(header.size, format: format)
    var info = DecodeReply.Info(naturalSize: header.size, format: format.name)
    let document = format == .photoshop ? PhotoshopDocument(job.bytes) : nil
    if let document, let samples = try PhotoshopSamples(document) {
      info.supportsRegions = true
      if job.request.kind == .probe { return DecodeAnswer(.info(info)) }
      return try answer(samples, document, info, job)
    }
    guard let library = FreeImageLibrary.shared else {
      throw DecodeFailure(.missingLoader, format: format.typeName, detail: format.debianPackage)
    }
    if job.request.kind == .probe { return DecodeAnswer(.info(info)) }
    guard job.bytes.count <= maxBytes else {
      throw DecodeFailure(
        .tooLarge, format: format.name,
        detail: "it has more than \(maxBytes >> 20) MB, which FreeImage cannot read")
    }
    // Without this check, FreeImage would show the first ink of a multichannel document as a gray
    // picture.
    let mode = job.bytes.big16(24).flatMap(PhotoshopDocument.Mode.init(rawValue:))
    if format == .photoshop, mode == .multichannel {
      throw DecodeFailure(.unsupported, format: format.name, detail: "samples of another type")
    }
    let samples = try FreeImageSamples(
      job.bytes, format, library, exposure: job.request.exposure, document: document)
    // The size that FreeImage decodes is checked as well, because the header may state another one.
    try job.check(samples.size, format: format)
    info.naturalSize = samples.size
    info.isHighDynamicRange = samples.isSceneReferred
    info.isTruncated =
      document?.isTruncated ?? RowTruncation.isTruncated(in: job.bytes, format, samples.size)
    var job = job
    if header.isProfileApplicable, let profile = samples.profile,
      let colors = PictureColorSpace(profile: profile, of: samples.isGray ? .gray : .rgb)
    {
      job.colors = colors
    }
    return try SixteenBitRendering.makeAnswer(samples, info, job).addingIfUnnamed(
      profileName: job.colors.name)
  }

  /// The answer with the samples of a document that is read without FreeImage.
  private static func answer(
    _ samples: PhotoshopSamples, _ document: PhotoshopDocument, _ info: DecodeReply.Info,
    _ job: DecodeJob
  ) throws(DecodeFailure) -> DecodeAnswer {
    var (info, job) = (info, job)
    info.isTruncated = samples.isTruncated
    if let colors = colors(of: document) { job.colors = colors }
    return try SixteenBitRendering.makeAnswer(samples, info, job).addingIfUnnamed(
      profileName: job.colors.name)
  }

  /// The colour space that the profile of a document defines for samples that are read without
  /// FreeImage; nil without a profile for its mode.
  private static func colors(of document: PhotoshopDocument) -> PictureColorSpace? {
    let isGray = document.mode == .gray
    guard isGray || document.mode == .rgb || document.mode == .indexed,
      let profile = document.data(of: .profile)
    else { return nil }
    return PictureColorSpace(profile: profile, of: isGray ? .gray : .rgb)
  }

  /// Region access to the merged picture of a Photoshop document, whose rows can be decoded one by
  /// one.
  ///
  /// - Returns: the reader, and the colour space of its pixels.
  /// - Throws: `.unsupported` for a document that only FreeImage can decode, `.damaged` when the
  ///   header is invalid or the file too short for the picture, and the failure of a picture above
  ///   the limits of the job.
  package static func regionReader(
    of job: DecodeJob
  ) throws(DecodeFailure) -> (reader: any RegionReader, colors: PictureColorSpace) {
    guard let header = FreeImageHeader(job.bytes, .photoshop),
      let document = PhotoshopDocument(job.bytes)
    else {
      throw DecodeFailure(
        .damaged, format: PictureFormat.photoshop.name, detail: "its header is invalid")
    }
    try job.check(header.size, format: .photoshop)
    try job.checkPlausible(header.size, format: .photoshop)
    guard let samples = try PhotoshopSamples(document) else {
      throw DecodeFailure(
        .unsupported, format: PictureFormat.photoshop.name, detail: "it has no parts")
    }
    var info = DecodeReply.Info(
      naturalSize: samples.size, format: PictureFormat.photoshop.name, supportsRegions: true)
    info.isTruncated = samples.isTruncated
    return (RowRegionReader(samples, info), colors(of: document) ?? .unknown)
  }
}

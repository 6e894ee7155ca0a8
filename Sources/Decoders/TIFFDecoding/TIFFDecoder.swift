import CTIFF
package import DecodeJobs
package import DecoderWire
import DecodingSupport
import Geometry
import PictureMetadata
import PixbufLoading
import Pixels
import Resampling

/// The TIFF decoder. libtiff decompresses, and the samples are converted one by one: gdk-pixbuf's
/// loader rejects or distorts samples that are not eight bits wide.
package enum TIFFDecoder {
  /// The factor by which the size of a picture may exceed the pixel limit of a request, because it
  /// is reduced while it is read.
  private static let streamedPixelLimitFactor = 4
  private static let format = PictureFormat.tiff
  /// The values of the tag Compression with which a page of one colour takes next to no bytes: fax
  /// of groups 3 and 4, LZMA, Zstandard and WebP.
  private static let unboundedRatioSchemes = [3, 4, 34925, 50000, 50001]

  package static func decode(_ job: DecodeJob) throws(DecodeFailure) -> DecodeAnswer {
    guard let library = TIFFLibrary.shared else {
      // gdk-pixbuf's loader decodes the first page only, and does not report how many there are.
      return try PixbufDecoder.decode(job.withoutCMYKProfile, format)
    }
    guard let file = TIFFFile(job.bytes, library, page: job.request.leaf) else {
      throw UnsupportedTIFF.unsupportedCompressionName(of: job.bytes).map(unsupported)
        ?? damaged("its directory is invalid")
    }
    let copies = TIFFReducedCopies(of: file, in: job.bytes)
    try check(file, copies, job)
    var info = info(file)
    if job.request.kind == .probe { return DecodeAnswer(.info(info)) }
    guard UInt16(exactly: file.compression).map(library.isCodecConfigured) ?? 0 != 0 else {
      throw unsupported(UnsupportedTIFF.name(ofScheme: file.compression))
    }
    guard let interpretation = file.interpretation,
      interpretation.colorCount <= file.samplesPerPixel
    else {
      try job.check(file.size, format: format)
      let job = job.withoutCMYKProfile
      let raster = try StoredRaster(file.size, info, job)
      try decodeWhole(file, raster.buffer, job)
      let isOpaque = raster.buffer.isOpaque
      return try raster.answer(info, isOpaque: isOpaque)
    }
    guard let reader = TIFFReader(file, interpretation) else {
      throw unsupported(kindName(file))
    }
    let pyramid = TIFFPyramid(
      file, interpretation, reader, copies, in: job.bytes, maxPixels: maxPixels(job))
    pyramid.cmykConversion = job.cmykConversion
    var job = job
    // All 16 bits of a sample are used by the colour conversion.
    if reader.supportsSixteenBitConversion, let conversion = job.sixteenBitConversion {
      pyramid.sixteenBitConversion = conversion
      job.areColorsConverted = true
    }
    let target = job.request.fittedSize(of: info)
    let level = pyramid.level(for: file.orientation.swapsAxes ? target.transposed : target)
    let reduced = RegionPlan.reduced(file.size, level)
    try job.check(reduced, format: format)
    let raster = try StoredRaster(reduced, info, job)
    let progress = try pyramid.read(
      level: level, columns: 0..<reduced.width, rows: 0..<reduced.height, into: raster.buffer)
    guard progress.piecesRead > 0 else { throw noImageFailure(job) }
    info.isTruncated = progress.piecesRead < progress.piecesRequested
    return try raster.answer(info, isOpaque: pyramid.isOpaque && !info.isTruncated)
  }

  /// Throws `.tooLarge` for a picture above the pixel limit, and `.damaged` for one that is
  /// implausibly large for its file. A picture with small copies may have any size, because it is
  /// never read whole.
  static func check(
    _ file: TIFFFile, _ copies: TIFFReducedCopies, _ job: DecodeJob
  ) throws(DecodeFailure) {
    let limit = maxPixels(job)
    let isSmall = copies.smallestSize.area ?? .max <= limit && file.supportsRegions
    try job.check(
      file.size, format: format, limit: isSmall ? DecodeLimits.maxPixels : limit)
    if !unboundedRatioSchemes.contains(file.compression) {
      try job.checkPlausible(file.size, format: format)
    }
  }

  /// Maximum number of pixels that may be read at once, before they are reduced.
  static func maxPixels(_ job: DecodeJob) -> Int {
    let (limit, overflows) = job.request.limits.pixels.multipliedReportingOverflow(
      by: streamedPixelLimitFactor)
    return overflows ? DecodeLimits.maxPixels : limit
  }

  package static func info(_ file: TIFFFile) -> DecodeReply.Info {
    DecodeReply.Info(
      naturalSize: file.orientation.swapsAxes ? file.size.transposed : file.size,
      format: format.name, orientation: file.orientation, supportsRegions: file.supportsRegions,
      leaves: file.pageCount)
  }

  private static func damaged(_ detail: String) -> DecodeFailure {
    DecodeFailure(.damaged, format: format.name, detail: detail)
  }

  private static func unsupported(_ kind: String) -> DecodeFailure {
    DecodeFailure(.unsupported, format: format.name, detail: kind)
  }

  private static func noImageFailure(_ job: DecodeJob) -> DecodeFailure {
    UnsupportedTIFF.unsupportedCompressionName(of: job.bytes).map(unsupported)
      ?? damaged("its data cannot be decompressed")
  }

  private static func kindName(_ file: TIFFFile) -> String {
    switch file.sampleFormat {
    case .floatingPoint?: "fractions of \(file.bitsPerSample) bits"
    case nil: "samples that are no numbers"
    default: "\(file.bitsPerSample) bits a sample"
    }
  }

  /// Decodes YCbCr and other photometric interpretations through libtiff's RGBA interface, which
  /// converts to eight bits.
  private static func decodeWhole(
    _ file: TIFFFile, _ buffer: PixelBuffer, _ job: DecodeJob
  ) throws(DecodeFailure) {
    var message = [CChar](repeating: 0, count: 1024)
    if let photometric = file.photometric, file.library.canReadWhole(file.handle, &message) == 0 {
      throw UnsupportedTIFF.unsupportedCompressionName(of: job.bytes).map(unsupported)
        ?? unsupported(
          "\(UnsupportedTIFF.name(ofPhotometric: photometric)), \(file.bitsPerSample) bits a sample"
        )
    }
    let (width, height) = (file.size.width, file.size.height)
    let memory = try PrivateMemory(byteCount: width * height * 4)
    // In the orientation of the file, libtiff gives the rows in stored order.
    let status = file.library.readWhole(
      file.handle, UInt32(width), UInt32(height), memory.bytes,
      Int32(file.orientation.rawValue), 0)
    guard status != 0 else { throw noImageFailure(job) }
    for y in 0..<height {
      _ = PixelConversion.swapRedAndBlueReturningIsOpaque(
        rgba: memory.bytes + y * width * 4, count: width, into: buffer.bytes + y * buffer.stride)
    }
  }
}

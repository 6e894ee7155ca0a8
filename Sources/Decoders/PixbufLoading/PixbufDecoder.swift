package import DecodeJobs
package import DecoderWire
package import DecodingSupport
import Geometry
import PictureMetadata
import Pixels
import Resampling

/// The decoder of the formats that pbview does not decode by itself, by the gdk-pixbuf loaders of
/// the machine.
package enum PixbufDecoder {
  /// Maximum size of a file in bytes: loaders hold the whole file, some of them twice.
  private static let maxBytes = 512 << 20

  /// Decodes a picture with the installed loaders of its format, one after the other until one of
  /// them succeeds.
  ///
  /// - Parameters:
  ///   - head: bytes that the loader gets before those of the picture.
  ///   - body: the part of the file that the loader gets; nil for the file without data behind the
  ///     picture.
  /// - Throws: the failure for the message of the best loader, `.missingLoader` without any.
  package static func decode(
    _ job: DecodeJob, _ format: PictureFormat, head: [UInt8] = [], body: PictureBytes? = nil
  ) throws(DecodeFailure) -> DecodeAnswer {
    let metadata = ContainerMetadata(job.bytes, format)
    if let claimed = PictureSizeInHeader.size(of: job.bytes, format) {
      try job.check(claimed, format: format)
      try job.checkPlausible(claimed, format: format)
      // The orientation of a TIFF is known only from its loader.
      if job.request.kind == .probe, format != .tiff {
        return DecodeAnswer(.info(info(claimed, format, metadata)))
      }
    }
    let mayBeHEIF = format == .heif || format == .avif
    if mayBeHEIF, let kind = UnsupportedHEIF.unsupportedColorMatrix(of: job.bytes) {
      throw DecodeFailure(.unsupported, format: format.name, detail: kind)
    }
    let names = LoaderQuirks.loaderNames(format, job.bytes).filter(LoaderRegistry.isInstalled)
    guard !names.isEmpty else {
      throw DecodeFailure(.missingLoader, format: format.typeName, detail: format.debianPackage)
    }
    let body = body ?? metadata.loaderBytes
    guard body.count <= maxBytes else {
      throw DecodeFailure(
        .tooLarge, format: format.name,
        detail: "it has more than \(maxBytes >> 20) MB, and its loader holds all of them")
    }
    var failure: DecodeFailure?
    for name in names {
      do {
        return try decode(
          job, format, metadata, loader: name, head: head, body: body)
      } catch {
        // The message of the best loader is reported, unless it is empty.
        if failure?.detail.isEmpty ?? true { failure = error }
      }
    }
    let mayBeKind = failure?.kind == .damaged || failure?.kind == .unsupported
    if mayBeHEIF, mayBeKind, let kind = UnsupportedHEIF.unsupportedFeature(of: job.bytes, format) {
      throw DecodeFailure(.unsupported, format: format.name, detail: kind)
    }
    if format == .tiff, let kind = UnsupportedTIFF.unsupportedFeature(of: job.bytes) {
      throw DecodeFailure(.unsupported, format: format.name, detail: kind)
    }
    throw failure ?? DecodeFailure(.damaged, format: format.name)
  }

  private static func decode(
    _ job: DecodeJob, _ format: PictureFormat, _ metadata: ContainerMetadata, loader name: String,
    head: [UInt8], body: PictureBytes
  ) throws(DecodeFailure) -> DecodeAnswer {
    let request = job.request
    let opened = PixbufLoader(name) { size in
      guard !size.isEmpty, let area = size.area, area <= request.limits.pixels else { return nil }
      return format == .svg ? request.fittedSize(of: info(size, format, metadata)) : size
    }
    guard let loader = opened else {
      throw DecodeFailure(.missingLoader, format: format.name, detail: format.debianPackage)
    }
    let errorMessage = loader.loadReturningErrorMessage(head: head, body: body)
    if loader.wasSizeRefused { try job.check(loader.announcedSize ?? .zero, format: format) }
    let isTruncated = metadata.endsEarly || errorMessage != nil
    guard let pixbuf = loader.pixbuf, !isTruncated || !loader.updatedRows.isEmpty else {
      var failure = LoaderMessages.failure(forMessage: errorMessage, format)
      let claimed = PictureSizeInHeader.size(of: job.bytes, format)?.area ?? .max
      // Lack of memory for a small picture means that the loader requested an absurd amount.
      if failure.kind == .tooLarge, claimed < DecodeJob.maxUncheckedPixels {
        failure = DecodeFailure(.damaged, format: format.name, detail: "its data make no sense")
      }
      throw failure
    }
    var known = metadata
    if format == .tiff { known.orientation = embeddedOrientation(pixbuf) }
    return try makeAnswer(job, format, known, loader, pixbuf, isTruncated: isTruncated)
  }

  private static func info(
    _ stored: PixelSize, _ format: PictureFormat, _ metadata: ContainerMetadata
  ) -> DecodeReply.Info {
    DecodeReply.Info(
      naturalSize: metadata.orientation.swapsAxes ? stored.transposed : stored,
      format: format.name, orientation: metadata.orientation, frames: metadata.frameCount,
      isScalable: format == .svg)
  }

  private static func embeddedOrientation(_ pixbuf: OpaquePointer) -> Orientation {
    guard let text = PixbufLibrary.shared?.option(pixbuf, "orientation"),
      let value = Int(String(cString: text))
    else { return .up }
    return Orientation(rawValue: value) ?? .up
  }

  private static func makeAnswer(
    _ job: DecodeJob, _ format: PictureFormat, _ metadata: ContainerMetadata,
    _ loader: PixbufLoader, _ pixbuf: OpaquePointer, isTruncated: Bool
  ) throws(DecodeFailure) -> DecodeAnswer {
    let picture = try PixbufPixels(
      pixbuf, loader.library, rows: loader.updatedRows.isEmpty ? nil : loader.updatedRows)
    // The natural size of a vector picture is the one that the loader announced first, that of a
    // raster picture the decoded one.
    let stored = format == .svg ? loader.announcedSize ?? picture.size : picture.size
    try job.check(stored, format: format)
    var info = info(stored, format, metadata)
    info.isTruncated = isTruncated || picture.isPartial
    if job.request.kind == .probe { return DecodeAnswer(.info(info)) }
    let memory = try job.memory(for: job.request.fittedSize(of: info))
    let isOpaque = try picture.scaleReturningIsOpaque(to: memory.buffer, metadata.orientation)
    return DecodeAnswer(info, isOpaque: isOpaque, in: memory)
  }
}

import CLinux
import ColorManagement
import DecodeJobs
import DecoderWire
import DecodingSupport
import Geometry
import JPEGDecoding
import MetadataReading
import PNGDecoding
import PictureEncoding
import PictureMetadata
import Pixels
import Resampling
import TIFFDecoding
import WebPDecoding

/// The export of a picture to another file: the picture is decoded whole, cropped, scaled and
/// encoded.
enum PictureExport {
  /// The answer to a request of kind `encode`, with the exported file.
  static func answer(_ job: DecodeJob) throws(DecodeFailure) -> DecodeAnswer {
    guard let encoding = job.request.encoding else { throw DecodeFailure(.empty) }
    guard let format = FormatSniffer.format(of: job.bytes, name: job.request.nameHint) else {
      throw UnsupportedType.failure(of: job.bytes, name: job.request.nameHint)
    }
    let progress = ExportProgress(job.reportProgress)
    let made =
      encoding.isLossless
      ? try LosslessExport.makeFile(job, format, encoding)
      : try makeFile(job, format, encoding, progress)
    progress.advance(to: 95)
    guard made.bytes.count <= EncodedPicture.maxBytes else {
      throw DecodeFailure(.tooLarge, format: format.name, detail: "\(made.bytes.count) bytes")
    }
    var answer = DecodeAnswer(
      .encoded(EncodedPicture(size: made.size, byteCount: made.bytes.count)))
    answer.descriptor = try SealedMemory.make(made.bytes)
    return answer
  }

  private static func makeFile(
    _ job: DecodeJob, _ format: PictureFormat, _ encoding: EncodeRequest, _ progress: ExportProgress
  ) throws(DecodeFailure) -> (bytes: [UInt8], size: PixelSize) {
    let profile = encoding.keepsProfile ? Self.profile(job, format) : []
    let picture = try DecodedPixels(
      job, format, target: encoding.crop == nil ? job.request.target : .zero,
      color: profile.isEmpty ? .standard : .untouched, progress)
    progress.advance(to: 40)
    let part = try CroppedPixels(picture, encoding.crop, fitting: job.request)
    progress.advance(to: 60)
    var extras = PictureExtras()
    extras.profile = profile
    if encoding.metadata != .none {
      let metadata = try PortableMetadata(
        job.bytes, size: part.view.size, includesPlace: encoding.metadata == .all,
        isSRGB: profile.isEmpty)
      (extras.exif, extras.xmp) = (metadata.exif, metadata.xmp)
    }
    // IPTC mixes the names of places with other fields, so it is kept only when all metadata are.
    if encoding.metadata == .all, format == .jpeg, encoding.format == .jpeg {
      let segments = JPEGParts(job.bytes)?.segments ?? []
      extras.photoshopSegments = segments.filter { $0.marker == 0xED }.map(\.body)
    }
    let bytes = try PictureEncoder.encode(
      part.view, isOpaque: picture.isOpaque, as: encoding.format, quality: encoding.quality, extras)
    return (bytes, part.view.size)
  }

  /// The ICC profile of the file if it is for RGB; empty for any other colour space.
  private static func profile(_ job: DecodeJob, _ format: PictureFormat) -> [UInt8] {
    let colors = PictureColorSpace.read(job.bytes, format, leaf: job.request.leaf)
    guard case .profile(let profile, .rgb) = colors.source else { return [] }
    return profile
  }
}

/// The completed share of an export, which never decreases.
final class ExportProgress {
  private let report: ((UInt8) -> Void)?
  /// The largest share that was reported, in percent.
  private var reportedPercent = 0

  init(_ report: ((UInt8) -> Void)?) { self.report = report }

  /// Reports a completed share in percent, unless as large a one was reported before.
  func advance(to percent: Int) {
    guard percent > reportedPercent else { return }
    reportedPercent = percent
    report?(UInt8(clamping: percent))
  }
}

/// The pixels of a whole picture at the requested size, upright.
struct DecodedPixels: ~Copyable {
  let view: PixelView
  let info: DecodeReply.Info
  let isOpaque: Bool
  private let mappedAddress: UnsafeMutableRawPointer
  private let mappedByteCount: Int

  /// Decodes the picture of a job so that it fits into `target`, a size in pixels; an empty size
  /// means the natural size.
  init(
    _ job: DecodeJob, _ format: PictureFormat, target: PixelSize, color: ColorTarget,
    _ progress: ExportProgress
  ) throws(DecodeFailure) {
    var request = job.request
    request.kind = .exact
    request.encoding = nil
    request.target = target
    request.color = color
    request.memoryCapacity = 0
    // The user waits for this file alone, so all processors may be used.
    request.wantsPartials = true
    var inner = DecodeJob(request: request, bytes: job.bytes, memoryDescriptor: -1)
    inner.conversions = job.conversions
    inner.reportProgress = { progress.advance(to: Int($0) * 2 / 5) }
    let answer = try PictureDecoder.decode(inner, format)
    defer { answer.closeDescriptor() }
    guard case .pixels(let info, let layout) = answer.result, let descriptor = answer.descriptor,
      let address = helper_map(layout.byteCount, PROT_READ, MAP_SHARED, descriptor)
    else { throw DecodeFailure(.damaged, format: format.name, detail: "there is no picture in it") }
    self.info = info
    mappedAddress = address
    isOpaque = layout.isOpaque
    mappedByteCount = layout.byteCount
    view = PixelView(size: layout.size, stride: layout.stride, bytes: address)
  }

  deinit { munmap(mappedAddress, mappedByteCount) }
}

/// A part of a picture, reduced to its target size.
struct CroppedPixels: ~Copyable {
  private(set) var view: PixelView
  private var memory: PrivateMemory?

  /// Cuts `crop` out of a picture, turned by the angle of the crop, and reduces the part so that it
  /// fits the target of `request`. Without a crop, the part is the whole picture, unscaled. The
  /// picture must outlive the part.
  ///
  /// - Throws: `.unsupported` when the picture does not have the size that the crop states,
  ///   `.tooLarge` above the limits.
  init(
    _ picture: borrowing DecodedPixels, _ crop: EncodeRequest.Crop?, fitting request: DecodeRequest
  ) throws(DecodeFailure) {
    view = picture.view
    memory = nil
    guard let crop else { return }
    let changed = DecodeFailure(
      .unsupported, format: picture.info.format, detail: "it has changed")
    guard crop.whole == picture.view.size else { throw changed }
    if crop.angleMillidegrees == 0 {
      guard crop.x >= 0, crop.y >= 0, crop.x + crop.size.width <= crop.whole.width,
        crop.y + crop.size.height <= crop.whole.height
      else { throw changed }
      view = PixelView(
        size: crop.size, stride: picture.view.stride,
        bytes: picture.view.bytes + crop.y * picture.view.stride + crop.x * 4)
    } else {
      let part = StraightenedPicture(crop)
      guard part.isInsidePicture else { throw changed }
      try DecodeJob.check(crop.size, format: .png, limit: request.limits.pixels)
      let fresh = try PrivateMemory(byteCount: crop.size.width * 4 * crop.size.height)
      let buffer = PixelBuffer(size: crop.size, stride: crop.size.width * 4, bytes: fresh.bytes)
      part.write(picture.view, into: buffer)
      view = PixelView(size: buffer.size, stride: buffer.stride, bytes: buffer.bytes)
      memory = consume fresh
    }
    let size = request.fittedSize(of: view.size)
    guard size != view.size else { return }
    let fresh = try PrivateMemory(byteCount: size.width * 4 * size.height)
    let buffer = PixelBuffer(size: size, stride: size.width * 4, bytes: fresh.bytes)
    try ParallelScaling.scale(view, orientation: .up, to: buffer)
    view = PixelView(size: buffer.size, stride: buffer.stride, bytes: buffer.bytes)
    memory = consume fresh
  }
}

/// The lossless cropping and rotation of pictures; the file keeps its format.
enum LosslessExport {
  static func makeFile(
    _ job: DecodeJob, _ format: PictureFormat, _ encoding: EncodeRequest
  ) throws(DecodeFailure) -> (bytes: [UInt8], size: PixelSize) {
    if let crop = encoding.crop, crop.angleMillidegrees != 0 || encoding.turn != .up {
      throw refusal(format, detail: "cannot be turned by an angle without loss")
    }
    if format == .jpeg {
      if let crop = encoding.crop { return try LosslessJPEG.cropped(job.bytes, to: crop) }
      guard JPEGHeader(job.bytes).orientation.followed(by: encoding.turn) != .up else {
        throw DecodeFailure(.empty)
      }
      return try LosslessJPEG.turned(job.bytes, by: encoding.turn)
    }
    if format == .tiff || format == .png, encoding.crop == nil {
      return try turnedAndVerified(job, format, encoding)
    }
    guard let losslessFormat = losslessFormat(of: job.bytes, format) else {
      throw format == .webp
        ? refusal(format, detail: "is compressed with loss, so its pixels would change")
        : refusal(format, detail: "cannot be written again without loss")
    }
    let picture = try DecodedPixels(
      job, format, target: .zero, color: .untouched, ExportProgress(nil))
    guard picture.info.frames == 1 else { throw refusal(format, detail: "has several frames") }
    guard !picture.info.isTruncated else { throw refusal(format, detail: "is incomplete") }
    let upright = picture.info.orientation == .up && encoding.turn == .up
    if encoding.crop == nil, upright { throw DecodeFailure(.empty) }
    guard picture.isOpaque else {
      guard format == .webp, encoding.crop == nil else {
        throw refusal(format, detail: "has transparency, so its pixels would change")
      }
      return try turnedTransparentWebP(job, picture, by: encoding.turn)
    }
    let part = try CroppedPixels(
      picture, encoding.crop, fitting: DecodeRequest(id: 0, kind: .exact, target: .zero))
    let turned = try TurnedPixels(part.view, by: encoding.turn)
    let extras = try extras(of: job, format, size: turned.view.size)
    let bytes = try PictureEncoder.encode(
      turned.view, isOpaque: true, as: losslessFormat, quality: 100, extras)
    return (bytes, turned.view.size)
  }

  /// The WebP file with a transparent picture turned. Its pixels keep straight alpha: multiplied by
  /// their alpha, they would lose precision.
  private static func turnedTransparentWebP(
    _ job: DecodeJob, _ picture: borrowing DecodedPixels, by turn: Orientation
  ) throws(DecodeFailure) -> (bytes: [UInt8], size: PixelSize) {
    let orientation = picture.info.orientation
    let size = orientation.swapsAxes ? picture.view.size.transposed : picture.view.size
    let stored = try StraightAlphaWebP(job.bytes, size: size)
    let turned = try TurnedPixels(stored.view, by: orientation.followed(by: turn))
    let extras = try extras(of: job, .webp, size: turned.view.size)
    let bytes = try PictureEncoder.encodeWebP(straight: turned.view, extras)
    return (bytes, turned.view.size)
  }

  /// The metadata and the ICC profile of the job's file for an exported upright picture of `size`.
  ///
  /// - Throws: `.unsupported` for a colour space that cannot be kept, and without libgexiv2.
  private static func extras(
    of job: DecodeJob, _ format: PictureFormat, size: PixelSize
  ) throws(DecodeFailure) -> PictureExtras {
    let metadata = try PortableMetadata(
      job.bytes, size: size, includesPlace: true, isSRGB: false)
    var extras = PictureExtras()
    (extras.exif, extras.xmp) = (metadata.exif, metadata.xmp)
    let colors = PictureColorSpace.read(job.bytes, format).source
    if case .profile(let profile, .rgb) = colors {
      extras.profile = profile
    } else if colors != .sRGB {
      throw refusal(format, detail: "has a colour space that cannot be kept")
    }
    return extras
  }

  /// The PNG or TIFF file with its picture turned, after a comparison of its decoded pixels with
  /// those of the source.
  ///
  /// - Throws: `.unsupported` when the pixels differ or the source is truncated.
  private static func turnedAndVerified(
    _ job: DecodeJob, _ format: PictureFormat, _ encoding: EncodeRequest
  ) throws(DecodeFailure) -> (bytes: [UInt8], size: PixelSize) {
    let made =
      format == .png
      ? try LosslessPNG.turned(job.bytes, by: encoding.turn, metadata: uprightMetadata(_:_:size:))
      : try LosslessTIFF.turned(job.bytes, by: encoding.turn)
    let before = try DecodedPixels(
      job, format, target: .zero, color: .untouched, ExportProgress(nil))
    let view = before.view
    let comparison = made.bytes.withUnsafeBytes { raw in
      Result { () throws(DecodeFailure) -> Bool in
        let copy = DecodeJob(
          request: job.request, bytes: PictureBytes(raw: raw), memoryDescriptor: -1)
        let after = try DecodedPixels(
          copy, format, target: .zero, color: .untouched, ExportProgress(nil))
        return hasTurnedPixels(view, by: encoding.turn, after.view)
      }
    }
    guard try comparison.get(), !before.info.isTruncated else {
      throw refusal(format, detail: "cannot be written again without loss")
    }
    return made
  }

  /// The body of an eXIf or iTXt chunk of a PNG, changed for an upright picture of `size`.
  private static func uprightMetadata(_ kind: String, _ body: [UInt8], size: PixelSize) -> [UInt8] {
    if kind == "eXIf", var exif = ExifPatch(body) {
      exif.removeThumbnail()
      exif.setSize(width: size.width, height: size.height)
      exif.resetOrientation()
      return exif.bytes
    }
    var body = body
    if body.starts(with: "XML:com.adobe.xmp\0".utf8) { XMPOrientation.reset(in: &body) }
    return body
  }

  /// Whether `after` has the pixels of `before`, rotated or flipped by `turn`.
  private static func hasTurnedPixels(
    _ before: PixelView, by turn: Orientation, _ after: PixelView
  ) -> Bool {
    let size = turn.swapsAxes ? before.size.transposed : before.size
    guard after.size == size else { return false }
    for y in 0..<size.height {
      for x in 0..<size.width {
        let from = turn.storedPixel(
          x: x, y: y, width: before.size.width, height: before.size.height)
        let one = before.bytes.load(
          fromByteOffset: from.y * before.stride + from.x * 4, as: UInt32.self)
        let other = after.bytes.load(fromByteOffset: y * after.stride + x * 4, as: UInt32.self)
        if one != other { return false }
      }
    }
    return true
  }

  private static func refusal(_ format: PictureFormat, detail: String) -> DecodeFailure {
    DecodeFailure(.unsupported, format: format.name, detail: detail)
  }

  /// The format as which the pixels can be encoded without loss; nil when there is none.
  private static func losslessFormat(
    of bytes: PictureBytes, _ format: PictureFormat
  ) -> EncodeRequest.Format? {
    switch format {
    // The bit depth in IHDR must be at most 8: the upper half of 16 bits would be lost.
    case .png: (bytes.byte(24) ?? 16) <= 8 ? .png : nil
    case .webp: isLossless(webP: bytes) ? .webP : nil
    default: nil
    }
  }

  /// Whether the picture of a WebP file is still and coded without loss.
  ///
  /// - Source: RFC 9649, 2.6.
  private static func isLossless(webP bytes: PictureBytes) -> Bool {
    var offset = 12
    while let length = bytes.little32(offset + 4), bytes.hasChunkName(at: offset) {
      if bytes.hasBytes("VP8L", at: offset) { return true }
      if bytes.hasBytes("VP8 ", at: offset) || bytes.hasBytes("ANIM", at: offset) { return false }
      offset += 8 + length + length % 2
    }
    return false
  }
}

/// The pixels of a picture in another orientation.
private struct TurnedPixels: ~Copyable {
  let view: PixelView
  private let memory: PrivateMemory

  /// Copies the pixels of `source`, rotated or flipped by `turn`.
  ///
  /// - Throws: `.tooLarge` when memory cannot be allocated.
  init(_ source: PixelView, by turn: Orientation) throws(DecodeFailure) {
    let size = turn.swapsAxes ? source.size.transposed : source.size
    let stride = size.width * 4
    memory = try PrivateMemory(byteCount: stride * size.height)
    view = PixelView(size: size, stride: stride, bytes: memory.bytes)
    for y in 0..<size.height {
      let row = memory.bytes + y * stride
      for x in 0..<size.width {
        let from = turn.storedPixel(
          x: x, y: y, width: source.size.width, height: source.size.height)
        let pixel = source.bytes.load(
          fromByteOffset: from.y * source.stride + from.x * 4, as: UInt32.self)
        row.storeBytes(of: pixel, toByteOffset: x * 4, as: UInt32.self)
      }
    }
  }
}

import CJXL
import ColorManagement
package import DecodeJobs
package import DecoderWire
import DecodingSupport
import Geometry
import PixbufLoading
import Pixels
import Resampling

/// The JPEG XL decoder, by libjxl; gdk-pixbuf has no loader for the format in Debian 12.
package enum JXLDecoder {
  /// Maximum number of frames that are counted: only headers are parsed, but each must be found in
  /// the file.
  private static let maxCountedFrames = 10_000
  private static let format = PictureFormat.jpegXL

  package static func decode(_ job: DecodeJob) throws(DecodeFailure) -> DecodeAnswer {
    guard let library = JXLLibrary.shared else {
      return try PixbufDecoder.decode(job, format)
    }
    let kind = job.request.kind
    let stream = try JXLStream(
      job.bytes, library, withPixels: kind != .probe, withProgress: job.sendPartial != nil)
    guard stream.nextEvent() == .header else { throw damaged("its header is invalid") }
    let header = stream.info
    let size = PixelSize(width: Int(header.width), height: Int(header.height))
    try job.check(size, format: format)
    let orientation = Orientation(rawValue: Int(header.orientation)) ?? .up
    let info = DecodeReply.Info(
      naturalSize: orientation.swapsAxes ? size.transposed : size, format: format.name,
      orientation: orientation,
      frames: header.have_animation == 0 ? 1 : try countFrames(job, library))
    if kind == .probe { return DecodeAnswer(.info(info)) }
    return try picture(job, info, size, header, stream)
  }

  private static func damaged(_ detail: String) -> DecodeFailure {
    DecodeFailure(.damaged, format: format.name, detail: detail)
  }

  /// Counts the pictures of an animated JPEG XL, up to a maximum.
  package static func countFrames(
    _ job: DecodeJob, _ library: JXLLibrary
  ) throws(DecodeFailure) -> Int {
    let stream = try JXLStream(job.bytes, library, withPixels: false)
    var count = 0
    let maxFrames = min(maxCountedFrames, job.request.limits.frames)
    while count < maxFrames {
      switch stream.nextEvent() {
      case .frame: count += 1
      case .header: continue
      default: return max(1, count)
      }
    }
    return count
  }

  private static func picture(
    _ job: DecodeJob, _ info: DecodeReply.Info, _ size: PixelSize, _ header: JXLBasicInfo,
    _ stream: JXLStream
  ) throws(DecodeFailure) -> DecodeAnswer {
    var job = job
    job.colors = try advanceToPixels(stream, isGray: header.color_channels == 1)
    if exceedsEightBits(header, job.colors), job.sixteenBitConversion != nil {
      return try sixteenBitPicture(
        job, info, JXLSamples(size, isOpaque: header.alpha_bits == 0), stream)
    }
    let raster = try StoredRaster(size, info, job)
    guard stream.setOutputBuffer(to: raster.buffer) else { throw damaged("its data make no sense") }
    let converter = JXLPixelConverter(header)
    var info = info
    info.profile = job.colors.name
    info.isHighDynamicRange = job.colors.isHighDynamicRange
    while true {
      switch stream.nextEvent() {
      case .header, .colors, .frame, .needsOutputBuffer: continue
      case .previewAvailable:
        if stream.flushPreviewToOutput() {
          raster.sendPartial(info, job) { _ = converter.convertReturningIsOpaque($0) }
        }
      case .end, .invalidData: throw damaged("its data make no sense")
      case .truncated:
        guard stream.flushPreviewToOutput() else {
          throw damaged("the file ends before the picture")
        }
        info.isTruncated = true
        fallthrough
      case .pictureComplete:
        let isOpaque = converter.convertReturningIsOpaque(raster.buffer)
        return try raster.answer(info, isOpaque: isOpaque)
      }
    }
  }

  /// Whether a picture is decoded with 16 bits a component: tone mapping needs more than the 256
  /// levels that PQ and HLG have in eight bits.
  static func exceedsEightBits(_ header: JXLBasicInfo, _ colors: PictureColorSpace) -> Bool {
    let isStraight = header.alpha_bits == 0 || header.alpha_premultiplied == 0
    return header.bits_per_sample > 8 && colors.isHighDynamicRange && isStraight
  }

  /// Decodes a picture with high dynamic range, with 16 bits a component.
  ///
  /// - Parameter samples: memory of the size of the picture.
  private static func sixteenBitPicture(
    _ job: DecodeJob, _ info: DecodeReply.Info, _ samples: JXLSamples, _ stream: JXLStream
  ) throws(DecodeFailure) -> DecodeAnswer {
    guard stream.setOutputBuffer(to: samples) else { throw damaged("its data make no sense") }
    var info = info
    info.profile = job.colors.name
    info.isHighDynamicRange = true
    while true {
      switch stream.nextEvent() {
      case .header, .colors, .frame, .needsOutputBuffer: continue
      case .previewAvailable:
        // The preview gets memory of its own: the memory that the viewer gave is reserved for the
        // complete picture.
        var preview = job
        preview.memoryDescriptor = -1
        if let sendPartial = job.sendPartial, stream.flushPreviewToOutput(),
          let answer = try? SixteenBitRendering.makeAnswer(samples, info, preview)
        {
          sendPartial(answer)
        }
      case .end, .invalidData: throw damaged("its data make no sense")
      case .truncated:
        guard stream.flushPreviewToOutput() else {
          throw damaged("the file ends before the picture")
        }
        info.isTruncated = true
        fallthrough
      case .pictureComplete: return try SixteenBitRendering.makeAnswer(samples, info, job)
      }
    }
  }

  /// Advances the stream to the beginning of the pixels of the first picture.
  ///
  /// - Returns: the colour space of the pixels.
  private static func advanceToPixels(
    _ stream: JXLStream, isGray: Bool
  ) throws(DecodeFailure) -> PictureColorSpace {
    var colors = PictureColorSpace.unknown
    while true {
      switch stream.nextEvent() {
      case .header, .frame, .previewAvailable: continue
      case .colors: colors = stream.chooseColors(isGray: isGray)
      case .needsOutputBuffer: return colors
      case .truncated: throw damaged("the file ends before the picture")
      case .end, .pictureComplete: throw damaged("there is no picture in it")
      case .invalidData: throw damaged("its data make no sense")
      }
    }
  }
}

/// The conversion of libjxl's RGBA pixels to premultiplied BGRA, in place.
struct JXLPixelConverter {
  private let isPremultiplied: Bool

  init(_ header: JXLBasicInfo) {
    isPremultiplied = header.alpha_bits == 0 || header.alpha_premultiplied != 0
  }

  /// Converts all pixels of a buffer in place.
  ///
  /// - Returns: true when every pixel is opaque.
  func convertReturningIsOpaque(_ buffer: PixelBuffer) -> Bool {
    var isOpaque = true
    for y in 0..<buffer.size.height {
      let row = buffer.bytes + y * buffer.stride
      let rowIsOpaque =
        isPremultiplied
        ? PixelConversion.swapRedAndBlueReturningIsOpaque(
          rgba: row, count: buffer.size.width, into: row)
        : PixelConversion.premultiplyReturningIsOpaque(
          rgba: row, count: buffer.size.width, into: row)
      isOpaque = isOpaque && rowIsOpaque
    }
    return isOpaque
  }
}

import CLinux
package import ColorManagement
package import DecoderWire
package import DecodingSupport
package import Pixels

/// A decode request of the viewer with the bytes of the picture and the state that decoders share.
package struct DecodeJob {
  package let request: DecodeRequest
  /// The bytes of the picture: the whole file, or the part of the file that contains the picture.
  package var bytes: PictureBytes
  /// The descriptor of the memory that the viewer sent for the result, -1 for none. It is borrowed.
  package var memoryDescriptor: Int32
  /// The descriptor of the display's ICC profile, -1 for none. It is borrowed.
  package var displayProfileDescriptor: Int32 = -1
  /// The colour space of the picture. A decoder that finds another one in the file must set it
  /// before it calls ``memory(for:)``.
  package var colors = PictureColorSpace.unknown
  /// The cache from which the colour conversions are taken.
  package var conversions = ColorConversionCache()
  /// Whether the decoder has converted the colours, so that ``conversion`` must not be applied.
  package var areColorsConverted = false
  /// The closure that sends a preview to the viewer before the answer; nil when the viewer does not
  /// request one.
  package var sendPartial: ((DecodeAnswer) -> Void)?
  /// The closure that reports how much of a camera RAW file is developed, in percent, which must
  /// grow from call to call; nil when the viewer does not ask for it.
  package var reportProgress: ((UInt8) -> Void)?

  /// Makes a job for a file of unknown colours, without a display profile and without previews.
  package init(request: DecodeRequest, bytes: PictureBytes, memoryDescriptor: Int32) {
    self.request = request
    self.bytes = bytes
    self.memoryDescriptor = memoryDescriptor
  }

  /// Whether the decoder may use all processors: for a request of partial results, because the user
  /// waits for that picture alone.
  package var mayUseAllProcessors: Bool { request.wantsPartials }

  /// Allocates memory for `size` pixels of the result, to which ``conversion`` will be applied.
  ///
  /// - Throws: `.tooLarge` when memory cannot be allocated.
  package func memory(for size: PixelSize) throws(DecodeFailure) -> ResultMemory {
    var memory = try ResultMemory(size, given: memoryDescriptor, capacity: request.memoryCapacity)
    memory.conversion = conversion
    return memory
  }

  /// Allocates fresh memory for `size` pixels of a preview, which must not use the memory given for
  /// the result.
  ///
  /// - Throws: `.tooLarge` when memory cannot be allocated.
  package func freshMemory(for size: PixelSize) throws(DecodeFailure) -> ResultMemory {
    var memory = try ResultMemory(size, given: -1, capacity: 0)
    memory.conversion = conversion
    return memory
  }

  /// Throws `.tooLarge` for a picture of more than `limit` pixels, by default the limit of the
  /// request, or with too long a side (``DecoderWireFormat/maxExtent``), and `.damaged` for one
  /// without pixels.
  package func check(_ size: PixelSize, format: PictureFormat, limit: Int? = nil)
    throws(DecodeFailure)
  {
    try Self.check(size, format: format, limit: limit ?? request.limits.pixels)
  }

  /// Throws `.tooLarge` for a picture of more than `limit` pixels or with too long a side
  /// (``DecoderWireFormat/maxExtent``), and `.damaged` for one without pixels.
  package static func check(
    _ size: PixelSize, format: PictureFormat, limit: Int
  ) throws(DecodeFailure) {
    guard !size.isEmpty else {
      throw DecodeFailure(.damaged, format: format.name, detail: "it has no pixels")
    }
    guard max(size.width, size.height) <= DecoderWireFormat.maxExtent else {
      throw DecodeFailure(
        .tooLarge, format: format.name, detail: "\(size.width) × \(size.height) pixels")
    }
    // Above this number of pixels a byte count may overflow.
    let limit = min(limit, DecodeLimits.maxPixels)
    guard let area = size.area, area <= limit else {
      throw DecodeFailure(
        .tooLarge, format: format.name,
        detail: "\(size.width) × \(size.height) pixels, the limit is \(pixelCountText(limit)), "
          + "more with --max-pixels")
    }
  }

  /// The text of a number of pixels in a message to the user: in full below a million, else in
  /// whole millions.
  package static func pixelCountText(_ pixels: Int) -> String {
    pixels < 1_000_000 ? "\(pixels)" : "\(pixels / 1_000_000) million"
  }
}

extension DecodeJob {
  /// Maximum number of pixels that one byte of a file can represent: DEFLATE expands a byte to at
  /// most 1032 bytes, each of which holds eight pixels of one bit.
  private static let maxPixelsPerByte = 8 * 1032
  /// Number of pixels up to which the size in the header of a file is accepted without comparing it
  /// with the length of the file, because decoding so few costs little.
  package static let maxUncheckedPixels = 16_000_000

  /// The formats whose compression has no maximum ratio: an area of one colour takes next to no
  /// bytes.
  private static let unboundedFormats: Set<PictureFormat> = [.webp, .avif, .heif]

  /// Throws `.damaged` when the file is too short for a picture of `size`, even at maximum
  /// compression. A size of up to ``maxUncheckedPixels`` is not checked.
  package func checkPlausible(_ size: PixelSize, format: PictureFormat) throws(DecodeFailure) {
    guard let area = size.area, area > Self.maxUncheckedPixels,
      area / Self.maxPixelsPerByte > bytes.count, !Self.unboundedFormats.contains(format)
    else { return }
    throw DecodeFailure(
      .damaged, format: format.name,
      detail: "\(size.width) × \(size.height) pixels in only \(bytes.count) bytes")
  }
}

/// The outcome of a job: the result for the reply, and the descriptor sent with it.
package struct DecodeAnswer {
  package var result: DecodeReply.Result
  /// The descriptor that is sent with the reply, nil for none; the receiver of the answer owns it.
  package var descriptor: Int32?

  package init(_ result: DecodeReply.Result) { self.result = result }

  /// Closes the descriptor of an answer that is not sent.
  package func closeDescriptor() {
    if let descriptor { _ = CLinux.close(descriptor) }
  }

  /// This answer with `profileName` as the name of the colour space when it names none.
  package func addingIfUnnamed(profileName: String) -> DecodeAnswer {
    var answer = self
    switch result {
    case .info(var info) where info.profile.isEmpty:
      info.profile = profileName
      answer.result = .info(info)
    case .pixels(var info, let layout) where info.profile.isEmpty:
      info.profile = profileName
      answer.result = .pixels(info, layout)
    case .frames(var info, let batch) where info.profile.isEmpty:
      info.profile = profileName
      answer.result = .frames(info, batch)
    default: break
    }
    return answer
  }

  /// This answer with the number of frames that the file states clamped to `limit`, which counts as
  /// at least 1.
  package func withFrameCount(atMost limit: Int) -> DecodeAnswer {
    var answer = self
    switch result {
    case .info(var info):
      info.frames = min(info.frames, max(1, limit))
      answer.result = .info(info)
    case .pixels(var info, let layout):
      info.frames = min(info.frames, max(1, limit))
      answer.result = .pixels(info, layout)
    default: break
    }
    return answer
  }

  /// This answer, marked as that of a picture with high dynamic range, whose exposure can be
  /// changed.
  package var markedHighDynamicRange: DecodeAnswer {
    var answer = self
    switch result {
    case .info(var info):
      info.isHighDynamicRange = true
      answer.result = .info(info)
    case .pixels(var info, let layout):
      info.isHighDynamicRange = true
      answer.result = .pixels(info, layout)
    default: break
    }
    return answer
  }

  package var isTruncated: Bool {
    if case .pixels(let info, _) = result { info.isTruncated } else { false }
  }

  /// The pixels of this answer as the answer to a thumbnail request; an answer of another kind than
  /// `pixels` is unchanged.
  package var asThumbnail: DecodeAnswer {
    guard case .pixels(let info, let layout) = result else { return self }
    var answer = self
    let source: DecodeReply.ThumbnailInfo.Source = info.isTruncated ? .decodedTruncated : .decoded
    answer.result = .thumbnail(DecodeReply.ThumbnailInfo(info, from: source), layout)
    return answer
  }

  /// Makes an answer with the complete pixels in `memory`, whose colours are converted now if
  /// `memory` has a conversion.
  package init(_ info: DecodeReply.Info, isOpaque: Bool, in memory: consuming ResultMemory) {
    let buffer = memory.buffer
    let given = memory.usesRequestMemory
    memory.conversion?.convert(buffer, isOpaque: isOpaque)
    descriptor = memory.takeDescriptor()
    result = .pixels(
      info,
      DecodeReply.PixelLayout(
        size: buffer.size, stride: buffer.stride, isOpaque: isOpaque, usesRequestMemory: given))
  }
}

extension DecodeReply.ThumbnailInfo {
  /// Makes the information about a thumbnail from `info`, the properties of the picture that was
  /// decoded.
  package init(_ info: DecodeReply.Info, from source: Source) {
    self.init(
      naturalSize: info.naturalSize, source: source, format: info.format, frames: info.frames)
  }
}

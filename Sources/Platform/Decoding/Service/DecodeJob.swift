import CLinux
import DecoderWire
import Pixels

/// One request with what it brought along.
struct DecodeJob {
  let request: DecodeRequest
  /// The picture, or the part of the file that holds it.
  var bytes: PictureBytes
  /// The memory the viewer offers for the result, -1 for none. Borrowed.
  var givenMemory: Int32
  /// What the viewer sent along of the display's profile, -1 for none. Borrowed.
  var profile: Int32 = -1
  /// What the picture says its colours are; who knows better says so before asking for memory.
  var colors = PictureColors.unknown
  /// The conversions that are known.
  var conversions = ColorConversions()
  /// Sends something recognisable ahead of the answer; nil where the viewer does not ask for it.
  var partial: ((DecodeAnswer) -> Void)?
  /// Ends when what is being sent ahead was sent; nil when nothing is.
  var ahead: Handover<Never>?

  /// True when somebody waits for this picture, and for no other one.
  var mayHurry: Bool { request.wantsPartials }

  /// A new place for `size` pixels of result.
  func memory(for size: PixelSize) throws(DecodeFailure) -> ResultMemory {
    var memory = try ResultMemory(size, given: givenMemory, capacity: request.memoryCapacity)
    memory.conversion = conversion
    return memory
  }

  /// The same where the given memory is not to be used: for what comes ahead of the answer.
  func ownMemory(for size: PixelSize) throws(DecodeFailure) -> ResultMemory {
    var memory = try ResultMemory(size, given: -1, capacity: 0)
    memory.conversion = conversion
    return memory
  }

  /// Refuses a picture of more than `limit` pixels (the request's own limit unless given).
  func check(_ size: PixelSize, format: PictureFormat, limit: Int? = nil) throws(DecodeFailure) {
    try Self.check(size, format: format, limit: limit ?? request.limits.pixels)
  }

  /// Refuses a picture of more than `limit` pixels.
  static func check(
    _ size: PixelSize, format: PictureFormat, limit: Int
  ) throws(DecodeFailure) {
    guard !size.isEmpty else {
      throw DecodeFailure(.damaged, format: format.name, detail: "it has no pixels")
    }
    guard max(size.width, size.height) <= WireFormat.mostExtent else {
      throw DecodeFailure(
        .tooLarge, format: format.name, detail: "\(size.width) × \(size.height) pixels")
    }
    // Above this number a count of bytes may overflow.
    let limit = min(limit, DecodeLimits.maxPixels)
    guard let area = size.area, area <= limit else {
      throw DecodeFailure(
        .tooLarge, format: format.name,
        detail: "\(size.width) × \(size.height) pixels, the limit is \(words(limit)), "
          + "more with --max-pixels")
    }
  }

  /// A number of pixels as a person reads it.
  static func words(_ pixels: Int) -> String {
    pixels < 1_000_000 ? "\(pixels)" : "\(pixels / 1_000_000) million"
  }
}

extension DecodeJob {
  /// The most pixels one byte of a file can stand for (deflate: 1032 bytes; one bit a pixel).
  private static let pixelsPerByte = 8 * 1032
  /// Below this a wrong claim costs nothing worth refusing.
  static let harmlessPixels = 16_000_000

  /// Refuses a claim that the file is too short for, even if it were one colour.
  func checkPlausible(_ size: PixelSize, format: PictureFormat) throws(DecodeFailure) {
    guard let area = size.area, area > Self.harmlessPixels,
      area / Self.pixelsPerByte > bytes.count
    else { return }
    throw DecodeFailure(
      .damaged, format: format.name,
      detail: "\(size.width) × \(size.height) pixels in only \(bytes.count) bytes")
  }
}

/// How a job ended: the result for the reply and the descriptor that goes with it.
struct DecodeAnswer {
  var result: DecodeReply.Result
  /// Owned by whoever gets the answer.
  var descriptor: Int32?

  init(_ result: DecodeReply.Result) { self.result = result }

  /// Lets go of what would have ridden along.
  func close() {
    if let descriptor { _ = CLinux.close(descriptor) }
  }

  /// The same answer with the name of the picture's colours, where it says none.
  func told(profile: String) -> DecodeAnswer {
    var answer = self
    switch result {
    case .info(var info) where info.profile.isEmpty:
      info.profile = profile
      answer.result = .info(info)
    case .pixels(var info, let layout) where info.profile.isEmpty:
      info.profile = profile
      answer.result = .pixels(info, layout)
    case .frames(var info, let batch) where info.profile.isEmpty:
      info.profile = profile
      answer.result = .frames(info, batch)
    default: break
    }
    return answer
  }

  /// True for a picture that ends before it should.
  var isTruncated: Bool {
    if case .pixels(let info, _) = result { info.isTruncated } else { false }
  }

  /// The same pixels as a thumbnail that was decoded, unless it is one already.
  var asThumbnail: DecodeAnswer {
    guard case .pixels(let info, let layout) = result else { return self }
    var answer = self
    let source: DecodeReply.ThumbnailInfo.Source = info.isTruncated ? .decodedPart : .decoded
    answer.result = .thumbnail(DecodeReply.ThumbnailInfo(info, from: source), layout)
    return answer
  }

  /// Pixels that are complete in `memory`.
  init(_ info: DecodeReply.Info, isOpaque: Bool, in memory: consuming ResultMemory) {
    let buffer = memory.buffer
    let given = memory.usesGivenMemory
    memory.conversion?.convert(buffer, isOpaque: isOpaque)
    descriptor = memory.takeDescriptor()
    result = .pixels(
      info,
      DecodeReply.PixelLayout(
        size: buffer.size, stride: buffer.stride, isOpaque: isOpaque, usesGivenMemory: given))
  }
}

extension DecodeReply.ThumbnailInfo {
  /// What is known of a picture that was looked into.
  init(_ info: DecodeReply.Info, from source: Source) {
    self.init(
      naturalSize: info.naturalSize, source: source, format: info.format, frames: info.frames)
  }
}

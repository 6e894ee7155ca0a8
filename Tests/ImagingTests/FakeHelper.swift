import CLinux
import DecoderWire
import Imaging
import Pixels

/// A scripted decoder transport: it records every request and answers only when the test calls
/// `answer`.
@MainActor
final class FakeHelper: DecoderTransport {
  var onEvent: (@MainActor (TransportEvent) -> Void)?
  private(set) var requests: [DecodeRequest] = []
  private var answered = 0
  private(set) var isEnded = false
  /// The shared memory that the last request carries; nil without request memory.
  private(set) var borrowed: OwnedDescriptor?
  /// The colour profile that the last request carries; nil for none.
  private(set) var profile: OwnedDescriptor?
  var isGone = false

  func send(_ message: [UInt8], descriptors: [Int32]) -> Bool {
    guard !isGone, let request = try? DecoderWireReader.request(from: message) else { return false }
    requests.append(request)
    let isBorrowed = request.memoryCapacity > 0
    borrowed = isBorrowed ? OwnedDescriptor(dup(descriptors[1])) : nil
    let rest = descriptors.dropFirst(isBorrowed ? 2 : 1)
    profile = rest.count == 1 ? rest.last.map { OwnedDescriptor(dup($0)) } : nil
    return true
  }

  private(set) var isIdle = false
  func useIdlePriority() { isIdle = true }

  func end() { isEnded = true }

  /// The oldest unanswered request; the last request when all are answered.
  var last: DecodeRequest? { answered < requests.count ? requests[answered] : requests.last }
  var isBusy: Bool { answered < requests.count }

  func answer(_ result: DecodeReply.Result, _ descriptors: [OwnedDescriptor] = []) {
    let reply = DecodeReply(id: last?.id ?? 0, result: result)
    answered += 1
    onEvent?(.message(DecoderWireWriter.encode(reply), descriptors))
  }

  /// Answers the request with a picture in the helper's own memory.
  func succeed(natural: PixelSize = PixelSize(width: 400, height: 300)) {
    guard let last else { return }
    if [.thumbnail, .stored].contains(last.kind) { return succeedSmall(last, natural) }
    let thumbnail = PixelSize(width: 16, height: 12)
    let size =
      switch last.kind {
      case .embedded: thumbnail
      case .recolor: last.target
      default: last.fittedSize(of: natural)
      }
    let memory = TestMemory.sealed(bytes: size.width * 4 * size.height)
    answer(.pixels(info(natural), layout(size)), [memory])
  }

  /// Sends a partial picture of 400 × 300 pixels; the request stays unanswered.
  func tell(partial size: PixelSize, given: Bool = false) {
    let memory = given ? [] : [TestMemory.sealed(bytes: size.width * 4 * size.height)]
    let natural = PixelSize(width: 400, height: 300)
    let result = DecodeReply.Result.partial(info(natural), layout(size, given: given))
    onEvent?(
      .message(DecoderWireWriter.encode(DecodeReply(id: last?.id ?? 0, result: result)), memory))
  }

  /// Answers with the embedded preview of a picture of 4000 × 3000 pixels.
  func answer(embedded size: PixelSize) {
    let natural = PixelSize(width: 4000, height: 3000)
    guard let (stride, total) = CheckedSize.byteCount(size) else { return }
    answer(
      .thumbnail(
        .init(naturalSize: natural, source: .embedded),
        .init(size: size, stride: stride, isOpaque: true)),
      [TestMemory.sealed(bytes: total)])
  }

  private func succeedSmall(_ request: DecodeRequest, _ natural: PixelSize) {
    let size = request.fittedSize(of: natural)
    guard let (stride, total) = CheckedSize.byteCount(size) else { return }
    let info = DecodeReply.ThumbnailInfo(
      naturalSize: natural, source: request.kind == .stored ? .stored : .decoded,
      format: "JPEG", frames: 1)
    let layout = DecodeReply.PixelLayout(size: size, stride: stride, isOpaque: true)
    answer(.thumbnail(info, layout), [TestMemory.sealed(bytes: total)])
  }

  /// Answers a request for the embedded preview: the file has none.
  func findNothing() { answer(.failed(DecodeFailure(.empty))) }

  func info(_ natural: PixelSize) -> DecodeReply.Info {
    DecodeReply.Info(naturalSize: natural, format: "JPEG")
  }

  func layout(_ size: PixelSize, given: Bool = false) -> DecodeReply.PixelLayout {
    DecodeReply.PixelLayout(
      size: size, stride: size.width * 4, isOpaque: true, usesRequestMemory: given)
  }
}

/// Launches fake helpers and records all of them.
@MainActor
final class FakeLauncher: DecoderLauncher {
  private(set) var helpers: [FakeHelper] = []
  /// The helpers that load the libraries of all formats.
  private(set) var completeHelpers: [FakeHelper] = []
  var failure: DecodeFailure?
  /// The number of coming launches whose helper has ended before its first request.
  var stillborn = 0

  func launch(loadsAllLibraries: Bool) throws(DecodeFailure) -> any DecoderTransport {
    if let failure { throw failure }
    let helper = FakeHelper()
    if stillborn > 0 {
      stillborn -= 1
      helper.isGone = true
    }
    helpers.append(helper)
    if loadsAllLibraries { completeHelpers.append(helper) }
    return helper
  }
}

/// Shared memory with chosen size and seals, as in a reply of a helper.
enum TestMemory {
  static func sealed(
    bytes: Int, seals: Int32 = F_SEAL_SHRINK | F_SEAL_GROW
  ) -> OwnedDescriptor {
    let number = memfd_create("test", UInt32(MFD_CLOEXEC) | UInt32(MFD_ALLOW_SEALING))
    precondition(number >= 0 && ftruncate(number, off_t(bytes)) == 0, "no memory for a test")
    precondition(linux_add_seals(number, seals) == 0, "no seals for a test")
    return OwnedDescriptor(number)
  }
}

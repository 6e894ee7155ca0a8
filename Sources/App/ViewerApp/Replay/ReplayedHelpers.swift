import BrowserHost
import CLinux
import DecoderWire
import Glibc
import HelperProcesses
import Imaging
import Pixels
import Recordings

/// A launcher of helpers without a process, which give the recorded answers, with grey pictures of
/// the recorded sizes.
///
/// An answer belongs to a request of the same kind about the same file; equal requests are answered
/// in their order.
final class ReplayedHelpers: DecoderLauncher {
  /// The number of answers that were due in the recording, but are kept because their requests
  /// have not been sent so far.
  var answersWithoutRequestCount: Int { earlyAnswers.values.reduce(0) { $0 + $1.count } }
  /// The number of requests that have not been answered.
  var unansweredRequestCount: Int { waitingRequests.count }

  private struct WaitingRequest {
    let digest: UInt64
    let request: DecodeRequest
    let pixelMemory: OwnedDescriptor?
    weak var helper: ReplayedHelper?
  }
  /// The maximum size in bytes of the pixels of an answer: twice the size of the pixels of the
  /// largest picture that is decoded by default.
  private static let maxPixelBytes = 2 << 30

  /// The maximum size in bytes of an encoded file in a replay.
  private static let maxEncodedBytes = 256 << 20

  private let tree: ReplayedTree
  private var waitingRequests: [WaitingRequest] = []
  /// The answers that were due before their requests were sent, by the hash of the request.
  private var earlyAnswers: [UInt64: [RecordedLine.HelperAnswer]] = [:]
  private var helpers: [WeakHelper] = []

  private struct WeakHelper { weak var helper: ReplayedHelper? }

  init(_ tree: ReplayedTree) { self.tree = tree }

  func launch(loadsAllLibraries: Bool) throws(DecodeFailure) -> any DecoderTransport {
    let helper = ReplayedHelper(of: self)
    helpers.removeAll { $0.helper == nil }
    helpers.append(WeakHelper(helper: helper))
    return helper
  }

  fileprivate func ask(
    _ request: DecodeRequest, _ descriptors: [Int32], by helper: ReplayedHelper
  ) {
    let path = descriptors.first.flatMap(FilePath.init(descriptor:)).flatMap(tree.recordedPath)
    let pixelMemory = request.memoryCapacity > 0 && descriptors.count > 1 ? dup(descriptors[1]) : -1
    waitingRequests.append(
      WaitingRequest(
        digest: request.digest(path: path), request: request,
        pixelMemory: pixelMemory < 0 ? nil : OwnedDescriptor(pixelMemory), helper: helper))
  }

  fileprivate func forget(_ helper: ReplayedHelper) {
    waitingRequests.removeAll { $0.helper == nil || $0.helper === helper }
  }

  /// Delivers an answer to its request, or keeps the answer until the request is sent.
  func deliver(_ answer: RecordedLine.HelperAnswer) {
    if !deliverIfAsked(answer) { earlyAnswers[answer.requestDigest, default: []].append(answer) }
  }

  /// Delivers one of the kept answers whose requests have been sent meanwhile.
  ///
  /// - Returns: whether an answer was delivered.
  func deliverEarlyAnswer() -> Bool {
    for asked in waitingRequests {
      guard let answer = earlyAnswers[asked.digest]?.first, deliverIfAsked(answer) else { continue }
      earlyAnswers[asked.digest]?.removeFirst()
      if earlyAnswers[asked.digest]?.isEmpty ?? false { earlyAnswers[asked.digest] = nil }
      return true
    }
    return false
  }

  private func deliverIfAsked(_ answer: RecordedLine.HelperAnswer) -> Bool {
    waitingRequests.removeAll { $0.helper == nil }
    guard let index = waitingRequests.firstIndex(where: { $0.digest == answer.requestDigest })
    else {
      return false
    }
    let asked = waitingRequests[index]
    guard let message = answer.message else {
      asked.helper?.onEvent?(.closed)
      return true
    }
    guard var reply = try? DecoderWireReader.reply(from: message, maxFrames: .max),
      reply.pixelByteCount <= Self.maxPixelBytes
    else {
      asked.helper?.onEvent?(.garbled)
      return true
    }
    if reply.isFinal { waitingRequests.remove(at: index) }
    reply.id = asked.request.id
    var descriptors: [OwnedDescriptor] = []
    if reply.usesRequestMemory {
      if let pixelMemory = asked.pixelMemory {
        GreyPixels.fill(pixelMemory.number, bytes: reply.pixelByteCount)
      }
    } else if reply.pixelByteCount > 0 {
      guard let memory = SharedMemory(bytes: reply.pixelByteCount) else { return true }
      GreyPixels.fill(memory.descriptor.number, bytes: reply.pixelByteCount)
      descriptors = [memory.descriptor]
    } else if let memory = encodedFile(bytes: reply.encodedByteCount) {
      descriptors = [memory]
    }
    asked.helper?.onEvent?(.message(DecoderWireWriter.encode(reply), descriptors))
    return true
  }
  /// Sealed memory of zeros, which stands for the file that a helper has encoded; nil for a reply
  /// without such a file, and for a file of more than ``maxEncodedBytes`` bytes.
  private func encodedFile(bytes: Int) -> OwnedDescriptor? {
    guard (1...Self.maxEncodedBytes).contains(bytes) else { return nil }
    let number = linux_open_memory("pbview-encoded", true)
    guard number >= 0 else { return nil }
    let memory = OwnedDescriptor(number)
    guard ftruncate(number, off_t(bytes)) == 0,
      linux_add_seals(number, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL) == 0
    else { return nil }
    return memory
  }
}

/// The connection to one of the helpers without a process.
private final class ReplayedHelper: DecoderTransport {
  var onEvent: (@MainActor (TransportEvent) -> Void)?
  private weak var owner: ReplayedHelpers?

  init(of owner: ReplayedHelpers) { self.owner = owner }

  func send(_ message: [UInt8], descriptors: [Int32]) -> Bool {
    guard let owner, let request = try? DecoderWireReader.request(from: message) else {
      return false
    }
    owner.ask(request, descriptors, by: self)
    return true
  }

  func end() {
    onEvent = nil
    owner?.forget(self)
  }
}

import CLinux
import DecoderWire
import Imaging
import Pixels

/// A launcher of helpers whose replies are sent by the test.
@MainActor final class PartLauncher: DecoderLauncher {
  private final class Helper: DecoderTransport {
    var onEvent: (@MainActor (TransportEvent) -> Void)?
    weak var launcher: PartLauncher?

    func send(_ message: [UInt8], descriptors: [Int32]) -> Bool {
      guard let request = try? DecoderWireReader.request(from: message) else { return false }
      launcher?.requests.append(request)
      return true
    }

    func end() {}
  }

  var requests: [DecodeRequest] = []
  private var answered = 0
  private var helpers: [Helper] = []

  var isAsked: Bool { answered < requests.count }

  func launch(loadsAllLibraries: Bool) throws(DecodeFailure) -> any DecoderTransport {
    let helper = Helper()
    helper.launcher = self
    helpers.append(helper)
    return helper
  }

  /// Answers the oldest request with pixels.
  func answer(_ natural: PixelSize) {
    let size = requests[answered].target
    let memory = memfd_create("test", UInt32(MFD_CLOEXEC) | UInt32(MFD_ALLOW_SEALING))
    precondition(memory >= 0 && ftruncate(memory, off_t(size.width * size.height * 4)) == 0)
    precondition(linux_add_seals(memory, F_SEAL_SHRINK | F_SEAL_GROW) == 0)
    send(
      .pixels(
        DecodeReply.Info(naturalSize: natural, format: "JPEG", supportsRegions: true),
        DecodeReply.PixelLayout(size: size, stride: size.width * 4, isOpaque: true)),
      [OwnedDescriptor(memory)])
  }

  /// Fails the oldest request as unsupported.
  func refuse() { send(.failed(DecodeFailure(.unsupported)), []) }

  private func send(_ result: DecodeReply.Result, _ descriptors: [OwnedDescriptor]) {
    let reply = DecodeReply(id: requests[answered].id, result: result)
    answered += 1
    helpers.last?.onEvent?(.message(DecoderWireWriter.encode(reply), descriptors))
  }
}

import DecoderWire
import Imaging

/// A helper that records the requests of an image pipeline and never answers.
@MainActor final class RequestRecorder: DecoderTransport, DecoderLauncher {
  var onEvent: (@MainActor (TransportEvent) -> Void)?
  private(set) var requests: [DecodeRequest] = []

  func launch(loadsAllLibraries: Bool) throws(DecodeFailure) -> any DecoderTransport { self }

  func send(_ message: [UInt8], descriptors: [Int32]) -> Bool {
    if let request = try? DecoderWireReader.request(from: message) { requests.append(request) }
    return true
  }

  func end() {}
}

import CLinux
import DecoderWire

/// The helper's side of the socket: one request, one answer, until the viewer hangs up.
public enum DecoderService {
  /// Why the service ended.
  public enum Ending: Sendable {
    /// The viewer closed its end.
    case hungUp
    /// What came in is not our language, or the socket failed.
    case brokenSocket
  }

  /// Answers until the other side of `socket` (a SOCK_SEQPACKET one) closes.
  public static func run(socket: Int32) -> Ending {
    let budget = ProcessorBudget(socket: socket)
    LostPages.watch()
    let sessions = FrameSessions()
    var buffer = [UInt8](repeating: 0, count: WireFormat.mostMessageBytes)
    while true {
      var descriptors: [Int32] = [-1, -1]
      var count = Int32(descriptors.count)
      let length = helper_receive(socket, &buffer, buffer.count, &descriptors, &count)
      defer { for descriptor in descriptors where descriptor >= 0 { close(descriptor) } }
      guard length > 0 else { return length == 0 ? .hungUp : .brokenSocket }
      guard let request = try? WireReader.request(from: Array(buffer[..<length])) else {
        return .brokenSocket
      }
      budget.renew(for: request)
      let (reply, pixels) =
        request.purpose == .frames
        ? sessions.answer(request, file: descriptors[0], givenMemory: descriptors[1])
        : PictureDecoder.decode(request, file: descriptors[0], givenMemory: descriptors[1])
      budget.suspend()
      let bytes = WireWriter.encode(reply)
      let sent = helper_send(socket, bytes, bytes.count, pixels ?? -1)
      if let pixels { close(pixels) }
      guard sent == bytes.count else { return .brokenSocket }
    }
  }
}

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
    let conversions = ColorConversions()
    let sessions = FrameSessions(conversions)
    let regions = RegionSessions(conversions)
    var buffer = [UInt8](repeating: 0, count: WireFormat.mostMessageBytes)
    while true {
      var descriptors: [Int32] = [-1, -1, -1]
      var count = Int32(descriptors.count)
      let length = helper_receive(socket, &buffer, buffer.count, &descriptors, &count)
      defer { for descriptor in descriptors where descriptor >= 0 { close(descriptor) } }
      guard length > 0 else { return length == 0 ? .hungUp : .brokenSocket }
      guard let request = try? WireReader.request(from: Array(buffer[..<length])) else {
        return .brokenSocket
      }
      let input = Input(descriptors, for: request)
      budget.renew(for: request)
      let (reply, pixels) =
        switch request.purpose {
        case .frames:
          sessions.answer(
            request, file: input.file, givenMemory: input.memory, profile: input.profile)
        case .region:
          regions.answer(
            request, file: input.file, givenMemory: input.memory, profile: input.profile)
        default:
          PictureDecoder.decode(
            request, file: input.file, givenMemory: input.memory, profile: input.profile,
            conversions: conversions
          ) { _ = send($0, $1, to: socket, maxFrames: request.limits.frames) }
        }
      budget.suspend()
      guard send(reply, pixels, to: socket, maxFrames: request.limits.frames) else {
        return .brokenSocket
      }
    }
  }

  /// What the descriptors that came with a request are, -1 where there is none.
  private struct Input {
    let file: Int32
    let memory: Int32
    let profile: Int32

    init(_ descriptors: [Int32], for request: DecodeRequest) {
      let hasMemory = request.memoryCapacity > 0
      file = descriptors[0]
      memory = hasMemory ? descriptors[1] : -1
      guard case .display = request.color else {
        profile = -1
        return
      }
      profile = descriptors[hasMemory ? 2 : 1]
    }
  }

  private static func send(
    _ reply: DecodeReply, _ pixels: Int32?, to socket: Int32, maxFrames: Int
  ) -> Bool {
    let bytes = WireWriter.encode(reply, maxFrames: maxFrames)
    let sent = helper_send(socket, bytes, bytes.count, pixels ?? -1)
    if let pixels { close(pixels) }
    return sent == bytes.count
  }
}

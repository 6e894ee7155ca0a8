import CLinux
import ColorManagement
import DecodeJobs
import DecoderWire
import DecodingSupport

/// The message loop of the decoder process: one request, one answer, until the viewer closes the
/// socket.
package enum DecoderService {
  /// The reason why the message loop ended.
  package enum Ending: Sendable {
    /// The viewer closed the socket.
    case viewerClosed
    /// A message was malformed, or the socket failed.
    case brokenSocket
    /// The process could not be confined.
    case notConfined
  }

  /// Answers requests until the other side of `socket` (of type SOCK_SEQPACKET) closes it.
  ///
  /// Before the first picture is parsed, its libraries are loaded and the process is confined. The
  /// helper declines a picture that needs other libraries, a large file if its first picture was
  /// not large, and every picture after its processor time is used up. The viewer then passes the
  /// request to a new helper.
  ///
  /// - Parameters:
  ///   - loadsAllLibraries: whether to load the libraries of all formats at the start, which takes
  ///     some 25 ms and 10 MB of memory, most of it shared.
  ///   - confine: confines the process, after which it can load no libraries, and can map large
  ///     files only if the argument is true; returns false on failure.
  package static func run(
    socket: Int32, loadsAllLibraries: Bool, confine: (_ mapsLargeFiles: Bool) -> Bool
  ) -> Ending {
    let budget = ProcessorBudget(socket: socket)
    TruncationGuard.install()
    let conversions = ColorConversionCache()
    let sessions = FrameSessions(conversions)
    let regions = RegionSessions(conversions)
    var libraries = FormatLibraries()
    if loadsAllLibraries { libraries.loadAll() } else { libraries.loadCommon() }
    var isConfined = false
    var mapsLargeFiles = false
    var buffer = [UInt8](repeating: 0, count: DecoderWireFormat.maxMessageBytes)
    while true {
      var descriptors: [Int32] = [-1, -1, -1]
      var count = Int32(descriptors.count)
      let length = helper_receive(socket, &buffer, buffer.count, &descriptors, &count)
      defer { for descriptor in descriptors where descriptor >= 0 { close(descriptor) } }
      guard length > 0 else { return length == 0 ? .viewerClosed : .brokenSocket }
      guard let request = try? DecoderWireReader.request(from: Array(buffer[..<length])) else {
        return .brokenSocket
      }
      let input = RequestDescriptors(descriptors, for: request)
      let requirement = FormatLibraries.Requirement(request, file: input.file)
      let isLarge = PictureFile.isLargeTIFF(descriptor: input.file, limits: request.limits)
      if !isConfined {
        libraries.load(requirement)
        if request.kind == .stored { libraries.load(.init(name: request.nameHint)) }
        budget.setPermanentLimit(for: request)
        MemfdSizeLimit.apply(request.limits)
        guard confine(isLarge) else { return .notConfined }
        mapsLargeFiles = isLarge
        isConfined = true
      }
      let declined = DecodeReply(id: request.id, result: .declined)
      let isReady =
        !budget.isExhausted && libraries.areLoaded(for: requirement) && (mapsLargeFiles || !isLarge)
        && (requirement.format != .avif || libraries.hasLoader(forAVIF: input.file, request.limits))
      guard isReady else {
        guard send(declined, nil, to: socket, maxFrames: 1) else { return .brokenSocket }
        continue
      }
      budget.startLimit(for: request)
      var (reply, pixels) =
        switch request.kind {
        case .frames:
          sessions.answer(
            request, file: input.file, memoryDescriptor: input.memory, profile: input.profile)
        case .region:
          regions.answer(
            request, file: input.file, memoryDescriptor: input.memory, profile: input.profile)
        default:
          PictureDecoder.decode(
            request, file: input.file, memoryDescriptor: input.memory, profile: input.profile,
            conversions: conversions
          ) { _ = send($0, $1, to: socket, maxFrames: request.limits.frames) }
        }
      budget.removeLimit()
      if case .failed(let failure) = reply.result,
        libraries.couldAnotherHelperSucceed(for: requirement, after: failure)
      {
        (reply, pixels) = (declined, nil)
      }
      guard send(reply, pixels, to: socket, maxFrames: request.limits.frames) else {
        return .brokenSocket
      }
    }
  }

  /// The descriptors that came with a request by their role, -1 where there is none.
  private struct RequestDescriptors {
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
    let bytes = DecoderWireWriter.encode(reply, maxFrames: maxFrames)
    let sent = helper_send(socket, bytes, bytes.count, pixels ?? -1)
    if let pixels { close(pixels) }
    return sent == bytes.count
  }
}

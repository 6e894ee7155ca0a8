import CLinux
package import DecoderWire

/// A real helper: its process and our end of the socket.
@MainActor
final class DecoderSocket: DecoderTransport {
  var onEvent: (@MainActor (TransportEvent) -> Void)?

  private let socket: OwnedDescriptor
  private let pid: pid_t
  private let reaper: ChildReaper
  private var watching: Cancellation?
  private var isEnded = false

  init(
    _ program: DecoderProgram, loop: any DescriptorWatching, reaper: ChildReaper, showsErrors: Bool
  ) throws(DecodeFailure) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw DecodeFailure(.noDecoder, detail: systemMessage(pbview_errno()))
    }
    socket = OwnedDescriptor(ends[0])
    let theirs = OwnedDescriptor(ends[1])
    self.reaper = reaper
    pid = try program.spawn(socket: theirs.number, showsErrors: showsErrors)
    watching = loop.watch(descriptor: ends[0]) { [weak self] in self?.drain() }
  }

  func send(_ message: [UInt8], descriptors: [Int32]) -> Bool {
    guard !isEnded else { return false }
    let sent = linux_send_descriptors(
      socket.number, message, message.count, descriptors, Int32(descriptors.count),
      dontWait)
    return sent == message.count
  }

  /// Politeness of a helper that others go before, on the system's scale from 0 to 19.
  private static let politeness: Int32 = 10

  func yieldProcessor() {
    _ = setpriority(Int32(PRIO_PROCESS.rawValue), id_t(pid), Self.politeness)
  }

  private var dontWait: Int32 { Int32(MSG_DONTWAIT) }

  func end() {
    guard !isEnded else { return }
    isEnded = true
    onEvent = nil
    watching?.cancel()
    watching = nil
    reaper.end(pid)
  }

  private func drain() {
    while !isEnded, let event = receive() {
      onEvent?(event)
      guard case .message = event else { return }
    }
  }

  private func receive() -> TransportEvent? {
    var bytes = [UInt8](repeating: 0, count: WireFormat.mostMessageBytes)
    var numbers = [Int32](repeating: -1, count: Int(LINUX_MOST_DESCRIPTORS))
    var count: Int32 = 0
    var truncated: Int32 = 0
    var received = -1
    repeat {
      received = linux_receive_descriptors(
        socket.number, &bytes, bytes.count, &numbers, &count, &truncated, dontWait)
    } while received < 0 && pbview_errno() == EINTR
    if received < 0 { return pbview_errno() == EAGAIN ? nil : .closed }
    let owned = numbers.prefix(Int(count)).map { OwnedDescriptor($0) }
    if truncated != 0 { return .garbled }
    if received == 0 { return .closed }
    return .message(Array(bytes.prefix(received)), owned)
  }
}

/// Starts real helpers.
@MainActor
package final class DecoderProcessLauncher: DecoderLauncher {
  /// Told of helpers that ended by themselves.
  package var onCrash: (@MainActor (HelperCrash) -> Void)? {
    get { reaper.onCrash }
    set { reaper.onCrash = newValue }
  }

  private let loop: any DescriptorWatching
  private let reaper: ChildReaper
  private let showsErrors: Bool
  private var program: DecoderProgram?
  private var ready: DecoderSocket?

  /// Starts `program`, or the one that is found when the first is needed.
  package init(
    loop: any DescriptorWatching, showsErrors: Bool = false, program: DecoderProgram? = nil
  ) {
    self.loop = loop
    self.program = program
    self.showsErrors = showsErrors
    reaper = ChildReaper(loop: loop)
  }

  /// Starts the process that will be asked for first; why there is none is told then.
  package func prepare() {
    if ready == nil { ready = try? start() }
  }

  /// Starts one process, or takes the one that was prepared.
  package func launch() throws(DecodeFailure) -> any DecoderTransport {
    guard let ready else { return try start() }
    self.ready = nil
    return ready
  }

  private func start() throws(DecodeFailure) -> DecoderSocket {
    let program = try foundProgram()
    return try DecoderSocket(program, loop: loop, reaper: reaper, showsErrors: showsErrors)
  }

  private func foundProgram() throws(DecodeFailure) -> DecoderProgram {
    if let program { return program }
    let found = try DecoderProgram.find()
    program = found
    return found
  }
}

import CLinux
package import DecoderWire

/// A real helper: its process and our end of the socket.
@MainActor
final class DecoderSocket: DecoderTransport {
  var onEvent: (@MainActor (TransportEvent) -> Void)?

  private let socket: HelperSocket
  private let pid: pid_t
  private let reaper: ChildReaper
  private var watching: Cancellation?
  private var isEnded = false

  init(
    _ program: DecoderProgram, loadsAll: Bool, loop: any DescriptorWatching, reaper: ChildReaper,
    showsErrors: Bool
  ) throws(DecodeFailure) {
    guard let pair = HelperSocket.pair(maxMessageBytes: WireFormat.mostMessageBytes) else {
      throw DecodeFailure(.noDecoder, detail: systemMessage(pbview_errno()))
    }
    socket = pair.own
    self.reaper = reaper
    pid = try program.spawn(
      socket: pair.theirs.number, loadsAll: loadsAll, showsErrors: showsErrors)
    watching = loop.watch(descriptor: socket.descriptor) { [weak self] in self?.takePackets() }
  }

  func send(_ message: [UInt8], descriptors: [Int32]) -> Bool {
    !isEnded && socket.send(message, descriptors: descriptors)
  }

  /// Politeness of a helper that others go before, on the system's scale from 0 to 19.
  private static let politeness: Int32 = 10

  func yieldProcessor() {
    _ = setpriority(Int32(PRIO_PROCESS.rawValue), id_t(pid), Self.politeness)
  }

  func end() {
    guard !isEnded else { return }
    isEnded = true
    onEvent = nil
    watching?.cancel()
    watching = nil
    socket.close()
    reaper.end(pid)
  }

  private func takePackets() { socket.takePackets { onEvent?($0) } }
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
    if ready == nil { ready = try? start(loadsAll: false) }
  }

  /// Starts one process, or takes the one that was prepared.
  package func launch(loadsAll: Bool) throws(DecodeFailure) -> any DecoderTransport {
    guard let ready, !loadsAll else { return try start(loadsAll: loadsAll) }
    self.ready = nil
    return ready
  }

  private func start(loadsAll: Bool) throws(DecodeFailure) -> DecoderSocket {
    let program = try foundProgram()
    return try DecoderSocket(
      program, loadsAll: loadsAll, loop: loop, reaper: reaper, showsErrors: showsErrors)
  }

  private func foundProgram() throws(DecodeFailure) -> DecoderProgram {
    if let program { return program }
    let found = try DecoderProgram.find()
    program = found
    return found
  }
}

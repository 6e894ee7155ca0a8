import CLinux
package import DecoderWire

/// A helper process and the viewer's end of its socket.
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
    guard let pair = HelperSocket.pair(maxMessageBytes: WireFormat.maxMessageBytes) else {
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

  /// The niceness of a helper that yields to others, on the scale of `setpriority` up to 19.
  private static let niceness: Int32 = 10

  func lowerPriority() {
    _ = setpriority(Int32(PRIO_PROCESS.rawValue), id_t(pid), Self.niceness)
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

/// The launcher of real helper processes.
@MainActor
package final class DecoderProcessLauncher: DecoderLauncher {
  /// Called for each helper that crashed.
  package var onCrash: (@MainActor (HelperCrash) -> Void)? {
    get { reaper.onCrash }
    set { reaper.onCrash = newValue }
  }

  private let loop: any DescriptorWatching
  private let reaper: ChildReaper
  private let showsErrors: Bool
  private var program: DecoderProgram?
  private var ready: DecoderSocket?

  /// Makes a launcher for `program`; nil finds the program at the first launch.
  package init(
    loop: any DescriptorWatching, showsErrors: Bool = false, program: DecoderProgram? = nil
  ) {
    self.loop = loop
    self.program = program
    self.showsErrors = showsErrors
    reaper = ChildReaper(loop: loop)
  }

  /// Starts the process for the first launch in advance. A failure shows at that launch.
  package func prepare() {
    if ready == nil { ready = try? start(loadsAll: false) }
  }

  /// Starts one process, or returns the prepared one.
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

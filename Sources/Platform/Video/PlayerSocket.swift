import CLinux
import ClipWire
import HelperProcesses

/// A player process and the viewer's end of its socket.
final class PlayerSocket: PlayerTransport {
  var onEvent: (@MainActor (PlayerEvent) -> Void)?

  private nonisolated let socket: HelperSocket
  private let process: OwnedProcess
  private let loop: any PlayerLoop
  private var stopWatching: (@MainActor () -> Void)?
  private var hasReceivedDescriptor = false
  let soundServer: SoundServer

  init(_ program: PlayerProgram, loop: any PlayerLoop) throws(VideoFailure) {
    let pair = HelperSocket.pair(
      maxMessageBytes: ClipWireFormat.maxMessageBytes,
      maxPacketsPerSecond: ClipWireFormat.maxReportsPerSecond)
    guard let pair else { throw .noPlayer(systemMessage(pbview_errno())) }
    socket = pair.own
    self.loop = loop
    soundServer = SoundServer.current
    process = OwnedProcess(
      try program.spawn(socket: pair.theirs.number, soundServer: soundServer))
    stopWatching = loop.watchPlayer(descriptor: socket.descriptor) { [weak self] in
      self?.takePackets()
    }
  }

  nonisolated func send(_ message: [UInt8], descriptor: Int32) -> Bool {
    socket.send(message, descriptors: descriptor >= 0 ? [descriptor] : [])
  }

  func end() {
    guard let stop = stopWatching else { return }
    stop()
    stopWatching = nil
    onEvent = nil
    socket.close()
    process.end(on: loop)
  }

  private func takePackets() {
    socket.takePackets { event in
      switch event {
      case .message(let bytes, let descriptors): take(bytes, descriptors)
      case .garbled: onEvent?(.garbled)
      case .closed: onEvent?(.closed)
      }
    }
  }

  private func take(_ bytes: [UInt8], _ descriptors: [OwnedDescriptor]) {
    guard let descriptor = descriptors.first else { return onEvent?(.message(bytes)) ?? () }
    guard descriptors.count == 1, !hasReceivedDescriptor else { return onEvent?(.garbled) ?? () }
    hasReceivedDescriptor = true
    onEvent?(.descriptor(bytes, descriptor))
  }
}

/// A child process that is killed and reaped without blocking: a process with much memory takes
/// some time to exit.
final class OwnedProcess {
  private let pid: pid_t
  private var stopWatching: (@MainActor () -> Void)?

  init(_ pid: pid_t) { self.pid = pid }

  /// Kills the process and reaps it when its pidfd becomes readable.
  func end(on loop: any PlayerLoop) {
    let pidfdOpen = 434
    let number = Int32(helper_syscall(pidfdOpen, Int(pid), 0, 0, 0))
    _ = kill(pid, SIGKILL)
    guard number >= 0 else { return _ = waitpid(pid, nil, 0) }
    let descriptor = OwnedDescriptor(number)
    // The closure keeps this object alive until then.
    stopWatching = loop.watchPlayer(descriptor: number) { [self] in
      _ = descriptor
      waitpid(pid, nil, WNOHANG)
      stopWatching?()
      stopWatching = nil
    }
  }
}

/// Starts player processes.
public final class PlayerProcessLauncher: PlayerLauncher {
  private let loop: any PlayerLoop
  private var program: PlayerProgram?

  /// Makes a launcher; the executable is searched for at the first launch.
  public init(loop: any PlayerLoop) { self.loop = loop }

  package func launch() throws(VideoFailure) -> any PlayerTransport {
    let program = try foundProgram()
    return try PlayerSocket(program, loop: loop)
  }

  private func foundProgram() throws(VideoFailure) -> PlayerProgram {
    if let program { return program }
    let found = try PlayerProgram.find()
    program = found
    return found
  }
}

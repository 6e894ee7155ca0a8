import CLinux
public import ClipWire
import Descriptors
import Pixels

/// The loop of a player process: it plays one clip by the commands that arrive at a socket, until
/// the viewer closes the other end.
public final class ClipService {
  /// The reason why the loop of a player process ended.
  public enum Ending: Sendable {
    /// The viewer closed its end of the socket.
    case viewerClosed
    /// A command was invalid, or the socket failed.
    case brokenSocket
  }

  private let socket: Int32
  private let wakeup = OwnedDescriptor(eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)))
  private let library: Result<MpvLibrary, ClipFailure>
  private let hasBroker: Bool
  /// The notification descriptor of the seccomp filter until it is sent to the viewer; nil when
  /// there is none.
  private var seccompListener: OwnedDescriptor?
  private var clip: PlayedClip?
  private var ending: Ending?

  /// Makes a service that has not started. A missing library is reported when a clip is opened.
  ///
  /// - Parameters:
  ///   - socket: the connected socket to the viewer, which stays open.
  ///   - library: the functions of libmpv, or the failure to load them.
  ///   - seccompListener: the notification descriptor of the seccomp filter, which the service
  ///     sends to the viewer and closes; nil when there is none, so that clips have no sound.
  public init(socket: Int32, library: Result<MpvLibrary, ClipFailure>, seccompListener: Int32?) {
    self.socket = socket
    self.library = library
    self.seccompListener = seccompListener.map(OwnedDescriptor.init)
    hasBroker = seccompListener != nil
  }

  /// Performs commands and sends reports until the viewer closes its end of the socket or the
  /// socket fails.
  public func run() -> Ending {
    sendSeccompListener()
    while ending == nil {
      var watched = [
        pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wakeup.number, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&watched, 2, -1) >= 0 || pbview_errno() == EINTR else { return .brokenSocket }
      if watched[0].revents != 0 { receive() }
      if watched[1].revents != 0 {
        var count: UInt64 = 0
        _ = read(wakeup.number, &count, MemoryLayout<UInt64>.size)
      }
      for report in clip?.processEvents() ?? [] { send(report) }
    }
    return ending ?? .brokenSocket
  }

  /// Sends the first report with the notification descriptor of the seccomp filter, and closes the
  /// descriptor. It must be closed before a clip is parsed, because whoever has it can allow any
  /// connection.
  private func sendSeccompListener() {
    send(.ready(hasBroker: hasBroker), seccompListener?.number ?? -1)
    seccompListener = nil
  }

  private func receive() {
    var buffer = [UInt8](repeating: 0, count: ClipWireFormat.maxMessageBytes)
    var descriptor: Int32 = -1
    var count: Int32 = 1
    let length = helper_receive(socket, &buffer, buffer.count, &descriptor, &count)
    guard length > 0 else { return ending = length == 0 ? .viewerClosed : .brokenSocket }
    let received = count == 1 ? descriptor : -1
    guard let command = try? ClipWireReader.command(from: Array(buffer[..<length])) else {
      return ending = .brokenSocket
    }
    switch command {
    case .open(let options): open(received, options)
    case .surface(let surface):
      clip?.setSurface(surface, memory: received)
      if received >= 0 { close(received) }
    default:
      if received >= 0 { close(received) }
      clip?.perform(command)
    }
  }

  /// Opens the clip in a file whose descriptor stays open, because libmpv reads from it. A failure
  /// is reported to the viewer; a second clip ends the service.
  private func open(_ file: Int32, _ options: PlaybackOptions) {
    guard clip == nil, file >= 0 else { return ending = .brokenSocket }
    do throws(ClipFailure) {
      var options = options
      // Without the viewer's broker the player cannot reach the sound server, and perhaps not the
      // sound devices.
      if !hasBroker { options.usesSound = false }
      clip = PlayedClip(
        try Mpv(try library.get(), options, wakeup: wakeup.number), file: file, options: options)
    } catch {
      send(.failed(error))
    }
  }

  private func send(_ report: ClipReport, _ descriptor: Int32 = -1) {
    let bytes = ClipWireWriter.encode(report)
    if helper_send(socket, bytes, bytes.count, descriptor) != bytes.count {
      ending = .brokenSocket
    }
  }
}

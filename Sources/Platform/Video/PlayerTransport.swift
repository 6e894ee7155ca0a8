import CLinux
import ClipWire
package import HelperProcesses

/// The connection of the viewer to one player: a process behind a socket, or a test double.
@MainActor
package protocol PlayerTransport: AnyObject, Sendable {
  /// Called for every message of the player and for its end; set once, before any event can arrive.
  var onEvent: (@MainActor (HelperSocket.Event) -> Void)? { get set }

  /// Sends one message with file descriptors to the player, from any thread. The caller keeps
  /// ownership of the descriptors.
  ///
  /// - Returns: false when the player has ended, or its socket buffer is full.
  nonisolated func send(_ message: [UInt8], descriptors: [Int32]) -> Bool

  /// Kills the player. No event follows this call.
  func end()
}

extension HelperProcess: PlayerTransport {}

/// The factory that starts players of clips.
@MainActor
package protocol PlayerLauncher: AnyObject {
  /// The sound server that the viewer's environment names.
  var soundServer: SoundServer { get }

  /// Starts a player that may be connected to `soundServer`, and to no other server.
  ///
  /// - Throws: `.noPlayer` when the player program is missing or cannot be started.
  func launch(_ soundServer: SoundServer) throws(VideoFailure) -> any PlayerTransport
}

/// The factory that starts `pbview-player` processes.
public final class PlayerProcessLauncher: PlayerLauncher {
  /// The environment variables that name servers which the confined player cannot reach; they are
  /// not passed on, because attempts to connect would only cost time.
  private static let serverVariables = [
    "PULSE_SERVER", "DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "PIPEWIRE_REMOTE",
  ]

  private let loop: any DescriptorWatching
  private var program: HelperProgram?

  /// Makes a launcher; the executable `pbview-player` is searched for at the first launch.
  public init(loop: any DescriptorWatching) { self.loop = loop }

  package var soundServer: SoundServer { SoundServer.current }

  package func launch(_ soundServer: SoundServer) throws(VideoFailure) -> any PlayerTransport {
    var environment = HelperProgram.environment(without: Self.serverVariables)
    if let path = soundServer.path {
      // With the server given explicitly, libpulse neither looks for a server nor tries to start
      // one.
      environment.append(("PULSE_SERVER=unix:".utf8 + path + [0]).map(CChar.init(bitPattern:)))
    }
    do throws(HelperStartFailure) {
      return try HelperProcess(
        try foundProgram(), environment: environment,
        maxMessageBytes: ClipWireFormat.maxMessageBytes,
        maxPacketsPerSecond: ClipWireFormat.maxReportsPerSecond, loop: loop)
    } catch {
      throw .noPlayer(error.detail)
    }
  }

  private func foundProgram() throws(HelperStartFailure) -> HelperProgram {
    if let program { return program }
    let found = try HelperProgram.find("pbview-player", environmentVariable: "PBVIEW_PLAYER")
    program = found
    return found
  }
}

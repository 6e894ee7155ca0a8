import CLinux
import ClipWire
import Testing

@testable import Video

/// A player transport that records commands, and sends reports only when the test calls `say`.
@MainActor final class FakePlayer: PlayerTransport {
  var onEvent: (@MainActor (HelperSocket.Event) -> Void)?
  private(set) var isEnded = false
  private nonisolated let record = Record()

  /// The received commands, written on any thread.
  private final class Record: @unchecked Sendable {
    // The data is safe because tests release bitmaps on the thread that created them.
    var commands: [ClipCommand] = []
    var memory: Int32 = -1
    var isGone = false
  }

  var commands: [ClipCommand] { record.commands }
  /// The shared memory descriptor of the last surface.
  var memory: Int32 { record.memory }
  var isGone: Bool {
    get { record.isGone }
    set { record.isGone = newValue }
  }

  nonisolated func send(_ message: [UInt8], descriptors: [Int32]) -> Bool {
    guard !record.isGone, let command = try? ClipWireReader.command(from: message) else {
      return false
    }
    record.commands.append(command)
    if case .surface = command { record.memory = dup(descriptors[0]) }
    return true
  }

  func end() {
    isEnded = true
    onEvent = nil
  }

  func say(_ report: ClipReport) { onEvent?(.message(ClipWireWriter.encode(report), [])) }

  /// The last surface that the player received.
  var surface: ClipSurface? {
    commands.reversed().lazy.compactMap { if case .surface(let s) = $0 { s } else { nil } }.first
  }
}

/// Launches fake players and records them.
@MainActor final class FakeLauncher: PlayerLauncher {
  private(set) var launched: [FakePlayer] = []
  var failure: VideoFailure?
  /// Whether the launched players have ended before they receive anything. Default: false.
  var isGone = false
  let soundServer = SoundServer.none

  func launch(_ soundServer: SoundServer) throws(VideoFailure) -> any PlayerTransport {
    if let failure { throw failure }
    let player = FakePlayer()
    player.isGone = isGone
    launched.append(player)
    return player
  }
}

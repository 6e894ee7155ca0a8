import CLinux
import ClipWire
import Testing

@testable import Video

/// A player played by the test: it keeps what it is told and answers when it is told to.
@MainActor final class FakePlayer: PlayerTransport {
  var onEvent: (@MainActor (PlayerEvent) -> Void)?
  var soundServer = SoundServer.none
  private(set) var isEnded = false
  private nonisolated let record = Record()

  /// What was asked of it, from whatever thread.
  private final class Record: @unchecked Sendable {
    // The rule that makes this Sendable: tests drop bitmaps on the thread they were made on.
    var commands: [ClipCommand] = []
    var memory: Int32 = -1
    var isGone = false
  }

  var commands: [ClipCommand] { record.commands }
  /// The memory of the last surface.
  var memory: Int32 { record.memory }
  var isGone: Bool {
    get { record.isGone }
    set { record.isGone = newValue }
  }

  nonisolated func send(_ message: [UInt8], descriptor: Int32) -> Bool {
    guard !record.isGone, let command = try? ClipWireReader.command(from: message) else {
      return false
    }
    record.commands.append(command)
    if case .surface = command { record.memory = dup(descriptor) }
    return true
  }

  func end() {
    isEnded = true
    onEvent = nil
  }

  func say(_ report: ClipReport) { onEvent?(.message(ClipWireWriter.encode(report))) }

  /// The surface it was given last.
  var surface: ClipSurface? {
    commands.reversed().lazy.compactMap { if case .surface(let s) = $0 { s } else { nil } }.first
  }
}

/// Starts fakes.
@MainActor final class FakeLauncher: PlayerLauncher {
  private(set) var launched: [FakePlayer] = []
  var failure: VideoFailure?

  func launch() throws(VideoFailure) -> any PlayerTransport {
    if let failure { throw failure }
    let player = FakePlayer()
    launched.append(player)
    return player
  }
}

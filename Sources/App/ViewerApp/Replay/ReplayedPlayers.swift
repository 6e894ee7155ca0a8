import Glibc
import HelperProcesses
import Recordings
import Synchronization
import Video

/// A launcher of players of clips without a process, which give the recorded reports, with grey
/// frames.
final class ReplayedPlayers: PlayerLauncher {
  /// The number of recorded reports of players that did not run.
  private(set) var undeliveredReportCount = 0

  /// The server `none`: the recorded reports alone tell whether a clip is silent.
  let soundServer = SoundServer.none

  private var players: [Int: ReplayedPlayer] = [:]
  private var playerCount = 0
  /// The number of the first command that a player did not take in the recording, by the number of
  /// the player.
  private let firstFailedCommands: [Int: Int]

  /// Makes a launcher for the players whose lines are in a recording.
  init(_ lines: [RecordedLine]) {
    var firstFailedCommands: [Int: Int] = [:]
    for case .unsentCommand(let line) in lines {
      firstFailedCommands[line.playerNumber] = min(
        line.commandNumber, firstFailedCommands[line.playerNumber] ?? line.commandNumber)
    }
    self.firstFailedCommands = firstFailedCommands
  }

  func launch(_ soundServer: SoundServer) throws(VideoFailure) -> any PlayerTransport {
    playerCount += 1
    let firstFailedCommand = firstFailedCommands[playerCount]
    guard firstFailedCommand != 0 else { throw .noPlayer("pbview-player") }
    let player = ReplayedPlayer(
      number: playerCount, firstFailedCommand: firstFailedCommand, of: self)
    players[playerCount] = player
    return player
  }

  fileprivate func forget(_ number: Int) { players[number] = nil }

  /// Delivers a recorded report, unless its player has ended.
  func deliver(_ report: RecordedLine.PlayerReport) {
    guard let player = players[report.number] else {
      undeliveredReportCount += 1
      return
    }
    player.report(report.message)
  }
}

/// The connection to one of the players without a process.
private final class ReplayedPlayer: PlayerTransport {
  var onEvent: (@MainActor (HelperSocket.Event) -> Void)?

  private let number: Int
  private weak var owner: ReplayedPlayers?
  /// The number of the first command that the player does not take; nil when it takes all.
  private nonisolated let firstFailedCommand: Int?
  private nonisolated let sent = Mutex(SentClipCommands())

  init(number: Int, firstFailedCommand: Int?, of owner: ReplayedPlayers) {
    self.number = number
    self.firstFailedCommand = firstFailedCommand
    self.owner = owner
  }

  nonisolated func send(_ message: [UInt8], descriptors: [Int32]) -> Bool {
    guard let command = try? ClipWireReader.command(from: message) else { return false }
    let count = sent.withLock { $0.add(command, descriptors) }
    guard let firstFailedCommand, let count else { return true }
    return count < firstFailedCommand
  }

  func end() {
    onEvent = nil
    owner?.forget(number)
  }

  /// Delivers the message of a report; nil is the end of the player.
  func report(_ message: [UInt8]?) {
    guard let message, let report = try? ClipWireReader.report(from: message) else {
      onEvent?(.closed)
      return
    }
    var descriptors: [OwnedDescriptor] = []
    switch report {
    case .ready(let hasBroker):
      // An open file stands for the listener of the player's system call filter, which the viewer
      // expects with this report. The viewer closes it, because there is no sound server.
      if hasBroker { descriptors = [OwnedDescriptor(open("/dev/null", O_RDONLY | O_CLOEXEC))] }
    case .frame(let frame): sent.withLock { $0.fillGrey(frame) }
    case .opened, .position, .ended, .failed: break
    }
    onEvent?(.message(message, descriptors))
  }
}

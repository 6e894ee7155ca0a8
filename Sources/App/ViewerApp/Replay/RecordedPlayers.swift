import HelperProcesses
import Recordings
import Synchronization
import Video

/// A launcher of players of clips whose reports are recorded, without the pixels of frames.
final class RecordedPlayers: PlayerLauncher {
  /// A closure that records a report, and then calls the closure given to it, which delivers the
  /// report.
  typealias ReportHandler = (RecordedLine.PlayerReport, () -> Void) -> Void

  private let launcher: any PlayerLauncher
  private let file: RecordingFile
  private let onReport: ReportHandler
  private var playerCount = 0

  /// Makes a launcher.
  ///
  /// - Parameters:
  ///   - launcher: starts the players.
  ///   - file: gets the commands that players did not take.
  ///   - onReport: gets every report.
  init(_ launcher: any PlayerLauncher, in file: RecordingFile, onReport: @escaping ReportHandler) {
    self.launcher = launcher
    self.file = file
    self.onReport = onReport
  }

  var soundServer: SoundServer { launcher.soundServer }

  func launch(_ soundServer: SoundServer) throws(VideoFailure) -> any PlayerTransport {
    playerCount += 1
    do throws(VideoFailure) {
      return RecordedPlayer(
        try launcher.launch(soundServer), number: playerCount, canHaveSound: soundServer != .remote,
        in: file,
        onReport: onReport)
    } catch {
      file.write(
        .unsentCommand(RecordedLine.UnsentCommand(playerNumber: playerCount, commandNumber: 0)))
      throw error
    }
  }
}

/// A connection to a player of clips that records the player's reports.
private final class RecordedPlayer: PlayerTransport {
  var onEvent: (@MainActor (HelperSocket.Event) -> Void)?

  private nonisolated let player: any PlayerTransport
  private nonisolated let number: Int
  private nonisolated let file: RecordingFile
  private nonisolated let sentCommands = Mutex(SentClipCommands())
  /// Whether the player can reach the sound server; if not, clips are silent even when the player
  /// has sent the listener of its system call filter.
  private let canHaveSound: Bool
  private let onReport: RecordedPlayers.ReportHandler

  init(
    _ player: any PlayerTransport, number: Int, canHaveSound: Bool, in file: RecordingFile,
    onReport: @escaping RecordedPlayers.ReportHandler
  ) {
    self.player = player
    self.number = number
    self.canHaveSound = canHaveSound
    self.file = file
    self.onReport = onReport
    player.onEvent = { [weak self] in self?.receive($0) }
  }

  nonisolated func send(_ message: [UInt8], descriptors: [Int32]) -> Bool {
    var count: Int?
    if let command = try? ClipWireReader.command(from: message) {
      count = sentCommands.withLock { $0.add(command, descriptors) }
    }
    let isTaken = player.send(message, descriptors: descriptors)
    if !isTaken, let count {
      file.write(
        .unsentCommand(RecordedLine.UnsentCommand(playerNumber: number, commandNumber: count)))
    }
    return isTaken
  }

  func end() {
    onEvent = nil
    player.end()
  }

  private func receive(_ event: HelperSocket.Event) {
    onReport(reportRecord(of: event)) { onEvent?(event) }
  }

  private func reportRecord(of event: HelperSocket.Event) -> RecordedLine.PlayerReport {
    var record = RecordedLine.PlayerReport(number: number, message: nil)
    guard case .message(let bytes, let descriptors) = event,
      let report = try? ClipWireReader.report(from: bytes)
    else { return record }
    // Only `.ready(hasBroker: true)` comes with a descriptor: the listener of the player's system
    // call filter.
    let count = report == .ready(hasBroker: true) ? 1 : 0
    guard descriptors.count == count else { return record }
    record.message = ClipWireWriter.encode(report.recorded(canHaveSound: canHaveSound))
    guard case .frame(let frame) = report, let frames = sentCommands.withLock({ $0.frameMemory }),
      let digest = frames.digest(of: frame)
    else { return record }
    record.frameBytes = frames.frameByteCount
    record.pixelDigest = digest
    return record
  }
}

nonisolated extension ClipReport {
  /// The report as it is recorded: without the details of failures, which may name files. `.ready`
  /// has a broker only if the clip can have sound.
  ///
  /// - Parameter canHaveSound: whether the player can reach the sound server.
  fileprivate func recorded(canHaveSound: Bool) -> ClipReport {
    switch self {
    case .ready(let hasBroker): .ready(hasBroker: hasBroker && canHaveSound)
    case .failed(let failure): .failed(ClipFailure(failure.kind))
    case .opened, .frame, .position, .ended: self
    }
  }
}

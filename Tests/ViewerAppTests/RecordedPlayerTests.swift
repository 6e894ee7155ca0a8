import BrowserHost
import Glibc
import HelperProcesses
import ImagingTestSupport
import Motion
import Pixels
import Recordings
import Synchronization
import TestSupport
import Testing
import Video

@testable import ViewerApp

/// A player of clips whose reports the test sends.
@MainActor private final class ScriptedPlayer: PlayerTransport {
  var onEvent: (@MainActor (HelperSocket.Event) -> Void)?
  private nonisolated let state = Mutex(State())

  private struct State {
    var isGone = false
    var memory: OwnedDescriptor?
  }

  nonisolated func send(_ message: [UInt8], descriptors: [Int32]) -> Bool {
    guard let command = try? ClipWireReader.command(from: message) else { return false }
    return state.withLock { state in
      if case .surface = command, let memory = descriptors.first {
        state.memory = OwnedDescriptor(dup(memory))
      }
      return !state.isGone
    }
  }

  func end() { onEvent = nil }

  /// Makes the player refuse all later commands.
  func leave() { state.withLock { $0.isGone = true } }

  /// Writes the first pixel of a slot of this size.
  func paint(slot: Int, ofBytes count: Int) {
    let memory = state.withLock { $0.memory }
    _ = pwrite(memory?.number ?? -1, [1, 2, 3, 255] as [UInt8], 4, off_t(slot * count))
  }

  func say(_ reports: ClipReport...) {
    for report in reports {
      let listener = report == .ready(hasBroker: true) ? [OwnedDescriptor(dup(0))] : []
      onEvent?(.message(ClipWireWriter.encode(report), listener))
    }
  }
}

@MainActor private final class ScriptedLauncher: PlayerLauncher {
  private(set) var launched: [ScriptedPlayer] = []
  var failure: VideoFailure?
  var soundServer = SoundServer.none

  func launch(_ soundServer: SoundServer) throws(VideoFailure) -> any PlayerTransport {
    if let failure { throw failure }
    let player = ScriptedPlayer()
    launched.append(player)
    return player
  }
}

/// The events of players as text, and the frames.
@MainActor private final class Events {
  private(set) var texts: [String] = []
  private(set) var frames: [Bitmap] = []

  var failures: Int { texts.count { $0 == "failed" } }

  func take(_ event: VideoPlayer.Event) {
    switch event {
    case .opened(let info): texts.append("opened \(info.size.width)x\(info.size.height)")
    case .frame(let bitmap):
      texts.append("frame \(bitmap.size.width)x\(bitmap.size.height)")
      frames.append(bitmap)
    case .position(let seconds): texts.append("at \(seconds)")
    case .silent: texts.append("silent")
    case .ended: texts.append("ended")
    case .failed: texts.append("failed")
    }
  }
}

/// Players of clips in recordings and replays.
@MainActor @Suite struct RecordedPlayerTests {
  private static let info = ClipInfo(
    size: PixelSize(width: 64, height: 48), duration: 2, hasSound: true)
  private static let box = PixelSize(width: 32, height: 24)
  /// The size in bytes of a frame that fills the box.
  private static let frameBytes = 32 * 4 * 24

  private let folder: TemporaryFolder
  private let clip: [UInt8]
  private let loop = StillLoop()

  init() throws {
    folder = try TemporaryFolder()
    clip = try folder.write([1, 2, 3], named: Array("clip.mp4".utf8))
  }

  /// Opens the clip by a player of `launcher`, with frames for a box, by default ``box``.
  private func open(
    by launcher: any PlayerLauncher, _ events: Events, box: PixelSize? = nil
  ) -> VideoPlayer {
    let player = VideoPlayer(loop: loop, launcher: launcher)
    player.onEvent = { events.take($0) }
    player.setFrameSize(box ?? Self.box)
    player.open(clip, PlaybackOptions())
    return player
  }

  /// The lines of a recording of a session with scripted players.
  private func record(
    _ session: (any PlayerLauncher, ScriptedLauncher) throws -> Void
  ) throws -> [RecordedLine] {
    let output = FilePath(folder.file("out.recording"))
    let file = try #require(RecordingFile(output, keepsNames: false))
    let start = RecordedLine.Start(
      version: "1", wallClock: 1, time: .zero, width: 2, height: 3, containsFileNames: false)
    file.begin([.start(start)])
    let launcher = ScriptedLauncher()
    let players = RecordedPlayers(launcher, in: file) { report, deliver in
      file.write(.input(.player(report), at: .zero, isNested: false))
      deliver()
    }
    try session(players, launcher)
    file.close()
    let bytes = try #require(WholeFile.read(output, maxBytes: 1 << 20))
    return try Recording(parsing: bytes).lines
  }

  private static func reports(_ lines: [RecordedLine]) -> [RecordedLine.PlayerReport] {
    lines.compactMap { line -> RecordedLine.PlayerReport? in
      if case .input(.player(let report), _, _) = line { report } else { nil }
    }
  }

  private static func give(_ lines: [RecordedLine], to players: ReplayedPlayers) {
    for report in reports(lines) { players.deliver(report) }
  }

  @Test func `a session with a player is replayed with its events and grey frames`() throws {
    let (recorded, replayed) = (Events(), Events())
    let lines = try record { players, launcher in
      let player = open(by: players, recorded)
      let scripted = try #require(launcher.launched.first)
      scripted.say(.ready(hasBroker: false), .opened(Self.info))
      scripted.say(.frame(ClipFrame(surfaceID: 1, slot: 0)), .position(seconds: 0.5))
      scripted.paint(slot: 1, ofBytes: Self.frameBytes)
      scripted.say(.frame(ClipFrame(surfaceID: 1, slot: 1)), .ended)
      scripted.say(.failed(ClipFailure(.damaged, detail: "/home/me/secret.mp4")))
      #expect(!player.isRunning)
    }
    #expect(
      recorded.texts == [
        "opened 64x48", "silent", "frame 32x24", "at 0.5", "frame 32x24", "ended", "failed",
      ])
    #expect(recorded.frames.last?.pixel(x: 0, y: 0) == 0xFF03_0201)
    let frames = Self.reports(lines).filter { $0.frameBytes > 0 }
    #expect(frames.map(\.frameBytes) == [Self.frameBytes, Self.frameBytes])
    #expect(Set(frames.map(\.pixelDigest)).count == 2)
    let failure = Self.reports(lines).last?.message.flatMap {
      try? ClipWireReader.report(from: $0)
    }
    #expect(failure == ClipReport.failed(ClipFailure(.damaged)), "the detail is not recorded")

    let players = ReplayedPlayers(lines)
    let player = open(by: players, replayed)
    Self.give(lines, to: players)
    #expect(replayed.texts == recorded.texts)
    #expect(replayed.frames.last?.pixel(x: 0, y: 0) == 0xFF80_8080)
    #expect(replayed.frames.last?.pixel(x: 31, y: 23) == 0xFF80_8080)
    #expect(!player.isRunning && players.undeliveredReportCount == 0)
  }

  @Test(arguments: [false, true])
  func `a replayed clip is silent where the recorded one was`(isRemote: Bool) throws {
    let (recorded, replayed) = (Events(), Events())
    let lines = try record { players, launcher in
      launcher.soundServer = isRemote ? .remote : .none
      let player = open(by: players, recorded)
      try #require(launcher.launched.first).say(.ready(hasBroker: true), .opened(Self.info))
      player.close()
    }
    #expect(recorded.texts.contains("silent") == isRemote)
    let players = ReplayedPlayers(lines)
    let player = open(by: players, replayed)
    Self.give(lines, to: players)
    #expect(replayed.texts == recorded.texts && player.isRunning)
  }

  @Test func `a player that ends, or takes no command, does so in the replay`() throws {
    let (recorded, replayed) = (Events(), Events())
    let lines = try record { players, launcher in
      launcher.failure = VideoFailure("there is no player")
      _ = open(by: players, recorded)
      launcher.failure = nil
      let second = open(by: players, recorded)
      let scripted = try #require(launcher.launched.last)
      scripted.say(.ready(hasBroker: false))
      scripted.leave()
      scripted.say(.opened(Self.info))
      #expect(!second.isRunning)
      let third = open(by: players, recorded)
      try #require(launcher.launched.last).onEvent?(.closed)
      #expect(!third.isRunning)
    }
    let unsent = lines.compactMap { line -> RecordedLine.UnsentCommand? in
      if case .unsentCommand(let command) = line { command } else { nil }
    }
    #expect(
      unsent == [
        .init(playerNumber: 1, commandNumber: 0), .init(playerNumber: 2, commandNumber: 2),
      ])
    #expect(recorded.texts == ["failed", "failed", "failed"])

    let players = ReplayedPlayers(lines)
    let all = (1...3).map { _ in open(by: players, replayed) }
    Self.give(lines, to: players)
    #expect(replayed.texts == recorded.texts && all.allSatisfy { !$0.isRunning })
  }

  @Test func `the first frame of a clip is replayed as a grey thumbnail of the recorded size`()
    throws
  {
    var recorded: [PixelSize?] = []
    var replayed: [PixelSize?] = []
    let lines = try record { players, launcher in
      let posters = ClipPlayers(loop: loop, launcher: players).makePosters()
      posters.request(FilePath(clip), side: 16) { recorded.append($0?.bitmap.size) }
      try #require(launcher.launched.first).say(
        .ready(hasBroker: false), .opened(Self.info), .frame(ClipFrame(surfaceID: 1, slot: 0)))
      withExtendedLifetime(posters) {}
    }
    #expect(recorded == [PixelSize(width: 16, height: 12)])
    let players = ReplayedPlayers(lines)
    let posters = ClipPlayers(loop: loop, launcher: players).makePosters()
    var pixel: UInt32?
    posters.request(FilePath(clip), side: 16) { poster in
      replayed.append(poster?.bitmap.size)
      pixel = poster?.bitmap.pixel(x: 15, y: 11)
    }
    Self.give(lines, to: players)
    withExtendedLifetime(posters) {}
    #expect(replayed == recorded && pixel == 0xFF80_8080)
  }

  /// Messages of players, also invalid ones and those that no player sends; nil is an end.
  private static let messages: [[UInt8]?] = {
    let huge = ClipInfo(
      size: PixelSize(width: 16_384, height: 16_384), duration: 1e8, hasSound: true)
    let reports: [ClipReport] = [
      .ready(hasBroker: false), .ready(hasBroker: true), .opened(info), .opened(huge),
      .frame(ClipFrame(surfaceID: 1, slot: 0)), .frame(ClipFrame(surfaceID: 1, slot: 7)),
      .frame(ClipFrame(surfaceID: .max, slot: 0)), .position(seconds: 1e8), .ended,
      .failed(ClipFailure(.noMemory)),
    ]
    let messages: [[UInt8]?] = reports.map { ClipWireWriter.encode($0) }
    return messages + [nil, [], [1, 2, 3]]
  }()

  @Test(arguments: [
    PixelSize(width: 32, height: 24), PixelSize(width: 16_384, height: 16_384),
    PixelSize.zero,
  ])
  func `no reports do more than end a replayed player`(box: PixelSize) {
    let reports: [ClipReport] = [.ready(hasBroker: true), .opened(Self.info)]
    let opening: [[UInt8]?] = reports.map { ClipWireWriter.encode($0) }
    for beginning in [[], opening] {
      for first in Self.messages {
        for second in Self.messages {
          let players = ReplayedPlayers([])
          let events = Events()
          let player = open(by: players, events, box: box)
          for message in beginning + [first, second] {
            players.deliver(RecordedLine.PlayerReport(number: 1, message: message))
            players.deliver(RecordedLine.PlayerReport(number: 2, message: message))
          }
          #expect(events.failures <= 1)
          #expect(players.undeliveredReportCount >= 2)
          player.close()
        }
      }
    }
  }
}

import CLinux
import ClipWire
import Geometry
import HelperProcesses
import Pixels
import TestSupport
import Testing

@testable import Video

/// The viewer's handling of a player with arbitrary behaviour.
@MainActor @Suite struct VideoPlayerTests {
  private let folder: TemporaryFolder
  private let loop = PlayerTestLoop()
  private let launcher = FakeLauncher()
  private let player: VideoPlayer
  private let events = Events()

  /// The events that the `VideoPlayer` reported.
  @MainActor private final class Events {
    var opened: [ClipInfo] = []
    var frames: [Bitmap] = []
    var positions: [Double] = []
    var failures: [VideoFailure] = []
    var silences: [String] = []
  }

  init() throws {
    folder = try TemporaryFolder()
    try folder.write([1, 2, 3], named: Array("clip.mp4".utf8))
    player = VideoPlayer(loop: loop, launcher: launcher)
    player.onEvent = { [events] in
      switch $0 {
      case .opened(let info): events.opened.append(info)
      case .frame(let bitmap): events.frames.append(bitmap)
      case .position(let seconds): events.positions.append(seconds)
      case .failed(let failure): events.failures.append(failure)
      case .silent(let reason): events.silences.append(reason)
      case .ended: break
      }
    }
  }

  private func open(_ name: String = "clip.mp4") -> FakePlayer? {
    player.open(Array(folder.file(name).utf8), PlaybackOptions())
    launcher.launched.last?.say(.ready(hasBroker: false))
    return launcher.launched.last
  }

  private let info = ClipInfo(size: PixelSize(width: 64, height: 48), duration: 2, hasSound: false)

  @Test func `the surface has the page's size but not more pixels than the clip`() throws {
    let fake = try #require(open())
    player.setFrameSize(PixelSize(width: 32, height: 24))
    #expect(fake.surface == nil)
    fake.say(.opened(info))
    #expect(fake.surface?.size == PixelSize(width: 32, height: 24))
    player.setFrameSize(PixelSize(width: 32, height: 24))
    #expect(fake.commands.count == 2)
    player.setFrameSize(PixelSize(width: 640, height: 480))
    #expect(fake.surface?.size == info.size)
    #expect(fake.surface?.id == 2)
  }

  @Test func `a player that has ended before it gets the clip is one failure`() throws {
    launcher.isGone = true
    let fake = try #require(open())
    #expect(events.failures == [.crashed] && fake.isEnded)
    #expect(!loop.hasTimers, "no second failure follows")
  }

  @Test func `a player that ends before it gets its surface has opened nothing`() throws {
    let fake = try #require(open())
    player.setFrameSize(PixelSize(width: 32, height: 24))
    fake.isGone = true
    fake.say(.opened(info))
    #expect(events.failures.count == 1 && events.opened.isEmpty)
    #expect(fake.isEnded && !player.isRunning)
  }

  @Test func `the surface memory cannot be resized or sealed further`() throws {
    let fake = try #require(open())
    player.setFrameSize(PixelSize(width: 64, height: 48))
    fake.say(.opened(info))
    let seals = linux_seals(fake.memory)
    #expect(seals & F_SEAL_SHRINK != 0 && seals & F_SEAL_GROW != 0 && seals & F_SEAL_SEAL != 0)
    #expect(ftruncate(fake.memory, 1) != 0)
    close(fake.memory)
  }

  @Test func `a frame shows the shared memory and releases its slot with its bitmap`() throws {
    let fake = try #require(open())
    player.setFrameSize(PixelSize(width: 64, height: 48))
    fake.say(.opened(info))
    let stride = 256
    let written: [UInt8] = [1, 2, 3, 255]
    _ = pwrite(fake.memory, written, 4, off_t(stride * 48 + stride * 5 + 4 * 7))
    fake.say(.frame(ClipFrame(surfaceID: 1, slot: 1)))
    #expect(events.frames.last?.pixel(x: 7, y: 5) == 0xFF03_0201)
    #expect(events.frames.last?.isOpaque == true)
    let before = fake.commands.count
    events.frames = []
    #expect(fake.commands.dropFirst(before) == [.release(surfaceID: 1, slot: 1)])
    close(fake.memory)
  }

  @Test func `a frame stays readable after its surface and player end`() throws {
    let fake = try #require(open())
    player.setFrameSize(PixelSize(width: 64, height: 48))
    fake.say(.opened(info))
    fake.say(.frame(ClipFrame(surfaceID: 1, slot: 0)))
    player.setFrameSize(PixelSize(width: 8, height: 6))
    player.close()
    #expect(fake.isEnded)
    #expect(events.frames.last?.pixel(x: 63, y: 47) == 0)
  }

  @Test func `a frame of a replaced surface is ignored`() throws {
    let fake = try #require(open())
    player.setFrameSize(PixelSize(width: 64, height: 48))
    fake.say(.opened(info))
    player.setFrameSize(PixelSize(width: 8, height: 6))
    fake.say(.frame(ClipFrame(surfaceID: 1, slot: 0)))
    #expect(events.frames.isEmpty && events.failures.isEmpty)
  }

  @Test(
    arguments: [
      .frame(ClipFrame(surfaceID: 1, slot: 7)),
      .opened(ClipInfo(size: PixelSize(width: 1, height: 1), duration: nil, hasSound: false)),
    ] as [ClipReport])
  func `a player that sends an invalid report is ended`(lie: ClipReport) throws {
    let fake = try #require(open())
    player.setFrameSize(PixelSize(width: 64, height: 48))
    fake.say(.opened(info))
    fake.say(lie)
    #expect(fake.isEnded)
    #expect(events.failures == [.crashed])
  }

  @Test func `a frame before the clip is open ends the player`() throws {
    let fake = try #require(open())
    fake.say(.frame(ClipFrame(surfaceID: 0, slot: 0)))
    #expect(events.failures == [.crashed])
  }

  @Test(arguments: [HelperSocket.Event.closed, .garbled, .message([1, 2, 3], [])])
  func `a closed or garbled connection is one failure`(event: HelperSocket.Event) throws {
    let fake = try #require(open())
    fake.onEvent?(event)
    #expect(events.failures == [.crashed])
    #expect(fake.isEnded && !player.isRunning)
    // Later calls are ignored.
    player.play()
    player.setFrameSize(PixelSize(width: 9, height: 9))
    #expect(events.failures.count == 1)
  }

  @Test func `a command to an ended player is one failure`() throws {
    let fake = try #require(open())
    fake.isGone = true
    player.play()
    #expect(events.failures == [.crashed])
  }

  @Test func `without a broker a clip with sound plays and its silence is reported`()
    throws
  {
    let fake = try #require(open())
    var info = info
    info.hasSound = true
    fake.say(.opened(info))
    #expect(events.opened == [info])
    #expect(events.silences.count == 1)
    #expect(events.failures.isEmpty)
  }

  @Test func `a clip without sound does not report silence`() throws {
    let fake = try #require(open())
    fake.say(.opened(info))
    #expect(events.silences.isEmpty)
  }

  @Test func `a second or unannounced listener ends the player`()
    throws
  {
    let fake = try #require(open())
    fake.onEvent?(
      .message(ClipWireWriter.encode(.ready(hasBroker: true)), [OwnedDescriptor(dup(0))]))
    #expect(events.failures == [.crashed])
    player.open(Array(folder.file("clip.mp4").utf8), PlaybackOptions())
    launcher.launched.last?.onEvent?(
      .message(ClipWireWriter.encode(.ended), [OwnedDescriptor(dup(0))]))
    #expect(events.failures == [.crashed, .crashed])
  }

  @Test func `a clip opened again has a new player`() throws {
    let first = try #require(open())
    first.say(.failed(ClipFailure(.damaged)))
    #expect(events.failures.map(\.sentence) == ["the clip is damaged"])
    #expect(events.failures.map(\.canRetry) == [false])
    let second = try #require(open())
    #expect(second !== first && first.isEnded)
    second.say(.opened(info))
    #expect(events.opened == [info])
  }

  @Test func `a missing file and a folder fail before a player starts`() throws {
    _ = open("missing.mp4")
    #expect(events.failures.last == .unreadable("No such file or directory"))
    player.open(Array(folder.path.utf8), PlaybackOptions())
    #expect(events.failures.last == .unreadable("it is not a regular file"))
    #expect(launcher.launched.isEmpty)
  }

  @Test func `a missing libmpv names its package`() throws {
    let fake = try #require(open())
    fake.say(.failed(ClipFailure(.noLibrary, detail: "libmpv.so.2: cannot open")))
    #expect(events.failures.last?.package == "libmpv2")
    #expect(events.failures.last?.sentence.contains("libmpv2") == true)
  }

  @Test func `a launch failure is reported`() {
    launcher.failure = .noPlayer("there is no /x/pbview-player")
    _ = open()
    #expect(events.failures == [.noPlayer("there is no /x/pbview-player")])
  }
}

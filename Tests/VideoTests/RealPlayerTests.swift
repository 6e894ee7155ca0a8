import CLinux
import ClipWire
import HelperProcesses
import Pixels
import TestSupport
import Testing

@testable import Video

/// The launcher of the built player, with a sound server of the test.
@MainActor private final class SoundLauncher: PlayerLauncher {
  let soundServer: SoundServer
  private let launcher: PlayerProcessLauncher

  init(_ soundServer: SoundServer, loop: PlayerTestLoop) {
    self.soundServer = soundServer
    launcher = PlayerProcessLauncher(loop: loop)
  }

  func launch(_ soundServer: SoundServer) throws(VideoFailure) -> any PlayerTransport {
    try launcher.launch(soundServer)
  }
}

/// The built player with the installed libmpv.
@MainActor @Suite(.serialized, .enabled(if: RealPlayer.isThere, "no pbview-player or libmpv2"))
struct RealPlayerTests {
  private let folder: TemporaryFolder
  private let loop = PlayerTestLoop()
  private let player: VideoPlayer
  private let seen = Seen()
  /// Player processes of other tests that are still ending.
  private let others = Set(RealPlayer.children())

  @MainActor private final class Seen {
    var info: ClipInfo?
    var frame: Bitmap?
    var frames = 0
    var position = 0.0 {
      didSet { lowest = min(lowest, position) }
    }
    /// The lowest position since a test has set this: several reports may come together.
    var lowest = 0.0
    var hasEnded = false
    var failure: VideoFailure?
    var silence: String?
  }

  private static let red: UInt32 = 0xFF0000
  private static let green: UInt32 = 0x00FF00
  private static let blue: UInt32 = 0x0000FF

  init() throws {
    folder = try TemporaryFolder()
    player = VideoPlayer(loop: loop, launcher: PlayerProcessLauncher(loop: loop))
    player.onEvent = { [seen] in
      switch $0 {
      case .opened(let info): seen.info = info
      case .frame(let bitmap):
        seen.frame = bitmap
        seen.frames += 1
      case .position(let seconds): seen.position = seconds
      case .ended: seen.hasEnded = true
      case .silent(let reason): seen.silence = reason
      case .failed(let failure): seen.failure = failure
      }
    }
  }

  private func open(_ bytes: [UInt8], _ name: String = "clip.mov", loops: Bool = false) throws {
    let path = try folder.write(bytes, named: Array(name.utf8))
    player.open(path, PlaybackOptions(loops: loops, usesSound: false))
  }

  private func waitForFrame(at size: PixelSize) throws -> Bitmap {
    player.setFrameSize(size)
    #expect(loop.run { seen.frame?.size == size || seen.failure != nil })
    #expect(seen.failure == nil)
    return try #require(seen.frame)
  }

  /// The dominant colour channel of a pixel; nil for none. The tolerance covers the conversion
  /// through YUV.
  private func hue(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> UInt32? {
    let pixel = bitmap.pixel(x: x, y: y)
    return [Self.red, Self.green, Self.blue].first {
      pixel & $0 > $0 / 256 * 180 && pixel & ~$0 & 0xFFFFFF & 0xC0C0C0 == 0
    }
  }

  private func corners(turned degrees: Int) -> [UInt8] {
    SyntheticClip.movie(width: 64, height: 48, rate: 10, count: 5, turned: degrees) { _, x, y in
      x < 32 ? (y < 24 ? Self.red : Self.green) : (y < 24 ? Self.blue : 0)
    }
  }

  @Test func `an opened clip shows its first frame and stays paused`() throws {
    try open(
      SyntheticClip.movie(
        width: 64, height: 48, rate: 10, colors: [Self.red] + Array(repeating: Self.blue, count: 9))
    )
    let frame = try waitForFrame(at: PixelSize(width: 64, height: 48))
    #expect(seen.info?.size == PixelSize(width: 64, height: 48))
    #expect(abs((seen.info?.duration ?? 0) - 1) < 0.01)
    #expect(seen.info?.hasSound == false)
    #expect(hue(frame, 32, 24) == Self.red)
    #expect(frame.pixel(x: 0, y: 0) >> 24 == 0xFF)
    loop.run(0.3) { false }
    #expect(seen.position < 0.1 && seen.frames < 4)
  }

  @Test func `a clip plays to its end and starts again from the beginning`() throws {
    try open(
      SyntheticClip.movie(
        width: 32, height: 32, rate: 20,
        colors: [Self.red, Self.red] + Array(repeating: Self.blue, count: 8)))
    _ = try waitForFrame(at: PixelSize(width: 32, height: 32))
    player.play()
    #expect(loop.run { seen.hasEnded })
    #expect(hue(try #require(seen.frame), 16, 16) == Self.blue)
    seen.hasEnded = false
    seen.lowest = .infinity
    player.play()
    #expect(loop.run { seen.lowest < 0.2 })
    #expect(loop.run { seen.hasEnded })
  }

  @Test func `a looping clip has no end`() throws {
    try open(
      SyntheticClip.movie(
        width: 32, height: 32, rate: 20, colors: [Self.red, Self.blue, Self.blue, Self.blue]),
      loops: true)
    _ = try waitForFrame(at: PixelSize(width: 32, height: 32))
    player.play()
    var rounds = 0
    var last = 0.0
    #expect(
      loop.run {
        if seen.position < last { rounds += 1 }
        last = seen.position
        return rounds >= 2
      })
    #expect(!seen.hasEnded)
  }

  @Test func `seeking in a paused clip shows the frame at the new time`() throws {
    let colors = Array(repeating: Self.red, count: 10) + Array(repeating: Self.green, count: 10)
    try open(SyntheticClip.movie(width: 32, height: 32, rate: 10, colors: colors))
    _ = try waitForFrame(at: PixelSize(width: 32, height: 32))
    player.seek(to: 1.5, isExact: true)
    #expect(loop.run { seen.frame.map { hue($0, 9, 9) } == Self.green })
    #expect(loop.run { abs(seen.position - 1.5) < 0.11 })
    player.seek(to: 0.2, isExact: true)
    #expect(loop.run { seen.frame.map { hue($0, 9, 9) } == Self.red })
  }

  @Test func `a rotation of 90 degrees is applied`() throws {
    try open(corners(turned: 90))
    let frame = try waitForFrame(at: PixelSize(width: 48, height: 64))
    #expect(seen.info?.size == PixelSize(width: 48, height: 64))
    #expect(hue(frame, 40, 8) == Self.red)
    #expect(hue(frame, 8, 8) == Self.green)
    #expect(hue(frame, 40, 56) == Self.blue)
  }

  @Test func `a rotation of 180 degrees is applied`() throws {
    try open(corners(turned: 180))
    let frame = try waitForFrame(at: PixelSize(width: 64, height: 48))
    #expect(hue(frame, 56, 40) == Self.red)
    #expect(hue(frame, 8, 40) == Self.blue)
  }

  @Test func `frames follow the requested size during playback`() throws {
    try open(
      SyntheticClip.movie(
        width: 64, height: 48, rate: 20, colors: Array(repeating: Self.red, count: 40)))
    _ = try waitForFrame(at: PixelSize(width: 32, height: 24))
    player.play()
    for side in [8, 64, 20] {
      let size = PixelSize(width: side, height: side * 3 / 4)
      #expect(hue(try waitForFrame(at: size), side / 2, side / 4) == Self.red)
    }
  }

  @Test func `playback continues while all slots are held, and released slots are reused`() throws {
    try open(
      SyntheticClip.movie(
        width: 32, height: 32, rate: 30, colors: Array(repeating: Self.red, count: 120)))
    var kept: [Bitmap] = []
    kept.append(try waitForFrame(at: PixelSize(width: 32, height: 32)))
    player.play()
    // All slots are held: no frame can be drawn, but the position advances.
    #expect(
      loop.run {
        if let frame = seen.frame, kept.last !== frame { kept.append(frame) }
        return kept.count == 4
      })
    #expect(loop.run { seen.position > 0.8 })
    let held = seen.frames
    kept = []
    seen.frame = nil
    #expect(loop.run { seen.frames > held })
    #expect(loop.run { seen.hasEnded })
  }

  /// A second of silence in the WAVE format.
  private var sound: [UInt8] {
    func bytes(_ value: UInt32, _ count: Int = 4) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
    }
    let samples = [UInt8](repeating: 0, count: 16_000)
    let format =
      bytes(1, 2) + bytes(1, 2) + bytes(8000) + bytes(16_000) + bytes(2, 2) + bytes(16, 2)
    let chunks =
      Array("WAVEfmt ".utf8) + bytes(16) + format + Array("data".utf8)
      + bytes(UInt32(samples.count)) + samples
    return Array("RIFF".utf8) + bytes(UInt32(chunks.count)) + chunks
  }

  @Test func `a file with sound alone has no picture, but is not damaged`() throws {
    try open(sound, "song.mp4")
    player.setFrameSize(PixelSize(width: 64, height: 48))
    #expect(loop.run { seen.failure != nil })
    #expect(seen.failure?.sentence == "the file has no picture")
  }

  @Test(
    arguments: [
      ("empty", []), ("a web page", Array("<!doctype html><html><body>no</body></html>".utf8)),
      ("rubbish", (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }),
      ("a playlist", Array("#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:9/x.mp4\n".utf8)),
      ("a list of parts", Array("ffconcat version 1.0\nfile '/etc/passwd'\n".utf8)),
    ])
  func `a file that is not a clip is an error`(name: String, bytes: [UInt8]) throws {
    try open(bytes, "x.mp4")
    player.setFrameSize(PixelSize(width: 64, height: 48))
    #expect(loop.run { seen.failure != nil })
    #expect(seen.failure?.sentence == "not a clip in any format known here", "\(name)")
    #expect(!player.isRunning)
  }

  @Test func `truncated clips give a frame or an error`() throws {
    let whole = SyntheticClip.movie(
      width: 32, height: 24, rate: 10, colors: [Self.red, Self.green, Self.blue])
    for end in stride(from: 10, to: whole.count, by: whole.count / 9) {
      seen.frame = nil
      seen.failure = nil
      try open(Array(whole[..<end]))
      player.setFrameSize(PixelSize(width: 32, height: 24))
      #expect(loop.run { seen.frame != nil || seen.failure != nil }, "cut at \(end)")
      #expect(seen.failure != .crashed, "cut at \(end)")
    }
  }

  @Test func `a killed player is one failure and leaves no zombie`() throws {
    try open(
      SyntheticClip.movie(
        width: 32, height: 32, rate: 10, colors: Array(repeating: Self.red, count: 30)))
    _ = try waitForFrame(at: PixelSize(width: 32, height: 32))
    let child = try #require(RealPlayer.children().first { !others.contains($0) })
    kill(child, SIGKILL)
    #expect(loop.run { seen.failure != nil })
    #expect(seen.failure == .crashed)
    #expect(loop.run { !loop.isWatching })
    #expect(!RealPlayer.children().contains(child))
  }

  /// A listening socket in place of the sound server.
  private func listen(at path: String) throws -> OwnedDescriptor {
    let server = OwnedDescriptor(
      socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0))
    var address = SocketAddress.make(Array(path.utf8))
    let length = MemoryLayout<sockaddr_un>.size
    let bound = withUnsafePointer(to: &address) {
      helper_syscall(Int(SYS_bind), Int(server.number), Int(bitPattern: $0), length, 0)
    }
    try #require(bound == 0 && CLinux.listen(server.number, 4) == 0)
    return server
  }

  @Test func `a clip with sound connects to the sound server through the viewer`() throws {
    let path = folder.file("native")
    let server = try listen(at: path)
    let launcher = SoundLauncher(.local(path: Array(path.utf8)), loop: loop)
    let player = VideoPlayer(loop: loop, launcher: launcher)
    defer { withExtendedLifetime(player) {} }
    player.onEvent = self.player.onEvent
    let clip = try folder.write(
      SyntheticClip.movie(
        width: 32, height: 32, rate: 10, colors: Array(repeating: Self.red, count: 20),
        hasSound: true), named: Array("clip.mov".utf8))
    player.open(clip, PlaybackOptions())
    var hasCall = false
    let stop = loop.watch(descriptor: server.number) { hasCall = true }
    defer { stop.cancel() }
    #expect(loop.run { hasCall || seen.failure != nil })
    try #require(hasCall)
    let caller = OwnedDescriptor(
      Int32(helper_syscall(Int(SYS_accept4), Int(server.number), 0, 0, Int(O_CLOEXEC))))
    // The first PulseAudio packet: the length, then the channel 0xFFFFFFFF of commands, both
    // big-endian.
    var head = [UInt8](repeating: 0, count: 20)
    var hasWords = false
    let stopReading = loop.watch(descriptor: caller.number) { hasWords = true }
    #expect(loop.run { hasWords })
    stopReading.cancel()
    #expect(recv(caller.number, &head, head.count, Int32(MSG_WAITALL)) == head.count)
    #expect(head[4..<8] == [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(seen.silence == nil)
  }

  @Test func `every player thread has no-new-privileges and a seccomp filter`() throws {
    try open(
      SyntheticClip.movie(
        width: 32, height: 32, rate: 10, colors: Array(repeating: Self.red, count: 30)))
    _ = try waitForFrame(at: PixelSize(width: 32, height: 32))
    let child = try #require(RealPlayer.children().first { !others.contains($0) })
    let threads = RealPlayer.threads(of: child)
    #expect(threads.count > 3)
    for status in threads {
      #expect(status.contains("NoNewPrivs:\t1"))
      #expect(status.contains("Seccomp:\t2"))
    }
  }
}

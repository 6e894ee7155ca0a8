import CLinux
import DecoderWire
import Imaging
import Pixels
import TestSupport
import Testing

/// Frame requests of animations: prefetch, separation from page helpers, crashes and cancellation.
@MainActor
struct AnimationFramesTests {
  private let natural = PixelSize(width: 40, height: 30)

  /// A pipeline without page helpers: every helper that starts decodes frames.
  private func fixture(_ change: (inout ImagingConfiguration) -> Void = { _ in }) -> Fixture {
    Fixture {
      $0.helpersAtStart = 0
      change(&$0)
    }
  }

  private func open(_ f: Fixture, _ name: String = "a.gif") -> AnimationFrames {
    f.pipeline.frames(of: f.folder.file(name), naturalSize: natural, target: f.box)
  }

  @Test func `frames are prefetched in growing batches until all are cached`() {
    let f = fixture()
    let frames = open(f)
    var changeCount = 0
    frames.onChange = { changeCount += 1 }
    let helper = f.launcher.helpers[0]
    var rounds = 0
    while helper.isBusy, rounds < 20 {
      helper.answer(frames: 70)
      rounds += 1
    }
    #expect(changeCount == rounds && rounds == 5, "batches of 4, 8, 16, 32 frames, and the rest")
    #expect(frames.count == 70 && frames.iterationCount == 4 && frames.cachedFrames == 70)
    #expect(frames.frame(69)?.milliseconds == 69)
    #expect(frames.frame(69)?.bitmap.size == natural)
    #expect(f.pipeline.statistics.frames == 70)
    withExtendedLifetime(frames) {}
  }

  @Test func `small batches are copied and hold no descriptor`() {
    let f = fixture()
    let frames = open(f)
    f.launcher.helpers[0].answer(frames: 70)
    // The cost is 40 × 30 pixels, without the padding of shared memory.
    #expect(frames.cachedFrames == 4 && frames.cachedBytes == 4 * 40 * 30 * 4)
  }

  @Test func `large frames that arrive singly are copied and hold no descriptor`() {
    // The budget holds a few frames: the last frame is requested alone and fills its request
    // memory.
    let f = fixture { $0.animationBytes = 1_100_000 }
    let size = PixelSize(width: 250, height: 260)
    let frames = f.pipeline.frames(
      of: f.folder.file("a.gif"), naturalSize: size, target: PixelSize(width: 500, height: 500))
    let helper = f.launcher.helpers[0]
    for _ in 0..<20 where helper.isBusy { helper.answer(frames: 70, natural: size, atMost: 1) }
    // The cost excludes the padding of shared memory.
    #expect(frames.cachedFrames >= 2)
    #expect(frames.cachedBytes == frames.cachedFrames * 250 * 260 * 4)
  }

  @Test func `page requests do not wait for animation frames`() {
    let f = Fixture { $0.helpers = 1 }
    let frames = open(f)
    f.ask(f.folder.file("page.png"))
    #expect(f.launcher.helpers.count == 2)
    #expect(f.asked.contains("page.png exact"), "the page request has a helper of its own")
    withExtendedLifetime(frames) {}
  }

  @Test func `a crashed helper restarts once, then the cached frames stay`() {
    let f = fixture { $0.animationBytes = 100_000 }
    let frames = open(f)
    f.launcher.helpers[0].answer(frames: 500)
    let there = frames.cachedFrames
    #expect(there > 0)
    f.launcher.helpers[0].onEvent?(.closed)
    #expect(f.launcher.helpers.count == 2 && frames.failure == nil)
    #expect(f.launcher.helpers[1].isBusy, "the same frames are requested again")
    f.launcher.helpers[1].onEvent?(.closed)
    #expect(f.launcher.helpers.count == 2)
    #expect(frames.failure?.kind == .crashed)
    #expect(frames.cachedFrames == there && frames.frame(0) != nil)
    // Other animations still play.
    let other = open(f, "b.gif")
    #expect(f.launcher.helpers.count == 3)
    f.launcher.helpers[2].answer(frames: 3)
    #expect(other.count == 3 && other.failure == nil)
  }

  @Test func `a frame request past the deadline ends the helper and fails the animation`() {
    let f = fixture()
    let frames = open(f)
    f.loop.advance(by: 31)
    #expect(frames.failure?.kind == .tooSlow && f.launcher.helpers[0].isEnded)
  }

  @Test func `a cancelled animation requests no frames and its idle helper ends`() {
    let f = fixture()
    let frames = open(f)
    frames.cancel()
    f.launcher.helpers[0].answer(frames: 500)
    #expect(!f.launcher.helpers[0].isBusy && frames.cachedBytes == 0)
    f.loop.advance(by: 11)
    #expect(f.launcher.helpers[0].isEnded)
    #expect(f.loop.timerCount == 0, "no timer is left")
  }

  @Test func `a cancelled animation does not delay the next animation`() {
    let f = fixture()
    let first = open(f)
    first.cancel()
    let second = open(f, "b.gif")
    f.loop.advance(by: 0.4)
    #expect(f.launcher.helpers.count == 2 && f.launcher.helpers[0].isEnded)
    #expect(f.launcher.helpers[1].last?.nameHint == "b.gif")
    withExtendedLifetime(second) {}
  }

  @Test func `a new target size discards the cached frames and requests all again`() {
    let f = fixture()
    let frames = open(f)
    frames.target = PixelSize(width: 20, height: 20)
    f.launcher.helpers[0].answer(frames: 5)
    #expect(frames.cachedFrames == 0, "frames of the old size are discarded")
    #expect(f.launcher.helpers[0].last?.target == PixelSize(width: 20, height: 20))
    f.launcher.helpers[0].answer(frames: 5)
    #expect(frames.frame(3)?.bitmap.size == PixelSize(width: 20, height: 15))
  }

  @Test func `a missing file fails at once`() {
    let f = fixture()
    let path = FilePathBytes("\(f.folder.path)/none.gif")
    let frames = f.pipeline.frames(of: path, naturalSize: natural, target: f.box)
    #expect(frames.failure?.kind == .unreadable && f.launcher.helpers.isEmpty)
  }

  @Test func `an inconsistent frame batch ends the helper`() {
    let layout = DecodeReply.PixelLayout(
      size: natural, stride: 192, isOpaque: true, usesRequestMemory: true)
    func batch(
      _ layout: DecodeReply.PixelLayout, first: Int = 0, count: Int = 2
    ) -> FrameBatch {
      FrameBatch(
        firstIndex: first, durationsMilliseconds: [Int](repeating: 9, count: count),
        iterationCount: 0,
        layout: layout)
    }
    var other = layout
    other.size = PixelSize(width: 41, height: 30)
    var padded = layout
    padded.stride = 4096
    var foreign = layout
    foreign.usesRequestMemory = false
    let bad = [
      batch(layout, first: 1), batch(layout, count: 33), batch(other), batch(padded),
      batch(foreign),
    ]
    for batch in bad {
      let f = fixture()
      let frames = open(f)
      let helper = f.launcher.helpers[0]
      var info = helper.info(natural)
      info.frames = 100
      helper.answer(.frames(info, batch))
      #expect(helper.isEnded && frames.cachedFrames == 0)
      #expect(f.launcher.helpers.count == 2, "one retry")
    }
  }

  @Test(.enabled(if: (try? DecoderProgram.find()) != nil, "pbview-decoder has not been built"))
  func `two thousand frames of a real GIF stay within the budget`() throws {
    var writer = GIFWriter(width: 60, height: 50, palette: (0..<256).map { UInt32($0) << 8 })
    for index in 0..<2000 {
      var image = GIFWriter.Image(width: 60, height: 50, color: UInt8(index % 256))
      if index % 3 == 1 { image.disposal = 3 }
      writer.images.append(image)
    }
    let loop = FakeLoop()
    let folder = TestFolder()
    var configuration = ImagingConfiguration()
    configuration.animationBytes = 1 << 20
    let pipeline = ImagePipeline(
      configuration: configuration, loop: loop, launcher: DecoderProcessLauncher(loop: loop))
    defer { pipeline.stop() }
    let frames = pipeline.frames(
      of: folder.write("a.gif", writer.bytes), naturalSize: PixelSize(width: 60, height: 50),
      target: PixelSize(width: 500, height: 500))
    for index in Array(0..<2000) + [0, 1] {
      frames.head = index
      #expect(loop.serve { frames.frame(index) != nil || frames.failure != nil })
      let color = 0xFF00_0000 | UInt32(index % 256) << 8
      #expect(frames.frame(index)?.bitmap.pixel(x: 59, y: 49) == color, "frame \(index)")
      #expect(frames.cachedBytes <= configuration.animationBytes)
    }
    #expect(frames.count == 2000)
  }
}

extension FakeHelper {
  /// Answers with the requested frames of an animation of `total` frames. The duration of each
  /// frame in milliseconds is its index.
  fileprivate func answer(
    frames total: Int, natural: PixelSize = PixelSize(width: 40, height: 30),
    atMost limit: Int = .max
  ) {
    guard let last, let wanted = last.frames else { return }
    let size = last.fittedSize(of: natural)
    guard let stride = CheckedSize.byteCount(size)?.stride else { return }
    var info = info(natural)
    info.frames = total
    let end = min(total, wanted.firstIndex + min(wanted.count, limit))
    answer(
      .frames(
        info,
        FrameBatch(
          firstIndex: wanted.firstIndex, durationsMilliseconds: Array(wanted.firstIndex..<end),
          iterationCount: 4,
          layout: .init(size: size, stride: stride, isOpaque: true, usesRequestMemory: true))))
  }
}

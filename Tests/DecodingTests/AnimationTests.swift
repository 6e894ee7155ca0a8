import DecoderWire
import Decoding
import Geometry
import Pixels
import TestSupport
import Testing

/// Tests that frames are composed exactly as the format specifications state.
@Suite(.tags(.seeded)) struct AnimationTests {
  @Test(arguments: Seeds.block(0, of: 60))
  func `every composed frame of a GIF has the expected pixels`(seed: Int) {
    var dice = SeededRandom(seed: seed)
    let sample = AnimationSamples.gif(&dice, frames: dice.whole(1...9))
    check(PlayedAnimation(sample.bytes).all(step: dice.whole(1...4)), sample, seed)
  }

  @Test(arguments: Seeds.block(3, of: 30))
  func `the still picture of a GIF is its first frame`(seed: Int) throws {
    var dice = SeededRandom(seed: seed)
    let sample = AnimationSamples.gif(&dice, frames: 3)
    let got = DecodedPicture.decode(sample.bytes)
    let pixels = try #require(got.pixels)
    #expect(got.info?.frames == 3 && got.info?.isTruncated == false)
    let all = (0..<sample.height).flatMap { y in
      (0..<sample.width).map { pixels.pixel(x: $0, y: y) }
    }
    #expect(all == sample.pictures[0], "seed \(seed)")
  }

  @Test(arguments: Seeds.block(1, of: 60))
  func `every composed frame of an animated PNG has the expected pixels`(seed: Int) {
    var dice = SeededRandom(seed: seed)
    let sample = AnimationSamples.png(&dice, frames: dice.whole(1...7))
    check(PlayedAnimation(sample.bytes).all(step: dice.whole(1...4)), sample, seed)
  }

  @Test(arguments: [false, true], [1, 3])
  func `the still picture of an animated PNG is its first frame, not its default image`(
    hasOtherPicture: Bool, frames: Int
  ) throws {
    var dice = SeededRandom(seed: 11)
    let sample = AnimationSamples.png(&dice, frames: frames, hasOtherPicture: hasOtherPicture)
    for kind in [DecodeRequest.Kind.exact, .preview] {
      let got = DecodedPicture.decode(sample.bytes, kind)
      let pixels = try #require(got.pixels)
      #expect(got.info?.frames == frames && got.info?.supportsRegions == false || frames == 1)
      let all = (0..<sample.height).flatMap { y in
        (0..<sample.width).map { pixels.pixel(x: $0, y: y) }
      }
      #expect(all == sample.pictures[0], "\(kind)")
    }
  }

  private func check(
    _ frames: [PlayedAnimation.Frame], _ sample: AnimationSamples.Sample, _ seed: Int
  ) {
    #expect(frames.map(\.milliseconds) == sample.durations, "seed \(seed)")
    for (index, frame) in frames.enumerated() where index < sample.pictures.count {
      #expect(frame.pixels == sample.pictures[index], "seed \(seed), frame \(index)")
    }
  }

  @Test(arguments: Seeds.block(2, of: 20))
  func `the pixels of a frame do not depend on the order of requests`(seed: Int) {
    var dice = SeededRandom(seed: seed)
    let sample =
      dice.chance(0.5)
      ? AnimationSamples.gif(&dice, frames: 12) : AnimationSamples.png(&dice, frames: 12)
    let animation = PlayedAnimation(sample.bytes)
    for _ in 0..<30 {
      let first = dice.whole(0...11)
      let frames = animation.frames(from: first, count: dice.whole(1...3))
      #expect(!frames.isEmpty)
      for (step, frame) in frames.enumerated() {
        let index = first + step
        #expect(frame.pixels == sample.pictures[index], "seed \(seed), frame \(index)")
      }
    }
  }

  @Test func `an animated WebP is decoded frame by frame by its own library`() throws {
    let animation = PlayedAnimation(CompressedSamples.bytes(AnimationSamples.webp))
    let frames = animation.all()
    try #require(animation.failure?.kind != .missingLoader)
    #expect(animation.iterationCount == 3)
    #expect(frames.map(\.milliseconds) == [40, 10, 120, 500])
    for (k, frame) in frames.enumerated() {
      let want = (0..<8).flatMap { y in
        (0..<12).map { AnimationSamples.webpPixel(k, $0, y) }
      }
      #expect(frame.pixels == want, "frame \(k)")
    }
    #expect(animation.frames(from: 1, count: 1).first?.pixels == frames[1].pixels)
  }

  @Test(arguments: [(nil, 1), (0, 0), (1, 2), (65535, 65536)] as [(Int?, Int)])
  func `a GIF repeats as often as its loop count states`(repetitions: Int?, iterationCount: Int) {
    var writer = GIFWriter(width: 1, height: 1, palette: [1, 2])
    writer.images = [.init(width: 1, height: 1), .init(width: 1, height: 1, color: 1)]
    writer.repetitions = repetitions
    let animation = PlayedAnimation(writer.bytes)
    #expect(animation.all().count == 2)
    #expect(animation.iterationCount == iterationCount)
  }

  @Test(arguments: [(0, 0), (0, 9), (9, 0)])
  func `a GIF without a logical screen has the size of its first frame`(
    width: Int, height: Int
  ) throws {
    var writer = GIFWriter(width: width, height: height, palette: [0xFF0000, 0x0000FF])
    var first = GIFWriter.Image(width: 4, height: 3)
    (first.x, first.y) = (2, 1)
    writer.images = [first, .init(width: 1, height: 1, color: 1)]
    writer.repetitions = 0
    let still = DecodedPicture.decode(writer.bytes)
    #expect(still.info?.naturalSize == PixelSize(width: 4, height: 3), "\(still.reply)")
    #expect(still.pixel(0, 0) == 0xFFFF_0000 && still.pixel(3, 2) == 0xFFFF_0000)
    let frames = PlayedAnimation(writer.bytes).all()
    try #require(frames.count == 2)
    #expect(frames[1].pixels == [0xFF00_00FF] + [UInt32](repeating: 0xFFFF_0000, count: 11))
  }

  @Test func `frames are scaled down to the page size and never enlarged`() {
    var writer = GIFWriter(width: 40, height: 20, palette: [0xFF0000, 0x0000FF])
    writer.images = [
      .init(width: 40, height: 20), .init(width: 40, height: 20, color: 1),
    ]
    let animation = PlayedAnimation(writer.bytes)
    let small = animation.frames(from: 0, count: 2, target: PixelSize(width: 10, height: 10))
    #expect(small.map(\.pixels.count) == [50, 50])
    #expect(small.map { Set($0.pixels) } == [[0xFFFF_0000], [0xFF00_00FF]])
    let large = animation.frames(from: 0, count: 2, target: PixelSize(width: 400, height: 400))
    #expect(large.map(\.pixels.count) == [800, 800])
  }

  @Test func `the request memory limits the number of frames in a reply, but not below one`() {
    var dice = SeededRandom(seed: 3)
    let sample = AnimationSamples.gif(&dice, frames: 4)
    let bytes =
      CheckedSize.byteCount(PixelSize(width: sample.width, height: sample.height))?.total ?? 0
    let animation = PlayedAnimation(sample.bytes)
    for memory in [0, bytes - 1, bytes, bytes * 2 - 1] {
      let frames = animation.frames(from: 1, count: 3, memory: memory)
      #expect(frames.map(\.pixels) == [sample.pictures[1]])
    }
    // A reply that takes longer than its time slice, on a busy machine, ends after its first frame.
    let counts = (1...20).map { _ in
      animation.frames(from: 1, count: 3, memory: bytes * 2).count
    }
    #expect(counts.max() == 2)
  }

  @Test func `several animations are decoded alternately`() {
    var dice = SeededRandom(seed: 8)
    let sessions = FrameSessions()
    let samples = (0..<5).map { _ in AnimationSamples.gif(&dice, frames: 6) }
    let animations = samples.enumerated().map {
      PlayedAnimation($1.bytes, animation: UInt64($0), sessions: sessions)
    }
    for index in 0..<6 {
      for (sample, animation) in zip(samples, animations) {
        #expect(
          animation.frames(from: index, count: 1).map(\.pixels) == [sample.pictures[index]])
      }
    }
  }
}

/// Tests of truncated and damaged files, and of those that try to exhaust memory or time.
@Suite(.tags(.seeded)) struct AnimationTrapTests {
  @Test(arguments: [0, 1, 2])
  func `a truncated animation plays the frames that it contains`(kind: Int) {
    var dice = SeededRandom(seed: 40 + kind)
    let bytes =
      switch kind {
      case 0: AnimationSamples.gif(&dice, frames: 5).bytes
      case 1: AnimationSamples.png(&dice, frames: 5).bytes
      default: CompressedSamples.bytes(AnimationSamples.webp)
      }
    let whole = PlayedAnimation(bytes).all()
    var most = 0
    for length in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 200)) {
      let animation = PlayedAnimation(Array(bytes[..<length]))
      let frames = animation.all()
      #expect(frames.count <= whole.count)
      most = max(most, frames.count)
      // All frames but the last one are complete.
      for (frame, want) in zip(frames.dropLast(), whole) { #expect(frame.pixels == want.pixels) }
      #expect(!frames.isEmpty || animation.failure != nil)
      // A missing checksum of the last chunk of a PNG is tolerated.
      if !frames.isEmpty, length < bytes.count - 4 {
        #expect(animation.info?.isTruncated == true)
      }
    }
    #expect(most >= whole.count - 1)
  }

  @Test(arguments: Seeds.block(0, of: 40))
  func `a damaged file is played or refused and never ends the helper`(seed: Int) {
    var dice = SeededRandom(seed: seed)
    var bytes =
      switch seed % 3 {
      case 0: AnimationSamples.gif(&dice, frames: 4).bytes
      case 1: AnimationSamples.png(&dice, frames: 4).bytes
      default: CompressedSamples.bytes(AnimationSamples.webp)
      }
    for _ in 0..<50 {
      bytes[dice.whole(12...bytes.count - 1)] = UInt8(dice.whole(0...255))
      let animation = PlayedAnimation(bytes)
      let limits = DecodeLimits(pixels: 4_000_000)
      let frames = animation.frames(from: 0, count: 4, limits: limits)
      #expect(!frames.isEmpty || animation.failure != nil)
    }
  }

  @Test func `frames beyond the limit are not counted`() {
    let bytes = Samples.gif(2, 2, frames: 50)
    let animation = PlayedAnimation(bytes)
    _ = animation.frames(from: 0, count: 1, limits: DecodeLimits(frames: 20))
    #expect(animation.info?.frames == 20)
  }

  @Test func `a GIF frame of the largest size is decoded at the size of the logical screen`() {
    var bytes = Samples.gif(2, 2, frames: 2)
    // The first image states 65 535 × 65 535 pixels, but has the data of one pixel.
    bytes.replaceSubrange(24..<28, with: [255, 255, 255, 255])
    let frames = PlayedAnimation(bytes).all()
    #expect(frames.count == 2)
  }

  @Test func `a logical screen beyond the pixel limit is refused before memory is allocated`() {
    let animation = PlayedAnimation(Samples.gif(65535, 65535, frames: 2))
    #expect(animation.all().isEmpty)
    #expect(animation.failure?.kind == .tooLarge)
  }

  @Test func `a still JPEG or PNG has no frames to play`() {
    let animation = PlayedAnimation(Samples.jpeg(8, 8))
    #expect(animation.all().isEmpty)
    #expect(animation.failure?.kind == .unsupported)
    let png = PlayedAnimation(Samples.png(8, 8))
    #expect(png.all().isEmpty && png.failure?.kind == .damaged)
  }
}

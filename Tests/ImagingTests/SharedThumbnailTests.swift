import CLinux
import DecoderWire
import Imaging
import Pixels
import Testing

/// The real decoder and a cache of the test's own.
@MainActor
@Suite(.enabled(if: ThumbnailCache.hasDecoder, "pbview-decoder has not been built"))
struct SharedThumbnailTests {
  private let cache = ThumbnailCache()

  @Test func `a thumbnail is stored and found again, pixel for pixel`() throws {
    let path = cache.write("a.ppm", ThumbnailCache.pixmap(400, 300))
    let cold = try #require(cache.ask(path).thumbnail)
    #expect(cold.source == .decoded)
    #expect(cold.bitmap.size == PixelSize(width: 128, height: 96))
    #expect(cold.naturalSize == PixelSize(width: 400, height: 300))
    let warm = cache.ask(path)
    #expect(warm.thumbnail?.source == .stored)
    #expect(warm.thumbnail?.naturalSize == cold.naturalSize)
    #expect(warm.thumbnail?.bitmap.allPixels == cold.bitmap.allPixels)
    #expect(warm.statistics.writtenThumbnails == 0)
  }

  @Test func `a picture that is named from the working folder is the same one`() throws {
    let path = cache.write("a.ppm", ThumbnailCache.pixmap(400, 300))
    _ = cache.ask(path)
    // As many steps up as any folder is deep.
    let steps = [UInt8]([[UInt8]](repeating: Array("../".utf8), count: 40).joined())
    let relative = FilePathBytes(steps + path.bytes.dropFirst())
    let warm = cache.ask(relative)
    #expect(warm.thumbnail?.source == .stored)
    #expect(cache.files("normal").count == 1)
  }

  @Test func `a stored thumbnail is shown without a look at the picture`() throws {
    let path = cache.write("a.ppm", ThumbnailCache.pixmap(400, 300))
    let cold = try #require(cache.ask(path).thumbnail)
    _ = cache.write("a.ppm", ThumbnailCache.pixmap(400, 300, blue: 0))
    let warm = try #require(cache.ask(path).thumbnail)
    #expect(warm.bitmap.allPixels == cold.bitmap.allPixels)
  }

  @Test func `any other time of the picture makes a stored thumbnail worthless`() throws {
    for modified in [ThumbnailCache.old - 1, ThumbnailCache.old + 1] {
      _ = cache.ask(cache.write("a.ppm", ThumbnailCache.pixmap(400, 300)))
      let path = cache.write(
        "a.ppm", ThumbnailCache.pixmap(400, 300, blue: 0), modified: modified)
      let anew = try #require(cache.ask(path).thumbnail)
      #expect(anew.source == .decoded)
      #expect(anew.bitmap.pixel(x: 0, y: 0) & 0xFF == 0)
      #expect(cache.ask(path).thumbnail?.source == .stored)
    }
  }

  @Test func `files and folders are for their owner only, and nothing else stays behind`() {
    let path = cache.write("a.ppm", ThumbnailCache.pixmap(600, 300))
    _ = cache.ask(path)
    _ = cache.ask(path, side: 200)
    let folder = cache.shared.folder
    for size in ["normal", "large"] {
      let files = cache.files(size)
      #expect(files.count == 1 && files[0].count == 36 && files[0].hasSuffix(".png"))
      #expect(cache.mode("\(folder)/\(size)") == "700")
      #expect(cache.mode("\(folder)/\(size)/\(files.first ?? "")") == "600")
    }
    #expect(cache.mode(folder) == "700")
  }

  @Test func `a larger stored thumbnail serves a smaller wish`() {
    let path = cache.write("a.ppm", ThumbnailCache.pixmap(600, 300))
    _ = cache.ask(path, side: 256)
    let small = cache.ask(path, side: 100)
    #expect(small.thumbnail?.source == .stored)
    #expect(small.thumbnail?.bitmap.size == PixelSize(width: 128, height: 64))
    #expect(small.thumbnail?.naturalSize == PixelSize(width: 600, height: 300))
    #expect(cache.files("normal").isEmpty)
  }

  @Test func `transparent, flat and noisy pictures survive the way through the cache`() throws {
    var random = SeededSequence(state: 9)
    for (name, pixel) in [
      ("noise", { _, _ in (0..<4).map { _ in UInt8(random.next(256)) } }),
      ("flat", { _, _ in [7, 8, 9, 255] }), ("clear", { _, _ in [0, 0, 0, 0] }),
      ("ramp", { x, y in [UInt8(x & 255), UInt8(y & 255), 0, UInt8((x + y) & 255)] }),
    ] as [(String, (Int, Int) -> [UInt8])] {
      let path = cache.write("\(name).tga", Self.targa(301, 139, pixel))
      let cold = try #require(cache.ask(path).thumbnail)
      let warm = try #require(cache.ask(path).thumbnail)
      #expect(warm.source == .stored)
      for (a, b) in zip(cold.bitmap.allPixels, warm.bitmap.allPixels) {
        // Straight colours of eight bits cannot tell all premultiplied ones of few bits apart.
        let off = [0, 8, 16, 24].map { abs(Int(a >> $0 & 0xFF) - Int(b >> $0 & 0xFF)) }
        #expect((off.max() ?? 0) <= 1, "\(name)")
        if off.contains(where: { $0 > 1 }) { break }
      }
    }
  }

  /// A true-colour Targa with alpha; pixels are blue, green, red, alpha.
  private static func targa(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> [UInt8]) -> [UInt8]
  {
    var bytes: [UInt8] = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    for extent in [width, height] { bytes += [UInt8(extent & 255), UInt8(extent >> 8)] }
    bytes += [32, 0x28]
    for y in 0..<height { for x in 0..<width { bytes += pixel(x, y) } }
    return bytes
  }

  @Test func `a picture that is no larger, or that was just written, is not stored`() {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    for path in [
      cache.write("small.ppm", ThumbnailCache.pixmap(128, 90)),
      cache.write("new.ppm", ThumbnailCache.pixmap(400, 300), modified: now.tv_sec),
      cache.write("future.ppm", ThumbnailCache.pixmap(400, 300), modified: now.tv_sec + 5000),
    ] {
      #expect(cache.ask(path).thumbnail != nil)
    }
    #expect(cache.files("normal").isEmpty)
  }

  @Test func `files of the cache have no thumbnails in it`() {
    _ = cache.ask(cache.write("a.ppm", ThumbnailCache.pixmap(400, 300)), side: 256)
    let inside = "\(cache.shared.folder)/large/\(cache.files("large").first ?? "")"
    #expect(cache.ask(FilePathBytes(inside), side: 64).thumbnail?.source == .decoded)
    #expect(cache.files("normal").isEmpty)
  }

  @Test func `a picture that fails is noted, and the note is believed until it changes`() {
    let rubbish = [UInt8](repeating: 7, count: 5000)
    let path = cache.write("a.ppm", rubbish)
    #expect(cache.ask(path).failure != nil)
    #expect(cache.files("fail/pbview-test").count == 1)
    // Sound, but of the same time: only who believes the note does not see that.
    _ = cache.write("a.ppm", ThumbnailCache.pixmap(400, 300))
    #expect(cache.ask(path).failure?.kind == .damaged)
    _ = cache.write("a.ppm", ThumbnailCache.pixmap(400, 300), modified: ThumbnailCache.old + 9)
    #expect(cache.ask(path).thumbnail != nil)
  }

  @Test func `that a loader is missing, or that a file is empty, is not noted`() {
    // The first bytes of a Photoshop picture, for which no release has a loader.
    let unloadable = cache.ask(
      cache.write("a.psd", Array("8BPS".utf8) + [UInt8](repeating: 0, count: 99)))
    #expect(unloadable.failure?.kind == .missingLoader)
    #expect(cache.files("fail/pbview-test").isEmpty)
    #expect(cache.ask(cache.write("b.jpg", [])).failure?.kind == .empty)
    #expect(cache.files("fail/pbview-test").isEmpty)
  }

  @Test func `rubbish in the place of a thumbnail is replaced`() {
    let path = cache.write("a.ppm", ThumbnailCache.pixmap(400, 300))
    _ = cache.ask(path)
    let file = "\(cache.shared.folder)/normal/\(cache.files("normal").first ?? "")"
    for content in [[], [1, 2, 3], [UInt8](repeating: 0x89, count: 9000)] {
      let number = creat(file, 0o600)
      _ = CLinux.write(number, content, content.count)
      close(number)
      #expect(cache.ask(path).thumbnail?.source == .decoded)
      #expect(cache.ask(path).thumbnail?.source == .stored)
    }
  }

  @Test func `without a place for it everything works but nothing is stored`() {
    // A file where the folder should be: not even root can write into that.
    _ = ChildProgram.run(["touch", "\(cache.root)/cache"])
    for name in ["a.ppm", "b.ppm"] {
      let path = cache.write(name, ThumbnailCache.pixmap(400, 300))
      #expect(cache.ask(path).thumbnail?.source == .decoded)
    }
    #expect(cache.files("normal").isEmpty)
  }
}

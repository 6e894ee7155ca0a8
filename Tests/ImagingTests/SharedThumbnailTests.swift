import CLinux
import DecoderWire
import Imaging
import Pixels
import Testing

/// Thumbnails of the real decoder in a temporary shared thumbnail cache.
@MainActor
@Suite(.enabled(if: ThumbnailCache.hasDecoder, "pbview-decoder has not been built"))
struct SharedThumbnailTests {
  private let cache = ThumbnailCache()

  @Test func `a stored thumbnail is read back with equal pixels`() throws {
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

  @Test func `relative and absolute paths share one stored thumbnail`() throws {
    let path = cache.write("a.ppm", ThumbnailCache.pixmap(400, 300))
    _ = cache.ask(path)
    // The path climbs at least to the root.
    let steps = [UInt8]([[UInt8]](repeating: Array("../".utf8), count: 40).joined())
    let relative = FilePathBytes(steps + path.bytes.dropFirst())
    let warm = cache.ask(relative)
    #expect(warm.thumbnail?.source == .stored)
    #expect(cache.files("normal").count == 1)
  }

  @Test func `a valid stored thumbnail is shown without decoding the picture`() throws {
    let path = cache.write("a.ppm", ThumbnailCache.pixmap(400, 300))
    let cold = try #require(cache.ask(path).thumbnail)
    _ = cache.write("a.ppm", ThumbnailCache.pixmap(400, 300, blue: 0))
    let warm = try #require(cache.ask(path).thumbnail)
    #expect(warm.bitmap.allPixels == cold.bitmap.allPixels)
  }

  @Test func `a changed modification time invalidates a stored thumbnail`() throws {
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

  @Test func `cache files have mode 600, folders 700, and no temporary file stays`() {
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

  @Test func `a larger stored thumbnail serves a smaller request`() {
    let path = cache.write("a.ppm", ThumbnailCache.pixmap(600, 300))
    _ = cache.ask(path, side: 256)
    let small = cache.ask(path, side: 100)
    #expect(small.thumbnail?.source == .stored)
    #expect(small.thumbnail?.bitmap.size == PixelSize(width: 128, height: 64))
    #expect(small.thumbnail?.naturalSize == PixelSize(width: 600, height: 300))
    #expect(cache.files("normal").isEmpty)
  }

  @Test func `transparent, flat and noisy thumbnails are read back within one level`() throws {
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
        // Non-premultiplied 8-bit colours cannot represent every premultiplied colour of low alpha.
        let off = [0, 8, 16, 24].map { abs(Int(a >> $0 & 0xFF) - Int(b >> $0 & 0xFF)) }
        #expect((off.max() ?? 0) <= 1, "\(name)")
        if off.contains(where: { $0 > 1 }) { break }
      }
    }
  }

  /// A true-colour Targa picture with alpha; `pixel` returns blue, green, red, alpha.
  private static func targa(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> [UInt8]) -> [UInt8]
  {
    var bytes: [UInt8] = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    for extent in [width, height] { bytes += [UInt8(extent & 255), UInt8(extent >> 8)] }
    bytes += [32, 0x28]
    for y in 0..<height { for x in 0..<width { bytes += pixel(x, y) } }
    return bytes
  }

  @Test func `small pictures and pictures of the future are not stored`() {
    for path in [
      cache.write("small.ppm", ThumbnailCache.pixmap(128, 90)),
      cache.write("future.ppm", ThumbnailCache.pixmap(400, 300), modified: time(nil) + 5000),
    ] {
      #expect(cache.ask(path).thumbnail != nil)
    }
    #expect(cache.files("normal").isEmpty)
  }

  @Test func `recently modified pictures are not stored`() {
    var wasRecent = false
    // On a busy machine, a picture may not be recent any more when its thumbnail is there.
    for _ in 0..<20 where !wasRecent {
      let cache = ThumbnailCache()
      let modified = time(nil)
      let path = cache.write("new.ppm", ThumbnailCache.pixmap(400, 300), modified: modified)
      #expect(cache.ask(path).thumbnail != nil)
      let isStored = !cache.files("normal").isEmpty
      wasRecent = time(nil) <= modified + 2
      #expect(!wasRecent || !isStored)
    }
    #expect(wasRecent)
  }

  @Test func `files of the thumbnail cache get no stored thumbnail`() {
    _ = cache.ask(cache.write("a.ppm", ThumbnailCache.pixmap(400, 300)), side: 256)
    let inside = "\(cache.shared.folder)/large/\(cache.files("large").first ?? "")"
    #expect(cache.ask(FilePathBytes(inside), side: 64).thumbnail?.source == .decoded)
    #expect(cache.files("normal").isEmpty)
  }

  @Test func `a failure entry is valid until the modification time changes`() {
    let rubbish = [UInt8](repeating: 7, count: 5000)
    let path = cache.write("a.ppm", rubbish)
    #expect(cache.ask(path).failure != nil)
    #expect(cache.files("fail/pbview-test").count == 1)
    // The picture is valid now but has the same modification time: the failure entry applies.
    _ = cache.write("a.ppm", ThumbnailCache.pixmap(400, 300))
    #expect(cache.ask(path).failure?.kind == .damaged)
    _ = cache.write("a.ppm", ThumbnailCache.pixmap(400, 300), modified: ThumbnailCache.old + 9)
    #expect(cache.ask(path).thumbnail != nil)
  }

  @Test func `a picture beyond a limit gives no failure entry, because the limit may be raised`() {
    let text = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 60000 +X 60000\n"
    let huge = cache.ask(cache.write("a.hdr", Array(text.utf8) + [UInt8](repeating: 0, count: 99)))
    #expect(huge.failure?.kind == .tooLarge)
    #expect(cache.files("fail/pbview-test").isEmpty)
  }

  @Test func `missing loaders and empty files give no failure entry`() {
    // The first bytes of a GIMP file, a format without a loader.
    let unloadable = cache.ask(
      cache.write("a.xcf", Array("gimp xcf".utf8) + [UInt8](repeating: 0, count: 99)))
    #expect(unloadable.failure?.kind == .missingLoader)
    #expect(cache.files("fail/pbview-test").isEmpty)
    #expect(cache.ask(cache.write("b.jpg", [])).failure?.kind == .empty)
    #expect(cache.files("fail/pbview-test").isEmpty)
  }

  @Test func `a corrupt stored thumbnail is replaced`() {
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

  @Test func `without a writable cache thumbnails are decoded and not stored`() {
    // A regular file in place of the folder, so that not even root can write there.
    _ = ChildProgram.run(["touch", "\(cache.root)/cache"])
    for name in ["a.ppm", "b.ppm"] {
      let path = cache.write(name, ThumbnailCache.pixmap(400, 300))
      #expect(cache.ask(path).thumbnail?.source == .decoded)
    }
    #expect(cache.files("normal").isEmpty)
  }
}

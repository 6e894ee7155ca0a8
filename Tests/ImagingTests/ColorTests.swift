import CLinux
import DecoderWire
import Imaging
import Pixels
import Testing

/// Colour conversion of pictures, thumbnails, regions and frames, and changes of the target
/// colours.
@MainActor
struct ColorTests {
  private func profile(_ bytes: [UInt8]) throws -> DisplayProfile {
    try #require(DisplayProfile(bytes))
  }

  @Test func `pictures are requested in sRGB by default`() {
    let fixture = Fixture()
    fixture.ask(fixture.folder.file("a.png"))
    let helper = fixture.helper(holding: "a.png")
    #expect(helper?.last?.color == .standard)
    #expect(helper?.profile == nil)
    helper?.succeed()
    fixture.pipeline.color = .untouched
    fixture.ask(fixture.folder.file("b.png"))
    #expect(fixture.helper(holding: "b.png")?.last?.color == .untouched)
  }

  @Test func `a request carries the display profile in sealed memory`() throws {
    let fixture = Fixture()
    let profile = try profile([1, 2, 3])
    fixture.pipeline.color = .display(profile)
    fixture.ask(fixture.folder.file("a.png"))
    let helper = try #require(fixture.helper(holding: "a.png"))
    #expect(helper.last?.color == .display(digest: profile.digest))
    let sent = try #require(helper.profile)
    var bytes: [UInt8] = [0, 0, 0, 0]
    #expect(pread(sent.number, &bytes, 4, 0) == 3)
    #expect(bytes == [1, 2, 3, 0])
    let seals = linux_seals(sent.number)
    #expect(seals & F_SEAL_WRITE != 0 && seals & F_SEAL_SHRINK != 0 && seals & F_SEAL_GROW != 0)
  }

  @Test func `profiles with equal bytes are equal`() throws {
    #expect(try profile([1, 2, 3]) == profile([1, 2, 3]))
    #expect(try profile([1, 2, 3]) != profile([1, 2, 4]))
    #expect(DisplayProfile([]) == nil)
    #expect(
      DisplayProfile([UInt8](repeating: 1, count: DecoderWireFormat.maxProfileBytes + 1)) == nil)
  }

  @Test func `a change of colours empties the memory cache, equal colours keep it`() throws {
    let fixture = Fixture()
    let path = fixture.folder.file("a.png")
    fixture.pipeline.setLive([path])
    fixture.ask(path)
    fixture.helper(holding: "a.png")?.succeed()
    #expect(fixture.pipeline.cached(path, target: fixture.box) != nil)
    fixture.pipeline.color = .standard
    #expect(fixture.pipeline.cached(path, target: fixture.box) != nil)
    fixture.pipeline.color = .display(try profile([1]))
    #expect(fixture.pipeline.cached(path, target: fixture.box) == nil)
    fixture.ask(path)
    #expect(fixture.log == ["a.png exact"])
    fixture.helper(holding: "a.png")?.succeed()
    #expect(fixture.log == ["a.png exact", "a.png exact"])
  }

  @Test func `a pending page request is decoded again in the new colours`() throws {
    let fixture = Fixture { $0.helpers = 2 }
    let path = fixture.folder.file("a.png")
    fixture.ask(path)
    let first = try #require(fixture.helper(holding: "a.png"))
    fixture.pipeline.color = .display(try profile([1]))
    let second = try #require(fixture.helper(holding: "a.png"))
    #expect(first !== second)
    first.succeed()
    // The late picture is neither delivered nor cached.
    #expect(fixture.log.isEmpty)
    #expect(fixture.pipeline.cached(path, target: fixture.box) == nil)
    second.succeed()
    #expect(fixture.log == ["a.png exact"])
    #expect(fixture.pipeline.cached(path, target: fixture.box)?.isExact == true)
  }

  @Test func `queued pictures and regions take the new colours`() throws {
    let fixture = Fixture { $0.helpers = 1 }
    fixture.ask(fixture.folder.file("a.png"))
    let whole = PixelSize(width: 900, height: 900)
    fixture.ask(fixture.folder.file("b.png"), .region(whole: whole, x: 1, y: 2))
    let profile = try profile([1])
    fixture.pipeline.color = .display(profile)
    fixture.helper(holding: "a.png")?.succeed()
    while let helper = fixture.launcher.helpers.last, helper.isBusy { helper.succeed() }
    let later = fixture.launcher.helpers.flatMap(\.requests).dropFirst()
    #expect(later.count == 2)
    #expect(later.allSatisfy { $0.color == .display(digest: profile.digest) })
    #expect(later.contains { $0.region == RegionRequest(whole: whole, x: 1, y: 2) })
  }

  @Test func `a thumbnail is decoded in sRGB and then converted to the display profile`() throws {
    let fixture = Fixture { $0.helpers = 1 }
    let path = fixture.folder.file("a.jpg")
    let profile = try profile([1])
    fixture.pipeline.color = .display(profile)
    fixture.askSmall(path)
    let helper = fixture.launcher.helpers[0]
    #expect(helper.last?.color == .standard)
    helper.succeed()
    #expect(fixture.log.isEmpty)
    #expect(helper.last?.kind == .recolor && helper.profile != nil)
    #expect(helper.last?.color == .display(digest: profile.digest))
    #expect(helper.last?.target == PixelSize(width: 128, height: 96))
    helper.succeed()
    #expect(fixture.log == ["a.jpg decoded"])
    #expect(fixture.pipeline.cachedThumbnail(ThumbnailRequest(path: path, side: 128)) != nil)
  }

  @Test(arguments: [false, true])
  func `a thumbnail whose colour conversion fails is shown unconverted`(isCrash: Bool) throws {
    let fixture = Fixture { $0.helpers = 1 }
    fixture.pipeline.color = .display(try profile([1]))
    fixture.askSmall(fixture.folder.file("a.jpg"))
    let helper = fixture.launcher.helpers[0]
    helper.succeed()
    if isCrash {
      helper.onEvent?(.closed)
    } else {
      helper.answer(.failed(DecodeFailure(.damaged)))
    }
    #expect(fixture.log == ["a.jpg decoded"])
  }

  @Test func `a pending thumbnail is converted again to the new colours`() throws {
    let fixture = Fixture { $0.helpers = 1 }
    let path = fixture.folder.file("a.jpg")
    let request = ThumbnailRequest(path: path, side: 128)
    fixture.askSmall(path)
    let helper = fixture.launcher.helpers[0]
    fixture.pipeline.color = .display(try profile([1]))
    helper.succeed()
    #expect(fixture.log.isEmpty && fixture.pipeline.cachedThumbnail(request) == nil)
    helper.succeed()
    #expect(fixture.log.isEmpty)
    helper.succeed()
    #expect(fixture.log == ["a.jpg decoded"])
    fixture.pipeline.color = .untouched
    #expect(fixture.pipeline.cachedThumbnail(request) == nil)
    fixture.askSmall(path)
    helper.succeed()
    #expect(fixture.log.count == 2)
    // Both settings give sRGB: the cached thumbnail stays.
    fixture.pipeline.color = .standard
    #expect(fixture.pipeline.cachedThumbnail(request) != nil)
  }

  @Test func `frames are requested again in the new colours`() throws {
    let fixture = Fixture()
    let size = PixelSize(width: 40, height: 30)
    let frames = fixture.pipeline.frames(
      of: fixture.folder.file("a.gif"), naturalSize: size, target: size)
    let helper = try #require(fixture.launcher.helpers.last)
    #expect(helper.last?.color == .standard)
    let profile = try profile([1])
    fixture.pipeline.color = .display(profile)
    helper.answer(.failed(DecodeFailure(.damaged)))
    // A failure in the old colours does not count: the frames are requested again.
    #expect(frames.failure == nil)
    #expect(helper.last?.color == .display(digest: profile.digest))
    #expect(helper.profile != nil)
    frames.cancel()
  }
}

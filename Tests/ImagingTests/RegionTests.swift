import DecoderWire
import Imaging
import Pixels
import Testing

/// Regions of scalable pictures such as SVG.
@MainActor
struct RegionTests {
  private let size = PixelSize(width: 40, height: 30)
  private let natural = PixelSize(width: 100, height: 75)

  private func ask(_ f: Fixture, _ path: FilePathBytes, x: Int = 5) -> ImageTask {
    f.ask(path, .region(whole: PixelSize(width: 4000, height: 3000), x: x, y: 6), box: size)
  }

  private func answer(_ helper: FakeHelper) {
    helper.answer(
      .pixels(helper.info(natural), helper.layout(size)),
      [TestMemory.sealed(bytes: size.width * 4 * size.height)])
  }

  @Test func `a region is requested unchanged and not cached`() throws {
    let f = Fixture { $0.helpers = 1 }
    let path = f.folder.file("a.svg")
    for _ in 0..<2 {
      let task = ask(f, path)
      let helper = try #require(f.helper(holding: "a.svg"))
      #expect(helper.last?.kind == .region && helper.last?.target == size)
      #expect(helper.last?.region?.x == 5 && helper.last?.region?.y == 6)
      answer(helper)
      #expect(task.isFinished)
    }
    #expect(f.log == ["a.svg exact", "a.svg exact"])
    #expect(f.pipeline.statistics.cachedPictures == 0)
    #expect(f.pipeline.cached(path, target: size) == nil)
  }

  @Test func `a cached whole picture does not answer a region request`() throws {
    let f = Fixture { $0.helpers = 1 }
    let path = f.folder.file("a.svg")
    f.ask(path)
    f.launcher.helpers[0].succeed(natural: natural)
    let task = ask(f, path)
    #expect(!task.isFinished && f.log == ["a.svg exact"])
  }

  @Test func `a failed region does not fail the whole picture`() throws {
    let f = Fixture { $0.helpers = 1 }
    let path = f.folder.file("a.svg")
    _ = ask(f, path)
    f.launcher.helpers[0].answer(.failed(DecodeFailure(.tooSlow)))
    f.ask(path)
    f.launcher.helpers[0].succeed(natural: natural)
    #expect(f.log == ["a.svg tooSlow", "a.svg exact"])
  }

  @Test func `a cancelled region is not requested`() {
    let f = Fixture { $0.helpers = 1 }
    let path = f.folder.file("a.svg")
    _ = ask(f, f.folder.file("b.svg"))
    let first = ask(f, path)
    first.cancel()
    _ = ask(f, path, x: 90)
    answer(f.launcher.helpers[0])
    #expect(f.launcher.helpers[0].last?.region?.x == 90)
    #expect(f.launcher.helpers[0].requests.count == 2)
  }
}

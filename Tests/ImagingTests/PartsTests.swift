import DecoderWire
import Imaging
import Pixels
import Testing

/// Regions of huge pictures, decoded by a helper separate from those of the pages.
@MainActor
struct PartsTests {
  private let natural = PixelSize(width: 12_000, height: 8400)

  private func part(_ x: Int, level: Int = 0) -> PictureRegion {
    PictureRegion(
      whole: PixelSize(width: natural.width >> level, height: natural.height >> level), x: x, y: 7,
      size: PixelSize(width: 40, height: 30))
  }

  private func open(_ f: Fixture) throws -> (PictureRegions, Came) {
    let parts = f.pipeline.regions(of: f.folder.file("a.jpg"), naturalSize: natural)
    let came = Came()
    parts.onRegion = { part, _ in came.parts.append(part.x) }
    parts.onFailure = { came.failures.append($0.kind) }
    return (parts, came)
  }

  private final class Came {
    var parts: [Int] = []
    var failures: [DecodeFailure.Kind] = []
  }

  private func answer(_ helper: FakeHelper, natural: PixelSize? = nil) {
    guard let size = helper.last?.target else { return }
    helper.answer(
      .pixels(helper.info(natural ?? self.natural), helper.layout(size)),
      [TestMemory.sealed(bytes: size.width * 4 * size.height)])
  }

  /// The running helper whose current request is a region.
  private func helper(_ f: Fixture) throws -> FakeHelper {
    try #require(f.launcher.helpers.last { !$0.isEnded && $0.last?.kind == .region })
  }

  @Test func `no region helper starts before a region is wanted`() throws {
    let f = Fixture()
    let before = f.launcher.helpers.count
    let (parts, _) = try open(f)
    #expect(f.launcher.helpers.count == before)
    parts.wanted = [part(1)]
    #expect(f.launcher.helpers.count == before + 1)
  }

  @Test func `regions arrive singly from one helper, in the order of the latest list`() throws {
    let f = Fixture()
    let (parts, came) = try open(f)
    parts.wanted = [part(1), part(2)]
    let helper = try helper(f)
    #expect(helper.requests.count == 1 && helper.last?.region?.x == 1)
    parts.wanted = [part(3), part(4, level: 1)]
    answer(helper)
    answer(helper)
    answer(helper)
    #expect(came.parts == [1, 3, 4])
    #expect(helper.requests.map { $0.region?.x } == [1, 3, 4])
    #expect(Set(helper.requests.map { $0.region?.pictureID }).count == 1)
    #expect(helper.requests[0].region?.pictureID != 0)
    #expect(helper.requests[2].region?.whole == PixelSize(width: 6000, height: 4200))
    #expect(!helper.isBusy && f.pipeline.statistics.regions == 3)
  }

  @Test func `a page request does not wait for regions`() throws {
    let f = Fixture { $0.helpers = 1 }
    let (parts, _) = try open(f)
    parts.wanted = [part(1)]
    f.ask(f.folder.file("b.jpg"))
    #expect(f.helper(holding: "b.jpg")?.isBusy == true)
  }

  @Test func `a region helper is restarted once, the second crash fails the picture`() throws {
    let f = Fixture()
    let (parts, came) = try open(f)
    parts.wanted = [part(1)]
    let first = try helper(f)
    first.onEvent?(.closed)
    let second = try helper(f)
    #expect(first.isEnded && second !== first && second.last?.region?.x == 1)
    #expect(came.failures.isEmpty)
    second.onEvent?(.closed)
    #expect(came.failures == [.crashed])
    parts.wanted = [part(2)]
    #expect(f.launcher.helpers.last === second, "no third helper starts")
  }

  @Test func `a reply with another natural size fails the regions as damaged`() throws {
    let f = Fixture()
    let (parts, came) = try open(f)
    parts.wanted = [part(1)]
    answer(try helper(f), natural: PixelSize(width: 9, height: 9))
    #expect(came.parts.isEmpty && came.failures == [.damaged])
  }

  @Test func `a region of another size than requested ends the helper`() throws {
    let f = Fixture()
    let (parts, came) = try open(f)
    parts.wanted = [part(1)]
    let liar = try helper(f)
    let size = PixelSize(width: 41, height: 30)
    liar.answer(
      .pixels(liar.info(natural), liar.layout(size)),
      [TestMemory.sealed(bytes: size.width * 4 * size.height)])
    #expect(liar.isEnded && came.parts.isEmpty)
  }

  @Test func `a region in the old colours is dropped and onColorChange is called`() throws {
    let f = Fixture()
    let (parts, came) = try open(f)
    var changes = 0
    parts.onColorChange = { changes += 1 }
    parts.wanted = [part(1)]
    let helper = try helper(f)
    f.pipeline.color = .untouched
    #expect(changes == 1)
    answer(helper)
    #expect(came.parts.isEmpty && helper.requests.count == 2)
    answer(helper)
    #expect(came.parts == [1])
  }

  @Test func `cancelled regions receive nothing and their idle helper ends`() throws {
    let f = Fixture()
    let (parts, came) = try open(f)
    parts.wanted = [part(1), part(2)]
    let helper = try helper(f)
    parts.cancel()
    answer(helper)
    #expect(came.parts.isEmpty && came.failures.isEmpty && helper.requests.count == 1)
    f.loop.advance(by: 11)
    #expect(helper.isEnded)
  }

  @Test func `the helper of regions that have failed ends when it is idle`() throws {
    let f = Fixture()
    let (parts, came) = try open(f)
    parts.wanted = [part(1)]
    let helper = try helper(f)
    answer(helper, natural: PixelSize(width: 9, height: 9))
    #expect(came.failures == [.damaged] && !helper.isEnded)
    f.loop.advance(by: 11)
    #expect(helper.isEnded)
    parts.cancel()
  }

  @Test func `the helper of regions that were released ends when it is idle`() throws {
    let f = Fixture()
    var parts: PictureRegions? = try open(f).0
    parts?.wanted = [part(1)]
    let helper = try helper(f)
    parts = nil
    answer(helper)
    #expect(!helper.isEnded)
    f.loop.advance(by: 11)
    #expect(helper.isEnded)
  }
}

import DecoderWire
import Geometry
import ImagingTestSupport
import PhotoBrowser
import Pixels
import TestSupport
import Testing

@testable import BrowserHost
@testable import Imaging

/// Tests of the pages whose pictures are fetched in regions.
@MainActor struct PartPagesTests {
  private let launcher = PartLauncher()
  /// A loop that discards longer waits, which are timeouts for helpers that never answer.
  private let loop = ManualLoop(forgettingAbove: 0.2)
  private let folder: TemporaryFolder
  private let parts: RegionPages
  private let pipeline: ImagePipeline
  private let cell = PhotoCell()
  private static let natural = PixelSize(width: 12_000, height: 8400)

  init() throws {
    folder = try TemporaryFolder()
    var configuration = ImagingConfiguration()
    configuration.helpersAtStart = 0
    pipeline = ImagePipeline(configuration: configuration, loop: loop, launcher: launcher)
    parts = RegionPages(pipeline: pipeline, loop: loop)
  }

  private func show(
    _ natural: PixelSize = natural, supportsRegions: Bool = true, frames: Int = 1,
    name: String = "a.jpg",
    contentsMayHaveChanged: Bool = false
  ) throws -> Bool {
    let file = FilePathBytes(try folder.write([1], named: Array(name.utf8)))
    let whole = Picture(SyntheticPhoto.gradient(240, 168), naturalSize: natural)
    let info = DecodeReply.Info(
      naturalSize: natural, format: "JPEG", frames: frames, supportsRegions: supportsRegions)
    return parts.show(
      whole, info, of: FilePath(name), from: file, contentsMayHaveChanged: contentsMayHaveChanged,
      in: cell)
  }

  private var content: TiledContent? {
    guard case .zoomable(let content) = cell.content else { return nil }
    return content as? TiledContent
  }

  /// Shows the picture at a scale, at rest or in a frame of a motion.
  private func zoom(to scale: Double, x: Double = 0, isMoving: Bool = false) {
    let rect = Rect(x: -x, y: -100, width: 12_000 * scale, height: 8400 * scale)
    let placement = ContentPlacement(
      rect, visible: Rect(x: 0, y: 0, width: 240, height: 160), isMoving: isMoving)
    if isMoving {
      _ = Bitmap.drawn(240, 160) { content?.draw(in: $0, at: placement) }
    } else {
      content?.rest(at: placement)
    }
  }

  @Test func `a picture that is small, animated or without regions is not tiled`() throws {
    #expect(try !show(PixelSize(width: 6000, height: 4000)))
    #expect(try !show(supportsRegions: false))
    #expect(try !show(frames: 9))
    #expect(content == nil)
    #expect(try show())
    #expect(content?.contentSize == Self.natural.size)
  }

  @Test func `regions are fetched when the zoom stops, one at its beginning, and none at fit`()
    throws
  {
    _ = try show()
    zoom(to: 0.02)
    #expect(loop.timerCount == 0 && launcher.requests.isEmpty)
    for scale in [0.1, 0.3, 0.7, 1] { zoom(to: scale) }
    #expect(loop.timerCount == 1)
    #expect(launcher.requests.map(\.kind) == [.region])
    launcher.answer(Self.natural)
    zoom(to: 1.1)
    #expect(launcher.requests.count == 1)
    loop.fire()
    #expect(launcher.requests.last?.region?.whole == Self.natural)
    launcher.answer(Self.natural)
    #expect(content?.tileBytes ?? 0 > 0)
  }

  @Test func `panning fetches regions at once`() throws {
    _ = try show()
    zoom(to: 1)
    loop.fire()
    while launcher.isAsked { launcher.answer(Self.natural) }
    let before = launcher.requests.count
    zoom(to: 1, x: 3000, isMoving: true)
    #expect(loop.timerCount == 0 && launcher.requests.count == before + 1)
    #expect(launcher.requests.last?.region?.x ?? 0 > 2000)
  }

  @Test func `a picture whose regions are refused is shown without tiles until another visit`()
    throws
  {
    _ = try show()
    var failed: [FilePath] = []
    parts.onFailure = { failed.append($0) }
    zoom(to: 1)
    loop.fire()
    launcher.refuse()
    #expect(failed == [FilePath("a.jpg")])
    #expect(try !show())
    parts.cancel(FilePath("a.jpg"))
    #expect(try show(), "another visit is another try")
  }

  @Test func `only the current page keeps tiles`() throws {
    _ = try show()
    zoom(to: 1)
    loop.fire()
    launcher.answer(Self.natural)
    parts.freeRegions(except: FilePath("a.jpg"))
    #expect(content?.tileBytes ?? 0 > 0)
    parts.freeRegions(except: FilePath("b.jpg"))
    #expect(content?.tileBytes == 0)
  }

  /// Answers requests until none is open.
  private func answerAll() {
    while launcher.isAsked { launcher.answer(Self.natural) }
  }

  @Test func `new colours fetch all tiles again, and the old tiles stay until then`()
    throws
  {
    _ = try show()
    zoom(to: 1)
    loop.fire()
    answerAll()
    let before = (content: content, bytes: content?.tileBytes, asked: launcher.requests.count)
    pipeline.color = .untouched
    #expect(launcher.requests.count == before.asked + 1, "the seen ones, with the same helper")
    #expect(launcher.requests.last?.color != launcher.requests.first?.color)
    // The whole picture is loaded again, too.
    #expect(try show(contentsMayHaveChanged: true))
    #expect(content === before.content && content?.tileBytes == before.bytes)
    answerAll()
    #expect(content === before.content)
    let pictures = Set(launcher.requests.map { $0.region?.pictureID })
    #expect(pictures.count == 1, "nothing is opened again")
  }

  @Test func `a rewritten file is opened again, and the old tiles stay until then`()
    throws
  {
    _ = try show()
    zoom(to: 1)
    loop.fire()
    answerAll()
    let before = content
    #expect(try show(contentsMayHaveChanged: true))
    #expect(content === before && content?.tileBytes ?? 0 > 0)
    #expect(Set(launcher.requests.map { $0.region?.pictureID }).count == 2)
  }

  @Test func `a page at rest between whole scales is made sharp`() async throws {
    _ = try show()
    zoom(to: 0.7)
    loop.fire()
    answerAll()
    zoom(to: 0.7)
    let part = try #require(content?.wantedRegion)
    #expect(part.region.size == PixelSize(width: 240, height: 160))
    loop.fire()
    while content?.wantedRegion != nil { await Task.yield() }
    zoom(to: 0.7)
    #expect(content?.wantedRegion == nil && loop.timerCount == 0)
  }

  @Test func `a better picture of the whole page keeps the tiled content`() throws {
    _ = try show()
    let before = content
    #expect(try show())
    #expect(content === before)
  }
}

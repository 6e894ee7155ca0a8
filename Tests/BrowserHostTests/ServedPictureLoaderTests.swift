import Geometry
import ImageServers
import Imaging
import Network
import PhotoBrowser
import Pixels
import Synchronization
import TestSupport
import Testing

@testable import BrowserHost

/// Tests of pictures on image servers, from the server through the decoder process to the pixels of
/// a page.
@MainActor @Suite(.enabled(if: WebStage.hasDecoder))
struct ServedPictureLoaderTests {
  private nonisolated static let pyramid = ServedPyramid(width: 5000, height: 3000)
  private static let view = Rect(x: 0, y: 0, width: 600, height: 400)

  /// The loader of a served picture, and the requested addresses.
  @MainActor private final class Rig {
    let stage: WebStage
    let loader: ServedPictureLoader
    var isComplete = false

    init(
      _ path: String = "/two/info.json",
      _ script: @escaping @Sendable (WebServer.Request) -> [WebServer.Step] = {
        pyramid.answer(to: $0.path).steps
      }
    ) throws {
      stage = try WebStage(script)
      let address = stage.server.address
      let text = pyramid.answer(to: path, host: address).body
      let document = try ServedDocument.read(text, from: address + path, languages: [])
      guard case .picture(let picture) = document else { throw DescriptionFailure.notADescription }
      loader = ServedPictureLoader(picture, by: stage.pictures, mustAsk: false)
      loader.onVisibleTilesShown = { [unowned self] in isComplete = true }
    }

    var requests: [String] { stage.server.requests.map(\.path) }

    func begin() -> Bool {
      loader.begin()
      return stage.loop.run { loader.content != nil }
    }

    /// The placement of the picture at a scale, with one of its pixels in the corner of the view.
    func placement(_ scale: Double, x: Double = 0, y: Double = 0) -> ContentPlacement {
      let rect = Rect(x: -x * scale, y: -y * scale, width: 5000 * scale, height: 3000 * scale)
      return ContentPlacement(rect, visible: ServedPictureLoaderTests.view, isMoving: false)
    }

    func look(_ placement: ContentPlacement) {
      isComplete = false
      loader.content?.rest(at: placement)
    }

    /// Rests at a placement until all of its tiles are loaded.
    func rest(_ placement: ContentPlacement) -> Bool {
      look(placement)
      return stage.loop.run {
        loader.content?.rest(at: placement)
        return isComplete
      }
    }

    func picture(at placement: ContentPlacement) -> Bitmap {
      Bitmap.drawn(600, 400) { loader.content?.draw(in: $0, at: placement) }
    }
  }

  /// Whether two colours are equal within rounding.
  private static func agree(_ a: UInt32, _ b: UInt32, slack: Int = 2) -> Bool {
    [0, 8, 16].allSatisfy { abs(Int(a >> $0 & 0xFF) - Int(b >> $0 & 0xFF)) <= slack }
  }

  /// The first sampled pixel of the view with a fault.
  private static func first(
    stepX: Int, stepY: Int, where isWrong: (Int, Int) -> Bool
  ) -> Point? {
    for y in stride(from: 0, to: 400, by: stepY) {
      for x in stride(from: 0, to: 600, by: stepX) where isWrong(x, y) {
        return Point(x: Double(x), y: Double(y))
      }
    }
    return nil
  }

  @Test func `the pages of a list have the facts that the server states about it`() throws {
    let pictures = try Rig().stage.pictures
    let entry = ServedCollection.Entry(address: "https://h/1.jpg", label: "One")
    var list = ServedCollection(label: "Book", entries: [entry, entry], isRightToLeft: false)
    list.facts.label = "Book"
    let paths = pictures.store(list)
    #expect(paths.count == 2)
    #expect(paths.allSatisfy { pictures.facts(of: $0)?.label == "Book" })
    #expect(pictures.facts(of: FilePath("https://h/1.jpg")) == nil)
    list.facts = ServedFacts()
    #expect(pictures.store(list).allSatisfy { pictures.facts(of: $0) == nil })
  }

  @Test(arguments: ["/two/info.json", "/three/info.json", "/p.dzi"])
  func `one request gives the first picture, and tiles its own pixels at 100 %`(path: String) throws
  {
    let rig = try Rig(path)
    #expect(rig.begin())
    #expect(rig.requests.count == 1)
    let placement = rig.placement(1, x: 1100, y: 700)
    #expect(rig.rest(placement))
    let shown = rig.picture(at: placement)
    let wrong = Self.first(stepX: 9, stepY: 7) { x, y in
      let wanted = Self.pyramid.color(x: 1100 + x, y: 700 + y, factor: 1)
      return !Self.agree(shown.pixel(x: x, y: y), wanted)
    }
    #expect(wrong == nil)
    #expect(Set(rig.requests).count == rig.requests.count)
  }

  @Test func `a reduced picture at rest has no seams between its tiles`() throws {
    let rig = try Rig("/p.dzi")
    #expect(rig.begin())
    let placement = rig.placement(0.37, x: 900, y: 300)
    #expect(rig.rest(placement))
    let part = try #require(rig.loader.content?.wantedRegion)
    rig.loader.content?.show(part.makeBitmap(), of: part)
    let shown = rig.picture(at: placement)
    let seam = Self.first(stepX: 1, stepY: 3) { x, y in
      x > 0 && !Self.agree(shown.pixel(x: x, y: y), shown.pixel(x: x - 1, y: y), slack: 3)
    }
    #expect(seam == nil)
  }

  @Test func `tiles that leave the view are cancelled, and those in view are requested`() throws {
    let rig = try Rig("/two/info.json") { request in
      request.path.contains("/256,/") ? [.silence] : Self.pyramid.answer(to: request.path).steps
    }
    #expect(rig.begin())
    rig.look(rig.placement(1))
    let most = ServedTileQueue.maxRequests
    #expect(rig.stage.loop.run { rig.requests.count == 1 + most })
    rig.look(rig.placement(1, x: 3000, y: 2000))
    #expect(rig.stage.loop.run { rig.stage.server.hangUps == most })
    #expect(rig.stage.loop.run { rig.requests.count == 1 + 2 * most })
  }

  @Test func `an error of the server is shown with its cause, and a retry loads the tiles`() throws
  {
    let isUp = Gate()
    let rig = try Rig("/two/info.json") { request in
      isUp.isOpen || request.path.contains("/full/")
        ? Self.pyramid.answer(to: request.path).steps
        : WebAnswer(status: "503 Service Unavailable").steps
    }
    #expect(rig.begin())
    let placement = rig.placement(1, x: 2000, y: 1000)
    rig.look(placement)
    #expect(rig.stage.loop.run { rig.loader.failure != nil && rig.loader.progress == nil })
    #expect(rig.loader.failure?.sentence == "the server answered 503 (Service Unavailable)")
    #expect(rig.loader.content?.failedRegions.isEmpty == false)
    // A server that is down is not asked for every tile.
    #expect(rig.requests.count <= 1 + 2 * ServedTileQueue.maxFailures)
    isUp.open()
    rig.loader.retry()
    #expect(rig.loader.failure == nil)
    #expect(rig.loader.content?.failedRegions.isEmpty == true)
    #expect(rig.rest(placement))
  }

  @Test func `a server that is not asked any more is the cause for tiles elsewhere, too`() throws {
    let rig = try Rig("/two/info.json") { request in
      request.path.contains("/full/")
        ? Self.pyramid.answer(to: request.path).steps
        : WebAnswer(status: "503 Service Unavailable").steps
    }
    #expect(rig.begin())
    rig.look(rig.placement(1))
    #expect(rig.stage.loop.run { rig.loader.failure != nil && !rig.loader.isLoading })
    let count = rig.requests.count
    rig.look(rig.placement(1, x: 4000, y: 2400))
    #expect(rig.loader.failure?.sentence == "the server answered 503 (Service Unavailable)")
    #expect(rig.requests.count == count)
  }

  /// A counter that threads share.
  private nonisolated final class Counter: Sendable {
    private let value = Mutex(0)

    func next() -> Int {
      value.withLock {
        $0 += 1
        return $0
      }
    }
  }

  @Test func `requests that still run are counted when the server is not asked any more`() throws {
    let counter = Counter()
    let most = ServedTileQueue.maxFailures
    let rig = try Rig("/two/info.json") { request in
      if request.path.contains("/full/") { return Self.pyramid.answer(to: request.path).steps }
      return counter.next() <= most
        ? WebAnswer(status: "503 Service Unavailable").steps : [.silence]
    }
    #expect(rig.begin())
    rig.look(rig.placement(1, x: 2000, y: 1000))
    // The last failure starts no request, so that one less than the others is left.
    let left = ServedTileQueue.maxRequests - 1
    let share = Double(most) / Double(most + left)
    #expect(rig.stage.loop.run { rig.loader.progress?.share == share })
    #expect(rig.loader.failure != nil)
  }

  @Test func `a tile of another size, and one that is no picture, are errors with their cause`()
    throws
  {
    let wrong = ServedPyramid(width: 5000, height: 3000, side: 100)
    let rig = try Rig("/p.dzi") { request in
      request.path.contains("/13/")
        ? wrong.answer(to: request.path).steps : Self.pyramid.answer(to: request.path).steps
    }
    #expect(rig.begin())
    rig.look(rig.placement(1, x: 1000, y: 1000))
    #expect(rig.stage.loop.run { rig.loader.failure != nil })
    #expect(rig.loader.failure?.sentence.hasPrefix("the server sent a part of ") == true)
    let other = try Rig("/p.dzi") { request in
      request.path.contains("/13/")
        ? WebAnswer(Array("<html>".utf8), [("Content-Type", "text/html")]).steps
        : Self.pyramid.answer(to: request.path).steps
    }
    #expect(other.begin())
    other.look(other.placement(1))
    #expect(other.stage.loop.run { other.loader.failure != nil })
    #expect(other.loader.failure?.sentence == "the server sent a web page, not a picture")
  }

  @Test func `a first picture that fails is reported, and comes after a retry`() throws {
    let isUp = Gate()
    let rig = try Rig("/three/info.json") { request in
      isUp.isOpen
        ? Self.pyramid.answer(to: request.path).steps : WebAnswer(status: "404 Not Found").steps
    }
    rig.loader.begin()
    #expect(rig.stage.loop.run { rig.loader.failure != nil })
    #expect(rig.loader.content == nil)
    isUp.open()
    rig.loader.retry()
    #expect(rig.stage.loop.run { rig.loader.content != nil })
    #expect(rig.loader.failure == nil)
  }

  @Test func `a picture that is left frees its tiles, and shows them again without requests`()
    throws
  {
    let rig = try Rig("/three/info.json")
    #expect(rig.begin())
    let placement = rig.placement(1, x: 400, y: 400)
    #expect(rig.rest(placement))
    // The tiles around the view are loaded after the visible ones.
    #expect(rig.stage.loop.run { !rig.loader.isLoading })
    let count = rig.requests.count
    rig.loader.freeTiles()
    #expect(rig.loader.content?.tileBytes == 0)
    #expect(rig.rest(placement))
    #expect(rig.requests.count == count)
  }
}

/// The paths of entries of lists on image servers.
struct ServedPathTests {
  private static func entry(_ address: String, _ label: String) -> ServedCollection.Entry {
    ServedCollection.Entry(address: address, label: label)
  }

  @Test func `an entry is named by its label, which is no part of requests`() {
    let path = FilePath(Self.entry("https://h/iiif/1/info.json", "Blatt 1 ✓ & #2"))
    #expect(path.displayName == "Blatt 1 ✓ & #2")
    #expect(path.webAddress?.text == "https://h/iiif/1/info.json")
    #expect(path.display == "https://h/iiif/1/info.json")
  }

  @Test func `an entry without a label is named after its picture`() {
    #expect(
      FilePath(Self.entry("https://h/iiif/a%2Fb%20c.tif/info.json", "")).displayName == "b c.tif")
    #expect(FilePath(Self.entry("https://h/a/b.jpg", "")).displayName == "b.jpg")
    #expect(FilePath(Self.entry("https://h/info.json", "")).displayName == "info.json")
    #expect(FilePath("a/info.json").displayName == "info.json")
  }

  @Test(arguments: [
    ("https://h/short", "", "https://h/short"),
    ("https://h/short", "https://h/a/p.dzi?x", "https://h/a/p.dzi?x"),
    ("https://me:secret@h/short", "https://h/a/p.dzi", "https://me:secret@h/a/p.dzi"),
    ("https://me:secret@h/short", "https://other/p.dzi", "https://other/p.dzi"),
    ("https://me:secret@h/short", "http://h/p.dzi", "http://h/p.dzi"),
    ("https://h/short", "file:///p.dzi", "https://h/short"),
  ])
  func `a description belongs to the address to which its request was redirected`(
    asked: String, redirection: String, source: String
  ) throws {
    let file = WebFile(path: "", byteCount: 0, contentType: "", redirection: redirection)
    let address = try #require(WebAddress(asked))
    #expect(file.source(requestedAt: address) == source)
  }

  @Test func `equal entries have different paths with one name`() {
    let entry = Self.entry("https://h/1/info.json", "One")
    let list = ServedCollection(label: "", entries: [entry, entry, entry], isRightToLeft: false)
    let paths = FilePath.paths(of: list)
    #expect(Set(paths).count == 3)
    #expect(paths.allSatisfy { $0.displayName == "One" && $0.webAddress?.text == entry.address })
  }
}

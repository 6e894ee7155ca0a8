import BrowserCore
import DecoderWire
import Geometry
import Imaging
import ImagingTestSupport
import Motion
import Pixels
import TestSupport
import Testing

@testable import BrowserHost

/// Previews of pages during fast paging, with answers of the test.
@MainActor @Suite struct FastPagingPreviewLoaderTests {
  /// A loader that records the requests and sends the answers that the test gives.
  @MainActor private final class Desk {
    let pipeline = ImagePipeline.silent()
    let folder: TemporaryFolder
    let paths: [FilePath]
    var asked: [Int] = []
    var updates: [Int: @MainActor (ImageUpdate) -> Void] = [:]
    var tasks: [Int: ImageTask] = [:]
    var now = Timestamp(seconds: 1)
    var loaded: [Int] = []

    init() throws {
      let folder = try TemporaryFolder()
      self.folder = folder
      paths = try (0..<40).map { FilePath(try folder.write([1], named: Array("\($0).jpg".utf8))) }
    }

    func ask(
      _ path: FilePath, _ update: @escaping @MainActor (ImageUpdate) -> Void
    ) -> ImageTask {
      let task = pipeline.request(
        ImageRequest(
          path: path.key, target: PixelSize(width: 100, height: 100), purpose: .fastPaging)
      ) { _ in }
      guard let page = paths.firstIndex(of: path) else { return task }
      asked.append(page)
      updates[page] = update
      tasks[page] = task
      return task
    }

    func answer(_ page: Int, _ image: DecodedImage) {
      now = now + 0.03
      updates[page]?(.preview(image))
    }
  }

  private let desk: Desk
  private let layout = PageLayout(viewport: Size(width: 100, height: 100), count: 40)

  init() throws { desk = try Desk() }

  private func makeGlances(maxRunning: Int = 2) -> FastPagingPreviewLoader {
    let desk = desk
    let glances = FastPagingPreviewLoader(maxRunning: maxRunning, now: { desk.now }) {
      desk.ask($0, $1)
    }
    glances.onPreviewLoaded = { desk.loaded.append($2) }
    return glances
  }

  private func fill(_ glances: FastPagingPreviewLoader, from page: Int, except known: Int? = nil) {
    var pace = TurnPace()
    for turn in 0..<4 { pace.recordTurn(by: 1, at: Timestamp(seconds: 1 + Double(turn) / 30)) }
    glances.requestPreviews(from: page, at: pace, in: layout, desk.paths) {
      $0 != known.map { desk.paths[$0] }
    }
  }

  private func image(_ side: Int = 8) -> DecodedImage {
    let size = PixelSize(width: side, height: side)
    return DecodedImage(
      bitmap: Bitmap(size: size, isOpaque: true) { _, _ in },
      info: DecodeReply.Info(naturalSize: size, format: "JPEG"), isExact: false)
  }

  @Test func `at most one preview per helper is loading, and no page is requested twice`() {
    let glances = makeGlances()
    fill(glances, from: 10)
    fill(glances, from: 10)
    #expect(desk.asked == [11, 12])
    desk.answer(12, image())
    fill(glances, from: 10, except: 13)
    #expect(desk.asked == [11, 12, 14])
    #expect(desk.loaded == [12])
  }

  @Test func `slow previews make the next request go further ahead`() {
    let glances = makeGlances(maxRunning: 1)
    for page in [11, 20] {
      fill(glances, from: page - 1)
      desk.now = desk.now + 0.3
      desk.answer(desk.asked[desk.asked.count - 1], image())
    }
    fill(glances, from: 29)
    #expect(desk.asked[0] == 11)
    #expect(desk.asked[1] > 20 + 1)
    #expect(desk.asked[2] >= 29 + 5)
  }

  @Test func `a page without a preview is not requested again before the next burst`() {
    let glances = makeGlances(maxRunning: 1)
    fill(glances, from: 10)
    desk.now = desk.now + 0.03
    desk.updates[11]?(.failed(DecodeFailure(.damaged)))
    fill(glances, from: 10)
    #expect(desk.asked == [11, 12])
    glances.cancelAll()
    fill(glances, from: 10)
    #expect(desk.asked == [11, 12, 11])
  }

  @Test func `the latest previews are cached and the oldest evicted`() {
    let glances = makeGlances(maxRunning: 1)
    // Each preview has four million bytes.
    for page in 10..<20 {
      fill(glances, from: page)
      desk.answer(desk.asked[desk.asked.count - 1], image(1000))
    }
    let kept = desk.asked.filter { glances.image(of: desk.paths[$0]) != nil }
    #expect(kept == Array(desk.asked.suffix(FastPagingPreviewCache.maxBytes / 4_000_000)))
    glances.forget(desk.paths[kept[2]])
    #expect(glances.image(of: desk.paths[kept[2]]) == nil)
  }

  @Test func `at rest running previews finish and queued previews are cancelled`() throws {
    let glances = makeGlances(maxRunning: 3)
    fill(glances, from: 10)
    let (running, waiting) = (try #require(desk.tasks[11]), try #require(desk.tasks[13]))
    #expect(running.isDecoding && !waiting.isDecoding)
    glances.cancelQueuedRequests()
    #expect(!running.isFinished && waiting.isFinished)
    desk.answer(11, image())
    #expect(desk.loaded == [11], "it was nearly there")
  }

  @Test func `cancelled previews are neither delivered nor cached`() {
    let glances = makeGlances()
    fill(glances, from: 10)
    desk.answer(11, image())
    glances.cancelAll()
    #expect(glances.image(of: desk.paths[11]) == nil)
    #expect(desk.tasks[12]?.isFinished == true)
  }
}

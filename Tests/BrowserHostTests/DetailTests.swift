import DecoderWire
import Geometry
import ImagingTestSupport
import Motion
import PhotoBrowser
import Pixels
import TestSupport
import Testing
import Views

@testable import BrowserHost
@testable import Imaging

/// Tests of the requests for an enlarged picture in full resolution.
@MainActor @Suite struct DetailTests {
  private let folder: TemporaryFolder
  private let pipeline = ImagePipeline.silent()
  private let loop = ManualLoop()
  private let source: FilePages
  private let browser = Browser()
  private let stage = Stage(size: Size(width: 240, height: 160), scale: 1)
  private let fitted = PixelSize(width: 240, height: 160)
  private let image: DecodedImage

  init() throws {
    folder = try TemporaryFolder()
    let path = FilePath(try folder.write([1], named: Array("a.jpg".utf8)))
    source = FilePages([path], pipeline: pipeline, loop: loop, pageBox: fitted)
    browser.fillsParent = true
    stage.root.add(browser)
    browser.dataSource = source
    stage.update(at: FrameTime(presentation: Timestamp(seconds: 1)))
    image = DecodedImage(
      bitmap: Bitmap(size: fitted, isOpaque: true) { _, _ in },
      info: DecodeReply.Info(naturalSize: PixelSize(width: 2400, height: 1600), format: "JPEG"),
      isExact: true)
    pipeline.memory.pictures.insert(
      PictureMemoryCache.Rendition(
        bitmap: image.bitmap, info: image.info, isExact: true, isOnlyForZooming: false,
        cost: image.bitmap.byteCount),
      of: try FileIdentity.read(source.pipelinePath(of: path)))
    source.pictures.show(image, on: try #require(source.page(at: 0)))
  }

  private func show(_ scale: Double) {
    let size = PixelSize(width: Int(2400 * scale), height: Int(1600 * scale))
    source.browser(browser, page: 0, isShownAt: size)
  }

  /// The number of running decodes that are wanted.
  private var count: Int { pipeline.pages.unfinishedWorks.count(where: \.isWanted) }

  @Test func `the full pixels are fetched once the zoom has stopped`() {
    let before = count
    for scale in [0.2, 0.3, 0.4] { show(scale) }
    loop.fire()
    #expect(count == before + 1)
  }

  @Test func `no pixels are fetched for a zoom that returns to a sharp scale`() {
    let before = count
    for scale in [0.2, 0.3, 0.2, 0.1] { show(scale) }
    loop.fire()
    #expect(count == before)
  }

  @Test func `the full pixels are fetched again after the file has changed`() throws {
    let page = try #require(source.page(at: 0))
    let live = LiveFilePages()
    live.browser = browser
    live.add(page)
    var now = 0.0
    let pictures = PagePictures(
      on: live, downloads: PageDownloads(), events: FilePageEvents(), pipeline: pipeline,
      loop: loop, clock: { now })
    pictures.observeFiles([page.path])
    show(0.4)
    loop.fire()
    #expect(page.hasRequestedDetail)
    pictures.fileDidChange(page.path)
    now = 1
    loop.fire()
    pictures.handleResponse(.exact(image), for: page, load: 1)
    #expect(!page.hasRequestedDetail)
    let before = count
    show(0.4)
    loop.fire()
    #expect(count == before + 1)
  }
}

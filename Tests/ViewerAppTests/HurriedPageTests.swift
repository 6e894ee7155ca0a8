import DecoderWire
import Geometry
import Motion
import PhotoBrowser
import Pixels
import TestSupport
import Testing
import Views

@testable import Imaging
@testable import ViewerApp

/// What a page shows when pages were turned faster than pictures are decoded.
@MainActor @Suite struct HurriedPageTests {
  private let folder: TemporaryFolder
  private let pipeline = ImagePipeline.silent()
  private let source: PipelinePhotoSource
  private let browser = Browser()
  private let stage = Stage(size: Size(width: 240, height: 160), scale: 1)
  private let box = PixelSize(width: 240, height: 160)

  init() throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    let paths = try (0..<4).map { FilePath(try folder.write([1], named: Array("\($0).png".utf8))) }
    source = PipelinePhotoSource(
      paths: paths, pipeline: pipeline, bridge: StillLoop(), pageBox: box)
    browser.fillsParent = true
    stage.root.add(browser)
    browser.dataSource = source
    stage.update(at: FrameTime(presentation: Timestamp(seconds: 1)))
  }

  private func image(_ width: Int, _ height: Int, isExact: Bool) -> DecodedImage {
    DecodedImage(
      bitmap: Bitmap(size: PixelSize(width: width, height: height), isOpaque: true) { _, _ in },
      info: DecodeReply.Info(naturalSize: PixelSize(width: 2400, height: 1600), format: "PNG"),
      isExact: isExact)
  }

  /// The exact picture has come for somebody else, and only memory knows.
  private func remember(_ image: DecodedImage, of path: FilePath) throws {
    pipeline.cache.insert(
      MemoryCache.Rendition(
        bitmap: image.bitmap, info: image.info, purpose: .exact, isNatural: false,
        cost: image.bitmap.byteCount),
      of: try FileIdentity.read(source.key(of: path)))
  }

  @Test(arguments: [PixelSize(width: 60, height: 40), PixelSize(width: 240, height: 160)])
  func `what was glanced at becomes exact, even if it was fetched ahead meanwhile`(
    glance: PixelSize
  ) throws {
    var news: [PictureNews] = []
    source.onPicture = { kind, page in if page == 1 { news.append(kind) } }
    source.isHurried = true
    let cell = try #require(browser.cell(at: 1) as? PhotoCell)
    source.show(image(glance.width, glance.height, isExact: false), in: cell, path: source.paths[1])
    let exact = image(240, 160, isExact: true)
    try remember(exact, of: source.paths[1])
    source.isHurried = false
    #expect(cell.still?.bitmaps.contains { $0 === exact.bitmap } == true)
    #expect(news == [.exact])
  }
}

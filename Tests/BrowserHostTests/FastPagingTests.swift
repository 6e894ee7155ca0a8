import BrowserCore
import DecoderWire
import Geometry
import ImagingTestSupport
import Motion
import Pixels
import TestSupport
import Testing
import Views

@testable import BrowserHost
@testable import Imaging
@testable import PhotoBrowser

/// Tests of the content of pages that are turned faster than pictures are decoded.
@MainActor @Suite struct FastPagingTests {
  /// A delegate that reports page turns to the source, as a scene does.
  private final class Turns: BrowserDelegate {
    unowned let source: FilePages
    var now = Timestamp(seconds: 1)
    init(_ source: FilePages) { self.source = source }
    func browser(_ browser: Browser, didChangePageIndex index: Int) {
      source.pageDidTurn(to: index, at: now)
    }
  }

  private let folder: TemporaryFolder
  private let pipeline = ImagePipeline.silent()
  private let source: FilePages
  private let browser = Browser()
  private let turns: Turns
  private let stage = Stage(size: Size(width: 240, height: 160), scale: 1)
  private let box = PixelSize(width: 240, height: 160)

  init() throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    let paths = try (0..<20).map { FilePath(try folder.write([1], named: Array("\($0).jpg".utf8))) }
    source = FilePages(paths, pipeline: pipeline, loop: StillLoop(), pageBox: box)
    turns = Turns(source)
    browser.fillsParent = true
    stage.root.add(browser)
    browser.dataSource = source
    browser.delegate = turns
    stage.update(at: FrameTime(presentation: turns.now))
  }

  private func image(_ width: Int, _ height: Int, isExact: Bool) -> DecodedImage {
    DecodedImage(
      bitmap: Bitmap(size: PixelSize(width: width, height: height), isOpaque: true) { _, _ in },
      info: DecodeReply.Info(naturalSize: PixelSize(width: 2400, height: 1600), format: "JPEG"),
      isExact: isExact)
  }

  /// Inserts an exact picture into the memory cache, as if another request had decoded it.
  private func remember(_ image: DecodedImage, of path: FilePath) throws {
    pipeline.memory.pictures.insert(
      PictureMemoryCache.Rendition(
        bitmap: image.bitmap, info: image.info, isExact: true, isOnlyForZooming: false,
        cost: image.bitmap.byteCount),
      of: try FileIdentity.read(source.pipelinePath(of: path)))
  }

  /// Turns to the next page `count` times, thirty a second.
  private func turn(_ count: Int, by step: Int = 1) {
    for _ in 0..<count {
      turns.now = turns.now + 1.0 / 30
      browser.perform(.turn(step, animated: false), at: turns.now)
      stage.update(at: FrameTime(presentation: turns.now))
    }
  }

  /// The pages for which a decode of this kind is wanted.
  private func wanted(_ purpose: DecodePurpose) -> [Int] {
    let works = pipeline.pages.unfinishedWorks.filter { $0.key.purpose == purpose && $0.isWanted }
    return source.files.indices.filter { page in
      works.contains { $0.key.path == source.files[page].key }
    }
  }

  /// Answers the decode of `page` with a picture that is `height` pixels high.
  private func answer(_ purpose: DecodePurpose, _ page: Int, height: Int = 4) throws {
    let work = try #require(
      pipeline.pages.unfinishedWorks.first {
        $0.key.purpose == purpose && $0.isWanted && $0.key.path == source.files[page].key
      })
    let size = PixelSize(width: 6, height: height)
    let info = DecodeReply.Info(naturalSize: size, format: "JPEG")
    let bitmap = Bitmap(size: size, isOpaque: true) { _, _ in }
    let result = PixelAdoption.AdoptedPixels(bitmap: bitmap, cost: bitmap.byteCount)
    pipeline.dispatcher.receive(.outcome(.picture(info, result)), of: work.id)
  }

  private var cell: PhotoCell? { browser.visibleCell as? PhotoCell }

  @Test(arguments: [PixelSize(width: 60, height: 40), PixelSize(width: 240, height: 160)])
  func `a page that shows a preview becomes exact when fast paging ends`(
    glance: PixelSize
  ) throws {
    var states: [PictureState] = []
    source.observe { if case .pictureStateChanged(let state, 1) = $0 { states.append(state) } }
    source.fastPaging.begin()
    let page = try #require(source.page(at: 1))
    source.pictures.show(image(glance.width, glance.height, isExact: false), on: page)
    let exact = image(240, 160, isExact: true)
    try remember(exact, of: source.files[1])
    source.endFastPaging()
    #expect(page.shows(exact.bitmap))
    #expect(states == [.exact])
  }

  @Test func `fast paging loads only previews of the pages ahead`()
    throws
  {
    try answer(.picture, 0)
    turn(1)
    #expect(!source.fastPaging.isActive && wanted(.preview).isEmpty)
    turn(3)
    #expect(source.fastPaging.isActive && wanted(.preview) == [3, 4])
    #expect(wanted(.picture).allSatisfy { $0 < 4 })
    try answer(.preview, 4)
    #expect(wanted(.preview) == [3, 5])
    #expect(cell?.content.zoomable?.contentSize.height == 4)
  }

  @Test func `after fast paging the exact picture of the current page is loaded first`()
    throws
  {
    try answer(.picture, 0)
    turn(6)
    source.endFastPaging()
    #expect(!source.fastPaging.isActive && wanted(.preview).isEmpty)
    #expect(wanted(.picture) == [5, 6, 7, 8, 9])
    let next = try #require(
      pipeline.pages.decodes.filter { $0.id.purpose == .picture && $0.isWanted }
        .max { $0.rank < $1.rank })
    #expect(next.path == source.files[6].key)
  }

  @Test func `fast paging ends at the last page`() throws {
    try answer(.picture, 0)
    turn(18)
    #expect(source.fastPaging.isActive)
    turn(1)
    #expect(browser.pageIndex == 19 && !source.fastPaging.isActive)
  }

  @Test func `a late preview stands in for the current page unless a later preview does`()
    throws
  {
    try answer(.picture, 0, height: 3)
    turn(4)
    #expect(cell?.standIn?.content.contentSize.height == 3)
    turn(4)
    #expect(browser.cell(at: 4) == nil)
    try answer(.preview, 4, height: 5)
    #expect(cell?.standIn?.content.contentSize.height == 5)
    try answer(.preview, 3, height: 7)
    #expect(cell?.standIn?.content.contentSize.height == 5, "it would be a step back")
    let next = try #require(wanted(.preview).last)
    #expect(next > 8)
    turn(next - 8)
    try answer(.preview, next, height: 9)
    #expect(cell?.content.zoomable?.contentSize.height == 9 && cell?.standIn == nil)
  }

  @Test func `paging back shows the cached previews`() throws {
    try answer(.picture, 0)
    turn(4)
    try answer(.preview, 4, height: 5)
    turn(6)
    pipeline.releaseMemory()
    turn(6, by: -1)
    #expect(browser.pageIndex == 4 && cell?.content.zoomable?.contentSize.height == 5)
  }
}

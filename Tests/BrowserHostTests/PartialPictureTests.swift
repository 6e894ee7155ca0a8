import DecoderWire
import Geometry
import Glibc
import ImagingTestSupport
import Motion
import PhotoBrowser
import Pixels
import TestSupport
import Testing
import Views

@testable import BrowserHost
@testable import Imaging

/// Tests of the content of a page while its picture is decoded.
@MainActor @Suite struct PartialPictureTests {
  private let folder: TemporaryFolder
  private let pipeline = ImagePipeline.silent()
  private let source: FilePages
  private let browser = Browser()
  private let stage = Stage(size: Size(width: 240, height: 160), scale: 1)
  private let path: FilePath
  private let natural = PixelSize(width: 2400, height: 1600)
  private let huge = PixelSize(width: 12_000, height: 8000)

  init() throws {
    folder = try TemporaryFolder()
    let file = try folder.write([1], named: "a.png")
    // A file that was changed recently may still be written, and does not fail yet.
    var past = [
      timeval(tv_sec: 1_000_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000_000, tv_usec: 0),
    ]
    #expect(utimes(file, &past) == 0)
    path = FilePath(file)
    source = FilePages(
      [path], pipeline: pipeline, loop: StillLoop(),
      pageBox: PixelSize(width: 240, height: 160))
    browser.fillsParent = true
    stage.root.add(browser)
    browser.dataSource = source
    stage.update(at: FrameTime(presentation: Timestamp(seconds: 1)))
  }

  private func image(
    _ width: Int, _ height: Int, isWhole: Bool, isHuge: Bool = false
  ) -> DecodedImage {
    DecodedImage(
      bitmap: Bitmap(size: PixelSize(width: width, height: height), isOpaque: isWhole) { _, _ in },
      info: DecodeReply.Info(
        naturalSize: isHuge ? huge : natural, format: "PNG", isTruncated: !isWhole,
        supportsRegions: isHuge), isExact: false)
  }

  private var work: DecodeWork? {
    pipeline.pages.unfinishedWorks.first { $0.key.purpose == .picture && $0.isWanted }
  }

  /// Delivers a partial picture of the helper.
  private func send(_ image: DecodedImage) throws {
    pipeline.dispatcher.receive(.partial(image.info, image.bitmap), of: try #require(work).id)
  }

  /// Delivers the answer of the helper.
  private func answer(_ image: DecodedImage) throws {
    let result = PixelAdoption.AdoptedPixels(bitmap: image.bitmap, cost: image.bitmap.byteCount)
    pipeline.dispatcher.receive(
      .outcome(.picture(image.info, result)), of: try #require(work).id)
  }

  private var shown: Picture? { (browser.cell(at: 0) as? PhotoCell)?.stillPicture }

  @Test func `each partial picture replaces the one before, and the whole picture the last`()
    throws
  {
    var states: [PictureState] = []
    source.observe { if case .pictureStateChanged(let state, _) = $0 { states.append(state) } }
    for _ in 0..<2 {
      let part = image(120, 80, isWhole: false)
      try send(part)
      #expect(shown?.bitmaps.count == 1 && shown?.bitmaps.first === part.bitmap)
      #expect(shown?.isPartial == true && shown?.naturalSize == natural)
    }
    let exact = image(240, 160, isWhole: true)
    try answer(exact)
    #expect(shown?.bitmaps.count == 1 && shown?.bitmaps.first === exact.bitmap)
    #expect(shown?.isPartial == false && shown?.isOpaque == true)
    #expect(states == [.partial, .partial, .exact])
  }

  @Test func `partial pictures of a huge picture are replaced by tiled content`()
    throws
  {
    for _ in 0..<2 {
      let part = image(120, 80, isWhole: false, isHuge: true)
      try send(part)
      #expect(shown?.bitmaps.first === part.bitmap)
    }
    try answer(image(240, 160, isWhole: true, isHuge: true))
    let content = (browser.cell(at: 0) as? PhotoCell)?.content.zoomable as? TiledContent
    #expect(content?.contentSize == huge.size)
  }

  @Test func `a partial picture does not replace a thumbnail of the whole picture`() throws {
    let thumbnail = image(60, 40, isWhole: true)
    try #require(work?.tasks.first).deliver(.preview(thumbnail))
    try send(image(120, 80, isWhole: false))
    #expect(shown?.bitmaps.first === thumbnail.bitmap)
    // The coarse picture is whole, and finer than the thumbnail.
    let coarse = image(120, 80, isWhole: true)
    try send(coarse)
    #expect(shown?.bitmaps.first === coarse.bitmap)
  }

  @Test func `a late thumbnail replaces a partial picture`() throws {
    try send(image(120, 80, isWhole: false))
    let thumbnail = image(60, 40, isWhole: true)
    try #require(work?.tasks.first).deliver(.preview(thumbnail))
    #expect(shown?.bitmaps.count == 1 && shown?.bitmaps.first === thumbnail.bitmap)
  }

  @Test func `a picture stays during a reload until its file is decoded whole`()
    throws
  {
    let good = image(240, 160, isWhole: true)
    try answer(good)
    source.reload(0)
    try send(image(120, 80, isWhole: false))
    #expect(shown?.bitmaps.first === good.bitmap)
    let better = image(240, 160, isWhole: true)
    try answer(better)
    #expect(shown?.bitmaps.count == 1 && shown?.bitmaps.first === better.bitmap)
  }

  @Test func `decoding for another page size keeps the rows already shown`() throws {
    let most = image(120, 80, isWhole: false)
    try send(most)
    source.pagesDidResize(to: PixelSize(width: 200, height: 160))
    try send(image(100, 66, isWhole: false))
    #expect(shown?.bitmaps.first === most.bitmap)
    let exact = image(200, 133, isWhole: true)
    try answer(exact)
    #expect(shown?.bitmaps.count == 1 && shown?.bitmaps.first === exact.bitmap)
  }

  @Test func `a thumbnail stays under the error message of its picture`() throws {
    var states: [PictureState] = []
    source.observe { if case .pictureStateChanged(let state, _) = $0 { states.append(state) } }
    let thumbnail = image(60, 40, isWhole: true)
    try #require(work?.tasks.first).deliver(.preview(thumbnail))
    pipeline.dispatcher.receive(
      .outcome(.failed(DecodeFailure(.damaged))), of: try #require(work).id)
    #expect(shown?.bitmaps.first === thumbnail.bitmap)
    #expect(states == [.preview, .failed])
    #expect(source.pictures.hasShownFirstPage)
    let cell = try #require(browser.cell(at: 0) as? PhotoCell)
    #expect(cell.failure?.sentence == "The picture is damaged")
    #expect(cell.failure?.canRetry == false)
    source.browser(browser, retry: 0)
    #expect(cell.failure == nil && shown?.bitmaps.first === thumbnail.bitmap)
    try answer(image(240, 160, isWhole: true))
    #expect(cell.failure == nil)
  }

  @Test func `a failed picture shows its error instead of a partial picture`() throws {
    try send(image(120, 80, isWhole: false))
    pipeline.dispatcher.receive(
      .outcome(.failed(DecodeFailure(.tooSlow))), of: try #require(work).id)
    #expect((browser.cell(at: 0) as? PhotoCell)?.isFailed == true)
  }
}

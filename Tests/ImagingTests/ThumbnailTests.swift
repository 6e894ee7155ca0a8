import DecoderWire
import Imaging
import Pixels
import Testing

@MainActor
struct ThumbnailTests {
  private func one() -> Fixture { Fixture { $0.helpers = 1 } }

  @Test func `equal requests share one thumbnail, which is then cached`() {
    let f = one()
    let a = f.folder.file("a.jpg")
    f.askSmall(a)
    f.askSmall(a, side: 100, distance: 7)
    #expect(f.asked == ["a.jpg thumbnail"])
    f.launcher.helpers[0].succeed()
    #expect(f.log == ["a.jpg decoded", "a.jpg decoded"])
    #expect(f.askSmall(a).isFinished)
    #expect(f.asked.count == 1)
    #expect(f.pipeline.cachedThumbnail(ThumbnailRequest(path: a, side: 128)) != nil)
    #expect(f.pipeline.cachedThumbnail(ThumbnailRequest(path: a, side: 129)) == nil)
  }

  @Test(arguments: [(1, 128), (128, 128), (129, 256), (512, 512), (513, 1024), (9999, 1024)])
  func `the decoded size is the smallest sufficient size of the shared cache`(side: Int, box: Int) {
    let f = one()
    f.askSmall(f.folder.file("a.jpg"), side: side)
    #expect(f.launcher.helpers[0].last?.target == PixelSize(width: box, height: box))
    #expect(f.launcher.helpers[0].last?.minEmbeddedPreviewSide == (min(side, 1024) + 1) / 2)
  }

  @Test func `thumbnails are decoded by distance, then in request order`() {
    let f = one()
    f.askSmall(f.folder.file("first.jpg"))
    for (name, distance) in [("c.jpg", 2), ("a.jpg", 0), ("d.jpg", 9), ("b.jpg", 0)] {
      f.askSmall(f.folder.file(name), distance: distance)
    }
    for _ in 0..<5 { f.launcher.helpers[0].succeed() }
    #expect(f.log.map { $0.prefix(1) } == ["f", "a", "b", "c", "d"])
  }

  @Test func `changed distances reorder the queue and cancelled requests leave the queue`() {
    let f = one()
    f.askSmall(f.folder.file("first.jpg"))
    let a = f.askSmall(f.folder.file("a.jpg"), distance: 0)
    let b = f.askSmall(f.folder.file("b.jpg"), distance: 5)
    let c = f.askSmall(f.folder.file("c.jpg"), distance: 1)
    (a.distance, b.distance) = (8, 0)
    c.cancel()
    for _ in 0..<3 { f.launcher.helpers[0].succeed() }
    #expect(f.log == ["first.jpg decoded", "b.jpg decoded", "a.jpg decoded"])
  }

  @Test func `a thumbnail cancelled during its decode is cached`() {
    let f = one()
    let a = f.folder.file("a.jpg")
    f.askSmall(a).cancel()
    f.launcher.helpers[0].succeed()
    #expect(f.log.isEmpty)
    #expect(f.pipeline.cachedThumbnail(ThumbnailRequest(path: a, side: 128)) != nil)
  }

  @Test func `a page waits for at most one thumbnail`() {
    let f = Fixture()
    for i in 0..<50 { f.askSmall(f.folder.file("\(i).jpg")) }
    #expect(f.launcher.helpers.count == 2)
    f.ask(f.folder.file("page.png"))
    #expect(!f.asked.contains("page.png exact"))
    f.launcher.helpers[1].succeed()
    #expect(f.asked.last == "page.png exact")
  }

  @Test func `a long thumbnail decode is interrupted for a page and repeated later`() {
    let f = one()
    f.askSmall(f.folder.file("a.jpg"))
    f.loop.advance(by: 0.35)
    f.ask(f.folder.file("page.png"))
    #expect(f.launcher.helpers[0].isEnded)
    #expect(f.asked.last == "page.png exact")
    f.launcher.helpers[1].succeed()
    f.launcher.helpers[1].succeed()
    #expect(f.log == ["page.png exact", "a.jpg decoded"])
  }

  @Test func `a failed picture is not decoded again before invalidate`() {
    let f = one()
    let a = f.folder.file("a.jpg")
    f.askSmall(a)
    f.launcher.helpers[0].answer(.failed(DecodeFailure(.damaged)))
    f.askSmall(a)
    #expect(f.log == ["a.jpg damaged", "a.jpg damaged"])
    #expect(f.asked.count == 1)
    f.pipeline.invalidate(a)
    f.askSmall(a)
    #expect(f.asked.count == 2)
  }

  @Test func `a missing file fails as unreadable and other thumbnails are decoded`() {
    let f = one()
    f.askSmall(FilePathBytes("\(f.folder.path)/none.jpg"))
    f.askSmall(f.folder.file("a.jpg"))
    f.launcher.helpers[0].succeed()
    #expect(f.log == ["none.jpg unreadable", "a.jpg decoded"])
  }

  @Test func `a crash fails one thumbnail only`() {
    let f = one()
    f.askSmall(f.folder.file("a.jpg"))
    f.askSmall(f.folder.file("b.jpg"))
    f.launcher.helpers[0].onEvent?(.closed)
    f.launcher.helpers[1].succeed()
    #expect(f.log == ["a.jpg crashed", "b.jpg decoded"])
  }

  @Test func `cached thumbnails stay within the budget`() {
    let f = Fixture {
      $0.helpers = 1
      $0.thumbnailBytes = 500_000
    }
    let files = (0..<40).map { f.folder.file("\($0).jpg") }
    for file in files {
      f.askSmall(file)
      f.launcher.helpers[0].succeed()
      #expect(f.pipeline.statistics.thumbnailBytes <= 500_000)
    }
    #expect(f.pipeline.cachedThumbnail(ThumbnailRequest(path: files[39], side: 128)) != nil)
    #expect(f.pipeline.cachedThumbnail(ThumbnailRequest(path: files[0], side: 128)) == nil)
  }

  @Test func `a small embedded preview is delivered first and refined after other thumbnails`() {
    let f = one()
    let (a, b) = (f.folder.file("a.jpg"), f.folder.file("b.jpg"))
    let task = f.askSmall(a, side: 200)
    #expect(f.launcher.helpers[0].last?.minEmbeddedPreviewSide == 100)
    f.askSmall(b, side: 200, distance: 9)
    f.launcher.helpers[0].answer(embedded: PixelSize(width: 160, height: 120))
    #expect(f.log == ["a.jpg embedded"] && !task.isFinished)
    f.launcher.helpers[0].succeed()
    #expect(f.launcher.helpers[0].last?.minEmbeddedPreviewSide == 200)
    f.launcher.helpers[0].succeed()
    #expect(f.log == ["a.jpg embedded", "b.jpg decoded", "a.jpg decoded"] && task.isFinished)
  }

  @Test func `an embedded preview of sufficient size is final`() {
    let f = one()
    let a = f.folder.file("a.jpg")
    f.askSmall(a, side: 140)
    f.launcher.helpers[0].answer(embedded: PixelSize(width: 160, height: 120))
    #expect(f.askSmall(a, side: 160).isFinished)
    #expect(f.log == ["a.jpg embedded", "a.jpg embedded"] && f.asked.count == 1)
    // A larger request receives the cached preview at once, then the decoded thumbnail.
    #expect(!f.askSmall(a, side: 200).isFinished)
    #expect(f.launcher.helpers[0].last?.minEmbeddedPreviewSide == 200)
    f.launcher.helpers[0].succeed()
    #expect(f.log.suffix(2) == ["a.jpg embedded", "a.jpg decoded"])
  }

  @Test func `a picture that fails to decode keeps its embedded preview`() {
    let f = one()
    let task = f.askSmall(f.folder.file("a.jpg"), side: 200)
    f.launcher.helpers[0].answer(embedded: PixelSize(width: 160, height: 120))
    f.launcher.helpers[0].answer(.failed(DecodeFailure(.damaged)))
    #expect(f.log == ["a.jpg embedded", "a.jpg embedded"] && task.isFinished)
  }

  @Test func `helpers do not encode the stored thumbnails`() {
    let f = Fixture {
      $0.helpers = 1
      $0.sharedThumbnails = SharedThumbnails(folder: "/dev/null/none", program: "test")
    }
    for name in ["a.jpg", "b.jpg"] { f.askSmall(f.folder.old(name)) }
    #expect(f.pipeline.statistics.writtenThumbnails == 0)
    f.launcher.helpers[0].succeed()
    f.launcher.helpers[0].succeed()
    #expect(f.asked == ["a.jpg thumbnail", "b.jpg thumbnail"])
    #expect(f.pipeline.statistics.writtenThumbnails == 2)
  }

  @Test(arguments: [
    PixelSize(width: 129, height: 10), PixelSize(width: 10, height: 129),
  ])
  func `a thumbnail larger than requested ends the helper`(size: PixelSize) {
    let f = one()
    f.askSmall(f.folder.file("a.jpg"))
    let memory = TestMemory.sealed(bytes: 1 << 20)
    let layout = DecodeReply.PixelLayout(size: size, stride: 576, isOpaque: true)
    f.launcher.helpers[0].answer(.thumbnail(.init(source: .decoded), layout), [memory])
    #expect(f.log == ["a.jpg crashed"])
    #expect(f.launcher.helpers[0].isEnded)
  }

  @Test func `a reply of the wrong kind ends the helper`() {
    let f = one()
    f.ask(f.folder.file("a.png"))
    let layout = DecodeReply.PixelLayout(
      size: PixelSize(width: 16, height: 1), stride: 64, isOpaque: true)
    let memory = TestMemory.sealed(bytes: 64)
    f.launcher.helpers[0].answer(.thumbnail(.init(source: .decoded), layout), [memory])
    f.askSmall(f.folder.file("b.png"))
    let info = DecodeReply.Info(naturalSize: PixelSize(width: 16, height: 1), format: "PNG")
    f.launcher.helpers[1].answer(.pixels(info, layout), [memory])
    f.askSmall(f.folder.file("c.png"))
    f.launcher.helpers[2].answer(.info(info))
    #expect(f.log == ["a.png crashed", "b.png crashed", "c.png crashed"])
  }
}

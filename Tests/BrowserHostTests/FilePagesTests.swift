import DecoderWire
import Geometry
import ImagingTestSupport
import Input
import PhotoBrowser
import Pixels
import TestSupport
import Testing

@testable import BrowserHost
@testable import Imaging

/// Pages of files in a program's own window, with a helper that never answers.
@MainActor @Suite struct FilePagesTests {
  private let folder: TemporaryFolder
  private let host = HostRig()
  private let pipeline = ImagePipeline.silent()
  private let pages: FilePages

  init() throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    let paths = try (0..<20).map {
      String(decoding: try folder.write([1], named: Array("\($0).jpg".utf8)), as: UTF8.self)
    }
    pages = FilePages(paths, by: FilePages.Loader(pipeline: pipeline, loop: StillLoop()))
    host.browser.dataSource = pages
    host.window.show(host.browser)
    host.rig.frame()
  }

  /// The pages with an unfinished request of a purpose.
  private func wanted(_ purpose: DecodePurpose) -> [Int] {
    let works = pipeline.pages.unfinishedWorks.filter { $0.key.purpose == purpose && $0.isWanted }
    return pages.files.indices.filter { page in
      works.contains { $0.key.path == pages.files[page].key }
    }
  }

  private func right(isPress: Bool, isRepeat: Bool) {
    host.window.receive(
      .key(KeyEvent(.right, isPress: isPress, isRepeat: isRepeat, time: host.rig.now)))
    host.rig.wait(1.0 / 30)
  }

  @Test func `a held key loads previews, and its release loads the exact picture`() {
    for step in 0..<6 { right(isPress: true, isRepeat: step > 0) }
    #expect(host.browser.pageIndex == 6)
    #expect(pages.fastPaging.isActive && host.browser.isPagingFast)
    #expect(!wanted(.preview).isEmpty && !wanted(.picture).contains(6))
    right(isPress: false, isRepeat: false)
    #expect(!pages.fastPaging.isActive && wanted(.preview).isEmpty)
    #expect(wanted(.picture).contains(6))
  }

  @Test func `a removed page is cancelled, and its neighbours keep loading`() {
    host.browser.scrollToPage(2, animated: false)
    host.rig.frame()
    let gone = pages.files[2].key
    pages.paths.remove(at: 2)
    host.browser.removeItem(at: 2)
    host.rig.frame()
    let paths = pipeline.pages.unfinishedWorks.filter(\.isWanted).map(\.key.path)
    #expect(!paths.contains(gone) && Set(paths).count == paths.count)
    #expect(wanted(.picture).contains(1) && wanted(.picture).contains(2))
  }

  @Test func `a page that returns shows its former picture until the file is decoded again`() {
    let path = pages.files[0]
    let size = PixelSize(width: 24, height: 18)
    pipeline.memory.pictures.insert(
      PictureMemoryCache.Rendition(
        bitmap: Bitmap(size: size, isOpaque: true) { _, _ in },
        info: DecodeReply.Info(naturalSize: size, format: "JPEG"), isExact: true,
        isOnlyForZooming: false,
        cost: 1),
      of: FileIdentity(path: path.key, device: 1, inode: 1, modifiedNanoseconds: 1, size: 1))
    let all = pages.paths
    pages.keepPictureForUndo(of: 0)
    pages.paths.remove(at: 0)
    host.browser.removeItem(at: 0)
    host.rig.frame()
    // The observer of the folder reports the file that has left.
    pipeline.invalidate(path.key)
    pages.paths = all
    host.browser.insertItems(1, at: 0)
    host.browser.scrollToPage(0, animated: false)
    host.rig.frame()
    guard case .picture(let picture) = (host.browser.visibleCell as? PhotoCell)?.content else {
      Issue.record("no picture")
      return
    }
    #expect(picture.naturalSize == size)
    #expect(wanted(.picture).contains(0))
  }

  @Test func `pictures are requested again for another size of the window`() {
    #expect(pages.pageBox == PixelSize(width: 240, height: 180))
    host.window.resize(to: Size(width: 320, height: 200))
    host.rig.frame()
    host.window.bridge.run { pages.pageBox == PixelSize(width: 320, height: 200) }
    #expect(pipeline.pages.unfinishedWorks.contains { $0.isWanted && $0.key.target.width == 320 })
  }

  @Test func `pictures are not requested for the last size of a window that has closed`() {
    host.window.resize(to: Size(width: 320, height: 200))
    host.rig.frame()
    host.window.close()
    // This timer is due after that of the resize.
    var isOver = false
    let later = host.window.after(0.2) { isOver = true }
    host.window.bridge.run { isOver }
    withExtendedLifetime(later) {}
    #expect(pages.pageBox == PixelSize(width: 240, height: 180))
  }

  @Test func `the end of a visit cancels all requests for its pages`() {
    host.showGrid()
    host.window.present(host.browser, at: 3, over: host.grid)
    host.rig.wait(1)
    #expect(!wanted(.picture).isEmpty)
    host.key(.escape)
    host.rig.settle()
    #expect(host.front == "grid")
    #expect(pipeline.pages.unfinishedWorks.allSatisfy { !$0.isWanted })
  }

  @Test func `a renamed clip is opened by its new name`() {
    pages.playClips(by: ClipPlayers(loop: StillLoop()))
    pages.paths = ["/none/old.mp4"]
    host.browser.reloadData()
    host.rig.frame()
    pages.replacePaths(by: [FilePath("/none/new.mp4")])
    guard case .failed(let message) = (host.browser.visibleCell as? PhotoCell)?.content else {
      Issue.record("no failure")
      return
    }
    #expect(message.sentence.hasPrefix("new.mp4: "))
  }

  @Test func `a live photo that is renamed without its clip has no player`() throws {
    pages.playClips(
      by: ClipPlayers(loop: StillLoop()),
      clipOfLivePhoto: { $0.displayName == "live.jpg" ? FilePath("/none/live.mp4") : nil })
    pages.paths = ["/none/live.jpg"]
    host.browser.reloadData()
    host.rig.frame()
    let cell = try #require(host.browser.visibleCell as? LivePhotoCell)
    #expect(cell.hasPlayer)
    pages.replacePaths(by: [FilePath("/none/other.jpg")])
    #expect(!cell.hasPlayer)
  }

  @Test func `a failure names its file, and a clip has a cell of its own`() throws {
    let files = FilePages(["/none/fjord.jpg", "/none/fjord.mp4"], by: host.window.pictures)
    #expect(files.browser(host.browser, makeCellFor: 0) is ClipCell == false)
    #expect(files.browser(host.browser, makeCellFor: 1) is ClipCell)
    pages.paths = ["/none/fjord.jpg"]
    host.browser.reloadData()
    host.rig.frame()
    guard case .failed(let message) = (host.browser.visibleCell as? PhotoCell)?.content else {
      Issue.record("no failure")
      return
    }
    #expect(message.sentence.hasPrefix("fjord.jpg: "))
  }
}

/// A page of a web address, from a real server through the real helper.
@MainActor @Suite(.enabled(if: WebStage.hasDecoder))
struct WebFilePageTests {
  @Test func `a web address shows its partial pictures and then the whole picture`() throws {
    let gate = Gate()
    let bytes = try WebStage.png(300, 200)
    let stage = try WebStage { _ in WebAnswer(bytes).steps(cutAt: [bytes.count / 2], [gate]) }
    let rig = StageRig(240, 160)
    let pages = FilePages(
      [FilePath(stage.server.address + "/a.png")], pipeline: stage.pipeline, loop: stage.loop,
      pageBox: PixelSize(width: 240, height: 160))
    pages.enableDownloads(by: stage.pictures)
    var states: [PictureState] = []
    var hasProgress = false
    pages.observe {
      switch $0 {
      case .pictureStateChanged(let state, _): states.append(state)
      case .download: hasProgress = true
      default: break
      }
    }
    let browser = Browser()
    browser.fillsParent = true
    rig.stage.root.add(browser)
    browser.dataSource = pages
    rig.frame()
    #expect(stage.loop.run { states.contains(.preview) })
    let cell = try #require(browser.visibleCell as? PhotoCell)
    #expect(hasProgress && cell.stillPicture?.isPartial == true && cell.progress?.share == 0.5)
    gate.open()
    #expect(stage.loop.run { states.last == .exact })
    #expect(cell.stillPicture?.isPartial == false && cell.progress == nil)
  }

  @Test func `the progress of a newer file is hidden when its download breaks off`() throws {
    let gate = Gate()
    let bytes = try WebStage.png(300, 200)
    let stage = try WebStage { request in
      let head = [("ETag", "\"a\""), ("Cache-Control", "no-cache")]
      guard request.headers["if-none-match"] != nil else { return WebAnswer(bytes, head).steps }
      return [.send(WebAnswer(bytes).head + bytes[..<(bytes.count / 2)]), .wait(gate), .reset]
    }
    let rig = StageRig(240, 160)
    let pages = FilePages(
      [FilePath(stage.server.address + "/a.png")], pipeline: stage.pipeline, loop: stage.loop,
      pageBox: PixelSize(width: 240, height: 160))
    pages.enableDownloads(by: stage.pictures)
    var isExact = false
    pages.observe { if case .pictureStateChanged(.exact, _) = $0 { isExact = true } }
    let browser = Browser()
    browser.fillsParent = true
    rig.stage.root.add(browser)
    browser.dataSource = pages
    rig.frame()
    #expect(stage.loop.run { isExact })
    let cell = try #require(browser.visibleCell as? PhotoCell)
    pages.reload(0)
    #expect(stage.loop.run { cell.progress != nil })
    gate.open()
    #expect(stage.loop.run { cell.progress == nil })
    #expect(cell.stillPicture?.isPartial == false)
  }
}

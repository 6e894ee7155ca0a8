import ImageServers
import Imaging
import ImagingTestSupport
import Network
import PhotoBrowser
import Pixels
import TestSupport
import Testing

@testable import BrowserHost

/// A source of downloads whose updates a test delivers.
@MainActor private final class DrivenDownloads: WebLoading, WebTaskOwner {
  /// The downloads in the order of their starts.
  private(set) var tasks: [WebTask] = []
  /// Called when the next download has begun.
  var onLoad: (() -> Void)?

  func load(
    _ address: WebAddress, urgency: WebTask.Urgency, mustRevalidate: Bool,
    update: @escaping (WebUpdate) -> Void
  ) -> WebTask {
    let task = WebTask(address, urgency, of: self, update: update)
    tasks.append(task)
    let action = onLoad
    onLoad = nil
    action?()
    return task
  }

  func forget(_ address: WebAddress) {}
  func stop() {}
  func taskDidCancel(_ task: WebTask) {}
  func urgencyDidChange() {}
}

/// A page whose address is being downloaded.
@MainActor private final class DownloadedPage {
  let downloads = DrivenDownloads()
  private(set) var hasFailed = false
  /// Whether the page shows a message in place of its picture.
  var showsFailure: Bool {
    if case .failed = (browser.cell(at: 0) as? PhotoCell)?.content { true } else { false }
  }
  private let rig = StageRig(240, 160)
  private let pictures: WebPictures
  private let pages: FilePages
  private let browser = Browser()

  init(_ address: String) {
    let pipeline = ImagePipeline.silent()
    pictures = WebPictures(
      pipeline: pipeline, loop: StillLoop(), configuration: WebConfiguration(),
      source: .substitute(downloads))
    pages = FilePages(
      [FilePath(address)], pipeline: pipeline, loop: StillLoop(),
      pageBox: PixelSize(width: 240, height: 160))
    pages.enableDownloads(by: pictures)
    pages.observe { [weak self] event in
      guard case .pictureStateChanged(.failed, _) = event else { return }
      self?.hasFailed = true
    }
    browser.fillsParent = true
    rig.stage.root.add(browser)
    browser.dataSource = pages
    rig.frame()
  }
}

/// The limit for the bytes of a description of a picture on an image server.
@MainActor @Suite struct ServedDescriptionLimitTests {
  private static let host = "http://127.0.0.1"

  /// An update with the media type of a response, of which one byte more has arrived than a
  /// description may have.
  private static func excess(_ contentType: String) -> WebUpdate {
    let count = ServedDocument.maxBytes + 1
    let part = WebFile(path: "/nonexistent", byteCount: count, contentType: contentType)
    return .progress(WebProgress(received: count, total: nil, part: part))
  }

  @Test(arguments: [false, true])
  func `a description that is too large fails, and a kept one stays`(isKept: Bool) async throws {
    let folder = try TemporaryFolder()
    let path = "/two/info.json"
    let body = ServedPyramid(width: 5000, height: 3000).answer(to: path, host: Self.host).body
    let file = WebFile(
      path: try folder.write(body, named: "info.json"), byteCount: body.count,
      contentType: "application/json")
    let page = DownloadedPage(Self.host + path)
    let description = try #require(page.downloads.tasks.first)
    if isKept {
      // The small version of the picture is requested once the description is read.
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        page.downloads.onLoad = { continuation.resume() }
        description.deliver(.cachedCopy(file))
      }
    }
    description.deliver(
      .progress(WebProgress(received: ServedDocument.maxBytes + 1, total: nil, part: nil)))
    #expect(description.isFinished, "the download is cancelled")
    #expect(page.hasFailed == !isKept && page.showsFailure == !isKept)
  }

  /// The limit of the description is not that of a picture, whatever its address is called.
  @Test(arguments: [
    ("/two/info.json", "application/json", true), ("/pictures/42", "application/json", true),
    ("/pictures/42", "application/ld+json", true), ("/pictures/42", "image/jpeg", false),
    ("/pictures/42", "", false), ("/pictures/42.svg", "text/xml", false),
    ("/two/manifest", "image/jpeg", false),
  ])
  func `the limit depends on what the answer is read as`(
    path: String, contentType: String, isRefused: Bool
  ) throws {
    let page = DownloadedPage(Self.host + path)
    let download = try #require(page.downloads.tasks.first)
    download.deliver(Self.excess(contentType))
    #expect(download.isFinished == isRefused && page.hasFailed == isRefused)
    #expect(page.showsFailure == isRefused)
  }

  @Test(arguments: [("application/json", true), ("image/jpeg", false)])
  func `a description that is too large gives no thumbnail`(
    contentType: String, isRefused: Bool
  ) throws {
    let downloads = DrivenDownloads()
    let pictures = WebPictures(
      pipeline: .silent(), loop: StillLoop(), configuration: WebConfiguration(),
      source: .substitute(downloads))
    let thumbnails = WebThumbnailLoader(pictures)
    var hasEnded = false
    let request = thumbnails.request(FilePath(Self.host + "/pictures/42"), side: 100, distance: 0) {
      hasEnded = $0 == nil
    }
    let download = try #require(downloads.tasks.first)
    download.deliver(Self.excess(contentType))
    #expect(download.isFinished == isRefused && hasEnded == isRefused)
    request.cancel()
    withExtendedLifetime(thumbnails) {}
  }
}

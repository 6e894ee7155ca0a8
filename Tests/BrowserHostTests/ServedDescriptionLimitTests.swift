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
    _ address: WebAddress, urgency: WebTask.Urgency, mustAsk: Bool,
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

/// The limit for the bytes of a description of a picture on an image server.
@MainActor @Suite struct ServedDescriptionLimitTests {
  @Test(arguments: [false, true])
  func `a description that is too large fails, and a kept one stays`(isKept: Bool) async throws {
    let folder = try TemporaryFolder()
    let path = "/two/info.json"
    let host = "http://127.0.0.1"
    let body = ServedPyramid(width: 5000, height: 3000).answer(to: path, host: host).body
    let file = WebFile(
      path: try folder.write(body, named: "info.json"), count: body.count,
      contentType: "application/json")
    let (downloads, pipeline) = (DrivenDownloads(), ImagePipeline.silent())
    let pictures = WebPictures(
      pipeline: pipeline, loop: StillLoop(), configuration: WebConfiguration(),
      source: .substitute(downloads))
    let rig = StageRig(240, 160)
    let pages = FilePages(
      [FilePath(host + path)], pipeline: pipeline, loop: StillLoop(),
      pageBox: PixelSize(width: 240, height: 160))
    pages.download(by: pictures)
    var hasFailed = false
    pages.observe { if case .picture(.failed, _) = $0 { hasFailed = true } }
    let browser = Browser()
    browser.fillsParent = true
    rig.stage.root.add(browser)
    browser.dataSource = pages
    rig.frame()
    let description = try #require(downloads.tasks.first)
    if isKept {
      // The small version of the picture is requested once the description is read.
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        downloads.onLoad = { continuation.resume() }
        description.deliver(.kept(file))
      }
    }
    description.deliver(
      .progress(WebProgress(received: ServedDocument.maxBytes + 1, total: nil, part: nil)))
    #expect(description.isFinished, "the download is cancelled")
    #expect(hasFailed == !isKept)
    withExtendedLifetime((rig, pages, pictures)) {}
  }
}

import BrowserCore
import BrowserHost
import Geometry
import ImagingTestSupport
import Motion
import PhotoBrowser
import Pixels
import TestSupport
import Testing
import Views

@testable import Imaging
@testable import ViewerApp

/// The messages about the versions of the photo on a page.
@MainActor @Suite struct PhotoVersionsTests {
  private let folder: TemporaryFolder
  private let files: [FilePath]
  private let source: FilePages
  private let stage = Stage(size: Size(width: 240, height: 160), scale: 1)
  private let versions: PhotoVersions

  init() throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    files = try ["a.dng", "b.jpg"].map { FilePath(try folder.write([1], named: $0)) }
    source = FilePages(
      files, pipeline: .silent(), loop: StillLoop(), pageBox: PixelSize(width: 240, height: 160))
    let browser = Browser()
    browser.fillsParent = true
    stage.root.add(browser)
    browser.dataSource = source
    stage.update(at: FrameTime(presentation: Timestamp(seconds: 1)))
    versions = PhotoVersions(of: source, on: browser, log: Log())
  }

  @Test func `the message about a version is withdrawn when another photo is shown`() {
    var shown: [String] = []
    var withdrawn: [String] = []
    versions.onMessage = { shown.append($0) }
    versions.onOutdatedMessage = { withdrawn.append($0) }
    versions.develop()
    #expect(shown == ["Developing…"])
    versions.photoDidChange(to: files[0])
    #expect(withdrawn.isEmpty)
    versions.photoDidChange(to: files[1])
    #expect(withdrawn == shown)
    versions.photoDidChange(to: nil)
    #expect(withdrawn == shown)
  }

  @Test func `the message that a RAW file is being developed is withdrawn when that fails`() {
    var withdrawn: [String] = []
    versions.onOutdatedMessage = { withdrawn.append($0) }
    versions.develop()
    versions.pictureDidChange(page: 1, to: .failed)
    #expect(withdrawn.isEmpty && versions.isDeveloping)
    versions.pictureDidChange(page: 0, to: .failed)
    #expect(withdrawn == ["Developing…"] && !versions.isDeveloping)
  }
}

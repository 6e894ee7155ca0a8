import BrowserHost
import Desktop
import Drawing
import Geometry
import PhotoBrowser
import Pixels
import TestSupport
import Testing
import Views

@testable import ViewerApp

/// The motion of a rotated photo, on a stage without a window.
@MainActor @Suite struct OrientationAnimationTests {
  private let rig = StageRig(240, 160)
  private let browser = Browser()
  private let page = Page()
  private let turning = OrientationAnimation()
  private let ends = Ends()

  private final class Ends { var count = 0 }

  /// A data source with one page: a photo with a red left half and a blue right half.
  private final class Page: BrowserDataSource {
    func numberOfItems(in browser: Browser) -> Int { 1 }
    func browser(_ browser: Browser, makeCellFor index: Int) -> any BrowserCell { PhotoCell() }
    func browser(_ browser: Browser, reload cell: any BrowserCell, at index: Int) {
      let bitmap = Bitmap.computed(240, 120) { x, _ in x < 120 ? 0xFFFF_0000 : 0xFF00_00FF }
      (cell as? PhotoCell)?.content = .picture(Picture(bitmap))
    }
  }

  init() {
    browser.fillsParent = true
    rig.stage.root.add(browser)
    browser.dataSource = page
    browser.addOverlay(turning)
    turning.onEnd = { [ends] in ends.count += 1 }
    rig.settle()
  }

  /// The drawn pixels near the middle of the left, right, upper and lower edge, as 0xAARRGGBB.
  private var cross: [UInt32] {
    [(40, 80), (200, 80), (120, 20), (120, 140)].map { rig.redrawn.pixel(x: $0.0, y: $0.1) }
  }

  private static let (red, blue): (UInt32, UInt32) = (0xFFFF_0000, 0xFF00_00FF)

  @Test func `a photo turns to the right, and Undo turns it back to the left`() {
    turning.begin(.right)
    rig.settle()
    #expect(turning.isRunning, "it waits for the turned picture")
    #expect(cross[2] == Self.red && cross[3] == Self.blue)
    turning.allowEnd()
    #expect(!turning.isRunning && ends.count == 1)
    turning.begin(.left)
    rig.settle()
    #expect(cross[2] == Self.blue && cross[3] == Self.red)
    turning.allowEnd()
    #expect(ends.count == 2)
  }

  @Test func `in the middle of the motion the photo is slanted above its page`() {
    turning.begin(.right)
    rig.wait(0.14)
    // The upper left and the lower right quarter are covered by the halves, the others are empty.
    let seen = [(85, 45), (155, 115), (165, 40), (75, 120)].map {
      rig.redrawn.pixel(x: $0.0, y: $0.1)
    }
    #expect(seen[0] == Self.red && seen[1] == Self.blue)
    #expect(seen[2] == seen[3] && seen[2] != Self.red && seen[2] != Self.blue)
  }

  @Test func `a photo whose file stays as it is turns back to its old place`() {
    let before = rig.redrawn
    turning.begin(.right)
    rig.wait(0.14)
    turning.cancel()
    rig.settle()
    #expect(!turning.isRunning && ends.count == 1)
    #expect(rig.redrawn.isSame(as: before))
  }

  @Test func `the last frame of a motion back has the pixels of the page`() {
    let before = rig.redrawn
    turning.begin(.right)
    rig.wait(0.14)
    turning.cancel()
    while turning.isRunning {
      rig.frame()
    }
    #expect(rig.picture.isSame(as: before))
  }

  @Test(arguments: [
    (Orientation.right, Orientation.left), (.left, .right), (.upMirrored, .upMirrored),
  ])
  func `Undo of rotated pixels turns the photo back`(turn: Orientation, back: Orientation) {
    let former = TrashedFile(original: [1], file: [2], infoFile: [3])
    #expect(FileChange.replaced(FilePath("/a.jpg"), former, turn: turn).reverseTurn == back)
    #expect(FileChange.replaced(FilePath("/a.jpg"), former, turn: nil).reverseTurn == nil)
    #expect(FileChange.restored(FilePath("/a.jpg")).reverseTurn == nil)
  }
}

import Input
import Motion
import PhotoBrowser
import PhotoGrid
import TestSupport
import Testing
import Windowing

@testable import BrowserHost

/// A system window that records the requests of the window.
@MainActor final class FakeSystemWindow: SystemWindow {
  unowned let rig: StageRig
  var isFullscreen = false
  var isTranslucent = false
  var title = ""
  var cursor = Cursor.arrow
  var isClosed = false
  var profile: [UInt8]?

  init(_ rig: StageRig) { self.rig = rig }

  var now: Timestamp { rig.now }
  func setFullscreen(_ isFullscreen: Bool) { self.isFullscreen = isFullscreen }
  func setTitle(_ title: String) { self.title = title }
  func setCursor(_ cursor: Cursor) { self.cursor = cursor }
  func close() { isClosed = true }
}

/// A delegate that records the browser's events in order.
@MainActor final class Listener: BrowserDelegate {
  var log: [String] = []

  func browser(_ browser: Browser, didChangePageIndex index: Int) { log.append("page \(index)") }
  func browser(_ browser: Browser, didSettleOn index: Int) { log.append("settled \(index)") }
  func browser(_ browser: Browser, reachedEnd side: Int) { log.append("end \(side)") }
  func browser(_ browser: Browser, wantsMenuAt point: Point) { log.append("menu") }
  func browser(_ browser: Browser, didTapAt point: Point) { log.append("tap") }
  func browser(_ browser: Browser, didEndPullClosing closes: Bool) {
    log.append(closes ? "closes" : "returns")
  }
  func browser(_ browser: Browser, emptySlotFor index: Int?) {
    log.append("slot \(index.map(String.init) ?? "-")")
  }
  func browserDidDismiss(_ browser: Browser) { log.append("dismissed") }
}

/// A window without a system, a grid of nine pictures in it, and a browser of the same.
@MainActor final class HostRig {
  let rig = StageRig(240, 180)
  let window: BrowserWindow
  let systemWindow: FakeSystemWindow
  /// The pictures of the pages, which the browser requests.
  var pictures: [Picture]
  let grid: ThumbnailGrid
  let browser = Browser()
  let listener = Listener()

  init(count: Int = 9) {
    pictures = (0..<count).map { index in
      Picture(
        index.isMultiple(of: 2)
          ? SyntheticPhoto.quadrants(240, 160)
          : SyntheticPhoto.gradient(240, 160, blue: UInt8(index * 20 % 256)))
    }
    var style = ThumbnailGrid.Style()
    style.margin = 12
    style.gap = 6
    style.cornerRadius = 4
    grid = ThumbnailGrid(pictures, style: style)
    window = BrowserWindow("Test", on: rig.stage)
    systemWindow = FakeSystemWindow(rig)
    window.systemWindow = systemWindow
    browser.pages = PageList(count: { [unowned self] in pictures.count }) { [unowned self] in
      $0.photo?.content = .picture(pictures[$0.index])
    }
    browser.delegate = listener
    grid.onOpen = { [unowned self] in window.present(browser, at: $0, over: grid) }
  }

  /// Shows the grid and draws it.
  func showGrid() {
    window.show(grid)
    rig.settle()
  }

  /// Clicks on a cell and waits until its picture is shown.
  func open(_ index: Int) {
    let cell = grid.cellFrame(at: index) ?? .zero
    rig.click(cell.midX, cell.midY)
    rig.settle()
  }

  /// Presses and releases a key.
  func key(_ name: KeyEvent.Name, _ modifiers: Modifiers = []) {
    for isPress in [true, false] {
      window.receive(
        .key(KeyEvent(name, isPress: isPress, modifiers: modifiers, time: rig.now)))
    }
  }

  /// The scene in front: "grid", "browser" or the title of the scene.
  var front: String {
    switch window.scene {
    case is ThumbnailGrid: "grid"
    case is BrowserVisit: "browser"
    case let scene?: scene.title
    case nil: "nothing"
    }
  }
}

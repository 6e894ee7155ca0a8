import PhotoBrowser
import Scenes
import TestSupport
import Testing
import Views

@testable import BrowserHost

@MainActor @Suite struct BrowserWindowTests {
  @Test func `a cell opens its page, and Escape returns the picture to its cell`() {
    let host = HostRig()
    host.showGrid()
    let before = host.rig.seen()
    host.open(4)
    #expect(host.front == "browser")
    #expect(host.browser.pageIndex == 4)
    host.key(.escape)
    host.rig.settle()
    #expect(host.front == "grid")
    #expect(host.rig.seen().firstDifference(from: before) == nil, "the grid is as before")
  }

  @Test func `the slot is empty during a pull-down and filled after the return`() {
    let host = HostRig()
    host.showGrid()
    host.open(0)
    host.rig.press(120, 60)
    host.rig.drag(to: 125, 130, over: 0.3)
    host.rig.wait(0.1)
    #expect(host.grid.emptySlot == 0)
    host.rig.drag(to: 120, 60, over: 0.3)
    host.rig.release()
    host.rig.settle()
    #expect(host.front == "browser")
    host.key(.escape)
    host.rig.settle()
    #expect(host.grid.emptySlot == nil)
  }

  @Test func `the delegate is notified of all events in a window and is restored afterwards`() {
    let host = HostRig()
    host.showGrid()
    host.open(0)
    host.key(.right)
    host.rig.settle()
    host.key(.escape)
    host.rig.settle()
    #expect(
      host.listener.log.filter { !$0.hasPrefix("slot") && $0 != "settled 0" }
        == ["page 1", "settled 1", "dismissed"])
    #expect(host.listener.log.last { $0.hasPrefix("slot") } == "slot -")
    #expect(host.browser.delegate === host.listener)
  }

  @Test func `a browser that is opened again shows the current pages`() {
    let host = HostRig()
    host.showGrid()
    host.open(2)
    host.key(.escape)
    host.rig.settle()
    host.pictures.removeLast(5)
    host.grid.sections[0].thumbnails.removeLast(5)
    host.open(3)
    #expect(host.browser.pageCount == 4)
    #expect(host.browser.pageIndex == 3)
    #expect(host.listener.log.contains("settled 3"))
  }

  @Test func `a cell opens at once while the last picture still flies to its cell`() {
    let host = HostRig()
    host.showGrid()
    host.open(0)
    host.key(.escape)
    // The click is beside the flying picture, which a press on it would catch.
    host.rig.wait(0.25)
    let cell = host.grid.cellFrame(at: 5) ?? .zero
    host.rig.click(cell.midX, cell.midY)
    host.rig.settle()
    #expect(host.front == "browser")
    #expect(host.browser.pageIndex == 5)
  }

  @Test func `a pushed browser has a title bar with Back, and a presented one has none`() {
    let host = HostRig()
    host.showGrid()
    #expect(host.window.titleBar.isHidden)
    host.window.push(host.browser, at: 1, over: host.grid, title: "Photo")
    host.rig.settle()
    #expect(!host.window.titleBar.isHidden)
    #expect(host.window.titleBar.title == "Photo")
    #expect(host.window.titleBar.position == "2 / 9")
    #expect(host.systemWindow.title == "Photo – Test")
    #expect(host.browser.barInsets.top == host.window.titleBar.frame.height)
    let back = host.window.titleBar.backButton.frame.center
    host.rig.click(back.x, back.y)
    host.rig.settle()
    #expect(host.front == "grid")
    #expect(host.window.titleBar.isHidden)
    #expect(host.systemWindow.title == "Test")
    host.open(1)
    #expect(host.window.titleBar.isHidden)
    #expect(host.browser.barInsets.top == 0)
  }

  @Test func `a browser that is pushed again at another page shows the position of that page`() {
    let host = HostRig()
    host.showGrid()
    host.window.push(host.browser, at: 1, over: host.grid)
    host.rig.settle()
    #expect(host.window.titleBar.position == "2 / 9")
    let back = host.window.titleBar.backButton.frame.center
    host.rig.click(back.x, back.y)
    host.rig.settle()
    #expect(host.front == "grid")
    host.window.push(host.browser, at: 4, over: host.grid)
    host.rig.settle()
    #expect(host.browser.pageIndex == 4)
    #expect(host.window.titleBar.position == "5 / 9")
  }

  @Test func `the position follows pages that come and go while the current one stays`() {
    let host = HostRig()
    host.showGrid()
    host.window.push(host.browser, at: 4, over: host.grid)
    host.rig.settle()
    host.pictures.append(host.pictures[0])
    host.browser.appendItems(1)
    #expect(host.window.titleBar.position == "5 / 10")
    host.pictures.remove(at: 7)
    host.browser.removeItem(at: 7, animated: true)
    #expect(host.window.titleBar.position == "5 / 9")
    host.pictures.insert(host.pictures[0], at: 0)
    host.browser.insertItems(1, at: 0)
    #expect(host.window.titleBar.position == "6 / 10")
    host.pictures.removeLast(2)
    host.browser.reloadData()
    #expect(host.window.titleBar.position == "6 / 8")
  }

  @Test func `a scene pushed over a browser leads back to the browser`() {
    let host = HostRig()
    host.showGrid()
    host.window.push(host.browser, at: 0, over: host.grid)
    host.rig.settle()
    host.window.push(ViewScene(View(), title: "Details"))
    host.rig.settle()
    #expect(host.front == "Details")
    host.key(.left, .alt)
    host.rig.settle()
    #expect(host.front == "browser")
    host.key(.backspace)
    host.rig.settle()
    #expect(host.front == "grid")
  }

  @Test func `closing a browser without a scene below closes the window`() {
    let host = HostRig()
    var ended = 0
    host.window.onClose = { ended += 1 }
    host.window.quitsOnEscape = true
    host.window.show(host.browser)
    host.rig.settle()
    #expect(!host.systemWindow.isClosed)
    host.key(.escape)
    host.rig.settle()
    #expect(host.systemWindow.isClosed)
    #expect(ended == 1)
  }

  @Test func `Escape first leaves fullscreen and then closes the window`() {
    let host = HostRig()
    host.window.quitsOnEscape = true
    host.showGrid()
    host.key(.character("f"))
    #expect(host.systemWindow.isFullscreen)
    host.key(.escape)
    #expect(!host.systemWindow.isFullscreen)
    #expect(!host.systemWindow.isClosed)
    host.key(.escape)
    #expect(host.systemWindow.isClosed)
  }

  @Test func `a menu handles the keys and reports the choice`() {
    let host = HostRig()
    host.showGrid()
    host.open(0)
    var chosen: [String] = []
    host.window.showMenu(
      [MenuItem("One") { chosen.append("One") }, MenuItem("Two") { chosen.append("Two") }],
      at: Point(x: 20, y: 20))
    host.rig.settle()
    host.key(.down)
    host.key(.down)
    host.key(.enter)
    host.rig.settle()
    #expect(chosen == ["Two"])
    #expect(host.front == "browser")
  }

  @Test func `a picture in flight reaches its place after a resize`() {
    let host = HostRig()
    host.showGrid()
    let cell = host.grid.cellFrame(at: 5) ?? .zero
    host.rig.click(cell.midX, cell.midY)
    host.rig.wait(0.1)
    host.window.resize(to: Size(width: 200, height: 160))
    host.rig.settle()
    #expect(host.browser.frame.size == Size(width: 200, height: 160))
    #expect(host.browser.shownFrame?.pages.last?.content.center == Point(x: 100, y: 80))
  }

  @Test func `a message follows the edges of a window that is resized`() throws {
    let host = HostRig()
    host.showGrid()
    host.open(0)
    host.window.showToast("Saved")
    host.rig.wait(0.1)
    let toast = try #require(host.rig.stage.root.children.compactMap { $0 as? Toast }.first)
    let before = toast.frame
    host.window.resize(to: Size(width: 400, height: 300))
    host.rig.wait(0.1)
    #expect(toast.frame.origin == before.origin)
    #expect(toast.frame.width == before.width + 160)
    #expect(toast.frame.height == before.height + 120)
  }

  @Test func `a message moves up when an overlay appears below it`() throws {
    let host = HostRig()
    host.showGrid()
    host.open(0)
    host.window.showToast("Slideshow off")
    host.rig.wait(0.1)
    let toast = try #require(host.rig.stage.root.children.compactMap { $0 as? Toast }.first)
    let before = toast.frame
    let strip = CaptionStrip { _ in Caption("Norway") }
    strip.background = .panel
    host.browser.addOverlay(strip)
    host.rig.wait(0.1)
    #expect(toast.frame.maxY < before.maxY && !toast.isHidden)
    #expect(toast.frame == host.browser.messageArea.offset(by: host.browser.originInStage - .zero))
  }
}

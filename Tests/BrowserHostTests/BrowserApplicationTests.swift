import CLinux
import CX11
import Drawing
import Geometry
import Input
import Motion
import PhotoBrowser
import Pixels
import Scenes
import TestSupport
import Testing
import Views
import Windowing
import WindowingTestSupport

@testable import BrowserHost

@Suite(
  .serialized, .tags(.display),
  .enabled(if: VirtualServer.isInstalled, "Xvfb is not installed: no windows are tested"))
@MainActor
struct BrowserApplicationTests {
  @Test func `each window has its own scenes, and closing a window keeps the others`() throws {
    let rig = try ApplicationRig()
    let first = try rig.open("First", .red)
    let second = try rig.open("Second", .blue)
    #expect(rig.application.windows.map(\.title) == ["First", "Second"])
    #expect(rig.run { rig.pixel(of: first) == 0xFF_0000 && rig.pixel(of: second) == 0x00_00FF })
    second.push(ViewScene(FilledView(.red), title: "Pushed"))
    #expect(rig.run { rig.pixel(of: second) == 0xFF_0000 })
    #expect(first.scene?.title == "First" && second.scene?.title == "Pushed")
    #expect(first.pop() == false)
    first.close()
    #expect(rig.application.windows.map(\.title) == ["Second"])
    second.pop()
    #expect(rig.run { rig.pixel(of: second) == 0x00_00FF })
    #expect(rig.ends == [])
    second.close()
    #expect(rig.ends == [0] && rig.application.windows.isEmpty)
  }

  @Test func `a window opens another one, and a closed window is released`() throws {
    let rig = try ApplicationRig()
    let first = try rig.open("First", .red)
    weak var released: BrowserWindow?
    do {
      let second = try #require(
        try first.application?.openWindow("Second") { $0.show(ViewScene(FilledView(.blue))) })
      released = second
      #expect(rig.run { rig.pixel(of: second) == 0x00_00FF })
      second.close()
      second.close()
    }
    #expect(rig.run { released == nil })
    #expect(rig.ends == [])
    #expect(rig.run { rig.pixel(of: first) == 0xFF_0000 })
  }

  @Test func `Ctrl+W closes its window, and Ctrl+Q every window that may close`() throws {
    func press(_ key: Character, in window: BrowserWindow) {
      window.receive(.key(KeyEvent(.character(key), modifiers: .control, time: window.now)))
    }
    let rig = try ApplicationRig()
    let windows = try ["First", "Second", "Third"].map { try rig.open($0, .red) }
    press("w", in: windows[1])
    #expect(rig.application.windows.map(\.title) == ["First", "Third"])
    windows[0].shouldClose = { false }
    press("q", in: windows[2])
    #expect(rig.application.windows.map(\.title) == ["First"])
    windows[0].shouldClose = nil
    press("q", in: windows[0])
    #expect(rig.ends == [0])
  }

  @Test func `the close button of a window asks only that window`() throws {
    let rig = try ApplicationRig()
    let first = try rig.open("First", .red)
    let second = try rig.open("Second", .blue)
    var asked: [String] = []
    for window in [first, second] {
      window.shouldClose = { [unowned window] in
        asked.append(window.title)
        return window.title == "First"
      }
    }
    let windows = [first, second].compactMap {
      ($0.systemWindow as? WindowBridge)?.window as? Windowing.Window
    }
    #expect(windows.count == 2)
    #expect(rig.run { windows.allSatisfy(\.isVisible) })
    for window in windows { rig.onlooker.send("WM_DELETE_WINDOW", to: window.id) }
    #expect(rig.run { asked.count == 2 })
    #expect(rig.application.windows.map(\.title) == ["Second"])
  }

  /// A window with a grid of pictures and a browser that flies out of it.
  private func openAlbum(on rig: ApplicationRig) throws -> (window: BrowserWindow, Browser) {
    let pictures = [Color.red, .blue, .red].map { color in
      Picture(
        Bitmap.drawn(PixelSize(width: 60, height: 40), isOpaque: true) {
          $0.fill($0.bounds, color)
        })
    }
    let browser = Browser()
    browser.pages = PageList(pictures)
    let window = try rig.application.openWindow("Album", size: Size(width: 200, height: 150)) {
      let grid = ThumbnailGrid(pictures)
      $0.show(grid)
      $0.present(browser, at: 1, over: grid)
    }
    return (window, browser)
  }

  @Test func `a window may be closed in a flight, and by an event of its browser`() throws {
    let rig = try ApplicationRig()
    let first = try rig.open("First", .red)
    let (flying, browser) = try openAlbum(on: rig)
    #expect(rig.run { !browser.isAtRest })
    flying.close()
    // The browser outlives its window.
    browser.perform(.close, at: flying.now)
    let (album, other) = try openAlbum(on: rig)
    other.hooks.didDismiss = { [unowned album] in album.close() }
    #expect(rig.run { album.scene is BrowserVisit && other.isAtRest })
    album.perform(.back)
    #expect(rig.run { rig.application.windows.count == 1 })
    #expect(rig.run { rig.pixel(of: first) == 0xFF_0000 })
    #expect(rig.ends == [])
  }

  @Test func `content that throws leaves no window, and its error is in the thrown one`() throws {
    struct NoContent: Error, CustomStringConvertible {
      let description = "nothing to show"
    }
    let rig = try ApplicationRig()
    let error = #expect(throws: BrowserApplication.OpenError.self) {
      try rig.application.openWindow("None") { _ in throw NoContent() }
    }
    guard case .content(let cause) = error else {
      Issue.record("not an error of the content")
      return
    }
    #expect(cause is NoContent && error?.description == "nothing to show")
    #expect(rig.application.windows.isEmpty && rig.ends == [])
  }

  @Test func `an error of a window that the content opens is thrown as it is`() throws {
    let rig = try ApplicationRig()
    let error = #expect(throws: BrowserApplication.OpenError.self) {
      try rig.application.openWindow("None") { _ in
        throw BrowserApplication.OpenError.display(sentence: "the display is full")
      }
    }
    guard case .display(let sentence) = error else {
      Issue.record("not an error of the display")
      return
    }
    #expect(sentence == "the display is full" && rig.application.windows.isEmpty)
  }

  @Test func `content that closes its window ends the application`() throws {
    let rig = try ApplicationRig()
    try rig.application.openWindow("None") { $0.close() }
    #expect(rig.application.windows.isEmpty && rig.ends == [0])
    #expect(rig.application.run() == 0)
  }

  @Test func `an application may outlive its last window`() throws {
    let rig = try ApplicationRig()
    rig.application.endsWithLastWindow = false
    try rig.open("First", .red).close()
    #expect(rig.ends == [])
    let second = try rig.open("Second", .blue)
    #expect(rig.run { rig.pixel(of: second) == 0x00_00FF })
    rig.application.end(5)
    rig.application.end(6)
    #expect(rig.ends == [5])
    #expect(rig.application.run() == 5)
  }

  @Test func `a foreign loop runs timers and changes, and sleeps when idle`() throws {
    let rig = try ApplicationRig()
    let window = try rig.open("First", .red)
    let view = try #require(window.scene?.view as? FilledView)
    #expect(rig.run { rig.pixel(of: window) == 0xFF_0000 })
    let timer = window.after(0.02) { view.color = .blue }
    #expect(rig.run { rig.pixel(of: window) == 0x00_00FF })
    timer.cancel()
    // Another source of the loop changes the view between two turns.
    view.color = .red
    #expect(rig.run { rig.pixel(of: window) == 0xFF_0000 })
    // The timers of the last frame end, such as the trim of the heap after a second.
    let end = Timestamp.systemNow + ApplicationRig.timeout
    while rig.turn(atMost: 1.5), Timestamp.systemNow < end {}
    #expect(rig.turn(atMost: 0.3) == false)
    #expect(rig.turn(atMost: 0.3) == false)
  }

  @Test func `the loss of the display is reported to a foreign loop`() throws {
    let rig = try ApplicationRig()
    let window = try rig.open("First", .red)
    #expect(rig.run { rig.pixel(of: window) == 0xFF_0000 })
    rig.stopServer()
    #expect(rig.run { rig.ends == [3] })
    window.close()
    #expect(rig.ends == [3])
  }
}

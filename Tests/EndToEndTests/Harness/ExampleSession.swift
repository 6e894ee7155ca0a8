import CX11
import Geometry
import Pixels
import TestSupport

/// One running example on a display without a window manager.
final class ExampleSession {
  /// The X client that takes screenshots and sends input.
  let x: XClient
  /// The process of the example.
  let program: ViewerProcess
  /// The window of the example.
  let window: Window
  private let name: String
  /// The `TMPDIR` of the example.
  private let folder: ScratchFolder
  /// Milliseconds until a toast has appeared and disappeared (2.5 s) plus a margin.
  static let toastTime = 2700.0
  /// Milliseconds until a control that fades in is opaque, plus a margin.
  static let fadeTime = 700.0

  /// Starts an example and waits until its first scene has settled.
  init(_ name: String, on display: VirtualDisplay) throws {
    self.name = name
    folder = try ScratchFolder()
    x = try XClient(display)
    program = try ViewerProcess(
      [], program: Programs.example(name), display: display.name, traced: false,
      environment: [
        "PBVIEW_HOST_TRACE": "1", "PBVIEW_DECODER": Programs.decoder,
        "PBVIEW_PLAYER": Programs.player, "TMPDIR": folder.path,
      ])
    window = try x.window(of: program.process.id)
    // Key events go to the window under the pointer; the corner of the window is empty.
    let frame = try x.frame(of: window)
    x.move(to: Point(x: frame.maxX - 2, y: frame.maxY - 2))
    try program.wait(for: "rest")
  }

  /// The visible windows of the example.
  var openWindows: [Window] {
    x.windows().filter {
      x.number("_NET_WM_PID", of: $0) == Int(program.process.id) && x.isVisible($0)
    }
  }

  // MARK: Input

  /// Performs an action and waits until page `page` has settled.
  func rest(onPage page: Int, after action: () throws -> Void) throws {
    try program.wait(for: "rest page=\(page)", after: action)
  }

  /// Performs an action and waits until the scene below the browser has settled.
  func home(after action: () throws -> Void) throws {
    try program.wait(for: "rest scene=other", after: action)
  }

  /// Clicks at a point of the window.
  func click(_ x: Double, _ y: Double, _ button: XClient.Button = .left) throws {
    self.x.click(button, at: try onScreen(Point(x: x, y: y)))
  }

  /// Clicks the cell at a point and waits until page `page` has settled.
  func open(_ page: Int, at x: Double, _ y: Double) throws {
    try rest(onPage: page) { try click(x, y) }
  }

  /// Presses a key and waits until page `page` has settled.
  func turn(to page: Int, by key: String = "Right") throws {
    try rest(onPage: page) { try x.key(key) }
  }

  /// Performs an action and waits until the window has changed and settled.
  func change(after action: () throws -> Void) throws {
    let before = try x.steadyScreenshot(of: window)
    try action()
    let (_, isOther) = try x.look(at: window) { $0 != before }
    guard isOther else { throw HarnessError("\(name) does not change") }
    _ = try x.steadyScreenshot(of: window)
  }

  /// Moves the pointer to a point of the window.
  func point(_ x: Double, _ y: Double) throws {
    self.x.move(to: try onScreen(Point(x: x, y: y)))
  }

  private func onScreen(_ point: Point) throws -> Point {
    point + (try x.frame(of: window).origin - .zero)
  }

  // MARK: Screenshots

  /// Compares the settled window with the recorded screenshot of this example.
  ///
  /// - Parameters:
  ///   - milliseconds: the delay before the screenshot, for timed changes.
  ///   - isHeld: true leaves the pointer where it is, in a drag.
  func look(after milliseconds: Double = 0, isHeld: Bool = false) throws {
    if !isHeld {
      let frame = try x.frame(of: window)
      x.move(to: Point(x: frame.maxX - 2, y: frame.maxY - 2))
    }
    if milliseconds > 0 { Pace.hold(milliseconds: milliseconds) }
    let snapshot = "example-\(name)"
    var shown = bitmap(try x.steadyScreenshot(of: window))
    // On a busy machine, the window can rest between two frames of a fade.
    _ = try x.look(at: window) { screenshot in
      shown = bitmap(screenshot)
      return Snapshot.matches(shown, named: snapshot, filePath: Self.file)
    }
    try Snapshot.check(shown, named: snapshot, filePath: Self.file)
  }

  private func bitmap(_ screenshot: Screenshot) -> Bitmap {
    Bitmap.opaque(screenshot.width, screenshot.height, screenshot.pixels)
  }

  /// The path of `ExampleTests.swift`: the screenshots are beside the tests, not in the harness.
  private static let file =
    #filePath.split(separator: "/").dropLast(2).reduce(into: "") { $0 += "/" + $1 }
    + "/ExampleTests.swift"

  /// Whether the window changes without input.
  func moves() throws -> Bool {
    let now = try x.screenshot(of: window)
    return try x.look(at: window) { $0 != now }.isShown
  }

  /// Closes the example by keys and checks its exit code.
  ///
  /// - Parameters:
  ///   - depth: the number of scenes above the first scene.
  ///   - byEscape: whether Escape ends the example at its first scene; otherwise Ctrl+Q does.
  func leave(from depth: Int = 1, byEscape: Bool = false) throws -> Bool {
    for _ in 0..<depth { try home { try x.key("Escape") } }
    if byEscape { try x.key("Escape") } else { try x.key("q", holding: ["Control_L"]) }
    return program.process.exitCode() == 0
  }
}

import CX11
import Geometry
import Pixels
import TestSupport

/// One example on a bare display, with eyes and hands.
final class ExampleSession {
  /// Eyes and hands.
  let x: XClient
  /// The running program.
  let program: ViewerProcess
  /// Its window.
  let window: Window
  private let name: String
  /// Where it puts what it makes.
  private let folder: ScratchFolder
  /// A toast comes, stays and goes in 2.5 s; in milliseconds.
  static let toastTime = 2700.0

  /// Starts an example and waits until all it shows at first is there.
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
    // In a corner: keys go to the window under the pointer, and nothing else is there.
    let frame = try x.frame(of: window)
    x.move(to: Point(x: frame.maxX - 2, y: frame.maxY - 2))
    try program.wait(for: "rest")
  }

  // MARK: Hands

  /// Does something and waits until page `page` rests.
  func rest(onPage page: Int, after action: () throws -> Void) throws {
    try program.wait(for: "rest scene=browser page=\(page)", after: action)
  }

  /// Does something and waits until the scene below rests.
  func home(after action: () throws -> Void) throws {
    try program.wait(for: "rest scene=other", after: action)
  }

  /// Clicks at a place of the window.
  func click(_ x: Double, _ y: Double, _ button: XClient.Button = .left) throws {
    self.x.click(button, at: try onScreen(Point(x: x, y: y)))
  }

  /// Opens the cell at a place, and waits until its picture rests.
  func open(_ page: Int, at x: Double, _ y: Double) throws {
    try rest(onPage: page) { try click(x, y) }
  }

  /// Strikes a key and waits until page `page` rests.
  func turn(to page: Int, by key: String = "Right") throws {
    try rest(onPage: page) { try x.key(key) }
  }

  /// Does something and waits until the window looks otherwise and has come to rest.
  func change(after action: () throws -> Void) throws {
    let before = try x.steadyScreenshot(of: window)
    try action()
    let (_, isOther) = try x.look(at: window) { $0 != before }
    guard isOther else { throw HarnessError("\(name) does not change") }
    _ = try x.steadyScreenshot(of: window)
  }

  /// Puts the pointer at a place of the window.
  func point(_ x: Double, _ y: Double) throws {
    self.x.move(to: try onScreen(Point(x: x, y: y)))
  }

  private func onScreen(_ point: Point) throws -> Point {
    point + (try x.frame(of: window).origin - .zero)
  }

  // MARK: Eyes

  /// Compares what the window shows at rest with the picture of this example looked at before.
  ///
  /// - Parameters:
  ///   - milliseconds: how long what goes by itself, or comes, is waited for.
  ///   - isHeld: true leaves the pointer where it holds something.
  func look(after milliseconds: Double = 0, isHeld: Bool = false) throws {
    if !isHeld {
      let frame = try x.frame(of: window)
      x.move(to: Point(x: frame.maxX - 2, y: frame.maxY - 2))
    }
    if milliseconds > 0 { Pace.hold(milliseconds: milliseconds) }
    let shown = try x.steadyScreenshot(of: window)
    let bitmap = Bitmap.computed(shown.width, shown.height) { x, y in
      0xFF00_0000 | shown.pixels[y * shown.width + x]
    }
    try Snapshot.check(bitmap, named: "example-\(name)", filePath: Self.file)
  }

  /// Where the pictures are: beside the tests, not in the harness.
  private static let file =
    #filePath.split(separator: "/").dropLast(2).reduce(into: "") { $0 += "/" + $1 }
    + "/ExampleTests.swift"

  /// True when what is seen changes by itself.
  func moves() throws -> Bool {
    let now = try x.screenshot(of: window)
    return try x.look(at: window) { $0 != now }.isShown
  }

  /// Leaves by the keyboard, and sees the program end well.
  ///
  /// - Parameters:
  ///   - depth: how many scenes lie over the first one.
  ///   - byEscape: true where the program says that Escape ends it.
  func leave(from depth: Int = 1, byEscape: Bool = false) throws -> Bool {
    for _ in 0..<depth { try home { try x.key("Escape") } }
    if byEscape { try x.key("Escape") } else { try x.key("q", holding: ["Control_L"]) }
    return program.process.exitCode() == 0
  }
}

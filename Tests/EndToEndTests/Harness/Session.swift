import CX11
import Foundation
import Geometry

/// A viewer on a display with an X client that sends input and takes screenshots.
final class Session {
  /// The X client that takes screenshots and sends input.
  let x: XClient
  let viewer: ViewerProcess
  /// The window of the viewer.
  let window: Window
  /// The folder of the files that the viewer opens.
  let album: ScratchFolder

  /// The size of the window; larger than the pictures of ``Pictures/Plan``.
  static let (width, height) = (1000, 800)
  /// The position of the window on a display without a window manager.
  static let (left, top) = (100, 60)

  /// The limit of failed starts, after which later tests fail at once instead of waiting.
  private static let opening = Attempts(limit: 4, what: "the viewer shows no picture")

  /// The geometry of a settled picture, in window pixels.
  struct Rest {
    let page: Int
    /// Window pixels per picture pixel.
    let scale: Double
    let frame: Rect

    init(_ trace: Trace) {
      page = Int(trace["page"].isFinite ? trace["page"] : -1)
      scale = trace["scale"]
      frame = Rect(x: trace["x"], y: trace["y"], width: trace["width"], height: trace["height"])
    }

    /// The frame in whole pixels, to which settled pictures are aligned.
    var pixels: Rect {
      Rect(
        x: frame.minX.rounded(), y: frame.minY.rounded(), width: frame.width.rounded(),
        height: frame.height.rounded())
    }
  }

  /// Starts the viewer with the standard window and waits until the window is mapped.
  init(
    starting arguments: [RawName], on display: VirtualDisplay, album: ScratchFolder,
    input: [UInt8] = [], environment: [String: String] = [:]
  ) throws {
    self.album = album
    x = try XClient(display)
    // The pointer is outside the window, so that no control is under it.
    x.move(to: Point(x: 1900, y: 1060))
    let geometry = RawName("\(Self.width)x\(Self.height)+\(Self.left)+\(Self.top)")
    viewer = try ViewerProcess(
      ["--geometry", geometry] + arguments, display: display.name, input: input,
      environment: environment)
    try viewer.wait(for: "mapped")
    window = try x.window(of: viewer.process.id)
  }

  /// Starts the viewer with the standard window and waits until the page is exact and settled.
  ///
  /// - Parameters:
  ///   - page: the first page; nil when unknown.
  ///   - options: arguments before the names.
  convenience init(
    on display: VirtualDisplay, album: ScratchFolder, names: [RawName], options: [RawName] = [],
    page: Int? = 0, input: [UInt8] = []
  ) throws {
    try self.init(starting: options + names, on: display, album: album, input: input)
    let which = page.map { " page=\($0)" } ?? ""
    try Self.opening.attempt {
      try reporting {
        try viewer.wait(for: "exact\(which)")
        // An empty page also settles, before its picture is loaded.
        try viewer.wait(for: "rest\(which)") { $0["width"] > 0 }
      }
    }
    takeKeys()
  }

  /// Opens an album of numbered pictures at page `page`.
  convenience init(
    on display: VirtualDisplay, pictures count: Int = 3, at page: Int = 0,
    options: [RawName] = [], size: (Int, Int) = (600, 400)
  ) throws {
    let album = try ScratchFolder()
    let names = try (0..<count).map { number in
      try album.write(
        Pictures.bmp(.init(number: number, width: size.0, height: size.1)),
        to: "picture \(number).bmp")
    }
    try self.init(
      on: display, album: album, names: names,
      options: ["--start", RawName("\(page + 1)")] + options, page: page)
  }

  /// The middle of the window, in screen coordinates.
  static let middle = Point(x: Double(left + width / 2), y: Double(top + height / 2))

  /// Moves the pointer to the middle of the window, and waits until keys go to the window: without
  /// a window manager they go to the window under the pointer; a window manager focuses a new
  /// window with a delay.
  func takeKeys() {
    x.move(to: Self.middle)
    _ = (0..<100).first { _ in x.wait(within: 0.2) { x.keysReach(window) } }
  }

  // MARK: Observation

  /// The last reported settled geometry.
  var rest: Rest? { viewer.traces().last { $0.name == "rest" }.map(Rest.init) }

  /// Performs an action and waits until `page` has settled with a geometry that `condition`
  /// accepts. The viewer may settle before that, for example between the two clicks of a double
  /// click.
  func rest(
    onPage page: Int, after action: () throws -> Void,
    where condition: (Rest) -> Bool = { _ in true }
  ) throws -> Rest {
    let start = viewer.mark
    try action()
    return Rest(
      try reporting {
        try viewer.wait(for: "rest page=\(page)", since: start) { condition(Rest($0)) }
      })
  }

  /// The cell of a test picture at a point of the window.
  func cell(at point: Point, in screenshot: Screenshot) -> Pictures.Cell? {
    screenshot[point].flatMap(Pictures.Cell.init(colour:))
  }

  /// Waits until the picture `number` is shown in the middle of the window.
  func shows(picture number: Int) throws -> Bool {
    let (last, isShown) = try x.look(at: window) { screenshot in
      let middle = Point(x: Double(screenshot.width / 2) + 3, y: Double(screenshot.height / 2) + 30)
      return cell(at: middle, in: screenshot)?.picture == number
    }
    if !isShown { keep(last, as: "picture-\(number)-not-shown") }
    return isShown
  }

  /// Converts window coordinates to screen coordinates.
  func onScreen(_ point: Point) throws -> Point {
    point + (try x.frame(of: window).origin - .zero)
  }

  /// The columns of a window row that show the picture, from the first to the last.
  func extent(of picture: Int, row: Double, in screenshot: Screenshot) -> ClosedRange<Int>? {
    let columns = (0..<screenshot.width).filter { column in
      cell(at: Point(x: Double(column), y: row), in: screenshot)?.picture == picture
    }
    guard let first = columns.first, let last = columns.last else { return nil }
    return first...last
  }

  // MARK: Failures

  /// Adds a screenshot to an error thrown by `body`.
  @discardableResult
  func reporting<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch {
      let file = (try? x.screenshot()).map { $0.keep(as: "wait-\(viewer.process.id)") }
      throw HarnessError("\(error)\nscreen: \(file ?? "cannot be read")")
    }
  }

  private func keep(_ screenshot: Screenshot, as name: String) {
    print("kept \(screenshot.keep(as: "\(name)-\(viewer.process.id)"))")
  }
}

/// A guard that fails at once after `limit` failures without a success.
final class Attempts: @unchecked Sendable {
  // Sendable, because the counts are accessed only with `lock` held.
  private let lock = NSLock()
  private var failures = 0
  private var hasSucceeded = false
  private let limit: Int
  private let what: String

  init(limit: Int, what: String) { (self.limit, self.what) = (limit, what) }

  /// Runs `body`, or throws at once after too many failures.
  func attempt(_ body: () throws -> Void) throws {
    let isHopeless = lock.withLock { !hasSucceeded && failures >= limit }
    guard !isHopeless else { throw HarnessError("\(what), as in the tests before") }
    do {
      try body()
      lock.withLock { hasSucceeded = true }
    } catch {
      lock.withLock { failures += 1 }
      throw error
    }
  }
}

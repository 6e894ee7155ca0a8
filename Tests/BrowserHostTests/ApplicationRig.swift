import CLinux
import CX11
import Drawing
import Geometry
import Motion
import PhotoBrowser
import Scenes
import Testing
import Views
import Windowing
import WindowingTestSupport

@testable import BrowserHost

/// An application on a virtual X server, driven by an event loop of the test.
@MainActor final class ApplicationRig {
  let application: BrowserApplication
  let onlooker: Onlooker
  /// The reported exit statuses.
  var ends: [Int32] = []
  private let server: VirtualServer
  /// The timeout of a wait in seconds, reached only on failure.
  static let timeout = 30.0

  init() throws {
    server = try #require(VirtualServer())
    onlooker = try #require(Onlooker(server))
    application = try BrowserApplication(
      on: try DisplayConnection(name: server.name), handlesSignals: false)
    application.onEnd = { [unowned self] in ends.append($0) }
  }

  /// Opens a window at the left edge whose scene is filled with a colour.
  @discardableResult
  func open(_ title: String, _ color: Color) throws -> BrowserWindow {
    try application.openWindow(title, size: Size(width: 200, height: 150)) {
      $0.show(ViewScene(FilledView(color), title: title))
    }
  }

  /// Waits with `poll` and dispatches, until `isDone` or a timeout; the result of `isDone`.
  func run(until isDone: () -> Bool) -> Bool {
    let end = Timestamp.systemNow + Self.timeout
    while Timestamp.systemNow < end {
      if isDone() { return true }
      turn(atMost: 0.01)
    }
    return isDone()
  }

  /// One turn of a foreign loop; false when the descriptor did not become readable.
  @discardableResult
  func turn(atMost limit: Double) -> Bool {
    let timeout = min(limit, application.prepareToWait() ?? limit)
    var entry = pollfd(fd: application.fileDescriptor, events: Int16(POLLIN), revents: 0)
    let count = poll(&entry, 1, Int32((timeout * 1000).rounded(.up)))
    application.dispatch()
    return count > 0 || timeout == 0
  }

  func stopServer() { server.stop() }

  /// The colour in the middle of a window.
  func pixel(of window: BrowserWindow) -> UInt? {
    guard let id = ((window.systemWindow as? WindowBridge)?.window as? Windowing.Window)?.id else {
      return nil
    }
    return onlooker.pixel(of: id, x: 100, y: 100)
  }
}

/// A view of one colour.
@MainActor final class FilledView: View {
  var color: Color { didSet { setNeedsDisplay() } }

  init(_ color: Color) {
    self.color = color
    super.init()
    fillsParent = true
  }

  override func draw(in canvas: Canvas, damage: Rect) { canvas.fill(bounds, color) }
}

extension Color {
  static let red = Color(red: 1, green: 0, blue: 0)
  static let blue = Color(red: 0, green: 0, blue: 1)
}

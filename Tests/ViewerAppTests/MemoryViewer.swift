import BrowserHost
import Pixels
import Windowing

@testable import ViewerApp

/// A window of the viewer in memory, without a display.
@MainActor enum MemoryViewer {
  /// Makes a window of 800 × 600 pixels with an event loop of its own.
  ///
  /// - Throws: the error of the system when it has no more descriptors for the loop.
  static func window(log: Log = Log(level: .off)) throws -> ViewerWindow {
    let loop = try EventLoop()
    let bridge = LoopBridge()
    bridge.attach(to: loop)
    let size = PixelSize(width: 800, height: 600)
    return ViewerWindow(
      in: MemoryWindow(size, on: RecordedDesktop(), isTranslucent: false), loop: loop,
      bridge: bridge, log: log)
  }
}

import Geometry
import Glibc
import Motion
import Pixels
import Windowing

/// A window that shows the frames of a replay on the screen, at the recorded speed or faster or
/// slower.
final class ReplayDisplayWindow {
  /// Whether the user has closed the window.
  private(set) var isClosed = false

  private let loop: EventLoop
  private let window: Window
  private let speed: Double
  private let start = Timestamp.systemNow
  private var pixels: [UInt8] = []
  private var size: PixelSize
  private var stride = 0

  /// Opens the window.
  ///
  /// - Parameters:
  ///   - size: the size in device pixels.
  ///   - speed: the speed in recorded seconds per second.
  init(size: PixelSize, speed: Double) throws(WindowingError) {
    let display = try DisplayConnection()
    loop = try EventLoop(display)
    window = try Window(
      display, WindowConfiguration(title: ViewerWindow.programName, size: size, className: "pbview")
    )
    self.size = size
    self.speed = speed
    window.delegate = self
    window.show()
  }

  /// Handles the events of this window until an input is due at the speed of the replay. During the
  /// wait, the clock of the replayed program runs.
  ///
  /// - Parameter seconds: the recorded time of the input since the start of the recording.
  func wait(until seconds: Double) {
    let end = start + seconds / speed
    FrozenClock.unfreeze()
    repeat {
      loop.runOnce(waitingUpTo: min(max(0, end - .systemNow), 0.5))
    } while !isClosed && .systemNow < end
  }

  func show(_ frame: PixelBuffer) {
    if frame.size != size { window.resize(to: frame.size) }
    size = frame.size
    stride = frame.stride
    pixels = Array(
      UnsafeRawBufferPointer(start: frame.bytes, count: frame.stride * frame.size.height))
    window.requestFrame()
  }

  private func copy(to buffer: PixelBuffer) {
    let rows = min(buffer.size.height, size.height)
    let count = min(buffer.size.width, size.width) * 4
    pixels.withUnsafeBytes { source in
      guard let from = source.baseAddress else { return }
      for row in 0..<rows {
        memcpy(buffer.bytes + row * buffer.stride, from + row * stride, count)
      }
    }
  }
}

extension ReplayDisplayWindow: WindowDelegate {
  func windowDidTick(_ window: Window, frame: FrameTime) {
    guard !pixels.isEmpty else { return }
    window.present(damage: [Rect(origin: .zero, size: window.size.size)]) { buffer, _ in
      copy(to: buffer)
    }
  }

  func windowDidExpose(_ window: Window) { window.requestFrame() }

  func windowShouldClose(_ window: Window) -> Bool {
    isClosed = true
    return false
  }
}

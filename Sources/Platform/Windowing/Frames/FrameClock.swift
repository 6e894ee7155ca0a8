import CX11
import Motion

/// The frame clock of a window, which requests the next frame and waits for the server or a timer.
final class FrameClock {
  private let server: XServer
  private let deadlines: Deadlines
  private let window: CX11.Window
  private var pacer: FramePacer
  private var timer: Deadline?
  private var isSelected = false

  init(of window: CX11.Window, on server: XServer, deadlines: Deadlines) {
    self.server = server
    self.deadlines = deadlines
    self.window = window
    pacer = FramePacer(
      interval: 1.0 / 60, canNotify: server.extensions.presentOpcode != nil)
  }

  /// Whether a frame was requested and has not begun yet.
  var isPending: Bool { pacer.isPending }
  /// Whether the requested frame should be drawn now.
  var isDue: Bool { pacer.isDue }

  /// Sets the frame interval of the monitor, in seconds.
  func setInterval(_ seconds: Double) { pacer.setInterval(seconds) }

  /// Requests a frame. Repeated requests before that frame have no effect.
  func request() { apply(pacer.request(at: .now)) }

  /// Begins the frame that is due and returns its time.
  func begin() -> FrameTime {
    timer = nil
    return pacer.begin(at: .now)
  }

  /// Ends the frame begun by `begin`.
  func end() { pacer.end() }

  /// Handles `PresentCompleteNotify`.
  func receive(_ event: XPresentCompleteNotifyEvent) {
    // A display of another machine has a clock of its own.
    let time = server.isRemote ? Timestamp.now : Timestamp(seconds: Double(event.ust) * 1e-6)
    apply(pacer.blank(serial: event.serial_number, msc: event.msc, time: time))
  }

  /// Cancels the timer, before the window is closed.
  func stop() { timer = nil }

  private func apply(_ effects: [FramePacer.Effect]) {
    for effect in effects {
      switch effect {
      case .notify(let serial, let target):
        selectPresentEvents()
        XPresentNotifyMSC(server.xDisplay, window, serial, target, 0, 0)
      case .arm(let time):
        timer = deadlines.schedule(at: time) { [weak self] in
          self?.pacer.timerFired(at: .now)
        }
      case .disarm:
        timer = nil
      }
    }
  }

  private func selectPresentEvents() {
    guard !isSelected else { return }
    isSelected = true
    XPresentSelectInput(server.xDisplay, window, UInt32(PresentCompleteNotifyMask))
  }
}

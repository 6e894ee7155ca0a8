import CX11
import Motion

/// A window's frames: asks for the next one, waits for the server or a timer, sleeps otherwise.
final class FrameClock {
  private let display: DisplayConnection
  private let window: CX11.Window
  private var pacer: FramePacer
  private var timer: Deadline?
  private var isSelected = false

  init(display: DisplayConnection, window: CX11.Window) {
    self.display = display
    self.window = window
    pacer = FramePacer(
      interval: 1.0 / 60, canNotify: display.extensions.presentOpcode != nil)
  }

  /// True when a frame was asked for and has not been made yet.
  var isPending: Bool { pacer.isPending }
  /// True when the frame should be made now.
  var isDue: Bool { pacer.isDue }

  /// Sets the monitor's rate.
  func setInterval(_ seconds: Double) { pacer.setInterval(seconds) }

  /// Wants a frame; asking twice is asking once.
  func request() { apply(pacer.request(at: .now)) }

  /// Begins the frame that is due.
  func begin() -> FrameTime {
    timer = nil
    return pacer.begin(at: .now)
  }

  /// The frame has been made.
  func end() { pacer.end() }

  /// Reads the server's answer.
  func receive(_ event: XPresentCompleteNotifyEvent) {
    let time = Timestamp(seconds: Double(event.ust) * 1e-6)
    apply(pacer.blank(serial: event.serial_number, msc: event.msc, time: time))
  }

  /// Forgets every wish; for a window about to go.
  func stop() { timer = nil }

  private func apply(_ effects: [FramePacer.Effect]) {
    for effect in effects {
      switch effect {
      case .notify(let serial, let target):
        selectPresentEvents()
        XPresentNotifyMSC(display.xDisplay, window, serial, target, 0, 0)
      case .arm(let time):
        timer = display.deadlines.schedule(at: time) { [weak self] in
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
    XPresentSelectInput(display.xDisplay, window, UInt32(PresentCompleteNotifyMask))
  }
}

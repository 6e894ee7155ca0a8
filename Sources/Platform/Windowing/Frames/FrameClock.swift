import CX11
import Motion

/// The frame clock of a window: it schedules requested frames by events of the server or a timer.
final class FrameClock {
  private let server: XServer
  private let timers: TimerQueue
  private let window: CX11.Window
  private var pacer: FramePacer
  private var timer: LoopTimer?
  private var hasSelectedEvents = false

  init(of window: CX11.Window, on server: XServer, timers: TimerQueue) {
    self.server = server
    self.timers = timers
    self.window = window
    pacer = FramePacer(
      interval: 1.0 / 60, canReportBlanks: server.extensions.presentOpcode != nil)
  }

  /// Whether a frame was requested and has not begun yet.
  var isPending: Bool { pacer.isPending }
  /// Whether the requested frame should be drawn now.
  var isDue: Bool { pacer.isDue }

  /// Sets the time between two frames of the window's monitor, in seconds.
  func setInterval(_ seconds: Double) { pacer.setInterval(seconds) }

  /// Requests a frame. Further requests before that frame begins have no effect.
  func request() { apply(pacer.request(at: .now)) }

  /// Begins the frame that is due.
  ///
  /// - Returns: the time at which the frame will be visible.
  func begin() -> FrameTime {
    timer = nil
    return pacer.begin(at: .now)
  }

  /// Ends the drawing of the frame that ``begin()`` has begun.
  func end() { pacer.end() }

  /// Handles a `PresentCompleteNotify` event: a vertical blank that was asked for.
  func receive(_ event: XPresentCompleteNotifyEvent) {
    // The time in an event of another machine's server comes from another clock.
    let time = server.isRemote ? Timestamp.now : Timestamp(seconds: Double(event.ust) * 1e-6)
    apply(pacer.receiveBlank(serial: event.serial_number, msc: event.msc, time: time))
  }

  /// Cancels the timer of the requested frame; called before the window is closed.
  func stop() { timer = nil }

  private func apply(_ effects: [FramePacer.Effect]) {
    for effect in effects {
      switch effect {
      case .requestBlank(let serial, let target):
        selectPresentEvents()
        XPresentNotifyMSC(server.xDisplay, window, serial, target, 0, 0)
      case .setTimer(let time):
        timer = timers.schedule(at: time) { [weak self] in
          self?.pacer.timerFired(at: .now)
        }
      case .cancelTimer:
        timer = nil
      }
    }
  }

  private func selectPresentEvents() {
    guard !hasSelectedEvents else { return }
    hasSelectedEvents = true
    XPresentSelectInput(server.xDisplay, window, UInt32(PresentCompleteNotifyMask))
  }
}

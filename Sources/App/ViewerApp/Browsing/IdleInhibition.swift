import BrowserHost
import Desktop
import Localization

/// An object that prevents the desktop from blanking or locking the screen while ``isWanted`` is
/// true.
///
/// The desktop's service is called on a worker thread, because D-Bus may be slow or not answer.
/// D-Bus is not used before ``isWanted`` is true for the first time.
final class IdleInhibition {
  /// Whether the screen has to stay on. Default: false.
  var isWanted = false {
    didSet { if isWanted != oldValue { requestWantedState() } }
  }

  /// The state of the request to the desktop to keep the screen on. At most one call of the service
  /// runs at a time.
  private enum State {
    case inactive
    case requesting
    case inhibiting(IdleInhibitor)
    /// No service answered, or the service refused; nothing is asked again before ``isWanted`` has
    /// been false.
    case refused
  }
  private var state = State.inactive
  private let makeInhibitor: @Sendable () -> IdleInhibitor?

  /// Makes an object that keeps nothing awake yet.
  ///
  /// - Parameter makeInhibitor: asks the desktop to keep the screen on; nil when that fails. Called
  ///   on a worker thread.
  init(
    makeInhibitor: @escaping @Sendable () -> IdleInhibitor? = {
      try? IdleInhibitor(application: "pbview", reason: tr("A slideshow is running"))
    }
  ) {
    self.makeInhibitor = makeInhibitor
  }

  private func requestWantedState() {
    switch state {
    case .inactive where isWanted:
      state = .requesting
      WorkerThread.run(makeInhibitor) { [weak self] inhibitor in
        self?.requestDidEnd(inhibitor.map(State.inhibiting) ?? .refused)
      }
    case .inhibiting(let inhibitor) where !isWanted:
      state = .requesting
      WorkerThread.run(inhibitor.end) { [weak self] in self?.requestDidEnd(.inactive) }
    case .refused where !isWanted: state = .inactive
    case .inactive, .requesting, .inhibiting, .refused: break
    }
  }

  /// Stores the state to which a call of the desktop's service has led. If ``isWanted`` has changed
  /// meanwhile, starts the opposite call.
  private func requestDidEnd(_ state: State) {
    self.state = state
    requestWantedState()
  }
}

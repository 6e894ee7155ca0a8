import BrowserHost
import Desktop
import Localization

/// A guard that keeps the screen awake while ``isWanted`` is true.
///
/// The desktop's service is called off the main actor, because the bus may be slow or not answer.
/// The bus is not used before the first request.
final class IdleGuard {
  /// Whether the screen has to stay awake. Default: false.
  var isWanted = false {
    didSet { if isWanted != oldValue { catchUp() } }
  }

  /// The state of the request to keep the screen awake; one call runs at a time.
  private enum State {
    case free
    case asking
    case held(IdleInhibitor)
    /// No service answered, or it refused.
    case refused
  }
  private var state = State.free
  private let makeInhibitor: @Sendable () -> IdleInhibitor?

  /// Makes a guard; tests pass an inhibitor of their own.
  init(
    makeInhibitor: @escaping @Sendable () -> IdleInhibitor? = {
      try? IdleInhibitor(application: "pbview", reason: tr("A slideshow is running"))
    }
  ) {
    self.makeInhibitor = makeInhibitor
  }

  private func catchUp() {
    switch state {
    case .free where isWanted:
      state = .asking
      WorkerThread.run(makeInhibitor) { [weak self] inhibitor in
        self?.found(inhibitor.map(State.held) ?? .refused)
      }
    case .held(let inhibitor) where !isWanted:
      state = .asking
      WorkerThread.run(inhibitor.end) { [weak self] in self?.found(.free) }
    case .refused where !isWanted: state = .free
    case .free, .asking, .held, .refused: break
    }
  }

  /// Handles the result of a call. The request may have changed during the call.
  private func found(_ state: State) {
    self.state = state
    catchUp()
  }
}

import BrowserHost
import Desktop

/// Keeps the screen awake while it is wanted.
///
/// The session is asked beside the main actor: a bus may be slow, or not answer at all. Nothing of
/// the bus is touched before the first time it is wanted.
final class IdleGuard {
  /// True while the screen is to stay awake. Default: false.
  var isWanted = false {
    didSet { if isWanted != oldValue { catchUp() } }
  }

  /// How it stands with the session. One question at a time.
  private enum State {
    case free
    case asking
    case held(IdleInhibitor)
    /// There is nobody to ask, or the answer was no.
    case refused
  }
  private var state = State.free
  private let makeInhibitor: @Sendable () -> IdleInhibitor?

  /// Makes one that asks the session; tests ask somebody else.
  init(
    makeInhibitor: @escaping @Sendable () -> IdleInhibitor? = {
      try? IdleInhibitor(application: "pbview", reason: "A slideshow is running")
    }
  ) {
    self.makeInhibitor = makeInhibitor
  }

  private func catchUp() {
    switch state {
    case .free where isWanted:
      state = .asking
      SideThread.run(makeInhibitor) { [weak self] inhibitor in
        self?.found(inhibitor.map(State.held) ?? .refused)
      }
    case .held(let inhibitor) where !isWanted:
      state = .asking
      SideThread.run(inhibitor.end) { [weak self] in self?.found(.free) }
    case .refused where !isWanted: state = .free
    case .free, .asking, .held, .refused: break
    }
  }

  /// Something else may be wanted by the time of the answer.
  private func found(_ state: State) {
    self.state = state
    catchUp()
  }
}

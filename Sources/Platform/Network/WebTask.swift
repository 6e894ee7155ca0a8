/// A picture somebody waits for. Its owner cancels it when nobody does any more.
public final class WebTask {
  /// How soon it is wanted.
  public enum Urgency: Sendable {
    /// Somebody looks at its page.
    case visible
    /// It will be looked at next, perhaps: it waits until what is looked at is there.
    case ahead
  }
  /// What was asked for.
  public let address: WebAddress
  /// How soon it is wanted; may be changed at any time.
  public var urgency: Urgency {
    didSet { if urgency != oldValue { session?.urgencyChanged() } }
  }
  /// True when there will be no further update.
  public private(set) var isFinished = false

  private weak var session: WebSession?
  private var update: ((WebUpdate) -> Void)?

  init(
    _ address: WebAddress, _ urgency: Urgency, of session: WebSession,
    update: @escaping (WebUpdate) -> Void
  ) {
    self.address = address
    self.urgency = urgency
    self.session = session
    self.update = update
  }

  /// Ends it: no further update comes, and what nobody else waits for is not fetched any longer.
  public func cancel() {
    guard !isFinished else { return }
    finish()
    session?.left(self)
  }

  func deliver(_ what: WebUpdate) {
    guard !isFinished, let update else { return }
    switch what {
    case .progress, .kept: break
    case .finished, .confirmed, .stale, .failed: finish()
    }
    update(what)
  }

  private func finish() {
    isFinished = true
    update = nil
  }
}

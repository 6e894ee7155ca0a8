/// One request for a picture. Its owner cancels it when the picture is no longer needed.
public final class WebTask {
  /// The urgency of a request.
  public enum Urgency: Sendable {
    /// The page is visible.
    case visible
    /// The page may be shown next: the request waits until visible pages are loaded.
    case ahead
  }
  /// The requested address.
  public let address: WebAddress
  /// The urgency; may be changed at any time.
  public var urgency: Urgency {
    didSet { if urgency != oldValue { session?.urgencyChanged() } }
  }
  /// Whether the last update was delivered or the task was cancelled.
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

  /// Cancels the request: no further update is delivered. The download ends when no other task
  /// shares it.
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

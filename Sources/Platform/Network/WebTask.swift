/// A request for a picture from the web. Its owner cancels the request when the picture is no
/// longer needed.
public final class WebTask {
  /// The urgency of a request for a picture.
  public enum Urgency: Sendable {
    /// The picture is on a visible page.
    case visible
    /// The picture may be shown next: its download waits until those of visible pages are complete.
    case prefetch
  }
  /// The address of the requested picture.
  public let address: WebAddress
  /// The urgency of the request; may be changed at any time.
  public var urgency: Urgency {
    didSet { if urgency != oldValue { owner?.urgencyDidChange() } }
  }
  /// Whether the last update was delivered, or the request was cancelled.
  public private(set) var isFinished = false

  private weak var owner: (any WebTaskOwner)?
  private var update: ((WebUpdate) -> Void)?

  /// Makes a request whose owner calls ``deliver(_:)`` with its updates.
  package init(
    _ address: WebAddress, _ urgency: Urgency, of owner: any WebTaskOwner,
    update: @escaping (WebUpdate) -> Void
  ) {
    self.address = address
    self.urgency = urgency
    self.owner = owner
    self.update = update
  }

  /// Cancels the request: no further update is delivered. The download ends when no other request
  /// waits for the same picture.
  public func cancel() {
    guard !isFinished else { return }
    finish()
    owner?.taskDidCancel(self)
  }

  /// Passes an update to the receiver, unless the request is finished.
  package func deliver(_ what: WebUpdate) {
    guard !isFinished, let update else { return }
    switch what {
    case .progress, .cachedCopy: break
    case .finished, .confirmed, .stale, .failed: finish()
    }
    update(what)
  }

  private func finish() {
    isFinished = true
    update = nil
  }
}

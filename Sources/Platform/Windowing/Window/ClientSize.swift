import Motion
import Pixels

/// The size of a window's client area. Sizes that the server reports are adopted once per turn of
/// the event loop, and frames wait for the size that belongs to an announced fullscreen state.
final class ClientSize {
  /// The result of ``adopt(at:)``.
  enum AdoptionResult {
    /// The server has reported no size since the last call.
    case none
    /// The size that the server has reported is the present one.
    case unchanged
    case changed
  }

  /// The present size of the client area in device pixels, at least 1 × 1.
  private(set) var current: PixelSize
  private let timers: TimerQueue
  private var pendingSize: PixelSize?
  /// The timeout for the size that follows a change of the fullscreen state; nil when no size is
  /// awaited.
  private var sizeTimeout: LoopTimer?
  /// The time at which the size last changed; nil when that change belongs to an earlier change of
  /// the fullscreen state.
  private var changedAt: Timestamp?

  /// The time in seconds that frames wait for the new size after the window manager has announced
  /// the beginning or end of fullscreen. The size arrives within milliseconds, before or after the
  /// announcement; without this delay a frame of the old size would be shown in the new state.
  private static let timeout = 0.1
  /// The maximum time in seconds between a new size and the fullscreen state that it belongs to,
  /// when the size arrives first: two frames, since the window manager sends both at once.
  private static let maxLead = 0.033

  init(_ size: PixelSize, timers: TimerQueue) {
    current = PixelSize(width: max(1, size.width), height: max(1, size.height))
    self.timers = timers
  }

  /// Whether frames wait for the size that follows a change of the fullscreen state.
  var isAwaited: Bool { sizeTimeout != nil }
  /// Whether ``current`` is the last size that the server has reported.
  var isUpToDate: Bool { pendingSize ?? current == current }

  /// Stores a size from a ConfigureNotify event until ``adopt(at:)``; of several sizes the last one
  /// counts.
  ///
  /// - Parameter isSynthetic: whether another program has sent the event. Its size is ignored: the
  ///   server reports each new size itself (ICCCM 4.1.5), and a program could send any number.
  func receive(_ size: PixelSize, isSynthetic: Bool = false) {
    pendingSize = isSynthetic ? pendingSize ?? current : size
  }

  /// Makes the size that was reported last the present one.
  ///
  /// - Parameter now: the present instant.
  func adopt(at now: Timestamp = .now) -> AdoptionResult {
    guard let size = pendingSize else { return .none }
    pendingSize = nil
    guard size != current else { return .unchanged }
    current = size
    changedAt = isAwaited ? nil : now
    sizeTimeout = nil
    return .changed
  }

  /// Starts to wait for the size that follows a new fullscreen state, unless that size has already
  /// arrived. `onTimeout` is called when no size arrives in time.
  func awaitChange(at now: Timestamp = .now, onTimeout: @escaping () -> Void) {
    guard isUpToDate else { return }
    if let time = changedAt {
      changedAt = nil
      if now - time < Self.maxLead { return }
    }
    sizeTimeout = timers.schedule(at: now + Self.timeout) { [weak self] in
      self?.sizeTimeout = nil
      onTimeout()
    }
  }

  /// Cancels the timeout; called before the window is closed.
  func stop() { sizeTimeout = nil }
}

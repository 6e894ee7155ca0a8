import Motion
import Pixels

/// The size of a window's client area. Sizes from the server are adopted once per turn of the event
/// loop, and frames wait for the size that belongs to an announced fullscreen state.
final class ClientSize {
  /// The result of ``adopt()``.
  enum Adoption {
    /// No size has arrived since the last call.
    case none
    /// The size that has arrived is the one that the window had already.
    case unchanged
    case changed
  }

  /// The adopted size in device pixels.
  private(set) var current: PixelSize
  private let deadlines: Deadlines
  private var pending: PixelSize?
  /// The timeout of the wait for the size that follows a fullscreen change; nil when none is
  /// expected.
  private var wait: Deadline?
  /// The time at which the size last changed; nil when that change belongs to a fullscreen change
  /// before it.
  private var changedAt: Timestamp?

  /// The time in seconds that frames wait for the new size after the window manager has announced
  /// the beginning or end of fullscreen. The size arrives within milliseconds, before or after the
  /// state; without the wait a frame of the old size would be shown in the new state.
  private static let timeout = 0.1
  /// The maximum time between a size and the state change it belongs to, when the size comes first,
  /// in seconds: two frames, since the window manager sends both at once.
  private static let lead = 0.033

  init(_ size: PixelSize, deadlines: Deadlines) {
    current = PixelSize(width: max(1, size.width), height: max(1, size.height))
    self.deadlines = deadlines
  }

  /// Whether frames wait for a size that follows a fullscreen change.
  var isAwaited: Bool { wait != nil }
  /// Whether the adopted size is the last one that has arrived.
  var isStable: Bool { pending ?? current == current }

  /// Stores a size from ConfigureNotify; several sizes in one turn of the loop are adopted as one.
  ///
  /// - Parameter isSynthetic: Whether another client has sent the event. Its size is ignored: the
  ///   server reports each new size itself (ICCCM 4.1.5), and a client could send any number.
  func receive(_ size: PixelSize, isSynthetic: Bool = false) {
    pending = isSynthetic ? pending ?? current : size
  }

  /// Adopts the size that has arrived last.
  func adopt(at now: Timestamp = .now) -> Adoption {
    guard let size = pending else { return .none }
    pending = nil
    guard size != current else { return .unchanged }
    current = size
    changedAt = isAwaited ? nil : now
    wait = nil
    return .changed
  }

  /// Starts to wait for the size that follows a new fullscreen state, unless it has already
  /// arrived. `onTimeout` is called when none comes.
  func awaitChange(at now: Timestamp = .now, onTimeout: @escaping () -> Void) {
    guard isStable else { return }
    if let time = changedAt {
      changedAt = nil
      if now - time < Self.lead { return }
    }
    wait = deadlines.schedule(at: now + Self.timeout) { [weak self] in
      self?.wait = nil
      onTimeout()
    }
  }

  /// Cancels the wait, before the window is closed.
  func stop() { wait = nil }
}

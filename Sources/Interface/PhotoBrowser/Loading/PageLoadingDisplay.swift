import Geometry
import Motion
import Views

/// The display of a page that waits for its picture: first another picture as a stand-in, then,
/// after a delay, a progress ring.
final class PageLoadingDisplay {
  let ring = ProgressRing()
  /// The picture of another page, shown after a jump to a page whose picture has not loaded,
  /// because for a short time it looks better than an empty page; nil for none.
  private(set) var standIn: PlacedContent?
  /// Whether pages are turned faster than their pictures load; the ring does not appear then.
  private(set) var isPagingFast = false
  private var delay = ProgressRingDelay()

  init() { ring.isHidden = true }

  /// The time at which the ring will appear; nil when it will not appear, or has appeared already.
  var deadline: Timestamp? { isPagingFast ? nil : delay.deadline }

  /// Sets the progress in the ring. The delay before the ring appears starts with the first call of
  /// a load; later calls do not restart it.
  ///
  /// - Parameter progress: the progress that the ring shows; nil when nothing is loading.
  /// - Returns: true when the delay starts, which needs a frame.
  func setProgressReturningNeedsFrame(_ progress: Picture.Progress?) -> Bool {
    guard let progress else {
      ring.isHidden = true
      delay.stop()
      return false
    }
    ring.progress = progress.share
    guard !delay.isRunning, ring.isHidden else { return false }
    return startDelayReturningNeedsFrame(isLoading: true)
  }

  /// Sets ``isPagingFast``. A change hides the progress ring and, while the page is loading,
  /// restarts the delay before the ring appears.
  ///
  /// - Returns: true when the delay starts, which needs a frame.
  func setPagingFastReturningNeedsFrame(_ isPagingFast: Bool, isLoading: Bool) -> Bool {
    guard isPagingFast != self.isPagingFast else { return false }
    self.isPagingFast = isPagingFast
    return startDelayReturningNeedsFrame(isLoading: isLoading)
  }

  /// Hides the ring and, for a page that is loading, restarts its delay, which is measured from the
  /// next frame on.
  private func startDelayReturningNeedsFrame(isLoading: Bool) -> Bool {
    ring.isHidden = true
    guard isLoading else {
      delay.stop()
      return false
    }
    delay.start()
    return true
  }

  /// Advances the delay to the time of a frame.
  ///
  /// - Returns: true once, when the ring appears in place of the stand-in.
  func showRingIfDue(at t: Timestamp) -> Bool {
    guard !isPagingFast, delay.endIfExpired(at: t) else { return false }
    ring.isHidden = false
    standIn = nil
    return true
  }

  /// Shows `placedContent` as the stand-in.
  ///
  /// - Returns: false when the ring is visible, or nothing is loading.
  func show(standIn placedContent: PlacedContent) -> Bool {
    guard delay.isRunning else { return false }
    standIn = placedContent
    return true
  }

  func removeStandIn() { standIn = nil }

  /// Lays out the ring around the point `middle`; `scale` is the UI scale.
  func layout(middle: Point, scale: Double, opacity: Double) {
    ring.frame = Rect(center: middle, size: ProgressRing.naturalSize(at: scale)).snapped
    ring.alpha = opacity
  }
}

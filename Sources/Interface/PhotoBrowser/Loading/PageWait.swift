import Geometry
import Motion
import Views

/// The display of a page that waits for its picture: another picture as a stand-in, and a progress
/// ring, which takes its place after a delay.
final class PageWait {
  let ring = ProgressRing()
  /// The picture of the previous page, shown after a jump to a page whose picture has not loaded:
  /// for a short wait it looks better than an empty page.
  private(set) var standIn: Painting?
  /// True while pages change faster than pictures load; the ring does not appear then.
  private(set) var isPassed = false
  private var delay = RingDelay()

  init() { ring.isHidden = true }

  /// The time at which the ring appears; nil when none is due.
  var deadline: Timestamp? { isPassed ? nil : delay.deadline }

  /// Updates the ring. The delay of the ring is measured from the beginning of the load; updates do
  /// not restart it.
  ///
  /// - Parameter progress: the progress that the ring shows; nil when nothing is loading.
  /// - Returns: true when the delay starts, which needs a frame.
  func update(_ progress: Picture.Progress?) -> Bool {
    guard let progress else {
      ring.isHidden = true
      delay.stop()
      return false
    }
    ring.progress = progress.share
    guard !delay.isRunning, ring.isHidden else { return false }
    return startDelay(isLoading: true)
  }

  /// Sets ``isPassed``. A change hides the ring and restarts its delay.
  ///
  /// - Returns: true when the delay starts, which needs a frame.
  func setPassed(_ isPassed: Bool, isLoading: Bool) -> Bool {
    guard isPassed != self.isPassed else { return false }
    self.isPassed = isPassed
    return startDelay(isLoading: isLoading)
  }

  /// Starts the delay of the ring, measured from the next frame on.
  private func startDelay(isLoading: Bool) -> Bool {
    ring.isHidden = true
    guard isLoading else {
      delay.stop()
      return false
    }
    delay.start()
    return true
  }

  /// Advances to the time of a frame.
  ///
  /// - Returns: true once, when the ring appears in place of the stand-in.
  func advance(to t: Timestamp) -> Bool {
    guard !isPassed, delay.isOver(at: t) else { return false }
    ring.isHidden = false
    standIn = nil
    return true
  }

  /// Shows `painting` as the stand-in.
  ///
  /// - Returns: false when the ring has appeared, or nothing is loading.
  func show(standIn painting: Painting) -> Bool {
    guard delay.isRunning else { return false }
    standIn = painting
    return true
  }

  func removeStandIn() { standIn = nil }

  /// Lays out the ring around `middle`, at a UI scale.
  func layout(middle: Point, scale: Double, opacity: Double) {
    ring.frame = Rect(center: middle, size: ProgressRing.naturalSize(at: scale)).snapped
    ring.alpha = opacity
  }
}

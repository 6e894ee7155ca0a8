import Geometry

/// The waiting state of a page: the previous picture as a stand-in, then a progress ring.
extension PhotoCell {
  // MARK: The ring

  /// The progress that the ring shows; nil when nothing is loading.
  private var awaited: Picture.Progress? {
    switch content {
    case .loading(let share): Picture.Progress(share: share)
    case .picture, .zoomable: progress
    case .empty, .failed: nil
    }
  }

  /// Updates the ring. The delay of the ring is measured from the beginning of the load; updates do
  /// not restart it.
  func progressDidChange() {
    guard let awaited else {
      ring.isHidden = true
      ringDelay.stop()
      return
    }
    ring.progress = awaited.share
    if !ringDelay.isRunning, ring.isHidden { startRingDelay() }
  }

  /// Starts the delay of the ring, measured from the next frame on.
  func startRingDelay() {
    ring.isHidden = true
    guard awaited != nil else { return ringDelay.stop() }
    ringDelay.start()
    requestFrame()
  }

  /// Shows the ring, in place of the stand-in.
  func showRing() {
    ring.isHidden = false
    standIn = nil
    setNeedsDisplay()
  }

  // MARK: The stand-in

  /// Shows `old` until the page has content of its own, the ring appears, or the page moves.
  ///
  /// - Returns: false when the page has content, or the ring has appeared.
  @discardableResult
  func standIn(with old: Painting) -> Bool {
    guard isWaiting, ringDelay.isRunning, thumbnail == nil else { return false }
    standIn = old
    setNeedsDisplay()
    return true
  }

  /// Shows a picture as the stand-in, at rest at `rect`.
  func standIn(with picture: Picture, at rect: Rect) -> Bool {
    standIn(with: painting(of: picture, restingAt: rect))
  }
}

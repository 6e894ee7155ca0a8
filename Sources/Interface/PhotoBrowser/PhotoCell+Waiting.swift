import Geometry

/// The views of a page that waits for its picture: the picture of the page before, then a ring.
extension PhotoCell {
  // MARK: The ring

  /// What the ring tells; nil when there is nothing to tell.
  private var awaited: LoadProgress? {
    switch content {
    case .loading(let share): LoadProgress(share: share)
    case .picture, .zoomable: progress
    case .empty, .failed: nil
    }
  }

  /// How long it takes is counted from its beginning, however often it comes further.
  func progressDidChange() {
    guard let awaited else {
      ring.isHidden = true
      ringDelay.stop()
      return
    }
    ring.progress = awaited.share
    if !ringDelay.isRunning, ring.isHidden { beginWaiting() }
  }

  /// From the next frame on it is counted how long what is awaited takes.
  func beginWaiting() {
    ring.isHidden = true
    guard awaited != nil else { return ringDelay.stop() }
    ringDelay.start()
    requestFrame()
  }

  /// It takes long.
  func showRing() {
    ring.isHidden = false
    standIn = nil
    setNeedsDisplay()
  }

  // MARK: The picture of before

  /// Shows `old` until there is something to show here, or it takes long, or the page moves.
  ///
  /// - Returns: false when there is something already, or it has taken long.
  @discardableResult
  func standIn(with old: Painting) -> Bool {
    guard isWaiting, ringDelay.isRunning, thumbnail == nil else { return false }
    standIn = old
    setNeedsDisplay()
    return true
  }

  /// The same with a picture that would rest at `rect`.
  func standIn(with picture: Picture, at rect: Rect) -> Bool {
    standIn(with: painting(of: picture, restingAt: rect))
  }
}

import Geometry

/// What is seen while there is no picture: the one of before, then a ring; or why there will be none.
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

  // MARK: The card

  /// Says in a card what went wrong, or takes it away.
  func failureDidChange() {
    let message: FailureMessage? =
      switch content {
      case .failed(let message): message
      case .picture, .zoomable: failure
      case .empty, .loading: nil
      }
    guard message != shownFailure else { return }
    shownFailure = message
    card?.removeFromParent()
    card = message.map { message in
      MessageCard(
        message.sentence, hint: message.hint,
        onRetry: message.canRetry ? { [weak self] in self?.onRetry?() } : nil)
    }
    if let card { add(card) }
    setNeedsLayout()
  }
}

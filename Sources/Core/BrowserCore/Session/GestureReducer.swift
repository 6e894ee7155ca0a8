import Geometry
import Motion
import Transitions

/// The reducer of presses, drags and pinches: they scroll the pages, zoom a picture in its page, or
/// hold a picture out of its page. The gesture in progress is part of the ``BrowserActivity``.
enum GestureReducer {
  /// The maximum factor of a pinch, since its start, up to which it may change into closing the
  /// browser; a closing pinch that grows beyond it changes back into zooming.
  ///
  /// - Source: PhotoSwipe 5, initial zoom + 1/15.
  private static let maxClosingPinchFactor = 1 + 1.0 / 15
  /// The scale of a pulled-out picture, relative to its size at rest, below which the release of a
  /// pinch closes the browser; 0.7 as in JunPhotoBrowse.
  private static let pinchCloseScale = 0.7
  /// The growth of a pinch at its release, in relative scale per second, from which the release
  /// does not close the browser.
  private static let pinchCloseGrowth = 0.3

  /// Applies a press, release, pan or pinch, and returns the effects; other actions are ignored.
  static func apply(
    _ action: BrowserAction, to pages: inout Pager, _ presentation: inout PresentationState,
    at t: Timestamp
  ) -> [BrowserEffect] {
    switch action {
    case .press(let point): return press(&pages, &presentation, at: point, t)
    case .release: return release(&pages, &presentation, at: t)
    case .panBegan(let point, let direction):
      return beginPan(&pages, &presentation, at: point, direction: direction, t)
    case .panChanged(let translation, _):
      changePan(&pages, &presentation, translation: translation, t)
    case .panEnded(let velocity, let isMouse):
      return endPan(&pages, &presentation, velocity: velocity, isMouse: isMouse, at: t)
    case .panCancelled, .pinchCancelled: return cancel(&pages, &presentation, at: t)
    case .pinchBegan(let centroid): return beginPinch(&pages, &presentation, centroid: centroid, t)
    case .pinchChanged(let factor, let centroid):
      return changePinch(&pages, &presentation, factor: factor, centroid: centroid, t)
    case .pinchEnded(let velocity, let growth):
      return endPinch(&pages, &presentation, velocity: velocity, growth: growth, at: t)
    default: break
    }
    return []
  }

  /// Ends all drags and pinches of pages, and of pictures in their pages.
  static func endAll(_ pages: inout Pager, _ presentation: inout PresentationState, at t: Timestamp)
  {
    presentation.endGesture()
    pages.endGestures(at: t)
  }

  // MARK: Catching

  private static func press(
    _ pages: inout Pager, _ presentation: inout PresentationState, at point: Point, _ t: Timestamp
  ) -> [BrowserEffect] {
    guard !presentation.activity.isHeld, point.isFinite else { return [] }
    presentation.cancelClosingAfterTurn()
    if presentation.isCurrentPictureOutOfPage(in: pages) {
      return presentation.grab(.drag(from: point), at: point, in: &pages, t)
    }
    pages.transferGapsToScroll(at: t)
    if pages.catchMotion(under: point, at: t) { presentation.recordStopByContact() }
    return []
  }

  private static func release(
    _ pages: inout Pager, _ presentation: inout PresentationState, at t: Timestamp
  ) -> [BrowserEffect] {
    switch presentation.activity {
    case .stopped: endAll(&pages, &presentation, at: t)
    case .pulling, .caught:
      guard case .drag = presentation.pullGesture else { break }
      return endPan(&pages, &presentation, velocity: .zero, isMouse: false, at: t)
    case .resting, .paging, .zooming, .flying, .dismissed: break
    }
    return []
  }

  // MARK: Pan

  private static func beginPan(
    _ pages: inout Pager, _ presentation: inout PresentationState, at point: Point,
    direction: Vector,
    _ t: Timestamp
  ) -> [BrowserEffect] {
    guard point.isFinite, direction.isFinite else { return [] }
    presentation.cancelClosingAfterTurn()
    endPanOfOtherPage(&pages, presentation, at: t)
    if presentation.isCurrentPictureOutOfPage(in: pages) {
      return presentation.grab(.drag(from: point), at: point, in: &pages, t)
    }
    pages.transferGapsToScroll(at: t)
    switch pages.panIntent(for: direction, at: t) {
    case .panPicture:
      let edgePaging = pages.beginPan(under: point, at: t)
      presentation.beginZooming(.pan(page: pages.index, edgePaging: edgePaging))
    case .turnPages:
      pages.beginDrag(at: t)
      presentation.beginPaging()
    case .pullDown: return presentation.grab(.drag(from: point), at: point, in: &pages, t)
    }
    return []
  }

  /// Ends the pan of a picture after the same drag has made another page current.
  private static func endPanOfOtherPage(
    _ pages: inout Pager, _ presentation: PresentationState, at t: Timestamp
  ) {
    if let page = presentation.activity.pannedPage, !pages.areInSameGroup(page, pages.index) {
      pages.cancelGrip(of: page, at: t)
    }
  }

  private static func changePan(
    _ pages: inout Pager, _ presentation: inout PresentationState, translation: Vector,
    _ t: Timestamp
  ) {
    guard translation.isFinite else { return }
    switch presentation.activity {
    case .paging: pages.drag(translation: translation)
    case .zooming(.pan(let page, let edgePaging), _):
      pages.pan(page, edgePaging, translation: translation, at: t)
    case .pulling, .caught: presentation.drag(translation: translation)
    case .resting, .stopped, .zooming, .flying, .dismissed: break
    }
  }

  private static func endPan(
    _ pages: inout Pager, _ presentation: inout PresentationState, velocity: Vector, isMouse: Bool,
    at t: Timestamp
  ) -> [BrowserEffect] {
    let velocity = ZoomTuning.capped(velocity)
    switch presentation.activity {
    case .paging: pages.endDrag(velocity: velocity, at: t)
    case .stopped: pages.endGestures(at: t)
    case .zooming(.pan(let page, let edgePaging), _):
      pages.endPan(page, edgePaging, velocity: velocity, at: t)
    case .pulling, .caught:
      guard let pull = presentation.pull, case .drag = presentation.pullGesture else {
        return cancel(&pages, &presentation, at: t)
      }
      let points = pages.layout.uiScale
      let closes = pages.tuning.dismissProfile.closes(
        distance: pull.pulledDistance(at: t) / points, velocity: velocity.dy / points,
        height: pages.layout.viewport.height / points, isMouse: isMouse)
      return presentation.release(closes: closes, velocity: velocity, in: &pages, at: t)
    case .zooming(.pinch, _): return cancel(&pages, &presentation, at: t)
    case .resting, .flying, .dismissed: break
    }
    presentation.endGesture()
    return []
  }

  // MARK: Pinch

  private static func beginPinch(
    _ pages: inout Pager, _ presentation: inout PresentationState, centroid: Point, _ t: Timestamp
  ) -> [BrowserEffect] {
    guard centroid.isFinite else { return [] }
    presentation.cancelClosingAfterTurn()
    if presentation.isCurrentPictureOutOfPage(in: pages) {
      return presentation.grab(.pinch, at: centroid, in: &pages, t)
    }
    endPanOfOtherPage(&pages, presentation, at: t)
    pages.settle(at: t)
    guard pages.hasPicture else {
      endAll(&pages, &presentation, at: t)
      return []
    }
    let isAtMinScale = pages.currentZoom.isAtMinScale
    // The picture is not under the fingers while a page effect draws its page.
    let waitsForPageTurn = presentation.isPageEffectRunning(pages, at: t)
    if waitsForPageTurn {
      pages.settle(with: PresentationState.turnEndSpring, at: t)
    } else {
      pages.beginPinch(centroid: centroid, at: t)
    }
    presentation.beginZooming(
      .pinch(mayClose: isAtMinScale, maxFactor: 1, waitsForPageTurn: waitsForPageTurn))
    return []
  }

  private static func changePinch(
    _ pages: inout Pager, _ presentation: inout PresentationState, factor: Double, centroid: Point,
    _ t: Timestamp
  ) -> [BrowserEffect] {
    guard factor.isFinite, factor > 0, centroid.isFinite else { return [] }
    switch presentation.activity {
    case .zooming(.pinch(let mayClose, let oldMaxFactor, let hadToWaitForPageTurn), _):
      let maxFactor = max(oldMaxFactor, factor)
      let waitsForPageTurn = hadToWaitForPageTurn && presentation.isPageEffectRunning(pages, at: t)
      presentation.beginZooming(
        .pinch(mayClose: mayClose, maxFactor: maxFactor, waitsForPageTurn: waitsForPageTurn))
      if waitsForPageTurn { return [] }
      if hadToWaitForPageTurn {
        guard pages.hasPicture else {
          endAll(&pages, &presentation, at: t)
          return []
        }
        pages.beginPinch(centroid: centroid, at: t)
        pages.currentZoom.rebasePinch(factor: factor)
      }
      let isClosing =
        pages.tuning.isDismissGestureEnabled && mayClose && pages.layout.axis == .horizontal
        && maxFactor < maxClosingPinchFactor && factor < 1
      guard isClosing else {
        pages.pinch(factor: factor, centroid: centroid, at: t)
        return []
      }
      // The centroid has moved with the picture, so it is still at the same point of the picture.
      let anchorPosition = pages.currentZoom.anchorPosition(at: t) + pages.offset(at: t)
      let effects = presentation.grab(.pinch, at: anchorPosition, in: &pages, t)
      if hadToWaitForPageTurn { presentation.rebasePinch(factor: factor) }
      presentation.pinch(factor: factor, centroid: centroid)
      return effects
    case .pulling(let pull, _):
      presentation.pinch(factor: factor, centroid: centroid)
      let growsBack =
        pull.gesture == .pinch
        && pull.motion.unlimitedPinchScale(factor: factor) >= maxClosingPinchFactor
      guard growsBack, pages.hasPicture else { return [] }
      // The closing pinch changes back into zooming, from the current picture on the screen.
      let effects = presentation.returnToPage(animated: true, in: &pages, at: t)
      pages.beginPinch(centroid: centroid, at: t)
      pages.currentZoom.rebasePinch(factor: factor)
      presentation.beginZooming(.pinch(mayClose: false, maxFactor: factor, waitsForPageTurn: false))
      return effects
    case .caught: presentation.pinch(factor: factor, centroid: centroid)
    case .resting, .stopped, .paging, .zooming, .flying, .dismissed: break
    }
    return []
  }

  private static func endPinch(
    _ pages: inout Pager, _ presentation: inout PresentationState, velocity: Vector, growth: Double,
    at t: Timestamp
  ) -> [BrowserEffect] {
    switch presentation.activity {
    case .zooming(.pinch, _):
      pages.currentZoom.releasePinch(velocity: velocity, scaleVelocity: growth, at: t)
      presentation.endGesture()
      return []
    case .pulling, .caught:
      guard let pull = presentation.pull, presentation.pullGesture == .pinch else { break }
      let closes = pull.scaleByProfile(at: t) < pinchCloseScale && growth < pinchCloseGrowth
      return presentation.release(
        closes: closes, velocity: velocity, growth: growth, in: &pages, at: t)
    case .stopped:
      endAll(&pages, &presentation, at: t)
      return []
    case .resting, .paging, .zooming, .flying, .dismissed: break
    }
    return cancel(&pages, &presentation, at: t)
  }

  // MARK: Cancelling

  private static func cancel(
    _ pages: inout Pager, _ presentation: inout PresentationState, at t: Timestamp
  ) -> [BrowserEffect] {
    switch presentation.activity {
    case .paging, .stopped: pages.cancelDrag(at: t)
    case .zooming(.pan(let page, _), _): pages.cancelPan(page, at: t)
    case .zooming(.pinch, _): pages.currentZoom.cancelGrip(at: t)
    case .pulling, .caught:
      guard presentation.pullGesture != nil else { break }
      return presentation.release(closes: false, velocity: .zero, in: &pages, at: t)
    case .resting, .flying, .dismissed: break
    }
    presentation.endGesture()
    return []
  }
}

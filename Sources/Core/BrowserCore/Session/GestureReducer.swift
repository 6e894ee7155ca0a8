import Geometry
import Motion
import Transitions

/// The reducer of presses, drags and pinches: they scroll the pages, zoom a picture in its page, or
/// hold a picture out of its page. The gesture in progress is part of the ``Activity``.
enum GestureReducer {
  /// The maximum factor of a pinch, since its start, up to which it may change into closing the
  /// browser; a closing pinch that grows beyond it changes back into zooming.
  ///
  /// - Source: PhotoSwipe 5, initial zoom + 1/15.
  private static let pinchCloseRise = 1 + 1.0 / 15
  /// The scale of a pulled-out picture, relative to its size at rest, below which the release of a
  /// pinch closes the browser; 0.7 as in JunPhotoBrowse.
  private static let pinchCloseScale = 0.7
  /// The growth of a pinch at its release, in relative scale per second, from which the release
  /// does not close the browser.
  private static let pinchCloseGrowth = 0.3

  /// Applies a press, release, pan or pinch, and returns the effects; other actions are ignored.
  static func apply(
    _ action: BrowserAction, to pages: inout Pager, _ travel: inout PictureTravel, at t: Timestamp
  ) -> [BrowserEffect] {
    switch action {
    case .press(let point): return press(&pages, &travel, at: point, t)
    case .release: return release(&pages, &travel, at: t)
    case .panBegan(let point, let direction):
      return beginPan(&pages, &travel, at: point, direction: direction, t)
    case .panChanged(let translation, _):
      changePan(&pages, &travel, translation: translation, t)
    case .panEnded(let velocity, let isMouse):
      return endPan(&pages, &travel, velocity: velocity, isMouse: isMouse, at: t)
    case .panCancelled, .pinchCancelled: return cancel(&pages, &travel, at: t)
    case .pinchBegan(let centroid): return beginPinch(&pages, &travel, centroid: centroid, t)
    case .pinchChanged(let factor, let centroid):
      return changePinch(&pages, &travel, factor: factor, centroid: centroid, t)
    case .pinchEnded(let velocity, let growth):
      return endPinch(&pages, &travel, velocity: velocity, growth: growth, at: t)
    default: break
    }
    return []
  }

  /// Ends all drags and pinches of pages, and of pictures in their pages.
  static func endAll(_ pages: inout Pager, _ travel: inout PictureTravel, at t: Timestamp) {
    travel.endGesture()
    pages.endGestures(at: t)
  }

  // MARK: Catching

  private static func press(
    _ pages: inout Pager, _ travel: inout PictureTravel, at point: Point, _ t: Timestamp
  ) -> [BrowserEffect] {
    guard !travel.activity.isHeld, point.isFinite else { return [] }
    travel.stay()
    if travel.isCurrentPictureOut(of: pages) {
      return travel.grab(.drag(from: point), at: point, in: &pages, t)
    }
    pages.transferGapsToScroll(at: t)
    if pages.stop(under: point, at: t) { travel.stop() }
    return []
  }

  private static func release(
    _ pages: inout Pager, _ travel: inout PictureTravel, at t: Timestamp
  ) -> [BrowserEffect] {
    switch travel.activity {
    case .stopped: endAll(&pages, &travel, at: t)
    case .pulling, .caught:
      guard case .drag = travel.pullGesture else { break }
      return endPan(&pages, &travel, velocity: .zero, isMouse: false, at: t)
    case .resting, .paging, .zooming, .flying, .dismissed: break
    }
    return []
  }

  // MARK: Pan

  private static func beginPan(
    _ pages: inout Pager, _ travel: inout PictureTravel, at point: Point, direction: Vector,
    _ t: Timestamp
  ) -> [BrowserEffect] {
    guard point.isFinite, direction.isFinite else { return [] }
    travel.stay()
    endPanOfOtherPage(&pages, travel, at: t)
    if travel.isCurrentPictureOut(of: pages) {
      return travel.grab(.drag(from: point), at: point, in: &pages, t)
    }
    pages.transferGapsToScroll(at: t)
    switch pages.intent(of: direction, at: t) {
    case .move:
      let passing = pages.beginPan(under: point, at: t)
      travel.beginZooming(.pan(page: pages.index, passing: passing))
    case .page:
      pages.beginDrag(at: t)
      travel.beginPaging()
    case .pull: return travel.grab(.drag(from: point), at: point, in: &pages, t)
    }
    return []
  }

  /// Ends the pan of a picture after the same drag has made another page current.
  private static func endPanOfOtherPage(
    _ pages: inout Pager, _ travel: PictureTravel, at t: Timestamp
  ) {
    if let page = travel.activity.pannedPage, !pages.areTogether(page, pages.index) {
      pages.cancelGrip(of: page, at: t)
    }
  }

  private static func changePan(
    _ pages: inout Pager, _ travel: inout PictureTravel, translation: Vector, _ t: Timestamp
  ) {
    guard translation.isFinite else { return }
    switch travel.activity {
    case .paging: pages.drag(translation: translation)
    case .zooming(.pan(let page, let passing), _):
      pages.pan(page, passing, translation: translation, at: t)
    case .pulling, .caught: travel.drag(translation: translation)
    case .resting, .stopped, .zooming, .flying, .dismissed: break
    }
  }

  private static func endPan(
    _ pages: inout Pager, _ travel: inout PictureTravel, velocity: Vector, isMouse: Bool,
    at t: Timestamp
  ) -> [BrowserEffect] {
    let velocity = ZoomTuning.capped(velocity)
    switch travel.activity {
    case .paging: pages.endDrag(velocity: velocity, at: t)
    case .stopped: pages.endGestures(at: t)
    case .zooming(.pan(let page, let passing), _):
      pages.endPan(page, passing, velocity: velocity, at: t)
    case .pulling, .caught:
      guard let pull = travel.pull, case .drag = travel.pullGesture else {
        return cancel(&pages, &travel, at: t)
      }
      let points = pages.layout.uiScale
      let closes = pages.tuning.dismissProfile.closes(
        distance: pull.pulledDistance(at: t) / points, velocity: velocity.dy / points,
        height: pages.layout.viewport.height / points, isMouse: isMouse)
      return travel.release(closes: closes, velocity: velocity, in: &pages, at: t)
    case .zooming(.pinch, _): return cancel(&pages, &travel, at: t)
    case .resting, .flying, .dismissed: break
    }
    travel.endGesture()
    return []
  }

  // MARK: Pinch

  private static func beginPinch(
    _ pages: inout Pager, _ travel: inout PictureTravel, centroid: Point, _ t: Timestamp
  ) -> [BrowserEffect] {
    guard centroid.isFinite else { return [] }
    travel.stay()
    if travel.isCurrentPictureOut(of: pages) {
      return travel.grab(.pinch, at: centroid, in: &pages, t)
    }
    endPanOfOtherPage(&pages, travel, at: t)
    pages.settle(at: t)
    guard pages.hasPicture else {
      endAll(&pages, &travel, at: t)
      return []
    }
    let isAtMinScale = pages.current.isAtMinScale
    // The picture is not under the fingers while a page effect draws its page.
    let waits = travel.isTurnedByEffect(pages, at: t)
    if waits {
      pages.settle(with: PictureTravel.turnEnd, at: t)
    } else {
      pages.beginPinch(centroid: centroid, at: t)
    }
    travel.beginZooming(.pinch(mayClose: isAtMinScale, highest: 1, waits: waits))
    return []
  }

  private static func changePinch(
    _ pages: inout Pager, _ travel: inout PictureTravel, factor: Double, centroid: Point,
    _ t: Timestamp
  ) -> [BrowserEffect] {
    guard factor.isFinite, factor > 0, centroid.isFinite else { return [] }
    switch travel.activity {
    case .zooming(.pinch(let mayClose, let highest, let hasWaited), _):
      let top = max(highest, factor)
      let waits = hasWaited && travel.isTurnedByEffect(pages, at: t)
      travel.beginZooming(.pinch(mayClose: mayClose, highest: top, waits: waits))
      if waits { return [] }
      if hasWaited {
        guard pages.hasPicture else {
          endAll(&pages, &travel, at: t)
          return []
        }
        pages.beginPinch(centroid: centroid, at: t)
        pages.current.rebasePinch(factor: factor)
      }
      let isClosing =
        pages.tuning.isDismissGestureEnabled && mayClose && pages.layout.axis == .horizontal
        && top < pinchCloseRise && factor < 1
      guard isClosing else {
        pages.pinch(factor: factor, centroid: centroid, at: t)
        return []
      }
      // The centroid has moved with the picture, so it is still at the same point of the picture.
      let heldPoint = pages.current.heldPoint(at: t) + pages.offset(at: t)
      let effects = travel.grab(.pinch, at: heldPoint, in: &pages, t)
      if hasWaited { travel.rebasePinch(factor: factor) }
      travel.pinch(factor: factor, centroid: centroid)
      return effects
    case .pulling(let pull, _):
      travel.pinch(factor: factor, centroid: centroid)
      let growsBack =
        pull.gesture == .pinch && pull.motion.unlimitedScale(factor: factor) >= pinchCloseRise
      guard growsBack, pages.hasPicture else { return [] }
      // The closing pinch changes back into zooming, from the current picture on the screen.
      let effects = travel.returnToPage(animated: true, in: &pages, at: t)
      pages.beginPinch(centroid: centroid, at: t)
      pages.current.rebasePinch(factor: factor)
      travel.beginZooming(.pinch(mayClose: false, highest: factor, waits: false))
      return effects
    case .caught: travel.pinch(factor: factor, centroid: centroid)
    case .resting, .stopped, .paging, .zooming, .flying, .dismissed: break
    }
    return []
  }

  private static func endPinch(
    _ pages: inout Pager, _ travel: inout PictureTravel, velocity: Vector, growth: Double,
    at t: Timestamp
  ) -> [BrowserEffect] {
    switch travel.activity {
    case .zooming(.pinch, _):
      pages.current.releasePinch(velocity: velocity, scaleVelocity: growth, at: t)
      travel.endGesture()
      return []
    case .pulling, .caught:
      guard let pull = travel.pull, travel.pullGesture == .pinch else { break }
      let closes = pull.scale(at: t) < pinchCloseScale && growth < pinchCloseGrowth
      return travel.release(closes: closes, velocity: velocity, growth: growth, in: &pages, at: t)
    case .stopped:
      endAll(&pages, &travel, at: t)
      return []
    case .resting, .paging, .zooming, .flying, .dismissed: break
    }
    return cancel(&pages, &travel, at: t)
  }

  // MARK: Cancelling

  private static func cancel(
    _ pages: inout Pager, _ travel: inout PictureTravel, at t: Timestamp
  ) -> [BrowserEffect] {
    switch travel.activity {
    case .paging, .stopped: pages.cancelDrag(at: t)
    case .zooming(.pan(let page, _), _): pages.cancelPan(page, at: t)
    case .zooming(.pinch, _): pages.current.cancelGrip(at: t)
    case .pulling, .caught:
      guard travel.pullGesture != nil else { break }
      return travel.release(closes: false, velocity: .zero, in: &pages, at: t)
    case .resting, .flying, .dismissed: break
    }
    travel.endGesture()
    return []
  }
}

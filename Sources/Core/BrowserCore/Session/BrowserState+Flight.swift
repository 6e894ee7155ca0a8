import Geometry
import Motion
import Transitions

/// The state of a picture between its thumbnail and its page, and the plan of its flight.
///
/// A flight up is in its page's points, so that it moves along when the page is turned; a flight
/// back is in the viewport's points, because the thumbnail does not move with the pages.
extension BrowserState {
  /// The pull-down scale at which the overlay has disappeared.
  private static let chromeScale = 0.9

  // MARK: State at a time

  /// The flight of the current page's picture.
  var currentFlight: PageFlight? { flight?.page == index ? flight : nil }

  /// The displacement from a flight's points to the viewport's.
  func offset(of flight: PageFlight, at t: Timestamp) -> Vector {
    guard flight.flight.goal == .page else { return .zero }
    return snappedPageFrame(of: flight.page, at: t).origin - .zero
  }

  /// The velocity of the current page, in points per second.
  func scrollVelocity(at t: Timestamp) -> Vector {
    let slot = gaps.isEmpty ? 0 : arrangement(at: t).slot(of: index)
    let speed = gaps.reduce(-scroll.velocity(at: t)) {
      $0 + $1.sign(of: slot) * $1.width.velocity(at: t)
    }
    var velocity = Vector.zero
    velocity[layout.axis] = speed * layout.pitch * layout.direction
    return velocity
  }

  /// The opacity of the overlay under the influence of pull-downs.
  func pulledChrome(at t: Timestamp) -> Double {
    let recovered = min(1, max(0, overlay.value(at: t)))
    guard let pull else { return recovered }
    let share = (pull.scale(at: t) - Self.chromeScale) / (1 - Self.chromeScale)
    return min(1, max(0, share)) * pull.opacity(at: t) * recovered
  }

  /// The visible state of the current picture, backdrop and overlay, in any phase.
  func shown(at t: Timestamp) -> TransitionState {
    if let flight = currentFlight {
      return flight.flight.state(at: t).offset(by: offset(of: flight, at: t))
    }
    if let pull, let caught {
      var state = caught.carried(to: pull.rect(at: t))
      state.backdrop *= pull.backdrop(at: t)
      state.chrome *= pulledChrome(at: t)
      return state
    }
    let rect = shownRect(at: t)
    let clip = rect.intersection(Rect(origin: .zero, size: layout.viewport)) ?? rect
    return TransitionState(
      layers: [
        TransitionState.Layer(
          .picture, clip: clip, picture: rect, alpha: pull?.opacity(at: t) ?? 1)
      ], backdrop: backdropOpacity(at: t), chrome: chrome(at: t))
  }

  /// The rate of change of that state, per second.
  func shownRate(at t: Timestamp) -> TransitionState {
    if let flight = currentFlight {
      let rate = flight.flight.rate(at: t)
      return flight.flight.goal == .page ? rate.offset(by: scrollVelocity(at: t)) : rate
    }
    let rate = shownRectRate(at: t)
    if pull != nil, let caught { return caught.rate(of: rate) }
    let rect = shownRect(at: t)
    // A clip edge outside of the viewport does not move: the visible edge is the viewport's own.
    let left = rect.minX > 0 ? rate.minX : 0
    let top = rect.minY > 0 ? rate.minY : 0
    let right = rect.maxX < layout.viewport.width ? rate.minX + rate.width : 0
    let bottom = rect.maxY < layout.viewport.height ? rate.minY + rate.height : 0
    return TransitionState(
      layers: [
        TransitionState.Layer(
          .picture, clip: Rect(x: left, y: top, width: right - left, height: bottom - top),
          picture: rate, alpha: 0)
      ], backdrop: 0, chrome: 0)
  }

  private func shownRect(at t: Timestamp) -> Rect {
    if let pull { return pull.rect(at: t) }
    guard hasContent(index) else { return Rect(origin: .zero, size: layout.viewport) }
    return current.rect(at: t).offset(by: pageOffset(at: t))
  }

  private func shownRectRate(at t: Timestamp) -> Rect {
    if let pull { return pull.rate(at: t) }
    return (hasContent(index) ? current.rate(at: t) : .zero).offset(by: scrollVelocity(at: t))
  }

  // MARK: Planning

  /// The plan of the current picture's flight between its thumbnail and the rectangle `content`.
  func plan(_ direction: TransitionDirection, content: Rect) -> TransitionPlan {
    let home = home?.page == index ? home : nil
    return tuning.transition.plan(
      TransitionContext(
        direction: direction, viewport: layout.viewport, thumbnail: home?.thumbnail,
        content: hasContent(index) ? content : .zero, hasPicture: home?.hasPicture ?? false,
        provided: home?.provided, offscreen: tuning.transition.offscreen),
      reducesMotion: tuning.reducesMotion)
  }

  /// True when a return flight would bring the current picture into its thumbnail; false when the
  /// picture would fade in place.
  package var returnsToThumbnail: Bool {
    plan(.dismiss, content: restingRect).layers.last?.source != .page
  }

  /// Adapts the current flight after one of its ends has moved.
  mutating func retargetFlight(at t: Timestamp) {
    guard var flight = currentFlight else { return }
    if let departure = flight.departure {
      let content = departure.lead?.picture ?? restingRect
      flight.flight.follow(plan(.dismiss, content: content).leaving(from: departure), at: t)
    } else {
      flight.flight.follow(plan(.show, content: restingRect), at: t)
    }
    self.flight = flight
  }
}

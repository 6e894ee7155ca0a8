import Geometry
import Motion
package import Transitions

/// The flight of one page's picture, to its page or to its thumbnail, while it is running.
package struct PageFlight: Hashable, Sendable {
  /// The index of the page whose picture is in flight.
  package var page: Int
  /// The flight, in the page's coordinates on the way to the page, and in the viewport's
  /// coordinates on the way to the thumbnail.
  package var flight: Flight
  /// The state at the start of a flight that began towards the thumbnail, also one from the page's
  /// resting position; nil for a flight that began towards the page, even after its reversal.
  var startStateTowardsThumbnail: TransitionState?

  /// The displacement from the flight's coordinates to the viewport's, in device pixels.
  private func offsetToViewport(in pages: Pager, at t: Timestamp) -> Vector {
    flight.goal == .page ? pages.offset(of: page, at: t) : .zero
  }

  /// The state of the flight that is visible at `t`, in the viewport's coordinates.
  func visibleState(in pages: Pager, at t: Timestamp) -> TransitionState {
    flight.state(at: t).offset(by: offsetToViewport(in: pages, at: t))
  }

  /// Continues the flight to the end `goal`, in the opposite direction if necessary, without a jump
  /// on the screen.
  mutating func redirect(to goal: Flight.End, in pages: Pager, at t: Timestamp) {
    let before = offsetToViewport(in: pages, at: t)
    flight.run(to: goal, at: t)
    let offset = before - offsetToViewport(in: pages, at: t)
    guard offset != .zero else { return }
    let velocity = pages.velocity(at: t)
    flight.displace(by: offset, velocity: goal == .thumbnail ? velocity : -velocity, at: t)
  }
}

extension Pager {
  /// The plan of the current picture's flight between its thumbnail and its page.
  ///
  /// - Parameter content: the rectangle of the picture, or of a page of unknown content, at the
  ///   page's end of the flight; nil, the default, for its rectangle at rest.
  func flightPlan(
    _ direction: Flight.Direction, _ anchor: ThumbnailAnchor?, content: Rect? = nil
  ) -> TransitionPlan {
    let anchor = anchor?.page == index ? anchor : nil
    return tuning.transition.plan(
      TransitionPlan.Context(
        direction: direction, viewport: layout.viewport, thumbnail: anchor?.thumbnail,
        content: hasPicture ? content ?? restingPictureRect : .zero,
        page: hasPicture ? nil : content,
        hasPicture: anchor?.hasPicture ?? false, flyingViewFrame: anchor?.flyingViewFrame,
        offscreen: tuning.transition.offscreen),
      reducesMotion: tuning.reducesMotion)
  }
}

/// A picture caught in flight by a new contact: its state at that moment, the interrupted flight,
/// and the drag or pinch that moves the picture since then.
package struct CaughtFlight: Hashable, Sendable {
  package internal(set) var page: Int
  /// The state of the flight at the moment when it was caught, in the viewport's coordinates.
  let stateWhenCaught: TransitionState
  /// The interrupted flight, which continues if another page is shown.
  let flight: Flight
  /// The drag or pinch that moves the caught picture.
  var pull: PullDown

  /// The state of the caught picture at `t`, in the viewport's coordinates; backdrop and overlay
  /// have the opacity at which the flight was caught.
  func state(at t: Timestamp) -> TransitionState { caughtState(movedTo: pull.motion.rect(at: t)) }

  /// The caught state, moved and scaled so that the picture of its leading layer is at `rect`.
  private func caughtState(movedTo rect: Rect) -> TransitionState {
    guard let old = stateWhenCaught.topLayer?.picture, old.width > 0 else { return stateWhenCaught }
    let k = rect.width / old.width
    return mapped { part in
      Rect(
        x: rect.minX + (part.minX - old.minX) * k, y: rect.minY + (part.minY - old.minY) * k,
        width: part.width * k, height: part.height * k)
    }
  }

  /// The rate of change per second of the whole state, when the rectangle of the leading picture
  /// changes at `rate` per second.
  func stateRate(ofRectRate rate: Rect) -> TransitionState {
    guard let old = stateWhenCaught.topLayer?.picture, old.width > 0 else {
      return stateWhenCaught.zeroRate
    }
    let k = rate.width / old.width
    var result = mapped { part in
      Rect(
        x: rate.minX + (part.minX - old.minX) * k, y: rate.minY + (part.minY - old.minY) * k,
        width: part.width * k, height: part.height * k)
    }
    for i in result.layers.indices {
      result.layers[i].alpha = 0
      result.layers[i].cornerRadius = 0
    }
    result.backdrop = 0
    result.chrome = 0
    return result
  }

  private func mapped(_ transform: (Rect) -> Rect) -> TransitionState {
    var result = stateWhenCaught
    for i in result.layers.indices {
      result.layers[i].clip = transform(stateWhenCaught.layers[i].clip)
      result.layers[i].picture = transform(stateWhenCaught.layers[i].picture)
    }
    return result
  }
}

extension TransitionState {
  /// The state of a picture at the rectangle `picture`, which is not in flight, in a viewport of
  /// size `viewport`.
  init(picture: Rect, alpha: Double, in viewport: Size, backdrop: Double, chrome: Double) {
    let clip = picture.intersection(Rect(origin: .zero, size: viewport)) ?? picture
    self.init(
      layers: [Layer(.picture, clip: clip, picture: picture, alpha: alpha)], backdrop: backdrop,
      chrome: chrome)
  }

  /// The rate of change, per second, of the state of a picture at the rectangle `picture`, which is
  /// not in flight, when that rectangle changes at `rate`.
  init(rate: Rect, ofPicture picture: Rect, in viewport: Size) {
    // A clip edge outside of the viewport does not move: the visible edge is the viewport's own.
    let left = picture.minX > 0 ? rate.minX : 0
    let top = picture.minY > 0 ? rate.minY : 0
    let right = picture.maxX < viewport.width ? rate.minX + rate.width : 0
    let bottom = picture.maxY < viewport.height ? rate.minY + rate.height : 0
    let clip = Rect(x: left, y: top, width: right - left, height: bottom - top)
    self.init(
      layers: [Layer(.picture, clip: clip, picture: rate, alpha: 0)], backdrop: 0, chrome: 0)
  }

  /// The zero rate of change of a state with the same layers.
  var zeroRate: TransitionState {
    TransitionState(
      layers: layers.map {
        TransitionState.Layer($0.source, clip: .zero, picture: .zero, alpha: 0)
      },
      backdrop: 0, chrome: 0)
  }
}

import Geometry
import Motion
package import Transitions

/// The running show or dismiss transition of one page's picture.
package struct PageFlight: Hashable, Sendable {
  /// The index of the page.
  package var page: Int
  /// The transition, in the page's coordinates on the way to the page, and in the viewport's
  /// coordinates on the way back.
  package var flight: Flight
  /// The state at the start of a return flight that did not begin at the page's resting position;
  /// nil otherwise.
  var departure: TransitionState?

  /// The displacement from the flight's coordinates to the viewport's.
  private func offset(in pages: Pager, at t: Timestamp) -> Vector {
    flight.goal == .page ? pages.offset(of: page, at: t) : .zero
  }

  /// The visible state, in the viewport's coordinates.
  func shown(in pages: Pager, at t: Timestamp) -> TransitionState {
    flight.state(at: t).offset(by: offset(in: pages, at: t))
  }

  /// Continues the flight to `goal`, in the opposite direction if necessary, without a jump on the
  /// screen.
  mutating func reverse(to goal: Flight.End, in pages: Pager, at t: Timestamp) {
    let before = offset(in: pages, at: t)
    flight.run(to: goal, at: t)
    let offset = before - offset(in: pages, at: t)
    guard offset != .zero else { return }
    let velocity = pages.velocity(at: t)
    flight.displace(by: offset, velocity: goal == .thumbnail ? velocity : -velocity, at: t)
  }
}

extension Pager {
  /// The plan of the current picture's flight between its thumbnail and the rectangle `content`.
  func plan(_ direction: Flight.Direction, _ home: Home?, content: Rect) -> TransitionPlan {
    let home = home?.page == index ? home : nil
    return tuning.transition.plan(
      TransitionPlan.Context(
        direction: direction, viewport: layout.viewport, thumbnail: home?.thumbnail,
        content: hasPicture ? content : .zero, hasPicture: home?.hasPicture ?? false,
        provided: home?.provided, offscreen: tuning.transition.offscreen),
      reducesMotion: tuning.reducesMotion)
  }
}

/// A picture caught in flight by a new contact, as it was at that moment.
package struct CaughtFlight: Hashable, Sendable {
  package internal(set) var page: Int
  /// The state when it was caught, in the viewport's coordinates.
  let shown: TransitionState
  /// The interrupted flight; it continues if another page is shown.
  let flight: Flight
  /// The drag of the picture.
  var pull: Pull

  /// The state of the dragged picture at `t`, without the influence of pull-downs on backdrop and
  /// overlay.
  func state(at t: Timestamp) -> TransitionState { carried(to: pull.motion.rect(at: t)) }

  /// The caught state moved and scaled so that its leading picture is at `rect`.
  private func carried(to rect: Rect) -> TransitionState {
    guard let old = shown.lead?.picture, old.width > 0 else { return shown }
    let k = rect.width / old.width
    return mapped { part in
      Rect(
        x: rect.minX + (part.minX - old.minX) * k, y: rect.minY + (part.minY - old.minY) * k,
        width: part.width * k, height: part.height * k)
    }
  }

  /// The rate of change of the whole state per second, when the leading picture's rectangle changes
  /// at `rate`.
  func rate(of rate: Rect) -> TransitionState {
    guard let old = shown.lead?.picture, old.width > 0 else { return shown.resting }
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
    var result = shown
    for i in result.layers.indices {
      result.layers[i].clip = transform(shown.layers[i].clip)
      result.layers[i].picture = transform(shown.layers[i].picture)
    }
    return result
  }
}

extension TransitionState {
  /// The state of a `picture` that is not in flight, in a viewport of size `viewport`.
  init(picture: Rect, alpha: Double, in viewport: Size, backdrop: Double, chrome: Double) {
    let clip = picture.intersection(Rect(origin: .zero, size: viewport)) ?? picture
    self.init(
      layers: [Layer(.picture, clip: clip, picture: picture, alpha: alpha)], backdrop: backdrop,
      chrome: chrome)
  }

  /// The rate of change, per second, of the state of a `picture` that is not in flight, when its
  /// rectangle changes at `rate`.
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

  /// A rate of change of zero for the same layers.
  var resting: TransitionState {
    TransitionState(
      layers: layers.map {
        TransitionState.Layer($0.source, clip: .zero, picture: .zero, alpha: 0)
      },
      backdrop: 0, chrome: 0)
  }
}

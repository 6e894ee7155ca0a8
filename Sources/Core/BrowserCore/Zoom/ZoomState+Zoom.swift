package import Geometry
package import Motion
import RealModule

extension ZoomState {
  /// Zooms to `scale`, in device pixels per picture pixel and clamped to the limits, animated or at
  /// once, so that the picture point under `point` of the viewport stays there as far as the edges
  /// allow. During a drag the dragged point stays instead; during a pinch the scale does not
  /// change.
  package mutating func zoom(to scale: Double, at point: Point, animated: Bool, time t: Timestamp) {
    guard scale.isFinite, scale > 0, point.isFinite, !content.isEmpty else { return }
    let goal = clampedScale(scale)
    setKeptScale(nil)
    switch grip.gesture {
    case .pinch: return
    case .pan:
      zoomAboutAnchor(to: goal, animated: animated, at: t)
    case .none:
      guard animated else { return zoomAtOnce(to: goal, at: point) }
      let velocity = reanchor(under: point, at: t)
      let rest = allowedAnchor(point, scale: goal)
      glide(to: rest, velocity: velocity, scale: goal, with: ZoomTuning.zoomSpring, at: t)
      overshootLimit(asked: scale, at: t)
    }
  }

  /// Overshoots a limit of the scale briefly, and returns, when a zoom asks for more than the limit
  /// allows.
  ///
  /// - Source: the resistance of ``ZoomTuning/elasticExponent``, as in a pinch.
  private mutating func overshootLimit(asked: Double, at t: Timestamp) {
    let limit = clampedScale(asked)
    let excess = Double.log(asked / limit)
    guard excess != 0 else { return }
    let maxLogOvershoot = ZoomTuning.maxLogOvershoot
    let push = ZoomTuning.elasticExponent * min(max(excess, -maxLogOvershoot), maxLogOvershoot)
    // A scale already beyond the limit is pushed less, so that pushes do not add up.
    let over = (motion.logScale(at: t) - Double.log(limit)) / push
    // A fast zoom is pushed less, because its own velocity carries it beyond the limit.
    let speed = motion.logVelocity(at: t) * (push < 0 ? -1 : 1) / ZoomTuning.maxWheelVelocity
    let share = min(max(1 - over / 2, 0), 1) * min(max(1 - speed, 0), 1)
    overshoot(limit, by: push * share, at: t)
  }

  // MARK: Actions

  /// Zooms or scrolls the picture by a zoom or scroll action; other actions are ignored.
  ///
  /// - Parameters:
  ///   - pageOffset: the position of the picture's page in the viewport to which the points of the
  ///     action refer.
  ///   - mayAnimate: false makes every change at once.
  mutating func perform(
    _ action: BrowserAction, pageOffset: Vector, animated mayAnimate: Bool, at t: Timestamp
  ) {
    let middle = Point(x: viewport.width / 2, y: viewport.height / 2)
    func inPage(_ point: Point?) -> Point { point.map { $0 - pageOffset } ?? middle }
    switch action {
    case .zoomBy(let factor, let point, let animated):
      zoom(to: targetScale * factor, at: inPage(point), animated: animated && mayAnimate, time: t)
    case .wheelZoom(let factor, let point, let isFine):
      if mayAnimate {
        zoomByWheel(factor, at: inPage(point), isFine: isFine, time: t)
      } else {
        zoom(to: targetScale * factor, at: inPage(point), animated: false, time: t)
      }
    case .zoomTo(let scale, let point, let animated):
      zoom(to: scale, at: inPage(point), animated: animated && mayAnimate, time: t)
    case .toggleZoom(let point):
      let goal = isZoomed ? levels.fit : levels.doubleTapScale
      zoom(to: goal, at: inPage(point), animated: mayAnimate, time: t)
    case .scroll(let delta, let animated):
      scroll(by: -delta, animated: animated && mayAnimate, at: t)
    default: break
    }
  }

  // MARK: The wheel

  /// Zooms by `factor` about `point` of the viewport, for a wheel. During a spin every notch starts
  /// a new motion with the current velocity. That motion changes the scale by at most 10 % a frame,
  /// and ends ``ZoomTuning/wheelArrivalTime`` after the last notch; notches that ask for more are
  /// followed in part. Several notches in one event, outside a spin, are followed in full and take
  /// longer. A notch towards fit that would end just beside it ends at fit.
  ///
  /// - Parameter isFine: true for a fraction of a notch, which always belongs to a spin.
  package mutating func zoomByWheel(
    _ factor: Double, at point: Point, isFine: Bool, time t: Timestamp
  ) {
    guard factor.isFinite, factor > 0, point.isFinite, !content.isEmpty else { return }
    let isSpin = recordNotchDetectingSpin(isFine: isFine, at: t)
    let asked = targetScale * factor
    guard grip.isFree else { return zoom(to: asked, at: point, animated: true, time: t) }
    setKeptScale(nil)
    let velocity = reanchor(under: point, at: t)
    var goal = clampedScale(asked)
    if !isFine, isNearFit(goal), (goal - levels.fit) * (factor - 1) < 0 { goal = levels.fit }
    let current = motion.logScale(at: t)
    let lead = Double.log(goal) - current
    let mean = Self.maxMeanVelocity(from: motion.logVelocity(at: t) * (lead < 0 ? -1 : 1))
    var reachesGoal = true
    if isSpin || abs(lead) > ZoomTuning.maxLogChangeByWheelSpring {
      var seconds = ZoomTuning.wheelArrivalTime
      if isSpin {
        let limit = mean * seconds
        reachesGoal = abs(lead) <= limit
        if !reachesGoal {
          let end = Double.exp(current + min(max(lead, -limit), limit))
          if fallsShortOfFit(end, asked: goal), mean > 0 {
            goal = levels.fit
            seconds = max(seconds, abs(Double.log(goal) - current) / mean)
          } else {
            goal = end
          }
        }
      } else {
        seconds = max(seconds, abs(lead) / mean)
      }
      let rest = allowedAnchor(point, scale: goal)
      glide(to: rest, velocity: velocity, scale: goal, arrivingIn: seconds, at: t)
    } else {
      let rest = allowedAnchor(point, scale: goal)
      glide(to: rest, velocity: velocity, scale: goal, with: ZoomTuning.wheelSpring, at: t)
    }
    if reachesGoal { overshootLimit(asked: asked, at: t) }
  }

  /// Whether a zoom that asks for the scale `asked`, at fit or beyond it, and ends at the scale
  /// `end` falls short of fit by so little that the picture looks like fit with its edges cut off.
  private func fallsShortOfFit(_ end: Double, asked: Double) -> Bool {
    isNearFit(end) && (end - levels.fit) * (asked - levels.fit) <= 0
  }

  /// Whether a scale differs from fit by so little that the picture looks like fit with its edges
  /// cut off.
  private func isNearFit(_ scale: Double) -> Bool {
    let ratio = scale / levels.fit
    return max(ratio, 1 / ratio) <= ZoomTuning.maxUnzoomedRatioToFit
  }

  /// The maximum mean velocity of a cubic motion to rest that does not exceed
  /// ``ZoomTuning/maxWheelVelocity`` and has the initial velocity `velocity` in its direction, both
  /// as changes of the scale's logarithm per second.
  ///
  /// - Source: the peak of v + s·(6D − 4v) − s²·(6D − 3v), D the mean velocity, solved for D.
  private static func maxMeanVelocity(from velocity: Double) -> Double {
    let top = ZoomTuning.maxWheelVelocity
    let v = min(velocity, top)
    let a = 2 * top - v + 2 * (top * (top - v)).squareRoot()
    return (a + 3 * v) / 6
  }

  private mutating func zoomAtOnce(to goal: Double, at point: Point) {
    let rect = targetRect
    let old = targetScale
    let picture = Point(x: (point.x - rect.minX) / old, y: (point.y - rect.minY) / old)
    let bounds = PanBounds(shown: content * goal, viewport: viewport)
    set(
      corner: bounds.clamped(
        Point(x: point.x - picture.x * goal, y: point.y - picture.y * goal)), scale: goal)
  }

  /// Takes over scale, position and velocity of `other`, a state of the same picture, and animates
  /// from there to the resting position of this state.
  package mutating func animate(from other: ZoomState, at t: Timestamp) {
    guard !content.isEmpty, other.content == content, other.viewport == viewport else { return }
    let goal = targetScale
    let rest = targetRect.origin
    takeOver(other)
    switch grip.gesture {
    case .pinch: break
    case .pan: zoomAboutAnchor(to: goal, animated: true, at: t)
    case .none: glide(corner: rest, scale: goal, with: ZoomTuning.zoomSpring, at: t)
    }
  }

  /// Animates from `rect`, the picture's last rectangle in its page under another motion, to the
  /// resting position.
  ///
  /// - Parameters:
  ///   - fraction: the point of the picture whose velocity is known, 0…1 in both directions.
  ///   - velocity: the velocity of that point, in device pixels per second.
  ///   - growth: relative change of size per second.
  mutating func animateToRest(
    from rect: Rect, fraction: Point, velocity: Vector, growth: Double, at t: Timestamp
  ) {
    guard !content.isEmpty, !rect.isEmpty else { return }
    let goal = targetScale
    let rest = targetRect
    endGrip()
    self.rest(
      Point(x: fraction.x * content.width, y: fraction.y * content.height),
      at: rect.point(atX: fraction.x, y: fraction.y),
      logScale: Double.log(rect.width / content.width))
    glide(
      to: rest.point(atX: fraction.x, y: fraction.y), velocity: velocity, scale: goal,
      scaleVelocity: growth, with: ZoomTuning.zoomSpring, at: t)
  }

  /// Moves the picture to its resting position at once, and ends a drag or pinch.
  mutating func jumpToRest() {
    var goal = clampedScale(targetScale)
    if let pinch = grip.pinch { goal = clampedScale(pinch.scaleBeforePinch) }
    let rest = allowedAnchor(grip.pan?.unresistedPosition ?? motion.targetPosition, scale: goal)
    endGrip()
    set(corner: corner(rest, scale: goal), scale: goal)
  }

  // MARK: Pinching

  /// Begins a pinch around `centroid` of the viewport.
  package mutating func grabPinch(centroid: Point, at t: Timestamp) {
    let shown = scale(at: t)
    let goal = targetScale
    _ = reanchor(under: centroid, at: t)
    zoomAboutAnchor(to: shown, animated: false, at: t)
    let free = unresistedScale(shown)
    let logScaleOffset = motion.targetLogScale - Double.log(resistedScale(free))
    hold(
      by: PicturePinch(
        logScale: Double.log(free), logScaleOffset: logScaleOffset, scaleBeforePinch: goal))
  }

  /// Continues the pinch: the fingers are `factor` times as far apart as at its start, around
  /// `centroid` of the viewport.
  package mutating func pinch(factor: Double, centroid: Point) {
    guard let start = grip.pinch, factor.isFinite, factor > 0, centroid.isFinite else {
      return
    }
    rest(
      motion.anchor, at: centroid,
      logScale: Double.log(resistedScale(Double.exp(start.logScale) * factor))
        + start.logScaleOffset)
  }

  /// Makes `factor` the pinch factor at the scale where the pinch began.
  mutating func rebasePinch(factor: Double) {
    guard var pinch = grip.pinch, factor.isFinite, factor > 0 else { return }
    pinch.rebase(factor: factor)
    hold(by: pinch)
  }

  /// Ends the pinch: the motion continues briefly, and returns within the limits of scale and
  /// position.
  ///
  /// - Parameters:
  ///   - velocity: the velocity of the pinch's middle, in device pixels per second.
  ///   - scaleVelocity: the relative change of the scale per second.
  package mutating func releasePinch(
    velocity: Vector, scaleVelocity: Double, at t: Timestamp
  ) {
    guard grip.pinch != nil else { return }
    endGrip()
    let limit = ZoomTuning.maxPinchGrowth
    var growth = scaleVelocity.isFinite ? min(max(scaleVelocity, -limit), limit) : 0
    let scale = scale(at: t)
    let goal = clampedScale(scale * Double.exp(growth * ZoomTuning.pinchCoastTime))
    // Beyond a limit of the scale, the picture grows by only the share `elasticExponent` of the
    // pinch's growth.
    if scale < levels.minimum || scale > levels.maximum { growth *= ZoomTuning.elasticExponent }
    glide(
      to: allowedAnchor(motion.position(at: t), scale: goal), velocity: ZoomTuning.capped(velocity),
      scale: goal, scaleVelocity: growth, with: ZoomTuning.zoomSpring, at: t)
  }

  /// Cancels the drag or pinch: the picture returns within its limits of scale and position.
  package mutating func cancelGrip(at t: Timestamp) {
    switch grip.gesture {
    case .pan: releasePan(velocity: .zero, at: t)
    case .pinch: releasePinch(velocity: .zero, scaleVelocity: 0, at: t)
    case .none: break
    }
  }

  private func resistedScale(_ scale: Double) -> Double {
    let limit = clampedScale(scale)
    let over = scale / limit
    if over > 1 {
      return limit * min(Double.pow(over, ZoomTuning.elasticExponent), ZoomTuning.elasticLimit)
    }
    if over < 1 {
      return limit * max(Double.pow(over, ZoomTuning.elasticExponent), 1 / ZoomTuning.elasticLimit)
    }
    return scale
  }

  private func unresistedScale(_ shown: Double) -> Double {
    let limit = clampedScale(shown)
    let reach = ZoomTuning.elasticLimit
    let over = min(max(shown / limit, 1 / reach), reach)
    return limit * Double.pow(over, 1 / ZoomTuning.elasticExponent)
  }
}

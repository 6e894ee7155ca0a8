import Geometry
import Motion
import Transitions
import Views

/// One scene taking another's place: two layers, a plan, and how far it has come.
final class SceneMove {
  /// Springs of scenes end where their duration says: a thousandth from the end.
  ///
  /// - Source: phones sample a spring for its duration, and then are at the end.
  private static let tolerance = 0.001

  let from: SceneLayer
  let to: SceneLayer
  private(set) var context: SceneTransitionContext
  private(set) var plan: SceneTransitionPlan
  /// How it runs when nobody interferes.
  private(set) var pace: TransitionProgress.Pace
  private(set) var progress = TransitionProgress(0, tolerance: SceneMove.tolerance)
  /// The end it runs to, or ran to before a hand took it; what a hand has begun and not yet decided
  /// leads back.
  private(set) var end: Double
  private let animator: any SceneAnimator
  private let speed: Double
  private let shade = SceneShade()

  /// - Parameter speed: how many times as fast as the animator says; infinite for no animation.
  init(
    from: SceneLayer, to: SceneLayer, animator: any SceneAnimator, speed: Double,
    context: SceneTransitionContext
  ) {
    self.from = from
    self.to = to
    self.animator = animator
    self.speed = speed
    self.context = context
    end = context.isInteractive ? 0 : 1
    let resolved = animator.resolved(in: context)
    plan = resolved.plan
    pace = Self.pace(resolved.pace, speed)
  }

  private var front: SceneLayer { plan.front == .from ? from : to }
  private var hind: SceneLayer { plan.front == .from ? to : from }

  // MARK: On stage

  /// Puts both layers into `area`, neither of them felt, and shows the first moment.
  func begin(in area: View, at t: Timestamp) {
    from.leaveFocus()
    for layer in [hind, front] where layer.parent !== area { area.add(layer) }
    // Moving a view among its neighbours costs it the pointer: only where the order is wrong.
    if place(of: front, in: area) < place(of: hind, in: area) { area.add(front) }
    area.insert(shade, at: place(of: front, in: area))
    for layer in [from, to] {
      layer.isHidden = false
      layer.isInteractive = false
    }
    show(at: t)
  }

  private func place(of layer: View, in area: View) -> Int {
    area.children.firstIndex { $0 === layer } ?? 0
  }

  func show(at t: Timestamp) {
    let state = plan.state(at: progress.value(at: t))
    from.show(state.from, in: context.bounds)
    to.show(state.to, in: context.bounds)
    shade.show(state, front: front === from ? state.from : state.to, in: context.bounds)
  }

  /// Both layers are as at rest again; the caller hides or removes the one that is not wanted.
  func clear() {
    shade.removeFromParent()
    from.rest(in: context.bounds)
    to.rest(in: context.bounds)
  }

  func resize(to bounds: Rect, uiScale: Double, at t: Timestamp) {
    context = SceneTransitionContext(
      bounds: bounds, isGoingRight: context.isGoingRight, isAnimated: context.isAnimated,
      isInteractive: context.isInteractive, uiScale: uiScale)
    let resolved = animator.resolved(in: context)
    plan = resolved.plan
    pace = Self.pace(resolved.pace, speed)
    show(at: t)
  }

  // MARK: Progress

  /// Runs to an end, 0 or 1, as fast as it moves already.
  func run(to end: Double, speed: Double = 1, at t: Timestamp) {
    self.end = end
    progress.run(to: end, pace.atSpeed(speed), at: t)
  }

  func hold(at t: Timestamp) { progress.hold(at: t) }

  func set(_ value: Double) { progress.set(value) }

  /// The hand lets go, moving `velocity` points per second.
  func release(_ profile: SceneSwipeProfile, velocity: Double, finishes: Bool?, at t: Timestamp) {
    let speed = profile.speed(
      of: velocity, width: context.bounds.width, isGoingRight: context.isGoingRight)
    let isDone = finishes ?? profile.finishes(at: progress.value(at: t), speed: speed)
    end = isDone ? 1 : 0
    profile.release(&progress, to: end, speed: speed, pace: pace, at: t)
  }

  private static func pace(
    _ pace: TransitionProgress.Pace, _ speed: Double
  ) -> TransitionProgress.Pace {
    speed == .infinity ? .timed(0, .linear) : pace.atSpeed(speed)
  }
}

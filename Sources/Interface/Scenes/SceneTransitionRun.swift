import Geometry
import Motion
import Transitions
import Views

/// A running transition between two scenes: their layers, the plan and the progress.
final class SceneTransitionRun {
  /// The tolerance of settling: springs of scenes end after their stated duration, at a thousandth
  /// of the way.
  ///
  /// - Source: phones sample a spring for its duration and then jump to the end.
  private static let tolerance = 0.001

  let from: SceneLayer
  let to: SceneLayer
  private(set) var context: SceneTransitionPlan.Context
  private(set) var plan: SceneTransitionPlan
  /// The timing of the transition when it runs freely.
  private(set) var timing: TransitionTiming
  private(set) var progress = TransitionProgress(0, tolerance: SceneTransitionRun.tolerance)
  /// The end that the progress runs to, or ran to before a contact caught it: 1 finishes the
  /// transition, 0 undoes it. An interactive transition that is not decided yet has 0.
  private(set) var end: Double
  private let animator: any SceneAnimator
  private let speed: Double
  private let shade = SceneShade()
  /// Whether the scenes move as seen in a mirror: the scene that lies to the right in the plan lies
  /// to the left.
  private let isMirrored = LayoutDirection.isRightToLeft

  /// Makes a transition that has not begun.
  ///
  /// - Parameter speed: the factor on the animator's speed; infinite for no animation.
  init(
    from: SceneLayer, to: SceneLayer, animator: any SceneAnimator, speed: Double,
    context: SceneTransitionPlan.Context
  ) {
    self.from = from
    self.to = to
    self.animator = animator
    self.speed = speed
    self.context = context
    end = context.isInteractive ? 0 : 1
    let resolved = animator.resolved(in: context)
    plan = resolved.plan
    timing = Self.timing(resolved.timing, speed)
  }

  /// Whether the new scene comes from the right side of the screen.
  var comesFromRight: Bool { context.isGoingRight != isMirrored }

  private var front: SceneLayer { plan.front == .from ? from : to }
  private var back: SceneLayer { plan.front == .from ? to : from }

  // MARK: On stage

  /// Adds both layers to `area`, which take no input meanwhile, and shows the current progress.
  func begin(in area: View, at t: Timestamp) {
    from.storeFocus()
    for layer in [back, front] where layer.parent !== area { area.add(layer) }
    // A view that is moved among its siblings is laid out again; it is moved only if the order is
    // wrong.
    if index(of: front, in: area) < index(of: back, in: area) { area.add(front) }
    area.insert(shade, at: index(of: front, in: area))
    for layer in [from, to] {
      layer.isHidden = false
      layer.isInteractive = false
    }
    show(at: t)
  }

  private func index(of layer: View, in area: View) -> Int {
    area.children.firstIndex { $0 === layer } ?? 0
  }

  func show(at t: Timestamp) {
    var state = plan.state(at: progress.value(at: t))
    if isMirrored {
      state.from.translation.dx.negate()
      state.to.translation.dx.negate()
    }
    from.show(state.from, in: context.bounds)
    to.show(state.to, in: context.bounds)
    shade.show(state, front: front === from ? state.from : state.to, in: context.bounds)
  }

  /// Resets both layers to their resting state; the caller hides or removes the layer that has
  /// left.
  func clear() {
    shade.removeFromParent()
    from.rest(in: context.bounds)
    to.rest(in: context.bounds)
  }

  func resize(to bounds: Rect, uiScale: Double, at t: Timestamp) {
    context = SceneTransitionPlan.Context(
      bounds: bounds, isGoingRight: context.isGoingRight, isAnimated: context.isAnimated,
      isInteractive: context.isInteractive, uiScale: uiScale)
    let resolved = animator.resolved(in: context)
    plan = resolved.plan
    timing = Self.timing(resolved.timing, speed)
    show(at: t)
  }

  // MARK: Progress

  /// Runs to an end, 0 or 1, starting at the current velocity.
  func run(to end: Double, speed: Double = 1, at t: Timestamp) {
    self.end = end
    progress.run(to: end, timing.atSpeed(speed), at: t)
  }

  func hold(at t: Timestamp) { progress.hold(at: t) }

  func set(_ value: Double) { progress.set(value) }

  /// Ends an interaction; `velocity` is the horizontal velocity of the drag in pixels per second.
  func release(_ profile: SceneSwipeProfile, velocity: Double, finishes: Bool?, at t: Timestamp) {
    let speed = profile.speed(
      of: velocity, width: context.bounds.width, isGoingRight: comesFromRight)
    let isDone = finishes ?? profile.finishes(at: progress.value(at: t), speed: speed)
    end = isDone ? 1 : 0
    profile.release(&progress, to: end, speed: speed, timing: timing, at: t)
  }

  private static func timing(
    _ timing: TransitionTiming, _ speed: Double
  ) -> TransitionTiming {
    speed == .infinity ? .timed(0, .linear) : timing.atSpeed(speed)
  }
}

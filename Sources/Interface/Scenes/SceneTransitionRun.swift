import Geometry
import Motion
import Transitions
import Views

/// A running transition between two scenes: their layers, the plan, the progress and its driver.
final class SceneTransitionRun {
  /// The driver of the progress.
  private enum Driver {
    /// The animation to ``SceneTransitionRun/end``.
    case animation
    /// A contact or a command, which caught or began the transition at the progress `start`.
    case hand(start: Double)
    /// An interaction of the host.
    case interaction(any SceneInteraction)
  }

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
  private var driver: Driver
  /// The time of the first frame, because the time of a button press is not known; nil before it.
  private var began: Timestamp?
  private let animator: any SceneAnimator
  private let speed: Double
  private let shade = SceneShade()
  /// Whether the scenes move as seen in a mirror: the scene that lies to the right in the plan lies
  /// to the left.
  private let isMirrored = LayoutDirection.isRightToLeft

  /// Makes a transition that has not begun.
  ///
  /// - Parameters:
  ///   - speed: the factor on the animator's speed; infinite for no animation.
  ///   - interaction: the driver of an interactive transition; nil for a contact or command.
  init(
    from: SceneLayer, to: SceneLayer, animator: any SceneAnimator, speed: Double,
    context: SceneTransitionPlan.Context, interaction: (any SceneInteraction)? = nil
  ) {
    self.from = from
    self.to = to
    self.animator = animator
    self.speed = speed
    self.context = context
    end = context.isInteractive ? 0 : 1
    if let interaction {
      driver = .interaction(interaction)
    } else {
      driver = context.isInteractive ? .hand(start: 0) : .animation
    }
    let resolved = animator.resolved(in: context)
    plan = resolved.plan
    timing = Self.timing(resolved.timing, speed)
  }

  /// Whether the new scene comes from the right side of the screen.
  var comesFromRight: Bool { context.isGoingRight != isMirrored }

  /// Whether the animation drives the progress.
  var isAnimated: Bool { if case .animation = driver { true } else { false } }
  /// Whether a contact or a command holds the progress.
  var isHeld: Bool { if case .hand = driver { true } else { false } }
  /// The interaction that drives the progress; nil when there is none.
  var interaction: (any SceneInteraction)? {
    if case .interaction(let interaction) = driver { interaction } else { nil }
  }

  private var front: SceneLayer { plan.front == .from ? from : to }
  private var back: SceneLayer { plan.front == .from ? to : from }

  // MARK: On stage

  /// Adds both layers to `area`, which take no input meanwhile, and shows the current progress.
  func begin(in area: View, at t: Timestamp) {
    if context.isInteractive { progress.hold(at: t) }
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

  /// Runs back, to the end that is not ``end``.
  func reverse(at t: Timestamp) {
    driver = .animation
    run(to: 1 - end, at: t)
  }

  /// Continues to ``end`` after a hold.
  func resume(at t: Timestamp) {
    driver = .animation
    run(to: end, at: t)
  }

  /// Catches the transition at its current progress, with a contact.
  func hold(at t: Timestamp) {
    progress.hold(at: t)
    show(at: t)
    driver = .hand(start: progress.value(at: t))
  }

  /// Shows the transition at a progress, which is held.
  func set(_ value: Double, at t: Timestamp) {
    progress.set(value)
    show(at: t)
  }

  /// Shows the transition after a drag of `dx` pixels since it was caught or began, in a view of
  /// width `width`.
  ///
  /// - Returns: false when no contact or command holds it.
  func drag(by dx: Double, width: Double, _ profile: SceneSwipeProfile, at t: Timestamp) -> Bool {
    guard case .hand(let start) = driver else { return false }
    set(
      profile.progress(moved: dx, width: width, isGoingRight: comesFromRight, from: start), at: t)
    return true
  }

  /// The seconds since the first frame. The first call counts as that frame: a transition that is
  /// not interactive starts to run.
  func seconds(at t: Timestamp) -> Double {
    guard let began else {
      self.began = t
      // A swipe may already have been released, which has decided the end of the transition.
      if !context.isInteractive { run(to: 1, at: t) }
      return 0
    }
    return t - began
  }

  /// Ends a hold or an interaction; `velocity` is the horizontal velocity of the drag in pixels per
  /// second.
  func release(_ profile: SceneSwipeProfile, velocity: Double, finishes: Bool?, at t: Timestamp) {
    driver = .animation
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

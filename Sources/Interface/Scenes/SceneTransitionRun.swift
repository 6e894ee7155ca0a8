import Geometry
import Motion
import Transitions
import Views

/// A running transition between two scenes: their layers, the plan of the animator, the progress,
/// and what drives it.
final class SceneTransitionRun {
  /// The control of the progress.
  private enum ProgressDriver {
    /// The animation of the progress to ``SceneTransitionRun/targetProgress``.
    case animation
    /// A contact or a command, which began or caught the transition at the progress `start`.
    case contact(startProgress: Double)
    /// An interaction that the container's delegate supplied.
    case interaction(any SceneInteraction)
  }

  /// The distance to the end at which the progress counts as settled: a thousandth of the way,
  /// which springs of scenes reach after their stated duration.
  ///
  /// - Source: Phones sample a spring for its duration and then jump to the end.
  private static let tolerance = 0.001

  let from: SceneLayer
  let to: SceneLayer
  private(set) var context: SceneTransitionPlan.Context
  private(set) var plan: SceneTransitionPlan
  /// The duration and curve of the animation, with its speed applied.
  private(set) var timing: TransitionTiming
  private(set) var progress = TransitionProgress(0, tolerance: SceneTransitionRun.tolerance)
  /// The end to which the progress runs, or ran before a contact caught it: 1 finishes the
  /// transition, 0 undoes it. An interactive transition that is not decided yet has 0.
  private(set) var targetProgress: Double
  private var driver: ProgressDriver
  /// The time of the first frame, at which the animation begins, because the time of a button press
  /// is not known; nil before it.
  private var beginTime: Timestamp?
  private let animator: any SceneAnimator
  private let speedFactor: Double
  private let shade = SceneShade()
  /// Whether left and right are exchanged in the movement of the scenes, for a language that is
  /// written from right to left.
  private let isMirrored = LayoutDirection.isRightToLeft

  /// Makes a transition that has not begun.
  ///
  /// - Parameters:
  ///   - from: The layer of the scene that is visible before.
  ///   - to: The layer of the scene that is visible at the end.
  ///   - speed: The factor on the animator's speed; infinite for no animation.
  ///   - interaction: The object that drives the progress; nil, the default, for a contact, a
  ///     command or an animation.
  init(
    from: SceneLayer, to: SceneLayer, animator: any SceneAnimator, speed: Double,
    context: SceneTransitionPlan.Context, interaction: (any SceneInteraction)? = nil
  ) {
    self.from = from
    self.to = to
    self.animator = animator
    speedFactor = speed
    self.context = context
    targetProgress = context.isInteractive ? 0 : 1
    if let interaction {
      driver = .interaction(interaction)
    } else {
      driver = context.isInteractive ? .contact(startProgress: 0) : .animation
    }
    let resolved = animator.resolved(in: context)
    plan = resolved.plan
    timing = Self.timing(resolved.timing, speed)
  }

  /// Whether the new scene enters from the right side of the screen.
  var comesFromRight: Bool { context.entersFromRight != isMirrored }

  var isAnimated: Bool { if case .animation = driver { true } else { false } }
  /// Whether a contact or a command holds the progress, so that it does not run.
  var isHeld: Bool { if case .contact = driver { true } else { false } }
  /// The object that drives the progress; nil when an animation, a contact or a command does.
  var interaction: (any SceneInteraction)? {
    if case .interaction(let interaction) = driver { interaction } else { nil }
  }

  private var front: SceneLayer { plan.front == .from ? from : to }
  private var back: SceneLayer { plan.front == .from ? to : from }

  // MARK: On stage

  /// Adds the layers of both scenes to `area`, and shows the present progress. The layers take no
  /// input until ``putLayersAtRest()``.
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

  /// Puts both layers at rest. The caller hides or removes the one that has left.
  func putLayersAtRest() {
    shade.removeFromParent()
    from.putAtRest(in: context.bounds)
    to.putAtRest(in: context.bounds)
  }

  func resize(to bounds: Rect, uiScale: Double, at t: Timestamp) {
    context = SceneTransitionPlan.Context(
      bounds: bounds, entersFromRight: context.entersFromRight, isAnimated: context.isAnimated,
      isInteractive: context.isInteractive, uiScale: uiScale)
    let resolved = animator.resolved(in: context)
    plan = resolved.plan
    timing = Self.timing(resolved.timing, speedFactor)
    show(at: t)
  }

  // MARK: Progress

  /// Animates the progress to `target`, 0 or 1, beginning with the present velocity.
  ///
  /// - Parameter speed: The factor on the speed of ``timing``. Default: 1.
  func run(to target: Double, speed: Double = 1, at t: Timestamp) {
    self.targetProgress = target
    progress.run(to: target, timing.atSpeed(speed), at: t)
  }

  /// Animates the progress back to the other end than ``targetProgress``.
  func reverse(at t: Timestamp) {
    driver = .animation
    run(to: 1 - targetProgress, at: t)
  }

  /// Animates the progress to ``targetProgress``, after it was held.
  func resume(at t: Timestamp) {
    driver = .animation
    run(to: targetProgress, at: t)
  }

  /// Stops the progress at its present value, because a contact catches the scenes.
  func hold(at t: Timestamp) {
    progress.hold(at: t)
    show(at: t)
    driver = .contact(startProgress: progress.value(at: t))
  }

  /// Sets the held progress to `value`, 0…1, and shows it.
  func setProgress(_ value: Double, at t: Timestamp) {
    progress.set(value)
    show(at: t)
  }

  /// Shows the progress after a drag of `dx` pixels, positive to the right, since the transition
  /// began or was caught.
  ///
  /// - Parameter width: The width in pixels that a drag must cross for the whole transition.
  /// - Returns: False when no contact or command holds the progress.
  func dragIfHeld(by dx: Double, width: Double, _ profile: SceneSwipeProfile, at t: Timestamp)
    -> Bool
  {
    guard case .contact(let start) = driver else { return false }
    setProgress(
      profile.progress(
        moved: dx, width: width, entersFromRight: comesFromRight, from: start), at: t)
    return true
  }

  /// The time in seconds since the first frame. The first call counts as that frame, and begins the
  /// animation, unless the transition is interactive: such a transition is not begun here, even if
  /// its swipe has been released already.
  func recordFrameAndElapsedSeconds(at t: Timestamp) -> Double {
    guard let beginTime else {
      self.beginTime = t
      // An interactive transition is not started here: if its swipe has been released already, the
      // release has decided the end.
      if !context.isInteractive { run(to: 1, at: t) }
      return 0
    }
    return t - beginTime
  }

  /// Ends the control by a contact or an interaction, and animates the progress to an end.
  ///
  /// - Parameters:
  ///   - velocity: The horizontal velocity of the drag in pixels per second, positive to the right.
  ///   - finishes: Whether the transition finishes; nil decides by progress and velocity.
  func release(_ profile: SceneSwipeProfile, velocity: Double, finishes: Bool?, at t: Timestamp) {
    driver = .animation
    let speed = profile.speed(
      of: velocity, width: context.bounds.width, entersFromRight: comesFromRight)
    let isDone = finishes ?? profile.finishes(at: progress.value(at: t), speed: speed)
    targetProgress = isDone ? 1 : 0
    profile.release(&progress, to: targetProgress, speed: speed, timing: timing, at: t)
  }

  private static func timing(
    _ timing: TransitionTiming, _ speed: Double
  ) -> TransitionTiming {
    speed == .infinity ? .timed(0, .linear) : timing.atSpeed(speed)
  }
}

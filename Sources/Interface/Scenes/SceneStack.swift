package import Drawing
package import Geometry
package import Input
package import Motion
package import Transitions
package import Views

/// A stack of scenes: a scene is pushed over another one and popped off again.
///
/// The scene below stays alive, and is drawn anew while any of it is visible. ``pop(by:at:)`` goes
/// back, as does a drag from the edge at which lines begin, which moves the scenes with the finger.
/// A push or pop during a transition reverses the transition or waits for its end; no request is
/// refused.
package final class SceneStack: View {
  /// The animations with which a scene is pushed and popped.
  package enum Transition {
    /// The animation by ``SceneStack/animator``.
    case standard
    /// An animation by the given animator.
    case animated(any SceneAnimator)
    /// An animation that the scene itself performs. Both scenes are alive meanwhile. The scene
    /// reports when it is in place (``SceneStack/finishPush(of:at:)``), begins to reveal the scene
    /// below (``SceneStack/reveal(under:at:)``), and has left (``SceneStack/finishPop(of:at:)``).
    case selfAnimated
  }
  /// The animator of ``Transition/standard``. Default: one scene slides over the other.
  package var animator: any SceneAnimator = CoverSceneAnimator()
  /// The factor on the speed of all animations of the stack. Default: 1.
  package var animationSpeed = 1.0
  /// Whether scenes are pushed and popped without animation. Default: false.
  package var reducesMotion = false
  /// Whether a drag from the edge at which lines begin goes back. Default: true.
  package var isEdgeSwipeEnabled = true
  /// The rules by which a drag moves the scenes and, at its end, goes back. Default: the scenes
  /// follow the finger.
  package var swipeProfile = SceneSwipeProfile.finger
  /// Called when ``top`` changes: when a push or pop is decided, not at its end.
  package var onTopChange: (() -> Void)?

  /// A scene on the stack, in its layer, with the transition by which it was pushed.
  struct StackedScene {
    let layer: SceneLayer
    let transition: Transition
  }
  private enum SceneStackState {
    /// No transition is running, and only the topmost scene is visible.
    case resting
    /// The stack animates a push or pop: the topmost scene enters or, without `isPush`, leaves.
    case moving(SceneTransitionRun, isPush: Bool)
    /// The topmost scene performs its own animation, with the scene below visible.
    case selfAnimating
  }
  private(set) var entries: [StackedScene]
  private var state = SceneStackState.resting
  private var waitingRequests = SceneRequests()
  private var input = SceneInput()
  private var windowPhase = WindowPhase.beforeFirstFrame

  /// The phase of the stack's window.
  private enum WindowPhase {
    /// The window opens with the first frame.
    case beforeFirstFrame
    case open
    case closed
  }
  let sceneArea = View()
  /// The layer of the scene with which ``onTopChange`` was called last.
  private weak var reportedTop: SceneLayer?

  /// The width in points of the zone along an edge of the stack where a drag back begins. About 20
  /// on phones; wider here, because a mouse cannot start outside the screen.
  static let edgeZone = 24.0
  /// The factor on the speed of an animation while a push or pop waits for its end.
  static let catchUpSpeedFactor = 3.0

  /// Makes a stack of the scene `root`, which appears with the first frame.
  package init(root: any Scene) {
    entries = [StackedScene(layer: SceneLayer(root), transition: .standard)]
    super.init()
    sceneArea.clipsChildren = true
    add(sceneArea)
    sceneArea.add(entries[0].layer)
    reportedTop = entries[0].layer
  }

  /// The number of scenes that remain after the running transition; at least 1, since the root is
  /// never popped.
  package var depth: Int { entries.count - (isTopLeaving ? 1 : 0) }
  /// The scenes that remain after the running transition, the root first.
  package var scenes: [any Scene] { entries.prefix(depth).map(\.layer.scene) }
  /// The top scene after the running transition.
  package var top: any Scene { entries[depth - 1].layer.scene }
  /// The layer of ``top``, the scene that is topmost after the running transition.
  var topLayer: View { entries[depth - 1].layer }
  /// The scene below ``top``, which a pop leads back to; nil when ``top`` is the root.
  package var sceneBelow: (any Scene)? { depth > 1 ? entries[depth - 2].layer.scene : nil }
  /// Whether no transition is running, neither animated nor driven by a contact nor by a scene
  /// itself.
  package var isAtRest: Bool { if case .resting = state { true } else { false } }
  /// Whether the stack animates a push or pop, or a drag drives it; false for the animation of a
  /// scene itself.
  package var isMoving: Bool { runningTransition != nil }
  /// Whether a contact, or ``beginPop(at:)``, holds the running transition.
  package var isHeld: Bool { runningTransition?.isHeld ?? false }
  /// The push or pop that the stack animates or a drag drives; nil when there is none.
  var runningTransition: SceneTransitionRun? {
    if case .moving(let run, _) = state { run } else { nil }
  }
  /// Whether the topmost scene will be gone at the end of the running transition.
  private var isTopLeaving: Bool {
    guard case .moving(let run, let isPush) = state else { return false }
    return isPush != (run.targetProgress == 1)
  }

  // MARK: Push and pop

  /// Pushes `scene`, unless it is on the stack or waits to be pushed. A push of the scene that is
  /// being popped reverses the pop.
  ///
  /// - Parameter time: The present time on the clock of frame times.
  package func push(_ scene: any Scene, by transition: Transition = .standard, at time: Timestamp) {
    advance(to: time)
    guard !scenes.contains(where: { $0 === scene }), !waitingRequests.contains(scene) else {
      return
    }
    if entries.last?.layer.scene === scene, waitingRequests.isEmpty { return reverseTransition() }
    guard isAtRest else { return enqueue(.push(scene, transition)) }
    beginPush(of: scene, by: transition)
  }

  private func beginPush(of scene: any Scene, by transition: Transition) {
    let layer = SceneLayer(scene)
    layer.frame = sceneArea.bounds
    entries.append(StackedScene(layer: layer, transition: transition))
    switch transition {
    case .selfAnimated:
      entries[entries.count - 2].layer.storeFocus()
      sceneArea.add(layer)
      state = .selfAnimating
      updatePresences()
    case .standard, .animated: startTransition(isPush: true, by: transition, isHeld: false)
    }
  }

  /// Pops the top scene. A push that waits is cancelled instead, and a running push is reversed.
  ///
  /// - Parameters:
  ///   - transition: The animation; nil, the default, asks the scene to leave by itself, and else
  ///     uses the transition with which it was pushed.
  ///   - time: The present time on the clock of frame times.
  /// - Returns: False when no scene above the root remains to be popped.
  @discardableResult
  package func pop(by transition: Transition? = nil, at time: Timestamp) -> Bool {
    advance(to: time)
    if waitingRequests.cancelLastPush() { return true }
    if isMoving, !isTopLeaving, waitingRequests.isEmpty {
      reverseTransition()
      return true
    }
    // Only pops can wait here: a waiting push would have been cancelled above.
    guard depth - waitingRequests.count > 1 else { return false }
    guard !isMoving, waitingRequests.isEmpty else {
      enqueue(.pop(transition))
      return true
    }
    beginPop(by: transition)
    return true
  }

  private func beginPop(by transition: Transition?) {
    guard let top = entries.last else { return }
    if transition == nil, top.layer.scene.leave(at: lastTime) {
      return reveal(under: top.layer.scene, at: lastTime)
    }
    // A scene whose own transition is running and cannot reverse has to arrive first.
    guard isAtRest else { return enqueue(.pop(transition)) }
    startTransition(isPush: false, by: transition ?? top.transition, isHeld: false)
  }

  /// Ends the running transition, and tells every scene that it is not visible any more, because
  /// the window closes.
  package func close() {
    runningTransition?.putLayersAtRest()
    state = .resting
    waitingRequests.removeAll()
    windowPhase = .closed
    updatePresences()
  }

  // MARK: Scenes with a transition of their own

  /// Receives the report of the top scene `scene`, which animates itself, that it is in place. The
  /// scene below is hidden.
  package func finishPush(of scene: any Scene, at time: Timestamp) {
    advance(to: time)
    guard case .selfAnimating = state, entries.last?.layer.scene === scene else { return }
    endTransition(removesTop: false)
  }

  /// Receives the report of the top scene `scene`, which animates itself, that it begins to leave
  /// or is pulled. From now on the scene below is visible.
  package func reveal(under scene: any Scene, at time: Timestamp) {
    advance(to: time)
    guard isAtRest, entries.count > 1, entries.last?.layer.scene === scene else { return }
    entries[entries.count - 2].layer.isHidden = false
    state = .selfAnimating
    updatePresences()
    requestFrame()
  }

  /// Inserts `scene` below the only scene of the stack, which from now on leaves by its own
  /// animation. The new root is laid out, and is visible as soon as the scene above leaves it
  /// uncovered.
  ///
  /// - Returns: False, without any effect, when there is more than one scene or a transition is
  ///   running.
  @discardableResult
  package func insertRoot(_ scene: any Scene, at time: Timestamp) -> Bool {
    advance(to: time)
    guard isAtRest, entries.count == 1, let former = entries.first?.layer else { return false }
    let layer = SceneLayer(scene)
    layer.frame = sceneArea.bounds
    entries = [
      StackedScene(layer: layer, transition: .standard),
      StackedScene(layer: former, transition: .selfAnimated),
    ]
    sceneArea.insert(layer, at: 0)
    reveal(under: former.scene, at: lastTime)
    return true
  }

  /// Receives the report of the top scene `scene`, which animates itself, that it has left. The
  /// scene is removed.
  package func finishPop(of scene: any Scene, at time: Timestamp) {
    advance(to: time)
    guard !isMoving, entries.count > 1, entries.last?.layer.scene === scene else { return }
    endTransition(removesTop: true)
  }

  // MARK: Waiting requests

  private func enqueue(_ request: SceneRequests.SceneRequest) {
    waitingRequests.append(request)
    guard let runningTransition, runningTransition.isAnimated else { return }
    runningTransition.run(
      to: runningTransition.targetProgress, speed: Self.catchUpSpeedFactor, at: lastTime)
    requestFrame()
  }

  /// Starts waiting pushes and pops, until one of them takes time.
  private func startWaitingRequests() {
    while isAtRest, !waitingRequests.isEmpty {
      switch waitingRequests.removeFirst() {
      case .push(let scene, let transition): beginPush(of: scene, by: transition)
      // The scene to pop may have left meanwhile by a transition of its own.
      case .pop(let transition): if entries.count > 1 { beginPop(by: transition) }
      }
    }
    // If further requests wait, the transition that was just started is accelerated.
    if !waitingRequests.isEmpty, let runningTransition {
      runningTransition.run(
        to: runningTransition.targetProgress, speed: Self.catchUpSpeedFactor, at: lastTime)
    }
  }

  // MARK: Inside

  /// The latest time of an event, a frame or a call, on the clock of frame times.
  var lastTime: Timestamp { input.latestTime }

  /// Advances ``lastTime`` to `time`, unless that is earlier.
  func advance(to time: Timestamp) { input.advance(to: time) }

  private func updatePresences() {
    // Scenes whose presence falls are called first, then those whose presence rises.
    for entry in entries where presence(of: entry.layer) < entry.layer.presence {
      entry.layer.setPresence(presence(of: entry.layer))
    }
    for entry in entries { entry.layer.setPresence(presence(of: entry.layer)) }
    reportTopChange()
  }

  func reportTopChange() {
    let top = entries[depth - 1].layer
    guard top !== reportedTop else { return }
    reportedTop = top
    onTopChange?()
  }

  private func presence(of layer: SceneLayer) -> ScenePresence {
    let layers = entries.suffix(2).map(\.layer)
    guard windowPhase == .open, layers.contains(where: { $0 === layer }) else { return .hidden }
    guard isAtRest else { return .visible }
    return layers.last === layer ? .inPlace : .hidden
  }

  func startTransition(isPush: Bool, by transition: Transition, isHeld: Bool) {
    let upper = entries[entries.count - 1].layer
    let lower = entries[entries.count - 2].layer
    var chosen = animator
    if case .animated(let other) = transition { chosen = other }
    let context = SceneTransitionPlan.Context(
      bounds: sceneArea.bounds, entersFromRight: isPush, isInteractive: isHeld, uiScale: uiScale)
    let run = SceneTransitionRun(
      from: isPush ? lower : upper, to: isPush ? upper : lower, animator: chosen,
      speed: reducesMotion ? .infinity : animationSpeed, context: context)
    state = .moving(run, isPush: isPush)
    if !isHeld { run.run(to: 1, at: lastTime) }
    run.begin(in: sceneArea, at: lastTime)
    setNeedsDisplay()
    requestFrame()
    updatePresences()
  }

  private func reverseTransition() {
    guard let runningTransition else { return }
    runningTransition.reverse(at: lastTime)
    requestFrame()
    reportTopChange()
  }

  /// Continues a transition that a contact has caught, to the end it had before.
  func continueTransition() {
    guard let runningTransition else { return }
    runningTransition.resume(at: lastTime)
    requestFrame()
  }

  private func finish(_ done: SceneTransitionRun) {
    let isLeaving = isTopLeaving
    state = .resting
    done.putLayersAtRest()
    setNeedsDisplay()
    endTransition(removesTop: isLeaving)
  }

  /// Puts all layers at rest after a transition, and starts the next waiting push or pop.
  ///
  /// - Parameter removesTop: Whether the topmost scene is removed.
  private func endTransition(removesTop: Bool) {
    state = .resting
    let gone = removesTop ? entries.popLast()?.layer : nil
    gone?.removeFromParent()
    for (index, entry) in entries.enumerated() {
      entry.layer.isHidden = index < entries.count - 1
      // The drawing order is restored, because an animator may have changed it.
      if sceneArea.children[index] !== entry.layer { sceneArea.insert(entry.layer, at: index) }
    }
    entries.last?.layer.restoreFocus()
    gone?.setPresence(.hidden)
    updatePresences()
    startWaitingRequests()
  }

  // MARK: As a view

  package override func layout() {
    input.setUIScale(uiScale)
    sceneArea.frame = bounds
    for entry in entries { entry.layer.frame = bounds }
    runningTransition?.resize(to: bounds, uiScale: uiScale, at: lastTime)
  }

  package override var wantsFrame: Bool { runningTransition?.isAnimated ?? false }

  package override var nextDeadline: Timestamp? { input.deadline }

  package override func update(at frame: FrameTime) {
    input.advance(to: frame.presentation)
    if windowPhase == .beforeFirstFrame {
      windowPhase = .open
      updatePresences()
    }
    _ = handle(input.swipes(until: frame.presentation))
    guard let runningTransition else { return }
    runningTransition.show(at: lastTime)
    if runningTransition.progress.isSettled(at: lastTime) { finish(runningTransition) }
  }

  /// Draws black behind moving scenes, so that gaps between them are opaque.
  package override func draw(in canvas: Canvas, damage: Rect) {
    if isMoving { canvas.fill(bounds, .black) }
  }

  package override func intercept(_ event: InputEvent) -> Bool {
    handle(input.receive(event))
  }

  package override func receive(_ event: InputEvent) -> Bool {
    if case .key(let key) = event { return receive(key) }
    return intercept(event) || isMoving
  }
}

public import Drawing
public import Geometry
public import Input
public import Motion
public import Transitions
public import Views

/// Scenes on top of each other: one is pushed over another and popped off again.
///
/// The scene below stays alive: while any of it is seen it is the real one that is drawn. Back is
/// `pop`, and a drag from the left edge, which moves the scenes under the finger. What is asked for
/// while something moves turns that round or waits for it; nothing jumps and nothing is refused.
public final class SceneStack: View {
  /// How a scene comes and goes.
  public enum Transition {
    /// By the stack's own animator.
    case standard
    /// By another one.
    case animated(any SceneAnimator)
    /// By itself: both scenes are live meanwhile, and the scene says when it is in place
    /// (``SceneStack/settle(on:at:)``), lets the one below be seen (``SceneStack/reveal(under:at:)``)
    /// and is gone (``SceneStack/finishPop(of:at:)``).
    case own
  }
  /// How scenes come and go unless told otherwise. Default: one slides over the other.
  public var animator: any SceneAnimator = CoverSceneAnimator()
  /// How many times as fast everything goes. Default 1.
  public var animationSpeed = 1.0
  /// True replaces every animation by its end. Default false.
  public var reducesMotion = false
  /// True when a drag from the left edge leads back. Default true.
  public var isEdgeSwipeEnabled = true
  /// How the drag counts. Default: under the finger.
  public var swipeProfile = SceneSwipeProfile.finger
  /// Called when another scene is to be on top: as soon as it is decided, not when it is in place.
  public var onTopChange: (() -> Void)?

  /// One scene's place.
  struct Entry {
    let layer: SceneLayer
    let transition: Transition
  }
  /// Something asked for while something else was moving.
  enum Request {
    case push(any Scene, Transition)
    case pop(Transition?)
  }
  /// A move of the topmost scene.
  struct Running {
    let move: SceneMove
    /// False when the topmost scene is the one that goes.
    let isPush: Bool
    /// Where progress was when a hand took it; nil while it runs by itself.
    var held: Double?

    /// True when the topmost scene will be there in the end.
    var leadsUp: Bool { isPush == (move.end == 1) }
  }
  var entries: [Entry]
  var running: Running?
  /// True while the topmost scene comes or goes by itself, with the one below seen.
  var isRevealing = false
  var waiting: [Request] = []
  var watch = SwipeWatch()
  var lastTime = Timestamp.zero
  /// Nil until the first frame; false once the window is closed.
  private var isOpen: Bool?
  let area = View()
  /// The one `onTopChange` was called for.
  private weak var notedTop: SceneLayer?

  /// Width of the zone at the left in which a drag leads back, in points of an ordinary monitor.
  /// 24. Source: the phone's is about 20; a mouse has no bezel to begin on.
  static let edgeZone = 24.0
  /// How many times as fast a move ends when something else waits for it.
  static let hurry = 3.0

  /// Makes a stack of one scene, which is told that it is there with the first frame.
  public init(root: any Scene) {
    entries = [Entry(layer: SceneLayer(root), transition: .standard)]
    super.init()
    area.clipsChildren = true
    add(area)
    area.add(entries[0].layer)
    notedTop = entries[0].layer
  }

  /// How many scenes there will be once nothing moves; the root is never popped.
  public var depth: Int { entries.count - (isTopLeaving ? 1 : 0) }
  /// Those that will be there once nothing moves, the root first.
  public var scenes: [any Scene] { entries.prefix(depth).map(\.layer.scene) }
  /// The scene on top once nothing moves.
  public var top: any Scene { entries[depth - 1].layer.scene }
  /// The scene under the one on top; nil when that is the root.
  public var below: (any Scene)? { depth > 1 ? entries[depth - 2].layer.scene : nil }
  /// True when nothing moves or is held.
  public var isAtRest: Bool { running == nil && !isRevealing }
  /// True while the stack or a hand moves a scene, rather than the scene itself.
  public var isMoving: Bool { running != nil }
  /// True while a hand has hold of what moves.
  public var isHeld: Bool { running?.held != nil }

  // MARK: Coming and going

  /// Puts `scene` on top; one that is there already stays where it is.
  ///
  /// - Parameter time: this moment, on the clock frames are timed by.
  public func push(_ scene: any Scene, by transition: Transition = .standard, at time: Timestamp) {
    lastTime = max(lastTime, time)
    guard !scenes.contains(where: { $0 === scene }), !isWaiting(scene) else { return }
    if entries.last?.layer.scene === scene, waiting.isEmpty { return turnRound() }
    guard isAtRest else { return wait(for: .push(scene, transition)) }
    begin(scene, by: transition)
  }

  func begin(_ scene: any Scene, by transition: Transition) {
    let layer = SceneLayer(scene)
    layer.frame = area.bounds
    entries.append(Entry(layer: layer, transition: transition))
    switch transition {
    case .own:
      entries[entries.count - 2].layer.leaveFocus()
      area.add(layer)
      isRevealing = true
      tell()
    case .standard, .animated: start(isPush: true, by: transition, held: false)
    }
  }

  /// Takes the topmost scene away, by the way it came unless told otherwise; one that goes by its
  /// own transition is asked to.
  ///
  /// - Returns: false when there is only the root.
  @discardableResult
  public func pop(by transition: Transition? = nil, at time: Timestamp) -> Bool {
    lastTime = max(lastTime, time)
    if case .push? = waiting.last {
      waiting.removeLast()
      return true
    }
    if let running, running.leadsUp, waiting.isEmpty {
      turnRound()
      return true
    }
    // Whatever waits here is a pop: a push would have been taken back.
    guard depth - waiting.count > 1 else { return false }
    guard running == nil, waiting.isEmpty else {
      wait(for: .pop(transition))
      return true
    }
    beginPop(by: transition)
    return true
  }

  func beginPop(by transition: Transition?) {
    guard let top = entries.last else { return }
    if transition == nil, top.layer.scene.leave(at: lastTime) {
      return reveal(under: top.layer.scene, at: lastTime)
    }
    // One that comes by itself and cannot turn round has to arrive first.
    guard isAtRest else { return wait(for: .pop(transition)) }
    start(isPush: false, by: transition ?? top.transition, held: false)
  }

  /// The window is closed: every scene is told that it is not seen any more.
  public func close() {
    running?.move.clear()
    running = nil
    isRevealing = false
    waiting = []
    isOpen = false
    tell()
  }

  // MARK: Inside

  func tell() {
    // From the top down when something goes, from the bottom up when something comes.
    for entry in entries where presence(of: entry.layer) < entry.layer.presence {
      entry.layer.bring(to: presence(of: entry.layer))
    }
    for entry in entries { entry.layer.bring(to: presence(of: entry.layer)) }
    noteTop()
  }

  func noteTop() {
    let top = entries[depth - 1].layer
    guard top !== notedTop else { return }
    notedTop = top
    onTopChange?()
  }

  private func presence(of layer: SceneLayer) -> ScenePresence {
    let places = entries.suffix(2).map(\.layer)
    guard isOpen == true, places.contains(where: { $0 === layer }) else { return .hidden }
    guard isAtRest else { return .seen }
    return places.last === layer ? .inPlace : .hidden
  }

  private var isTopLeaving: Bool { running.map { !$0.leadsUp } ?? false }

  func start(isPush: Bool, by transition: Transition, held: Bool) {
    let upper = entries[entries.count - 1].layer
    let lower = entries[entries.count - 2].layer
    var chosen = animator
    if case .animated(let other) = transition { chosen = other }
    let context = SceneTransitionContext(
      bounds: area.bounds, isGoingRight: isPush, isInteractive: held, uiScale: uiScale)
    let move = SceneMove(
      from: isPush ? lower : upper, to: isPush ? upper : lower, animator: chosen,
      speed: reducesMotion ? .infinity : animationSpeed, context: context)
    running = Running(move: move, isPush: isPush, held: held ? 0 : nil)
    if held { move.hold(at: lastTime) } else { move.run(to: 1, at: lastTime) }
    move.begin(in: area, at: lastTime)
    setNeedsDisplay()
    requestFrame()
    tell()
  }

  private func turnRound() {
    guard let running else { return }
    self.running?.held = nil
    running.move.run(to: 1 - running.move.end, at: lastTime)
    requestFrame()
    noteTop()
  }

  /// Goes on to where it was going.
  func runOn() {
    guard let running else { return }
    self.running?.held = nil
    running.move.run(to: running.move.end, at: lastTime)
    requestFrame()
  }

  private func finish(_ done: Running) {
    running = nil
    done.move.clear()
    setNeedsDisplay()
    rest(withoutTop: !done.leadsUp)
  }

  /// Nothing moves any more.
  func rest(withoutTop: Bool) {
    isRevealing = false
    let gone = withoutTop ? entries.popLast()?.layer : nil
    gone?.removeFromParent()
    for (index, entry) in entries.enumerated() {
      entry.layer.isHidden = index < entries.count - 1
      // An animator may have drawn them in another order.
      if area.children[index] !== entry.layer { area.insert(entry.layer, at: index) }
    }
    entries.last?.layer.returnFocus()
    gone?.bring(to: .hidden)
    tell()
    goOn()
  }

  // MARK: As a view

  public override func layout() {
    watch.fit(to: uiScale)
    area.frame = bounds
    for entry in entries { entry.layer.frame = bounds }
    running?.move.resize(to: bounds, uiScale: uiScale, at: lastTime)
  }

  public override var wantsFrame: Bool { running.map { $0.held == nil } ?? false }

  public override var nextDeadline: Timestamp? { watch.deadline }

  public override func update(at frame: FrameTime) {
    lastTime = max(lastTime, frame.presentation)
    if isOpen == nil {
      isOpen = true
      tell()
    }
    _ = follow(watch.advance(to: frame.presentation))
    guard let running else { return }
    running.move.show(at: lastTime)
    if running.move.progress.isSettled(at: lastTime) { finish(running) }
  }

  /// Behind scenes that move there is black, so that a gap is never a hole.
  public override func draw(in canvas: Canvas, damage: Rect) {
    if running != nil { canvas.fill(bounds, .black) }
  }

  public override func intercept(_ event: InputEvent) -> Bool {
    lastTime = max(lastTime, event.time)
    return follow(watch.receive(event))
  }

  public override func receive(_ event: InputEvent) -> Bool {
    if case .key(let key) = event { return receive(key) }
    return intercept(event) || running != nil
  }
}

public import Drawing
public import Geometry
public import Gestures
public import Input
public import Motion
public import Transitions
public import Views

/// A tab container: one of several scenes is shown, and a row of buttons selects it.
///
/// Buttons, Ctrl+Tab, Ctrl+1…9 and a sideways swipe change the scene. A swipe that a view inside a
/// scene follows (see `View.followsDrag(from:towards:)`) is left to that view. Only one change runs
/// at a time; a selection during a change waits for its end. A cancelled swipe restores the former
/// state. The container is a scene itself, so that it can be pushed on a stack.
///
/// - Source: the container of objc.io 12.
public final class SceneContainer: View {
  /// A scene with its tab button.
  public struct Tab {
    public var scene: any Scene
    /// The button's icon.
    public var icon: Icon
    /// The button's icon while the scene is selected; nil for the same icon.
    public var selectedIcon: Icon?

    public init(_ scene: any Scene, icon: Icon, selectedIcon: Icon? = nil) {
      self.scene = scene
      self.icon = icon
      self.selectedIcon = selectedIcon
    }
  }
  /// The position of the tab buttons.
  public enum TabBarStyle: Hashable, Sendable {
    /// In a bar at the top; the scenes begin below it.
    case bar
    /// Over the scenes: centred, at a fifth of the height, as in the sample of objc.io 12.
    case floating
    /// In a view of the host, to which the host adds ``SceneContainer/tabBar``.
    case detached
    case hidden
  }
  /// The position of the tab buttons. Default: a bar at the top.
  public var style = TabBarStyle.bar {
    didSet { if style != oldValue { setNeedsLayout() } }
  }
  /// The animator used when the delegate supplies none. Default: a slide with a spring.
  public var animator: any SceneAnimator = SlideSceneAnimator()
  /// The factor on the speed of all transitions between scenes. Default: 1.
  public var animationSpeed = 1.0
  /// Whether transitions between scenes happen without animation. Default: false.
  public var reducesMotion = false
  /// The rules by which a swipe moves the scenes, and selects the next tab when it ends. Default:
  /// the scenes follow the finger, and a flick selects the tab.
  public var swipeProfile = SceneSwipeProfile.finger
  /// The input devices that can swipe. Default: all.
  public var swipeKinds: Set<PointerKind> = [.mouse, .touch, .touchpad]
  /// The colour behind moving scenes. Default: black.
  public var background = Color.black {
    didSet { if background != oldValue { setNeedsDisplay() } }
  }
  public weak var delegate: (any SceneContainer.Delegate)?
  /// The title of the container as a scene. Default: empty.
  public var title = ""

  /// The tabs; at least one.
  public private(set) var tabs: [Tab]
  /// The index of the scene shown; during a change that is no swipe, of the entering scene.
  public private(set) var selectedIndex: Int

  /// A running change from one scene to another.
  struct Running {
    let move: SceneTransitionRun
    let origin: Int
    let target: Int
    /// Whether a swipe started the change; the delegate's `didSelect` is then called at its end.
    let isSwipe: Bool
  }
  private(set) var running: Running?
  /// The index of the scene that is selected at the end of the running change.
  private var waiting: Int?
  private var layers: [SceneLayer?]
  private var presence = ScenePresence.hidden
  private var input = SceneInput()
  let area = View()
  /// The tab buttons, which a host may put into a bar of its own with the style `.detached`.
  public var tabBar: View { strip }
  package let strip = SceneStrip()

  /// Makes a container of at least one tab; `selected` is shown without animation.
  public init(_ tabs: [Tab], selected: Int = 0) {
    precondition(!tabs.isEmpty, "a container needs a scene")
    self.tabs = tabs
    layers = Array(repeating: nil, count: tabs.count)
    selectedIndex = min(max(selected, 0), tabs.count - 1)
    super.init()
    area.clipsChildren = true
    add(area)
    strip.mirroring = .byLanguage
    add(strip)
    strip.onTap = { [weak self] in self?.choose($0) }
    adopt()
  }

  /// Whether no change is running or held.
  public var isAtRest: Bool { running == nil }

  // MARK: Selection

  /// Selects a scene; during a change the selection waits for its end.
  ///
  /// - Parameter time: the current time, on the clock of frame times.
  public func select(_ index: Int, isAnimated: Bool = true, at time: Timestamp) {
    advance(to: time)
    guard tabs.indices.contains(index) else { return }
    guard running == nil else {
      waiting = index
      return
    }
    guard index != selectedIndex else { return }
    guard isAnimated, stage != nil else { return replace(by: index) }
    let suppliedAnimator = delegate?.container(self, animatorFrom: selectedIndex, to: index)
    let interaction = suppliedAnimator.flatMap { delegate?.container(self, interactionFor: $0) }
    start(to: index, by: suppliedAnimator ?? animator, interaction: interaction, isSwipe: false)
  }

  /// Replaces all tabs without animation.
  public func replaceTabs(_ tabs: [Tab], selected: Int = 0) {
    precondition(!tabs.isEmpty, "a container needs a scene")
    stop()
    let gone = layers
    self.tabs = tabs
    layers = tabs.map { tab in gone.first { $0?.scene === tab.scene } ?? nil }
    selectedIndex = min(max(selected, 0), tabs.count - 1)
    adopt()
    for layer in gone { layer?.bring(to: level(of: layer)) }
    updatePresences()
  }

  /// Selects the scene that the user chose, and calls the delegate.
  func choose(_ index: Int) {
    guard tabs.indices.contains(index) else { return }
    select(index, at: lastTime)
    delegate?.container(self, didSelect: index)
  }

  /// The index of the scene that is selected after the running change and the selection that waits
  /// for its end.
  var nextIndex: Int { waiting ?? running?.target ?? selectedIndex }

  // MARK: Changes

  func start(
    to index: Int, by animator: any SceneAnimator, interaction: (any SceneInteraction)?,
    isSwipe: Bool
  ) {
    let isInteractive = isSwipe || interaction != nil
    let context = SceneTransitionPlan.Context(
      bounds: area.bounds, isGoingRight: index > selectedIndex, isInteractive: isInteractive,
      uiScale: uiScale)
    let move = SceneTransitionRun(
      from: layer(selectedIndex), to: layer(index), animator: animator,
      speed: reducesMotion ? .infinity : animationSpeed, context: context,
      interaction: interaction)
    running = Running(move: move, origin: selectedIndex, target: index, isSwipe: isSwipe)
    if !isInteractive { selectedIndex = index }
    move.begin(in: area, at: lastTime)
    showSelection()
    requestFrame()
    updatePresences()
  }

  /// Ends the swipe or the interaction; the change then finishes or is cancelled.
  func release(velocity: Double, finishes: Bool?, speed: Double = 1) {
    guard let running else { return }
    var profile = swipeProfile
    profile.completionSpeed *= speed
    running.move.release(profile, velocity: velocity, finishes: finishes, at: lastTime)
    requestFrame()
  }

  private func finish(_ done: Running) {
    let isComplete = done.move.end == 1
    running = nil
    done.move.clear()
    selectedIndex = isComplete ? done.target : done.origin
    adopt()
    updatePresences()
    delegate?.container(self, didFinish: isComplete, to: done.target)
    if isComplete, done.isSwipe { delegate?.container(self, didSelect: done.target) }
    guard running == nil, let next = waiting else { return }
    waiting = nil
    select(next, at: lastTime)
  }

  /// Ends the running change immediately and drops a selection that waits for it.
  private func stop() {
    waiting = nil
    guard let running else { return }
    // A swipe that has not been released is cancelled.
    if !running.move.isAnimated { running.move.run(to: 0, at: lastTime) }
    finish(running)
  }

  private func replace(by index: Int) {
    selectedIndex = index
    adopt()
    updatePresences()
  }

  private func step() {
    guard let running else { return }
    let seconds = running.move.seconds(at: lastTime)
    guard let interaction = running.move.interaction else { return }
    switch interaction.step(after: seconds) {
    case .move(let progress): running.move.set(min(max(progress, 0), 1), at: lastTime)
    case .finish: release(velocity: 0, finishes: true, speed: interaction.completionSpeed)
    case .cancel: release(velocity: 0, finishes: false, speed: interaction.completionSpeed)
    }
  }

  /// The latest time of an event, a frame or a call.
  var lastTime: Timestamp { input.time }

  /// Advances ``lastTime``, which never goes back.
  func advance(to time: Timestamp) { input.advance(to: time) }

  // MARK: Layers

  private func layer(_ index: Int) -> SceneLayer {
    if let layer = layers[index] { return layer }
    let layer = SceneLayer(tabs[index].scene)
    layers[index] = layer
    return layer
  }

  /// Makes the layer of the selected scene the only visible one.
  private func adopt() {
    let selected = layer(selectedIndex)
    for child in area.children where child !== selected {
      (child as? SceneLayer)?.storeFocus()
      child.removeFromParent()
    }
    if selected.parent !== area { area.add(selected) }
    selected.rest(in: area.bounds)
    selected.restoreFocus()
    showSelection()
  }

  private func showSelection() {
    strip.show(tabs, selected: selectedIndex, isEnabled: running == nil)
  }

  private func updatePresences() {
    for layer in layers { layer?.bring(to: min(level(of: layer), layer?.presence ?? .hidden)) }
    for layer in layers { layer?.bring(to: level(of: layer)) }
  }

  private func level(of layer: SceneLayer?) -> ScenePresence {
    guard let layer, layer.parent === area else { return .hidden }
    return min(presence, running == nil ? .inPlace : .visible)
  }

  private func become(_ presence: ScenePresence) {
    self.presence = presence
    updatePresences()
  }

  // MARK: As a view

  public override func layout() {
    input.fit(to: uiScale)
    strip.style = style
    if style == .detached {
      if strip.parent === self { strip.removeFromParent() }
    } else {
      if strip.parent !== self { add(strip) }
      strip.layout(in: bounds, uiScale: uiScale)
    }
    area.frame = strip.contentArea(in: bounds)
    if let running {
      running.move.resize(to: area.bounds, uiScale: uiScale, at: lastTime)
    } else {
      layer(selectedIndex).rest(in: area.bounds)
    }
  }

  public override var wantsFrame: Bool { running.map { !$0.move.isHeld } ?? false }

  public override var nextDeadline: Timestamp? { input.deadline }

  public override func update(at frame: FrameTime) {
    input.advance(to: frame.presentation)
    _ = follow(input.swipes(until: frame.presentation))
    step()
    guard let running else { return }
    running.move.show(at: lastTime)
    if running.move.progress.isSettled(at: lastTime) { finish(running) }
  }

  public override func draw(in canvas: Canvas, damage: Rect) { canvas.fill(bounds, background) }

  /// True when there is a scene in the direction of the drag.
  public override func followsDrag(from point: Point, towards direction: Vector) -> Bool {
    guard !swipeKinds.isEmpty, abs(direction.dx) > abs(direction.dy) else { return false }
    return tabs.indices.contains(neighbour(towards: direction.dx))
  }

  /// The index of the scene that a swipe in the direction of `dx` shows; it may not exist. The next
  /// tab is at the right, in a mirrored interface at the left.
  func neighbour(towards dx: Double) -> Int {
    selectedIndex + ((dx > 0) == LayoutDirection.isRightToLeft ? 1 : -1)
  }

  public override func intercept(_ event: InputEvent) -> Bool {
    follow(input.receive(event))
  }

  public override func receive(_ event: InputEvent) -> Bool {
    if case .key(let key) = event { return receive(key) }
    if intercept(event) { return true }
    // A drag over a scene that handles no events may still become a swipe.
    switch event {
    case .pointer(let pointer): return pointer.kind == .pressed(.primary)
    case .touch, .scroll, .swipe: return true
    default: return false
    }
  }
}

/// Forwards the container's life-cycle calls to the selected scene.
extension SceneContainer: Scene {
  public var view: View { self }
  /// Called before some of the container becomes visible.
  public func willAppear() { become(.visible) }
  /// Called when the container is in place.
  public func didAppear() { become(.inPlace) }
  /// Called before the container begins to move off the screen.
  public func willDisappear() { become(.visible) }
  /// Called when the container is no longer visible.
  public func didDisappear() { become(.hidden) }
}

public import Drawing
public import Geometry
public import Gestures
public import Input
public import Motion
public import Transitions
public import Views

/// A container of scenes in tabs: one scene is shown, and a row of buttons selects it.
///
/// Buttons, Ctrl+Tab, Ctrl+1…9 and a sideways swipe change the scene. A swipe that a view inside a
/// scene follows (see `View.followsDrag(from:towards:)`) is left to that view. Only one change runs
/// at a time; a selection during a change waits for its end. A cancelled swipe restores the former
/// state. The container is a scene itself, so that it can be pushed on a stack.
///
/// - Source: The container of objc.io 12.
public final class SceneContainer: View {
  /// A scene of the container, with the icon of its button.
  public struct Tab {
    public var scene: any Scene
    /// The icon of the tab's button.
    public var icon: Icon
    /// The icon of the tab's button while the scene is selected; nil for the same icon. Default:
    /// nil.
    public var selectedIcon: Icon?

    public init(_ scene: any Scene, icon: Icon, selectedIcon: Icon? = nil) {
      self.scene = scene
      self.icon = icon
      self.selectedIcon = selectedIcon
    }
  }
  /// The positions of the tab buttons.
  public enum TabBarStyle: Hashable, Sendable {
    /// In a bar at the top of the container; the scenes are below it.
    case bar
    /// Over the scenes, in the middle of the width and at a fifth of the height, as in the sample
    /// of objc.io 12.
    case floating
    /// In a view of the program, to which the program adds ``SceneContainer/tabBar``.
    case external
    case hidden
  }
  /// The position of the tab buttons. Default: `.bar`.
  public var style = TabBarStyle.bar {
    didSet { if style != oldValue { setNeedsLayout() } }
  }
  /// The animator of a change of the scene for which the delegate supplies none. Default: a slide
  /// with a spring.
  public var animator: any SceneAnimator = SlideSceneAnimator()
  /// The factor on the speed of all animated changes of the scene. Default: 1.
  public var animationSpeed = 1.0
  /// Whether the scene changes without animation. Default: false.
  public var reducesMotion = false
  /// The rules by which a swipe moves the scenes and, at its end, selects the next tab. Default:
  /// the scenes follow the finger, and a flick selects the tab.
  public var swipeProfile = SceneSwipeProfile.finger
  /// The input devices on which a swipe changes the scene. Default: all.
  public var swipeKinds: Set<PointerKind> = [.mouse, .touch, .touchpad]
  /// The colour that is visible between and behind moving scenes. Default: black.
  public var background = Color.black {
    didSet { if background != oldValue { setNeedsDisplay() } }
  }
  public weak var delegate: (any SceneContainer.Delegate)?
  /// The title of the container when it is itself a scene. Default: empty.
  public var title = ""

  /// The tabs in the order of their buttons; at least one.
  public private(set) var tabs: [Tab]
  /// The index of the selected tab. During a change it is already that of the entering scene,
  /// unless a swipe or an interaction of the delegate drives the change.
  public private(set) var selectedIndex: Int

  /// A change from one scene to another that is not finished.
  struct RunningChange {
    let transition: SceneTransitionRun
    let originIndex: Int
    let targetIndex: Int
    /// Whether a swipe began the change. The delegate's `didSelect` is then called at its end.
    let isSwipe: Bool
  }
  private(set) var runningChange: RunningChange?
  /// The index of the tab to select at the end of the running change; nil for none.
  private var pendingIndex: Int?
  private var layers: [SceneLayer?]
  private var presence = ScenePresence.hidden
  private var input = SceneInput()
  let sceneArea = View()
  /// The view with the tab buttons, which the program may add to a view of its own with the style
  /// `.external`.
  public var tabBar: View { sceneTabBar }
  package let sceneTabBar = SceneTabBar()

  /// Makes a container of at least one tab, and selects the tab at the index `selected`, clamped to
  /// the tabs.
  ///
  /// - Precondition: `tabs` is not empty.
  public init(_ tabs: [Tab], selected: Int = 0) {
    precondition(!tabs.isEmpty, "a container needs a scene")
    self.tabs = tabs
    layers = Array(repeating: nil, count: tabs.count)
    selectedIndex = min(max(selected, 0), tabs.count - 1)
    super.init()
    sceneArea.clipsChildren = true
    add(sceneArea)
    sceneTabBar.mirroring = .byLanguage
    add(sceneTabBar)
    sceneTabBar.onTap = { [weak self] in self?.choose($0) }
    showSelectedLayer()
  }

  /// Whether no change of the scene is running, animated or driven by a contact.
  public var isAtRest: Bool { runningChange == nil }

  // MARK: Selection

  /// Selects the tab at `index`; during a change, at its end. Without such a tab, nothing happens.
  ///
  /// - Parameter time: The present time on the clock of frame times.
  public func select(_ index: Int, isAnimated: Bool = true, at time: Timestamp) {
    advance(to: time)
    guard tabs.indices.contains(index) else { return }
    guard runningChange == nil else {
      pendingIndex = index
      return
    }
    guard index != selectedIndex else { return }
    guard isAnimated, stage != nil else { return selectWithoutAnimation(index) }
    let suppliedAnimator = delegate?.container(self, animatorFrom: selectedIndex, to: index)
    let interaction = suppliedAnimator.flatMap { delegate?.container(self, interactionFor: $0) }
    startChange(
      to: index, by: suppliedAnimator ?? animator, interaction: interaction, isSwipe: false)
  }

  /// Replaces all tabs without animation; a running change is ended at once. Scenes that are also
  /// in the new tabs stay alive.
  ///
  /// - Precondition: `tabs` is not empty.
  public func replaceTabs(_ tabs: [Tab], selected: Int = 0) {
    precondition(!tabs.isEmpty, "a container needs a scene")
    endChangesAtOnce()
    let gone = layers
    self.tabs = tabs
    layers = tabs.map { tab in gone.first { $0?.scene === tab.scene } ?? nil }
    selectedIndex = min(max(selected, 0), tabs.count - 1)
    showSelectedLayer()
    for layer in gone { layer?.setPresence(presence(of: layer)) }
    updatePresences()
  }

  /// Selects the tab that the user chose, and reports it to the delegate.
  func choose(_ index: Int) {
    guard tabs.indices.contains(index) else { return }
    select(index, at: lastTime)
    delegate?.container(self, didSelect: index)
  }

  /// The index of the tab that will be selected when the running change and a waiting selection are
  /// done.
  var eventualIndex: Int { pendingIndex ?? runningChange?.targetIndex ?? selectedIndex }

  // MARK: Changes

  func startChange(
    to index: Int, by animator: any SceneAnimator, interaction: (any SceneInteraction)?,
    isSwipe: Bool
  ) {
    let isInteractive = isSwipe || interaction != nil
    let context = SceneTransitionPlan.Context(
      bounds: sceneArea.bounds, entersFromRight: index > selectedIndex,
      isInteractive: isInteractive,
      uiScale: uiScale)
    let transition = SceneTransitionRun(
      from: layer(selectedIndex), to: layer(index), animator: animator,
      speed: reducesMotion ? .infinity : animationSpeed, context: context,
      interaction: interaction)
    runningChange = RunningChange(
      transition: transition, originIndex: selectedIndex, targetIndex: index, isSwipe: isSwipe)
    if !isInteractive { selectedIndex = index }
    transition.begin(in: sceneArea, at: lastTime)
    updateTabBar()
    requestFrame()
    updatePresences()
  }

  /// Ends the contact or interaction that drives the running change, which then finishes or is
  /// undone with an animation.
  ///
  /// - Parameters:
  ///   - velocity: The horizontal velocity of the contact in pixels per second, positive to the
  ///     right.
  ///   - finishes: Whether the change finishes; nil decides by progress and velocity.
  ///   - speed: The factor on the speed of the animation.
  func endInteraction(velocity: Double, finishes: Bool?, speed: Double = 1) {
    guard let runningChange else { return }
    var profile = swipeProfile
    profile.completionSpeed *= speed
    runningChange.transition.release(profile, velocity: velocity, finishes: finishes, at: lastTime)
    requestFrame()
  }

  private func finish(_ done: RunningChange) {
    let isComplete = done.transition.targetProgress == 1
    runningChange = nil
    done.transition.putLayersAtRest()
    selectedIndex = isComplete ? done.targetIndex : done.originIndex
    showSelectedLayer()
    updatePresences()
    delegate?.container(self, didFinish: isComplete, to: done.targetIndex)
    if isComplete, done.isSwipe { delegate?.container(self, didSelect: done.targetIndex) }
    guard runningChange == nil, let next = pendingIndex else { return }
    pendingIndex = nil
    select(next, at: lastTime)
  }

  /// Ends the running change at once, and drops the selection that waits for its end.
  private func endChangesAtOnce() {
    pendingIndex = nil
    guard let runningChange else { return }
    // A change whose swipe has not been released is undone.
    if !runningChange.transition.isAnimated { runningChange.transition.run(to: 0, at: lastTime) }
    finish(runningChange)
  }

  private func selectWithoutAnimation(_ index: Int) {
    selectedIndex = index
    showSelectedLayer()
    updatePresences()
  }

  private func advanceInteraction() {
    guard let runningChange else { return }
    let seconds = runningChange.transition.recordFrameAndElapsedSeconds(at: lastTime)
    guard let interaction = runningChange.transition.interaction else { return }
    switch interaction.step(after: seconds) {
    case .move(let progress):
      runningChange.transition.setProgress(min(max(progress, 0), 1), at: lastTime)
    case .finish: endInteraction(velocity: 0, finishes: true, speed: interaction.completionSpeed)
    case .cancel: endInteraction(velocity: 0, finishes: false, speed: interaction.completionSpeed)
    }
  }

  /// The latest time of an event, a frame or a call, on the clock of frame times.
  var lastTime: Timestamp { input.latestTime }

  /// Advances ``lastTime`` to `time`, unless that is earlier.
  func advance(to time: Timestamp) { input.advance(to: time) }

  // MARK: Layers

  private func layer(_ index: Int) -> SceneLayer {
    if let layer = layers[index] { return layer }
    let layer = SceneLayer(tabs[index].scene)
    layers[index] = layer
    return layer
  }

  /// Shows the layer of the selected scene at rest, and removes all other layers.
  private func showSelectedLayer() {
    let selected = layer(selectedIndex)
    for child in sceneArea.children where child !== selected {
      (child as? SceneLayer)?.storeFocus()
      child.removeFromParent()
    }
    if selected.parent !== sceneArea { sceneArea.add(selected) }
    selected.putAtRest(in: sceneArea.bounds)
    selected.restoreFocus()
    updateTabBar()
  }

  private func updateTabBar() {
    sceneTabBar.show(tabs, selected: selectedIndex, isEnabled: runningChange == nil)
  }

  private func updatePresences() {
    for layer in layers { layer?.setPresence(min(presence(of: layer), layer?.presence ?? .hidden)) }
    for layer in layers { layer?.setPresence(presence(of: layer)) }
  }

  private func presence(of layer: SceneLayer?) -> ScenePresence {
    guard let layer, layer.parent === sceneArea else { return .hidden }
    return min(presence, runningChange == nil ? .inPlace : .visible)
  }

  private func setPresence(_ presence: ScenePresence) {
    self.presence = presence
    updatePresences()
  }

  // MARK: As a view

  public override func layout() {
    input.setUIScale(uiScale)
    sceneTabBar.style = style
    if style == .external {
      if sceneTabBar.parent === self { sceneTabBar.removeFromParent() }
    } else {
      if sceneTabBar.parent !== self { add(sceneTabBar) }
      sceneTabBar.layout(in: bounds, uiScale: uiScale)
    }
    sceneArea.frame = sceneTabBar.contentArea(in: bounds)
    if let runningChange {
      runningChange.transition.resize(to: sceneArea.bounds, uiScale: uiScale, at: lastTime)
    } else {
      layer(selectedIndex).putAtRest(in: sceneArea.bounds)
    }
  }

  public override var wantsFrame: Bool { runningChange.map { !$0.transition.isHeld } ?? false }

  public override var nextDeadline: Timestamp? { input.deadline }

  public override func update(at frame: FrameTime) {
    input.advance(to: frame.presentation)
    _ = handle(input.swipes(until: frame.presentation))
    advanceInteraction()
    guard let runningChange else { return }
    runningChange.transition.show(at: lastTime)
    if runningChange.transition.progress.isSettled(at: lastTime) { finish(runningChange) }
  }

  public override func draw(in canvas: Canvas, damage: Rect) { canvas.fill(bounds, background) }

  /// Whether a drag from `point`, in the container's coordinates, leads to another tab; `direction`
  /// points where the contact moves.
  public override func followsDrag(from point: Point, towards direction: Vector) -> Bool {
    guard !swipeKinds.isEmpty, abs(direction.dx) > abs(direction.dy) else { return false }
    return tabs.indices.contains(neighbourIndex(towards: direction.dx))
  }

  /// The index of the tab that a swipe by `dx` pixels, positive to the right, leads to; there may
  /// be no such tab. A swipe to the right leads to the previous tab, in a mirrored interface to the
  /// next one.
  func neighbourIndex(towards dx: Double) -> Int {
    selectedIndex + ((dx > 0) == LayoutDirection.isRightToLeft ? 1 : -1)
  }

  public override func intercept(_ event: InputEvent) -> Bool {
    handle(input.receive(event))
  }

  public override func receive(_ event: InputEvent) -> Bool {
    if case .key(let key) = event { return receive(key) }
    if intercept(event) { return true }
    // Events that no view of a scene handles are consumed, because a drag that begins with them may
    // still become a swipe.
    switch event {
    case .pointer(let pointer): return pointer.kind == .pressed(.primary)
    case .touch, .scroll, .swipe: return true
    default: return false
    }
  }
}

/// The life-cycle calls of the container as a scene, which are passed on to the scenes in it.
extension SceneContainer: Scene {
  public var view: View { self }
  /// Called before a part of the container becomes visible.
  public func willAppear() { setPresence(.visible) }
  /// Called when the container is in place and no transition moves it any more.
  public func didAppear() { setPresence(.inPlace) }
  /// Called before the container begins to move off the screen.
  public func willDisappear() { setPresence(.visible) }
  /// Called when no part of the container is visible any more.
  public func didDisappear() { setPresence(.hidden) }
}

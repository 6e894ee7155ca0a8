public import Drawing
public import Geometry
public import Gestures
public import Input
public import Motion
public import Transitions
public import Views

/// Several scenes of which one is shown, and a strip of buttons to choose it.
///
/// Buttons, Ctrl+Tab, Ctrl+1…9 and a sideways swipe change the scene. There are never two changes
/// at once: what is chosen meanwhile waits. A swipe can be taken back; then everything is as before.
/// It is a scene itself, so that it can lie in a stack.
///
/// - Source: the container of objc.io 12.
public final class SceneContainer: View {
  /// One of the scenes and its button.
  public struct Tab {
    /// What is shown.
    public var scene: any Scene
    /// On its button.
    public var icon: Icon
    /// On its button while it is selected; the same icon when nil.
    public var selectedIcon: Icon?

    /// Makes a tab; the same icon for both states unless told otherwise.
    public init(_ scene: any Scene, icon: Icon, selectedIcon: Icon? = nil) {
      self.scene = scene
      self.icon = icon
      self.selectedIcon = selectedIcon
    }
  }
  /// Where the buttons are.
  public var style = SceneStrip.Style.bar {
    didSet { if style != oldValue { setNeedsLayout() } }
  }
  /// How scenes change unless the delegate knows better. Default: slide with a spring.
  public var animator: any SceneAnimator = SlideSceneAnimator()
  /// How many times as fast everything goes. Default 1.
  public var animationSpeed = 1.0
  /// True replaces every animation by its end. Default false.
  public var reducesMotion = false
  /// How a swipe counts. Default: as in the source.
  public var swipeProfile = SceneSwipeProfile.objcIO
  /// What can swipe. Default: everything.
  public var swipeKinds: Set<PointerKind> = [.mouse, .touch, .touchpad]
  /// What is behind scenes that move. Default black.
  public var background = Color.black {
    didSet { if background != oldValue { setNeedsDisplay() } }
  }
  /// Who is told and asked.
  public weak var delegate: (any SceneContainerDelegate)?
  /// What the container is called as a scene.
  public var title = ""

  /// The scenes; at least one.
  public private(set) var tabs: [Tab]
  /// The scene that is shown; while one changes by itself, the one that comes.
  public internal(set) var selectedIndex: Int

  /// A change under way.
  struct Running {
    let move: SceneMove
    let origin: Int
    let target: Int
    /// True when a person chose it, and is to be told of when it is there.
    let isSwipe: Bool
    /// Where progress was when a hand took it.
    var held: Double?
    /// What drives it in place of a hand.
    var interaction: (any SceneInteraction)?
    /// The first frame it was seen in: whoever pressed a button does not know the time.
    var began: Timestamp?
  }
  var running: Running?
  var waiting: Int?
  private var layers: [SceneLayer?]
  private var presence = ScenePresence.hidden
  var watch = SwipeWatch()
  var lastTime = Timestamp.zero
  let area = View()
  /// The buttons; for a host that puts them into a bar of its own.
  public let strip = SceneStrip()

  /// Makes a container of at least one scene, which is shown without animation.
  public init(_ tabs: [Tab], selected: Int = 0) {
    precondition(!tabs.isEmpty, "a container needs a scene")
    self.tabs = tabs
    layers = Array(repeating: nil, count: tabs.count)
    selectedIndex = min(max(selected, 0), tabs.count - 1)
    super.init()
    area.clipsChildren = true
    add(area)
    add(strip)
    strip.onTap = { [weak self] in self?.choose($0) }
    adopt()
  }

  /// True when nothing moves or is held.
  public var isAtRest: Bool { running == nil }

  // MARK: Choosing

  /// Shows another scene; one that is changing already comes first.
  ///
  /// - Parameter time: this moment, on the clock frames are timed by.
  public func select(_ index: Int, isAnimated: Bool = true, at time: Timestamp) {
    lastTime = max(lastTime, time)
    guard tabs.indices.contains(index) else { return }
    guard running == nil else {
      waiting = index
      return
    }
    guard index != selectedIndex else { return }
    guard isAnimated, stage != nil else { return replace(by: index) }
    let vended = delegate?.container(self, animatorFrom: selectedIndex, to: index)
    let interaction = vended.flatMap { delegate?.container(self, interactionFor: $0) }
    start(to: index, by: vended ?? animator, interaction: interaction, isSwipe: false)
  }

  /// Puts other scenes in place of all, without animation.
  public func replaceTabs(_ tabs: [Tab], selected: Int = 0) {
    precondition(!tabs.isEmpty, "a container needs a scene")
    stop()
    let gone = layers
    self.tabs = tabs
    layers = tabs.map { tab in gone.first { $0?.scene === tab.scene } ?? nil }
    selectedIndex = min(max(selected, 0), tabs.count - 1)
    adopt()
    for layer in gone { layer?.bring(to: level(of: layer)) }
    tell()
  }

  /// Shows the scene a person chose, and says so.
  func choose(_ index: Int) {
    guard tabs.indices.contains(index) else { return }
    select(index, at: lastTime)
    delegate?.container(self, didSelect: index)
  }

  /// The scene there will be when nothing is under way.
  var nextIndex: Int { waiting ?? running?.target ?? selectedIndex }

  // MARK: Layers

  func layer(_ index: Int) -> SceneLayer {
    if let layer = layers[index] { return layer }
    let layer = SceneLayer(tabs[index].scene)
    layers[index] = layer
    return layer
  }

  /// Only the selected scene is inside.
  func adopt() {
    let selected = layer(selectedIndex)
    for child in area.children where child !== selected {
      (child as? SceneLayer)?.leaveFocus()
      child.removeFromParent()
    }
    if selected.parent !== area { area.add(selected) }
    selected.rest(in: area.bounds)
    selected.returnFocus()
    showSelection()
  }

  func showSelection() {
    strip.show(tabs, selected: selectedIndex, isEnabled: running == nil)
  }

  func tell() {
    for layer in layers { layer?.bring(to: min(level(of: layer), layer?.presence ?? .hidden)) }
    for layer in layers { layer?.bring(to: level(of: layer)) }
  }

  private func level(of layer: SceneLayer?) -> ScenePresence {
    guard let layer, layer.parent === area else { return .hidden }
    return min(presence, running == nil ? .inPlace : .seen)
  }

  private func become(_ presence: ScenePresence) {
    self.presence = presence
    tell()
  }

  // MARK: As a view

  public override func layout() {
    watch.fit(to: uiScale)
    strip.style = style
    if style == .detached {
      if strip.parent === self { strip.removeFromParent() }
    } else {
      if strip.parent !== self { add(strip) }
      strip.place(in: bounds, uiScale: uiScale)
    }
    area.frame = strip.areaLeft(in: bounds)
    if let running {
      running.move.resize(to: area.bounds, uiScale: uiScale, at: lastTime)
    } else {
      layer(selectedIndex).rest(in: area.bounds)
    }
  }

  public override var wantsFrame: Bool {
    running.map { $0.held == nil || $0.interaction != nil } ?? false
  }

  public override var nextDeadline: Timestamp? { watch.deadline }

  public override func update(at frame: FrameTime) {
    lastTime = max(lastTime, frame.presentation)
    _ = follow(watch.advance(to: frame.presentation))
    step()
    guard let running else { return }
    running.move.show(at: lastTime)
    if running.move.progress.isSettled(at: lastTime) { finish(running) }
  }

  public override func draw(in canvas: Canvas, damage: Rect) { canvas.fill(bounds, background) }

  public override func intercept(_ event: InputEvent) -> Bool {
    lastTime = max(lastTime, event.time)
    return follow(watch.receive(event))
  }

  public override func receive(_ event: InputEvent) -> Bool {
    if case .key(let key) = event { return receive(key) }
    if intercept(event) { return true }
    // A drag over a scene that wants nothing may still become a swipe.
    switch event {
    case .pointer(let pointer): return pointer.kind == .pressed(.primary)
    case .touch, .scroll, .swipe: return true
    default: return false
    }
  }
}

/// As a scene it passes on to the one it shows what it is told itself.
extension SceneContainer: Scene {
  /// Itself.
  public var view: View { self }
  /// Some of it is about to be seen.
  public func willAppear() { become(.seen) }
  /// It is in place.
  public func didAppear() { become(.inPlace) }
  /// It is about to go.
  public func willDisappear() { become(.seen) }
  /// Nothing is seen of it any more.
  public func didDisappear() { become(.hidden) }
}

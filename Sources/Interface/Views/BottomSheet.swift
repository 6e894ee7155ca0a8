public import Drawing
public import Geometry
public import Input
public import Motion

/// A panel that slides up from the bottom over everything and takes every event until it goes: by
/// Escape, by a press beside it, or because something in it was chosen.
///
/// The keyboard goes round through its ``stops``. What had the keyboard before gets it back.
@MainActor
open class BottomSheet: View {
  /// Called once it is out of sight.
  public final var onClose: () -> Void = {}
  /// Called when it begins to go.
  public final var onLeave: () -> Void = {}
  /// True when it comes and goes at once. Default: false.
  public final var reducesMotion = false
  /// True from the moment it goes.
  public private(set) final var isLeaving = false
  /// What slides up; subclasses put their things into it and draw it.
  public final let panel: View

  /// How it comes and goes.
  public struct Manner: Sendable {
    /// What is laid over everything behind it.
    public var scrim = Color(white: 0, alpha: 0.45)
    /// Seconds it takes to come.
    public var slideIn = 0.25
    /// Seconds it takes to go.
    public var slideOut = 0.2
    /// Makes the usual manner.
    public init() {}
  }

  /// A share of the way that cannot be seen.
  private static let tolerance = 0.001

  private let manner: Manner
  private var slide = AnimatedValue(0)
  private var share = 0.0
  /// The end it has to run to from the next frame on.
  private var goal: Double?
  private weak var formerFocus: View?

  /// Makes a sheet whose things are in `panel`; the label is what a screen reader says.
  public init(label: String, panel: View, manner: Manner = Manner()) {
    self.panel = panel
    self.manner = manner
    super.init()
    accessibilityLabel = label
    fillsParent = true
    tracksHover = true
    add(panel)
  }

  // MARK: To override

  /// What the keyboard goes through, in order.
  open var stops: [View] { [] }

  /// What has the keyboard at first. Default: the first stop.
  open var firstStop: View? { stops.first }

  /// Where the panel lies once it is up, in a window of the sheet's size.
  open func placePanel() -> Rect { .zero }

  /// Takes a key that no control took; true when it meant something.
  open func press(_ key: KeyEvent) -> Bool { false }

  // MARK: To call

  /// Shows it over everything on `stage` and gives it the keyboard; one that was leaving comes back.
  public final func open(on stage: Stage) {
    isLeaving = false
    isInteractive = true
    goal = 1
    if parent !== stage.root {
      formerFocus = stage.focus
      stage.root.add(self)
    }
    stage.setFocus(firstStop)
    requestFrame()
  }

  /// Slides it away; whatever is behind it can be used at once.
  public final func close() {
    guard !isLeaving, parent != nil else { return }
    isLeaving = true
    isInteractive = false
    goal = 0
    onLeave()
    stage?.setFocus(formerFocus.flatMap { $0.stage === stage ? $0 : nil })
    requestFrame()
  }

  /// Lays the panel out anew: it is of another size.
  public final func panelDidChange() {
    setNeedsLayout()
    requestFrame()
  }

  // MARK: As a view

  public final override var wantsFrame: Bool { goal != nil || share != slide.target }

  open override func update(at frame: FrameTime) {
    let t = frame.presentation
    if let goal {
      let seconds = reducesMotion ? 0 : goal > 0 ? manner.slideIn : manner.slideOut
      slide.animate(to: goal, in: seconds, .easeOut, at: t, tolerance: Self.tolerance)
      self.goal = nil
    }
    let share = min(1, max(0, slide.value(at: t)))
    if share != self.share {
      self.share = share
      setNeedsDisplay()
      place()
    }
    if isLeaving, share == 0, slide.isSettled(at: t) {
      removeFromParent()
      onClose()
    }
  }

  public final override func layout() { place() }

  private func place() {
    var rest = placePanel()
    rest.origin.y += ((bounds.height - rest.minY) * (1 - share)).rounded()
    panel.frame = rest
  }

  public final override func draw(in canvas: Canvas, damage: Rect) {
    canvas.fill(damage, manner.scrim.opacity(share))
  }

  // MARK: Events

  public final override func receive(_ event: InputEvent) -> Bool {
    switch event {
    case .pointer(let pointer):
      if case .pressed = pointer.kind, !isOnPanel(pointer.location) { close() }
    case .touch(let touch):
      if touch.phase == .began, !isOnPanel(touch.location) { close() }
    case .key(let key): if key.isPress { take(key) }
    case .cancelled: return false
    case .scroll, .pinch, .swipe: break
    }
    return true
  }

  private func isOnPanel(_ point: Point) -> Bool { panel.frame.contains(point) }

  private func take(_ key: KeyEvent) {
    guard !press(key) else { return }
    switch key.name {
    case .down: move(1)
    case .up: move(-1)
    case .tab: move(key.modifiers.contains(.shift) ? -1 : 1)
    case .home: stage?.setFocus(stops.first)
    case .end: stage?.setFocus(stops.last)
    case .escape: if !key.isRepeat { close() }
    default: break
    }
  }

  private func move(_ step: Int) {
    let stops = stops.filter(\.isFocusable)
    guard !stops.isEmpty else { return }
    let place = stops.firstIndex(where: \.isFocused).map { $0 + step } ?? 0
    stage?.setFocus(stops[(place + stops.count) % stops.count])
  }
}

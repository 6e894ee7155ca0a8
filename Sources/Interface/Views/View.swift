public import Drawing
public import Geometry
package import Gestures
public import Input
public import Motion

/// A rectangle that draws and feels, with others inside it.
///
/// Points are device pixels, y down; a view's own origin is its top left corner. Views are drawn at
/// whole pixels: a fractional origin is rounded. Children are drawn over their parent, later ones
/// over earlier ones, and may reach beyond it unless `clipsChildren`.
@MainActor
open class View {
  /// Where it is, in its parent's points.
  public final var frame: Rect {
    willSet { if !newValue.isDrawnLike(frame) { damageParent() } }
    didSet {
      if !frame.isDrawnLike(oldValue) { damageParent() }
      guard frame.size != oldValue.size else { return }
      setNeedsLayout()
      for child in children where child.fillsParent { child.frame = bounds }
    }
  }
  /// How opaque it and its children are together, 0 to 1.
  public final var alpha = 1.0 {
    willSet { if newValue != alpha { damageParent() } }
    didSet { if alpha != oldValue { damageParent() } }
  }
  /// How large it and its children are drawn, about its middle; for the time of an animation,
  /// because a view of another size than its own feels nothing.
  public final var drawnScale = 1.0 {
    willSet { if newValue != drawnScale { damageParent() } }
    didSet { if drawnScale != oldValue { damageParent() } }
  }
  /// True when it and its children are neither drawn nor felt.
  public final var isHidden = false {
    willSet { if newValue != isHidden { damageParent() } }
    didSet {
      guard isHidden != oldValue else { return }
      damageParent()
      if isHidden {
        raster = nil
        stage?.dropFocus(inside: self)
      } else {
        stage?.askForLayout()
      }
    }
  }
  /// True when its frame follows its parent's bounds.
  public final var fillsParent = false {
    didSet { if fillsParent, let parent { frame = parent.bounds } }
  }
  /// True when it covers its whole bounds with opaque pixels, so nothing under it need be drawn.
  public final var isOpaque = false
  /// True when children end at its bounds.
  public final var clipsChildren = false
  /// How round the corners are at which children end when `clipsChildren`. Default: 0.
  public final var clipRadius = 0.0 {
    didSet { if clipRadius != oldValue { setNeedsDisplay() } }
  }
  /// True to keep a picture of it and its children, and to draw that until something in it changes:
  /// for texts and shapes that stay as they are over something that moves. Default: false.
  public final var isRasterized = false {
    didSet { if isRasterized != oldValue { setNeedsDisplay() } }
  }
  /// False when events pass through it and its children.
  public final var isInteractive = true
  /// True when it wants to know about the pointer resting over it.
  public final var tracksHover = false
  /// True when the Tab key may give it the keyboard.
  public final var isFocusable = false
  /// True when the first Tab goes to it, while no view has the keyboard. Default: false.
  package final var takesFirstTab = false
  /// What a screen reader says; empty for decoration.
  public final var accessibilityLabel = ""

  /// Those inside it, the frontmost last.
  public private(set) final var children: [View] = []
  /// The one it is inside of.
  public private(set) final weak var parent: View?
  /// Set by the stage on its root only.
  final weak var host: Stage?
  final var needsLayout = true
  /// Kept by the stage when ``isRasterized``.
  final var raster: Raster?
  /// Grows whenever something it or its children draw changes, but not when it is only moved: what
  /// keeps a picture of it has to make another one.
  public private(set) final var changeCount = 0

  /// Makes a view without a parent.
  public init(frame: Rect = .zero) {
    self.frame = frame
  }

  // Said aloud, because a subclass in another module would otherwise be freed on any thread, and
  // the compiler makes this one check that it is the main one.
  isolated deinit {}

  // MARK: To override

  /// Draws it, without its children, in its own points; the canvas is clipped to `damage`.
  open func draw(in canvas: Canvas, damage: Rect) {}

  /// Places its children; called between update and draw when its size or scale changed, or after
  /// `setNeedsLayout`. A hidden view is laid out once it is shown.
  open func layout() {}

  /// Brings it to the time of a frame, before layout and drawing.
  open func update(at frame: FrameTime) {}

  /// True while it moves and wants to be updated at every frame; not asked while hidden.
  open var wantsFrame: Bool { false }

  /// When it wants to be updated though nothing happened, nil when never; not asked while hidden.
  open var nextDeadline: Timestamp? { nil }

  /// Everything it draws itself, in its own points; larger than its bounds where there is a shadow.
  open var paintBounds: Rect { bounds }

  /// True when a point, in its own points, is on it.
  open func contains(_ point: Point) -> Bool { bounds.contains(point) }

  /// Takes an event, its location in this view's points, or leaves it to what is behind.
  ///
  /// A view that takes a press, a touch or the beginning of a touchpad gesture gets the rest of it.
  ///
  /// - Returns: true when it took the event.
  open func receive(_ event: InputEvent) -> Bool { false }

  /// Sees a contact's event, its location in this view's points, on its way to a view inside; true
  /// takes the whole contact away from there.
  ///
  /// Those it was taken from are told with `.cancelled`, and the rest comes to `receive`. Asked from
  /// the outermost view inwards, and never for what goes to this view itself.
  open func intercept(_ event: InputEvent) -> Bool { false }

  /// The pointer came over it or left; only called when `tracksHover`.
  open func hoverChanged(_ isInside: Bool, at time: Timestamp) {}

  /// It got or lost the keyboard.
  open func focusChanged(_ isFocused: Bool) { setNeedsDisplay() }

  /// Its stage can be seen, or no longer: see ``Stage/isSeen``.
  open func stageSightChanged() {}

  // MARK: To call

  /// Its own area in its own points.
  public final var bounds: Rect { Rect(origin: .zero, size: frame.size) }

  /// The stage it is on, if any.
  public final var stage: Stage? { host ?? parent?.stage }

  /// The size of chrome: 1 on an ordinary monitor, 2 on a dense one.
  public final var uiScale: Double { stage?.scale ?? 1 }

  /// The desktop's settings for pointers.
  package final var pointerSettings: PointerSettings { stage?.pointerSettings ?? PointerSettings() }

  /// True when it has the keyboard.
  public final var isFocused: Bool { stage?.focus === self }

  /// Its top left corner, as drawn, in the stage's points.
  public final var originInStage: Point {
    guard let parent else { return .zero + drawnOffset }
    return parent.originInStage + drawnOffset
  }

  /// Puts `child` in front of all others, taking it from where it was.
  public final func add(_ child: View) { insert(child, at: children.count) }

  /// Puts `child` among the others, 0 being the hindmost, taking it from where it was.
  public final func insert(_ child: View, at index: Int) {
    precondition(!isInside(child), "a view cannot be put inside itself")
    child.removeFromParent()
    children.insert(child, at: min(max(0, index), children.count))
    child.parent = self
    if child.fillsParent { child.frame = bounds }
    child.setNeedsLayoutInside()
    child.damageParent()
    stage?.askForLayout()
  }

  /// Takes it out of its parent.
  public final func removeFromParent() {
    guard let parent else { return }
    damageParent()
    raster = nil
    let stage = stage
    parent.children.removeAll { $0 === self }
    self.parent = nil
    stage?.forget(self)
  }

  /// Has all of it drawn again.
  public final func setNeedsDisplay() { damage(paintBounds) }

  /// Has a part of it drawn again, in its own points.
  public final func setNeedsDisplay(_ rect: Rect) { damage(rect) }

  /// Has `layout` called before the next frame.
  public final func setNeedsLayout() {
    needsLayout = true
    stage?.askForLayout()
  }

  /// Asks for a frame, so that `update(at:)` is called soon.
  public final func requestFrame() { stage?.requestFrame() }

  // MARK: Inside

  /// From its parent's origin to its own, moved to the nearest whole pixel.
  final var drawnOffset: Vector { frame.drawnOffset }

  /// Everything it and its children draw, in its own points.
  final var paintedArea: Rect {
    var area = paintBounds
    for child in children where child.isVisible {
      area = area.union(child.inParent(child.paintedArea))
    }
    return clipsChildren ? area.intersection(bounds) ?? .zero : area
  }

  /// A rectangle of its own points where its parent sees it.
  final func inParent(_ rect: Rect) -> Rect {
    rect.scaled(by: drawnScale, about: bounds.center).offset(by: drawnOffset)
  }

  /// A rectangle of its parent's points in its own.
  final func fromParent(_ rect: Rect) -> Rect {
    rect.offset(by: -drawnOffset).scaled(by: 1 / drawnScale, about: bounds.center)
  }

  final var isVisible: Bool { !isHidden && alpha > 0 && drawnScale > 0 }

  final func isInside(_ other: View) -> Bool {
    self === other || (parent?.isInside(other) ?? false)
  }

  final func setNeedsLayoutInside() {
    needsLayout = true
    for child in children { child.setNeedsLayoutInside() }
  }

  private func damageParent() {
    guard isVisible else { return }
    spread(paintedArea)
  }

  private func damage(_ rect: Rect) {
    changeCount &+= 1
    guard isVisible else { return }
    spread(rect)
  }

  private func spread(_ rect: Rect) {
    let area = inParent(rect)
    guard let parent else {
      host?.addDamage(area)
      return
    }
    guard parent.clipsChildren else { return parent.damage(area) }
    if let seen = area.intersection(parent.bounds) { parent.damage(seen) }
  }
}

extension Rect {
  var drawnOffset: Vector { Vector(dx: origin.x.rounded(), dy: origin.y.rounded()) }

  func scaled(by factor: Double, about middle: Point) -> Rect {
    guard factor != 1 else { return self }
    return Rect(
      origin: middle + (origin - middle) * factor,
      size: Size(width: width * factor, height: height * factor))
  }

  func isDrawnLike(_ other: Rect) -> Bool {
    size == other.size && drawnOffset == other.drawnOffset
  }
}

public import Drawing
public import Geometry
package import Gestures
public import Input
import Localization
public import Motion

/// A rectangle of a stage that draws, handles input events and contains child views.
///
/// Coordinates and lengths are device pixels, and y grows downwards; the origin of a view's
/// coordinates is its top left corner. Views are drawn at whole pixels: a fractional origin is
/// rounded. Children are drawn over their parent, later children over earlier ones, and may extend
/// beyond it unless `clipsChildren` is set.
///
/// A subclass that needs a deinitialiser declares it `isolated deinit`, because views belong to the
/// main actor.
@MainActor
open class View {
  /// The position and size of the view in the parent's coordinates.
  public final var frame: Rect {
    willSet { if !newValue.isDrawnLike(frame) { damageParent() } }
    didSet {
      if !frame.isDrawnLike(oldValue) { damageParent() }
      guard frame.size != oldValue.size else { return }
      setNeedsLayout()
      for child in children where child.fillsParent { child.frame = bounds }
    }
  }
  /// The opacity of the view and its children as a group, 0…1. Default: 1.
  public final var alpha = 1.0 {
    willSet { if newValue != alpha { damageParent() } }
    didSet { if alpha != oldValue { damageParent() } }
  }
  /// The factor by which the view and its children are drawn larger or smaller, about the view's
  /// centre. Default: 1. It is meant for animations: at any other value the view takes no part in
  /// the hit test.
  public final var drawnScale = 1.0 {
    willSet { if newValue != drawnScale { damageParent() } }
    didSet { if drawnScale != oldValue { damageParent() } }
  }
  /// Whether the view and its children are neither drawn nor hit by events. Hiding a view also
  /// takes the keyboard focus from it and its children. Default: false.
  public final var isHidden = false {
    willSet { if newValue != isHidden { damageParent() } }
    didSet {
      guard isHidden != oldValue else { return }
      damageParent()
      if isHidden {
        raster = nil
        stage?.removeFocus(inside: self)
      } else {
        stage?.requestLayout()
      }
    }
  }
  /// Whether the frame of the view always equals the parent's bounds. Default: false.
  public final var fillsParent = false {
    didSet { if fillsParent, let parent { frame = parent.bounds } }
  }
  /// Whether the view covers its whole bounds with opaque pixels, so that views behind it need not
  /// be drawn. Default: false.
  public final var isOpaque = false
  /// Whether children are clipped to the bounds, for drawing and for the hit test. Default: false.
  public final var clipsChildren = false
  /// The corner radius of the rectangle to which children are clipped, in device pixels. Default:
  /// 0.
  public final var clipRadius = 0.0 {
    didSet { if clipRadius != oldValue { setNeedsDisplay() } }
  }
  /// Whether the view and its children are drawn into a bitmap, which is reused until something in
  /// them changes. The bitmap saves time for texts and shapes that stay the same over moving
  /// content. Default: false.
  public final var isRasterized = false {
    didSet { if isRasterized != oldValue { setNeedsDisplay() } }
  }
  /// Whether the view and its children can be hit by pointer and touch events, and get the focus by
  /// the Tab key. Default: true.
  public final var isInteractive = true
  /// Whether ``hoverChanged(_:at:)`` is called. Only the frontmost view under the pointer that has
  /// this set counts as hovered. Default: false.
  public final var tracksHover = false
  /// Whether the Tab key may move the keyboard focus to the view. Default: false.
  public final var isFocusable = false
  /// Whether the view is the one to which the first Tab moves the keyboard focus while no view has
  /// it. Default: false.
  package final var takesFirstTab = false
  /// The way in which the view's coordinates are mirrored for a language written from right to
  /// left. Default: `.inherited`.
  package final var mirroring = Mirroring.inherited
  /// The name of the view for a screen reader; empty for a view that is only decoration. Default:
  /// empty.
  public final var accessibilityLabel = ""
  /// Whether the view is hidden only until the user needs it, so that assistive programs can still
  /// reach it. Default: false.
  package final var isHiddenUntilNeeded = false
  /// The number of the view as an element for assistive programs; nil until one asks for it.
  final var accessibleNumber: UInt32?

  /// The views inside this one in drawing order, the frontmost last.
  public private(set) final var children: [View] = []
  /// The view that contains this view; nil for a root view and outside a tree.
  public private(set) final weak var parent: View?
  /// The stage of which this view is the root; nil for every other view.
  final weak var stageIfRoot: Stage?
  final var needsLayout = true
  /// The cached bitmap of a view with ``isRasterized``, which the stage makes; nil without one.
  final var raster: Raster?
  /// A counter that grows whenever what the view or its children draw changes, but not when the
  /// view only moves. A picture of the view is out of date when the counter has another value.
  public private(set) final var changeCount = 0

  public init(frame: Rect = .zero) {
    self.frame = frame
  }

  // Explicit, because a subclass in another module would otherwise be freed on any thread; with
  // this declaration the compiler makes it run on the main actor.
  isolated deinit {}

  // MARK: To override

  /// Draws the view without its children, in its own coordinates. The canvas is clipped to
  /// `damage`, the part that must be drawn. Default: draws nothing.
  open func draw(in canvas: Canvas, damage: Rect) {}

  /// Sets the frames of the children. Called between update and drawing, after the size or the UI
  /// scale has changed or ``setNeedsLayout()`` was called. A hidden view is laid out when it is
  /// shown. Default: does nothing.
  open func layout() {}

  /// Advances the view to the time of a frame, before layout and drawing; called for hidden views,
  /// too. Default: does nothing.
  open func update(at frame: FrameTime) {}

  /// Whether the view moves and needs an update in every frame; not read while the view is hidden.
  /// Default: false.
  open var wantsFrame: Bool { false }

  /// The time at which the view needs an update although no event arrives; nil for none. Not read
  /// while the view is hidden. Default: nil.
  open var nextDeadline: Timestamp? { nil }

  /// The rectangle within which ``draw(in:damage:)`` paints, in this view's coordinates; larger
  /// than the bounds for a view with a shadow, and empty for a view of which only the children
  /// paint, which then costs nothing while it fades. Default: the bounds.
  open var drawingBounds: Rect { bounds }

  /// The hit test: whether a point, in this view's coordinates, belongs to the view. Default: the
  /// points in the bounds do.
  open func contains(_ point: Point) -> Bool { bounds.contains(point) }

  /// Handles an event whose location is in this view's coordinates. Default: does nothing and
  /// returns false.
  ///
  /// A view that handles a press, the start of a touch or the start of a touchpad gesture receives
  /// all further events of that contact.
  ///
  /// - Returns: False to offer the event to the view behind.
  open func receive(_ event: InputEvent) -> Bool { false }

  /// Inspects an event that is about to be delivered to a view inside this one, with the location
  /// in this view's coordinates. Default: does nothing and returns false.
  ///
  /// The outermost view is asked first. No view is asked about an event whose target is the view
  /// itself.
  ///
  /// - Returns: True to take over the contact: the views that lose it receive `.cancelled`, and
  ///   further events of the contact go to ``receive(_:)`` of this view.
  open func intercept(_ event: InputEvent) -> Bool { false }

  /// Whether the view follows a drag that begins at `point`, in this view's coordinates, and moves
  /// in `direction`. A view around it that could follow the drag, too, then leaves it to this view:
  /// the innermost one gets the drag. Default: false.
  open func followsDrag(from point: Point, towards direction: Vector) -> Bool { false }

  /// Called when the pointer enters or leaves a view with ``tracksHover``. Default: does nothing.
  open func hoverChanged(_ isInside: Bool, at time: Timestamp) {}

  /// Called when the view gets or loses the keyboard focus. Default: the view is drawn again.
  open func focusChanged(_ isFocused: Bool) { setNeedsDisplay() }

  /// Called when the language of the interface has changed while the view exists. Default:
  /// translates ``accessibilityLabel``.
  open func textsDidChange() { accessibilityLabel = tr(accessibilityLabel) }

  /// Called when the stage becomes visible or invisible; see ``Stage/isVisible``. Default: does
  /// nothing.
  open func stageVisibilityDidChange() {}

  // MARK: To call

  /// The rectangle of the view in its own coordinates, with its origin at zero.
  public final var bounds: Rect { Rect(origin: .zero, size: frame.size) }

  /// The stage that shows the view; nil when the view is not in a stage's tree.
  public final var stage: Stage? { stageIfRoot ?? parent?.stage }

  /// The UI scale in device pixels per point, for controls and text: 1 on a normal monitor, 2 on a
  /// HiDPI monitor; 1 outside a stage.
  public final var uiScale: Double { stage?.scale ?? 1 }

  /// The desktop's pointer settings, such as the double-click time; default settings outside a
  /// stage.
  package final var pointerSettings: PointerSettings { stage?.pointerSettings ?? PointerSettings() }

  /// Whether the view has the keyboard focus.
  public final var isFocused: Bool { stage?.focus === self }

  /// The position of the view's top left corner, as it is drawn, in the stage's coordinates.
  public final var originInStage: Point {
    guard !LayoutDirection.isRightToLeft else { return inStage(bounds).origin }
    guard let parent else { return .zero + drawnOffset }
    return parent.originInStage + drawnOffset
  }

  /// Adds `child` in front of the other children. A child of another view is removed from it
  /// before.
  public final func add(_ child: View) { insert(child, at: children.count) }

  /// Inserts `child` at an index of ``children``, clamped to them; 0 is the hindmost position. A
  /// child of another view is removed from it before. A child of this view only changes its
  /// position, and keeps the keyboard focus.
  ///
  /// - Precondition: This view is not inside `child`.
  public final func insert(_ child: View, at index: Int) {
    precondition(!isInside(child), "a view cannot be put inside itself")
    if child.parent === self {
      child.damageParent()
      children.removeAll { $0 === child }
    } else {
      child.removeFromParent()
    }
    children.insert(child, at: min(max(0, index), children.count))
    child.parent = self
    if child.fillsParent { child.frame = bounds }
    child.setNeedsLayoutInside()
    child.damageParent()
    stage?.requestLayout()
  }

  /// Removes the view from its parent; does nothing without one.
  public final func removeFromParent() {
    guard let parent else { return }
    damageParent()
    raster = nil
    let stage = stage
    parent.children.removeAll { $0 === self }
    self.parent = nil
    stage?.viewDidLeave(self)
  }

  /// Marks everything that the view draws for redrawing.
  public final func setNeedsDisplay() { damage(drawingBounds) }

  /// Marks a rectangle, in this view's coordinates, for redrawing.
  public final func setNeedsDisplay(_ rect: Rect) { damage(rect) }

  /// Makes the stage call ``layout()`` in the next frame.
  public final func setNeedsLayout() {
    needsLayout = true
    stage?.requestLayout()
  }

  /// Makes a frame necessary, so that ``update(at:)`` is called soon; does nothing outside a stage.
  public final func requestFrame() { stage?.requestFrame() }

  /// Whether a view inside this one follows a drag; see ``followsDrag(from:towards:)``. Only the
  /// frontmost view at the point, and the views around it, are asked.
  package final func containsFollower(ofDragFrom point: Point, towards direction: Vector) -> Bool {
    guard let stage else { return false }
    let position = inStage(Rect(origin: point, size: .zero)).origin
    var candidate = stage.views(at: position).first
    while let view = candidate, view !== self {
      let local = view.fromStage(position)
      let localDirection =
        view.runsRightToLeft == runsRightToLeft ? direction : direction.mirrored
      if view.followsDrag(from: local, towards: localDirection) { return view.isInside(self) }
      candidate = view.parent
    }
    return false
  }

  // MARK: Inside

  /// The offset of the view's origin from that of its parent, as it is drawn, in whole pixels.
  final var drawnOffset: Vector { frame.drawnOffset }

  /// The rectangle within which the view and its visible children paint, in this view's
  /// coordinates.
  package final var paintedArea: Rect {
    var area = drawingBounds
    for child in children where child.isVisible {
      area = area.union(child.inParent(child.paintedArea))
    }
    return clipsChildren ? area.intersection(bounds) ?? .zero : area
  }

  /// Converts a rectangle from this view's coordinates to the parent's, as it is drawn, with
  /// ``drawnScale``.
  final func inParent(_ rect: Rect) -> Rect {
    flipped(rect).scaled(by: drawnScale, about: bounds.center).offset(by: drawnOffset)
  }

  /// Converts a rectangle from the parent's coordinates to this view's, as it is drawn, without
  /// ``drawnScale``.
  final func fromParent(_ rect: Rect) -> Rect {
    flipped(rect.offset(by: -drawnOffset).scaled(by: 1 / drawnScale, about: bounds.center))
  }

  final var isVisible: Bool { !isHidden && alpha > 0 && drawnScale > 0 }

  package final func isInside(_ other: View) -> Bool {
    self === other || (parent?.isInside(other) ?? false)
  }

  final func setNeedsLayoutInside() {
    needsLayout = true
    for child in children { child.setNeedsLayoutInside() }
  }

  /// Marks the view and all views inside it for redrawing, also those that are hidden, and drops
  /// cached bitmaps of them.
  final func setNeedsDisplayInside() {
    raster = nil
    setNeedsDisplay()
    for child in children { child.setNeedsDisplayInside() }
  }

  private func damageParent() {
    guard isVisible else { return }
    propagateDamage(paintedArea)
  }

  private func damage(_ rect: Rect) {
    changeCount &+= 1
    guard isVisible else { return }
    propagateDamage(rect)
  }

  private func propagateDamage(_ rect: Rect) {
    let area = inParent(rect)
    guard let parent else {
      stageIfRoot?.addDamage(area)
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

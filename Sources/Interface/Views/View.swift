public import Drawing
public import Geometry
package import Gestures
public import Input
import Localization
public import Motion

/// A rectangle of a stage that draws, handles input events and contains child views.
///
/// Coordinates and lengths are device pixels, y down; the local origin is the top left corner.
/// Views are drawn at whole pixels: a fractional origin is rounded. Children are drawn over their
/// parent, later children over earlier ones, and may extend beyond it unless `clipsChildren` is
/// set.
///
/// A subclass that needs a deinitialiser declares it `isolated deinit`, because views belong to the
/// main actor.
@MainActor
open class View {
  /// The position and size in the parent's coordinates.
  public final var frame: Rect {
    willSet { if !newValue.isDrawnLike(frame) { damageParent() } }
    didSet {
      if !frame.isDrawnLike(oldValue) { damageParent() }
      guard frame.size != oldValue.size else { return }
      setNeedsLayout()
      for child in children where child.fillsParent { child.frame = bounds }
    }
  }
  /// The opacity of the view and its children as a group, 0 to 1. Default: 1.
  public final var alpha = 1.0 {
    willSet { if newValue != alpha { damageParent() } }
    didSet { if alpha != oldValue { damageParent() } }
  }
  /// The scale about the centre at which the view and its children are drawn. Default: 1. It is
  /// meant for animations: at any other scale the view takes no part in the hit test.
  public final var drawnScale = 1.0 {
    willSet { if newValue != drawnScale { damageParent() } }
    didSet { if drawnScale != oldValue { damageParent() } }
  }
  /// Whether the view and its children are neither drawn nor hit by events. Default: false. Hiding
  /// a view also takes the keyboard focus from it and its children.
  public final var isHidden = false {
    willSet { if newValue != isHidden { damageParent() } }
    didSet {
      guard isHidden != oldValue else { return }
      damageParent()
      if isHidden {
        raster = nil
        stage?.dropFocus(inside: self)
      } else {
        stage?.requestLayout()
      }
    }
  }
  /// Whether the frame follows the parent's bounds. Default: false.
  public final var fillsParent = false {
    didSet { if fillsParent, let parent { frame = parent.bounds } }
  }
  /// Whether the view covers its whole bounds with opaque pixels, so that views behind it need not
  /// be drawn. Default: false.
  public final var isOpaque = false
  /// Whether children are clipped to the bounds, for drawing and for the hit test. Default: false.
  public final var clipsChildren = false
  /// The corner radius of the clip of `clipsChildren`, in pixels. Default: 0.
  public final var clipRadius = 0.0 {
    didSet { if clipRadius != oldValue { setNeedsDisplay() } }
  }
  /// Whether the view and its children are drawn into a bitmap once, which is reused until
  /// something in them changes. Default: false. It is useful for text and shapes that stay the same
  /// above moving content.
  public final var isRasterized = false {
    didSet { if isRasterized != oldValue { setNeedsDisplay() } }
  }
  /// Whether the view and its children receive pointer and touch events and the Tab focus. Default:
  /// true.
  public final var isInteractive = true
  /// Whether the view receives `hoverChanged(_:at:)`. Default: false. Only the frontmost such view
  /// under the pointer is hovered.
  public final var tracksHover = false
  /// Whether the Tab key may move the keyboard focus to the view. Default: false.
  public final var isFocusable = false
  /// Whether the first Tab moves the focus to this view while no view has it. Default: false.
  package final var takesFirstTab = false
  /// The direction in which the view is laid out. Default: that of its parent.
  package final var mirroring = Mirroring.inherited
  /// The text for a screen reader; empty for decoration.
  public final var accessibilityLabel = ""
  /// Whether the view is hidden only until it is needed, so that it stays exposed to assistive
  /// programs. Default: false.
  package final var isFaded = false
  /// The number of the view among the elements of assistive programs; nil until one asks.
  final var accessibleNumber: UInt32?

  /// The child views, the frontmost last.
  public private(set) final var children: [View] = []
  /// The view that contains this view; nil for the root and outside a tree.
  public private(set) final weak var parent: View?
  /// The stage of a root view; nil for every other view.
  final weak var host: Stage?
  final var needsLayout = true
  /// The cached bitmap of a view with ``isRasterized``; managed by the stage.
  final var raster: Raster?
  /// A counter that grows whenever the drawn content of the view or its children changes, but not
  /// when the view only moves. A cached picture of the view is out of date when the counter
  /// differs.
  public private(set) final var changeCount = 0

  public init(frame: Rect = .zero) {
    self.frame = frame
  }

  // Explicit, because a subclass in another module would otherwise be freed on any thread; with
  // this declaration the compiler makes it run on the main actor.
  isolated deinit {}

  // MARK: To override

  /// Draws the view without its children, in local coordinates; the canvas is clipped to `damage`.
  open func draw(in canvas: Canvas, damage: Rect) {}

  /// Sets the frames of the children. Called between update and drawing after the size or the UI
  /// scale has changed or `setNeedsLayout` was called. A hidden view is laid out when it is shown.
  open func layout() {}

  /// Advances the view to the time of a frame, before layout and drawing; called for hidden views,
  /// too.
  open func update(at frame: FrameTime) {}

  /// Whether the view is moving and needs an update at every frame. Not called while hidden.
  open var wantsFrame: Bool { false }

  /// The time of the next update that the view needs without input; nil for none. Not called while
  /// hidden.
  open var nextDeadline: Timestamp? { nil }

  /// The area that `draw` paints, in local coordinates; larger than the bounds where there is a
  /// shadow.
  open var drawingBounds: Rect { bounds }

  /// The hit test: true when `point`, in local coordinates, belongs to the view.
  open func contains(_ point: Point) -> Bool { bounds.contains(point) }

  /// Handles an event whose location is in local coordinates.
  ///
  /// A view that handles a press, the start of a touch or the start of a touchpad gesture receives
  /// all further events of that contact.
  ///
  /// - Returns: false to offer the event to the view behind.
  open func receive(_ event: InputEvent) -> Bool { false }

  /// Inspects an event of a contact on its way to a view inside this one, with the location in
  /// local coordinates; true captures the contact for this view.
  ///
  /// The views that lose the contact receive `.cancelled`, and further events of the contact go to
  /// `receive`. The outermost view is called first. It is not called for events whose target is
  /// this view itself.
  open func intercept(_ event: InputEvent) -> Bool { false }

  /// Whether the view follows a drag that begins at `point`, in local coordinates, and moves in
  /// `direction`. A container around it that could follow the drag, too, then leaves it to this
  /// view: the innermost one that can follow gets it. Default: false.
  open func followsDrag(from point: Point, towards direction: Vector) -> Bool { false }

  /// Called when the pointer enters or leaves the view; only with `tracksHover`.
  open func hoverChanged(_ isInside: Bool, at time: Timestamp) {}

  /// Called when the view gets or loses the keyboard focus.
  open func focusChanged(_ isFocused: Bool) { setNeedsDisplay() }

  /// Called when the language of the interface has changed while the view exists. The text for a
  /// screen reader is translated.
  open func textsDidChange() { accessibilityLabel = tr(accessibilityLabel) }

  /// Called when the stage becomes visible or invisible. See ``Stage/isVisible``.
  open func stageVisibilityDidChange() {}

  // MARK: To call

  /// The area of the view in local coordinates; the origin is zero.
  public final var bounds: Rect { Rect(origin: .zero, size: frame.size) }

  /// The stage that shows the view; nil outside a stage.
  public final var stage: Stage? { host ?? parent?.stage }

  /// The UI scale in pixels per point, for controls and text: 1 on a normal monitor, 2 on a HiDPI
  /// monitor.
  public final var uiScale: Double { stage?.scale ?? 1 }

  /// The desktop's pointer settings, such as the double-click time.
  package final var pointerSettings: PointerSettings { stage?.pointerSettings ?? PointerSettings() }

  /// Whether the view has the keyboard focus.
  public final var isFocused: Bool { stage?.focus === self }

  /// The top left corner as it is drawn, in the stage's coordinates.
  public final var originInStage: Point {
    guard !LayoutDirection.isRightToLeft else { return inStage(bounds).origin }
    guard let parent else { return .zero + drawnOffset }
    return parent.originInStage + drawnOffset
  }

  /// Adds `child` in front of the other children, after removing it from its former parent.
  public final func add(_ child: View) { insert(child, at: children.count) }

  /// Inserts `child` among the children, after removing it from its former parent. Index 0 is the
  /// hindmost position. A child of this view only changes its position, and keeps the keyboard
  /// focus.
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

  /// Removes the view from its parent.
  public final func removeFromParent() {
    guard let parent else { return }
    damageParent()
    raster = nil
    let stage = stage
    parent.children.removeAll { $0 === self }
    self.parent = nil
    stage?.forget(self)
  }

  /// Marks the whole view as damaged, so that it is drawn again.
  public final func setNeedsDisplay() { damage(drawingBounds) }

  /// Marks an area, in local coordinates, as damaged, so that it is drawn again.
  public final func setNeedsDisplay(_ rect: Rect) { damage(rect) }

  /// Requests a call of `layout` before the next frame.
  public final func setNeedsLayout() {
    needsLayout = true
    stage?.requestLayout()
  }

  /// Requests a frame, so that `update(at:)` is called soon.
  public final func requestFrame() { stage?.requestFrame() }

  /// Whether a view inside this one follows a drag; see ``followsDrag(from:towards:)``. The views
  /// that count are the frontmost one under the point and those that contain it.
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

  /// The offset from the parent's origin to the local origin at which the view is drawn, in whole
  /// pixels.
  final var drawnOffset: Vector { frame.drawnOffset }

  /// The area painted by the view and its visible children, in local coordinates.
  final var paintedArea: Rect {
    var area = drawingBounds
    for child in children where child.isVisible {
      area = area.union(child.inParent(child.paintedArea))
    }
    return clipsChildren ? area.intersection(bounds) ?? .zero : area
  }

  /// Converts a rectangle from local coordinates to the parent's, with `drawnScale` applied.
  final func inParent(_ rect: Rect) -> Rect {
    flipped(rect).scaled(by: drawnScale, about: bounds.center).offset(by: drawnOffset)
  }

  /// Converts a rectangle from the parent's coordinates to local ones, with `drawnScale` undone.
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

  /// Marks the view and all views inside it for redrawing, also those that are hidden or drawn from
  /// a cached bitmap.
  final func redrawInside() {
    raster = nil
    setNeedsDisplay()
    for child in children { child.redrawInside() }
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

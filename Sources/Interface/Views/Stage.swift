public import Drawing
public import Geometry
package import Gestures
public import Input
public import Motion
public import Pixels

/// The root of a view tree and the platform-independent part of a window: it receives events and
/// frame times, and draws pixels.
///
/// The calls have a fixed order: `receive` for events, `update(at:)` with the time of a frame,
/// reading `damage`, `draw(into:repaint:)`. Nothing need be drawn while `damage` is empty.
@MainActor
public final class Stage {
  /// The root view, whose frame is always that of the stage.
  public let root: View
  /// The size in device pixels. A change lays out and draws everything again.
  public var size: Size {
    didSet { if size != oldValue { sizeDidChange() } }
  }
  /// The UI scale in device pixels per point: 1 on a normal monitor, 2 on a HiDPI monitor. Default:
  /// 1.
  public var scale: Double {
    didSet { if scale != oldValue { sizeDidChange() } }
  }
  /// The desktop's pointer settings, such as the double-click time, which views read in `layout`.
  /// Default: those without a desktop.
  package var pointerSettings = PointerSettings() {
    didSet { if pointerSettings != oldValue { sizeDidChange() } }
  }
  /// Whether the stage can be seen: false while its window is hidden, minimised or covered.
  /// Default: true.
  public var isVisible = true {
    didSet { if isVisible != oldValue { notifyVisibility(root) } }
  }
  /// The colour behind all views, visible where no opaque view is. Default: clear.
  public var background = Color.clear {
    didSet { if background != oldValue { addDamage(bounds) } }
  }
  /// Called when a frame becomes necessary, at most once until the next `update(at:)`. When the
  /// closure is set while a frame is necessary, it is called at once. Default: nil.
  public var onNeedsFrame: (() -> Void)? {
    didSet {
      hasRequestedUpdate = false
      if needsFrame { requestUpdate() }
    }
  }
  /// The rectangles that must be drawn again, in whole device pixels; emptied by drawing.
  public var damage: [Rect] { damageRegion.rects }
  /// The view with the keyboard focus, which receives key events first; nil for none.
  public private(set) weak var focus: View?
  /// Whether any button of the pointer is down.
  public var isPressed: Bool { delivery.isPressed }
  /// The frontmost view with ``View/tracksHover`` under the pointer; nil for none.
  public private(set) weak var hovered: View?

  /// Ends the composition of the input method, and returns the text that it commits; nil when it
  /// commits none. Default: returns nil.
  package var endComposition: () -> String? = { nil }
  let tooltips = TooltipController()
  private lazy var delivery = EventDelivery(on: self)
  /// The colours in which the views were last drawn.
  private var drawnPalette = Chrome.palette
  private var damageRegion = DamageRegion()
  private var isFrameRequested = true
  private var hasRequestedUpdate = false
  private var isUpdating = false

  /// Makes a stage of `size` device pixels at the UI scale `scale`.
  public init(size: Size, scale: Double = 1, root: View = View()) {
    self.size = size
    self.scale = scale
    self.root = root
    root.stageIfRoot = self
    sizeDidChange()
  }

  /// The rectangle of the stage in device pixels, with its origin at zero.
  public var bounds: Rect { Rect(origin: .zero, size: size) }

  // MARK: Time

  /// Whether a frame is necessary: a view has changed or moves, or something must be drawn again.
  public var needsFrame: Bool {
    isFrameRequested || !damageRegion.isEmpty || isMoving(root) || needsLayout(root)
  }

  /// The earliest time at which a frame becomes necessary without any event; nil for none.
  public var nextDeadline: Timestamp? {
    [deadline(in: root), tooltips.deadline].compactMap(\.self).min()
  }

  /// Advances every view to the time of a frame, and lays out the views that need it.
  public func update(at frame: FrameTime) {
    hasRequestedUpdate = false
    isFrameRequested = false
    isUpdating = true
    tooltips.update(on: self, at: frame.presentation)
    update(root, at: frame)
    layOut(root)
    delivery.updateHover(at: frame.presentation)
    isUpdating = false
    if isFrameRequested || isMoving(root) || needsLayout(root) { requestUpdate() }
  }

  /// Lays out the views that need it without waiting for a frame, so that their frames are up to
  /// date.
  public func layOut() { layOut(root) }

  /// Makes a frame necessary, so that ``update(at:)`` is called soon.
  public func requestFrame() {
    isFrameRequested = true
    if !isUpdating { requestUpdate() }
  }

  // MARK: Events

  /// Delivers an event to the views at its location, the frontmost first, until one handles it.
  ///
  /// The view that handles the first event of a contact receives the rest of the contact. Key
  /// events go to the focused view and then to the views around it; Tab, if not handled, moves the
  /// keyboard focus, and Escape removes it.
  ///
  /// - Returns: Whether the event was handled.
  @discardableResult
  public func receive(_ event: InputEvent) -> Bool {
    defer { if isMoving(root) { requestUpdate() } }
    tooltips.receive(event)
    return delivery.receive(event)
  }

  /// The views at a point of the stage that pass the hit test, the frontmost first.
  public func views(at point: Point) -> [View] {
    var found: [View] = []
    collect(root, at: point, into: &found)
    return found
  }

  private func collect(_ view: View, at point: Point, into found: inout [View]) {
    guard view.isVisible, view.isInteractive, view.drawnScale == 1 else { return }
    let own = view.fromParent(point)
    if view.clipsChildren, !view.bounds.contains(own) { return }
    for child in view.children.reversed() { collect(child, at: own, into: &found) }
    if view.contains(own) { found.append(view) }
  }

  // MARK: Drawing

  /// Draws the rectangles `repaint`, in whole pixels of the buffer, and empties ``damage``.
  ///
  /// A window with several buffers passes the damage of all frames that were not drawn into this
  /// buffer.
  public func draw(into buffer: PixelBuffer, repaint: [Rect]) {
    damageRegion = DamageRegion()
    var areas = DamageRegion()
    let whole = Rect(origin: .zero, size: buffer.size.size)
    for rect in repaint { areas.add(rect, within: whole) }
    let canvas = Canvas(buffer)
    for area in areas.rects {
      canvas.saved {
        canvas.clip(to: area)
        if !covers(root, area) { canvas.clear(area, to: background) }
        paint(root, in: canvas, damage: area)
      }
    }
  }

  // MARK: Appearance

  /// Draws everything again in the colours of `palette`, which become those of all stages of the
  /// program.
  package func setPalette(_ palette: Palette) {
    Chrome.palette = palette
    guard palette != drawnPalette else { return }
    drawnPalette = palette
    root.setNeedsDisplayInside()
    requestFrame()
  }

  // MARK: Focus

  /// Moves the keyboard focus to `view`; nil removes the focus.
  public func setFocus(_ view: View?) {
    guard focus !== view else { return }
    let old = focus
    focus = view
    old?.focusChanged(false)
    view?.focusChanged(true)
  }

  // MARK: Inside

  func addDamage(_ rect: Rect) {
    damageRegion.add(rect, within: bounds)
    if !isUpdating { requestUpdate() }
  }

  func requestLayout() {
    if !isUpdating { requestUpdate() }
  }

  func setHovered(_ view: View?, at time: Timestamp) {
    guard hovered !== view else { return }
    let old = hovered
    hovered = view
    old?.hoverChanged(false, at: time)
    view?.hoverChanged(true, at: time)
    tooltips.pointerDidEnter(to: view, on: self, at: time)
  }

  /// Takes the pointer and the keyboard focus from a view that has left the tree, and from the
  /// views inside it. Contacts of these views are kept: their further events go to no view, unless
  /// the view is added again.
  func viewDidLeave(_ view: View) {
    if hovered?.isInside(view) ?? false { hovered = nil }
    if focus?.isInside(view) ?? false { setFocus(nil) }
  }

  /// Removes the keyboard focus if `view` or a view inside it has it.
  func removeFocus(inside view: View) {
    if focus?.isInside(view) ?? false { setFocus(nil) }
  }

  private func requestUpdate() {
    guard !hasRequestedUpdate else { return }
    hasRequestedUpdate = true
    onNeedsFrame?()
  }

  private func sizeDidChange() {
    root.frame = bounds
    root.setNeedsLayoutInside()
    isFrameRequested = true
    addDamage(bounds)
  }

  private func notifyVisibility(_ view: View) {
    view.stageVisibilityDidChange()
    for child in view.children { notifyVisibility(child) }
  }

  private func isMoving(_ view: View) -> Bool {
    !view.isHidden && (view.wantsFrame || view.children.contains(where: isMoving))
  }

  private func deadline(in view: View) -> Timestamp? {
    guard !view.isHidden else { return nil }
    // The times are compared one by one, because a list of them would have to be made in every
    // frame.
    var earliest = view.nextDeadline
    for child in view.children {
      guard let time = deadline(in: child) else { continue }
      earliest = earliest.map { min($0, time) } ?? time
    }
    return earliest
  }

  private func update(_ view: View, at frame: FrameTime) {
    view.update(at: frame)
    for child in view.children { update(child, at: frame) }
  }

  /// Lays out `view` and the views inside it, as far as they need it and are not hidden.
  func layOut(_ view: View) {
    // A layout may request the layout of an ancestor; the limit of four passes prevents an endless
    // loop.
    for _ in 0..<4 {
      guard layOutOnce(view) else { return }
    }
  }

  private func layOutOnce(_ view: View) -> Bool {
    guard !view.isHidden else { return false }
    var didChange = view.needsLayout
    if view.needsLayout {
      view.needsLayout = false
      view.layout()
    }
    for child in view.children where layOutOnce(child) { didChange = true }
    return didChange
  }

  private func needsLayout(_ view: View) -> Bool {
    !view.isHidden && (view.needsLayout || view.children.contains(where: needsLayout))
  }
}

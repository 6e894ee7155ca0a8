public import Drawing
public import Geometry
package import Gestures
public import Input
public import Motion
public import Pixels

/// The root of a view tree and the platform-independent part of a window: events and frame times
/// in, pixels out.
///
/// The order of calls is always the same: `receive` for events, `update(at:)` with a frame's time,
/// read `damage`, `draw(into:repaint:)`. Nothing needs to be drawn while `damage` is empty.
@MainActor
public final class Stage {
  /// The root view; as large as the stage.
  public let root: View
  /// The size in device pixels; a change damages everything.
  public var size: Size {
    didSet { if size != oldValue { resized() } }
  }
  /// The UI scale in pixels per point: 1 on a normal monitor, 2 on a HiDPI monitor. Default: 1.
  public var scale: Double {
    didSet { if scale != oldValue { resized() } }
  }
  /// The desktop's pointer settings; views read them in `layout`. Default: no settings of a
  /// desktop.
  package var pointerSettings = PointerSettings() {
    didSet { if pointerSettings != oldValue { resized() } }
  }
  /// Whether the stage is visible: false while its window is hidden, minimised or covered.
  /// Default: true.
  public var isVisible = true {
    didSet { if isVisible != oldValue { notifyVisibility(root) } }
  }
  /// The colour behind all views; drawn where no opaque view covers it. Default: clear.
  public var background = Color.clear {
    didSet { if background != oldValue { addDamage(bounds) } }
  }
  /// Called when a frame becomes necessary, at most once until the next `update(at:)`. Setting it
  /// calls it immediately if a frame is already necessary.
  public var onNeedsFrame: (() -> Void)? {
    didSet {
      isAsked = false
      if needsFrame { ask() }
    }
  }
  /// The rectangles to be drawn again, in whole device pixels; emptied by drawing.
  public var damage: [Rect] { damageRegion.rects }
  /// The view with the keyboard focus, which receives key events first; nil for none.
  public private(set) weak var focus: View?
  /// Whether any pointer button is down.
  public var isPressed: Bool { delivery.isPressed }
  /// The frontmost view under the pointer of those with ``View/tracksHover``.
  public private(set) weak var hovered: View?

  /// Ends the composition of an input method and returns the text that it would have committed; nil
  /// for none. Default: nil.
  package var endComposition: () -> String? = { nil }
  let tooltips = Tooltips()
  private lazy var delivery = EventDelivery(on: self)
  /// The colours in which the views were drawn last.
  private var usedPalette = Chrome.palette
  private var damageRegion = DamageRegion()
  private var isFrameRequested = true
  private var isAsked = false
  private var isUpdating = false

  /// Makes a stage of `size` device pixels.
  public init(size: Size, scale: Double = 1, root: View = View()) {
    self.size = size
    self.scale = scale
    self.root = root
    root.host = self
    resized()
  }

  /// The area of the stage; the origin is zero.
  public var bounds: Rect { Rect(origin: .zero, size: size) }

  // MARK: Time

  /// Whether `update(at:)` or `draw` has something to do.
  public var needsFrame: Bool {
    isFrameRequested || !damageRegion.isEmpty || isMoving(root) || needsLayout(root)
  }

  /// The earliest time at which a frame is needed without any input; nil for none.
  public var nextDeadline: Timestamp? {
    [deadline(in: root), tooltips.deadline].compactMap(\.self).min()
  }

  /// Advances every view to the time of a frame, and lays out the views that need it.
  public func update(at frame: FrameTime) {
    isAsked = false
    isFrameRequested = false
    isUpdating = true
    tooltips.update(on: self, at: frame.presentation)
    update(root, at: frame)
    layOut(root)
    delivery.updateHover(at: frame.presentation)
    isUpdating = false
    if isFrameRequested || isMoving(root) || needsLayout(root) { ask() }
  }

  /// Lays out the views that need it now, without waiting for a frame, so that their sizes are
  /// known.
  public func layOut() { layOut(root) }

  /// Requests a frame.
  public func requestFrame() {
    isFrameRequested = true
    if !isUpdating { ask() }
  }

  // MARK: Events

  /// Delivers an event to the views under its location, from front to back, until one handles it.
  ///
  /// The view that handles the first event of a contact receives the rest of the contact. Key
  /// events go to the focused view and then to its ancestors; an unhandled Tab moves the focus, an
  /// unhandled Escape removes it.
  ///
  /// - Returns: true when a view handled the event.
  @discardableResult
  public func receive(_ event: InputEvent) -> Bool {
    defer { if isMoving(root) { ask() } }
    tooltips.note(event)
    return delivery.receive(event)
  }

  /// The views under a point of the stage that pass the hit test, the frontmost first.
  public func views(at point: Point) -> [View] {
    var found: [View] = []
    collect(root, at: point, into: &found)
    return found
  }

  private func collect(_ view: View, at point: Point, into found: inout [View]) {
    guard view.isVisible, view.isInteractive, view.drawnScale == 1 else { return }
    let own = view.local(point)
    if view.clipsChildren, !view.bounds.contains(own) { return }
    for child in view.children.reversed() { collect(child, at: own, into: &found) }
    if view.contains(own) { found.append(view) }
  }

  // MARK: Drawing

  /// Draws the areas in `repaint`, in whole pixels of the buffer, and empties `damage`.
  ///
  /// A window with several buffers passes the union of the damage of all frames that the buffer has
  /// missed.
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

  /// Draws everything in the colours of `palette`, which all stages of the program share.
  package func use(_ palette: Palette) {
    Chrome.palette = palette
    guard palette != usedPalette else { return }
    usedPalette = palette
    root.redrawInside()
    requestFrame()
  }

  // MARK: Focus

  /// Moves the keyboard focus to `view`; nil removes it.
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
    if !isUpdating { ask() }
  }

  func requestLayout() {
    if !isUpdating { ask() }
  }

  func setHovered(_ view: View?, at time: Timestamp) {
    guard hovered !== view else { return }
    let old = hovered
    hovered = view
    old?.hoverChanged(false, at: time)
    view?.hoverChanged(true, at: time)
    tooltips.pointerDidEnter(to: view, on: self, at: time)
  }

  /// Removes the hover and focus state of a view that left the tree. Its captured contacts are
  /// kept: their further events go to no view unless the view is added again.
  func forget(_ view: View) {
    if hovered?.isInside(view) ?? false { hovered = nil }
    if focus?.isInside(view) ?? false { setFocus(nil) }
  }

  /// Removes the keyboard focus from `view` and the views inside it.
  func dropFocus(inside view: View) {
    if focus?.isInside(view) ?? false { setFocus(nil) }
  }

  private func ask() {
    guard !isAsked else { return }
    isAsked = true
    onNeedsFrame?()
  }

  private func resized() {
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
    // Every frame asks all views, so no list is made of their answers.
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

  /// Lays out `view` and the views inside it that need layout.
  func layOut(_ view: View) {
    // A layout may request the layout of an ancestor; the limit of four passes prevents an endless
    // loop.
    for _ in 0..<4 {
      guard layout(view) else { return }
    }
  }

  private func layout(_ view: View) -> Bool {
    guard !view.isHidden else { return false }
    var didChange = view.needsLayout
    if view.needsLayout {
      view.needsLayout = false
      view.layout()
    }
    for child in view.children where layout(child) { didChange = true }
    return didChange
  }

  private func needsLayout(_ view: View) -> Bool {
    !view.isHidden && (view.needsLayout || view.children.contains(where: needsLayout))
  }
}

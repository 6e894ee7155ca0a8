public import Drawing
public import Geometry
public import Gestures
import Input
public import Motion
public import Pixels

/// The root of a tree of views, and the headless twin of a window: events and time in, pixels out.
///
/// The order is always the same: `receive` events, `update(at:)` a frame's time, read `damage`,
/// `draw(into:repaint:)`. Nothing is drawn when `damage` is empty.
@MainActor
public final class Stage {
  /// The view everything else is in; as large as the stage.
  public let root: View
  /// The size in device pixels; changing it has everything drawn again.
  public var size: Size {
    didSet { if size != oldValue { resized() } }
  }
  /// The size of chrome: 1 on an ordinary monitor, 2 on a dense one.
  public var scale: Double {
    didSet { if scale != oldValue { resized() } }
  }
  /// The desktop's settings for pointers; views take them over when they are laid out. Default: none.
  public var pointerSettings = PointerSettings() {
    didSet { if pointerSettings != oldValue { resized() } }
  }
  /// False while nobody can see it: its window is hidden, minimised or covered. Default: true.
  public var isSeen = true {
    didSet { if isSeen != oldValue { tellSight(root) } }
  }
  /// What is behind all views; drawn where no opaque view covers it.
  public var background = Color.clear {
    didSet { if background != oldValue { addDamage(bounds) } }
  }
  /// Called when a frame becomes needed: at most once until the next `update(at:)`; at once when one
  /// is needed already.
  public var onNeedsFrame: (() -> Void)? {
    didSet {
      isAsked = false
      if needsFrame { ask() }
    }
  }
  /// What must be drawn again, in whole pixels; emptied by drawing.
  public var damage: [Rect] { damageRegion.rects }
  /// The view that gets the keys, if any.
  public private(set) weak var focus: View?
  /// True while a button of the pointer is down.
  public var isPressed: Bool { !pressedButtons.isEmpty }
  /// The view the pointer rests over, of those that want to know.
  public private(set) weak var hovered: View?

  var captures: [Contact: Captor] = [:]
  /// Where the pointer is; nil while it is outside.
  var pointer: Point?
  var pressedButtons: Set<PointerEvent.Button> = []
  let tooltips = Tooltips()
  private var damageRegion = DamageRegion()
  private var isFrameRequested = true
  private var isAsked = false
  private var isUpdating = false

  /// Makes a stage of `size` device pixels; chrome in its ordinary size unless told otherwise.
  public init(size: Size, scale: Double = 1, root: View = View()) {
    self.size = size
    self.scale = scale
    self.root = root
    root.host = self
    resized()
  }

  /// The whole stage.
  public var bounds: Rect { Rect(origin: .zero, size: size) }

  // MARK: Time

  /// True when `update(at:)` or `draw` has something to do.
  public var needsFrame: Bool {
    isFrameRequested || !damageRegion.isEmpty || isMoving(root) || needsLayout(root)
  }

  /// When a frame is needed though nothing happens before; nil when never.
  public var nextDeadline: Timestamp? {
    [deadline(in: root), tooltips.deadline].compactMap(\.self).min()
  }

  /// Brings every view to the time of a frame, and lays out those that changed.
  public func update(at frame: FrameTime) {
    isAsked = false
    isFrameRequested = false
    isUpdating = true
    tooltips.update(on: self, at: frame.presentation)
    update(root, at: frame)
    layOut(root)
    // What moved away from under a resting pointer is no longer under it.
    if let pointer { hover(at: pointer, time: frame.presentation) }
    isUpdating = false
    if isFrameRequested || isMoving(root) || needsLayout(root) { ask() }
  }

  /// Lays out what needs it before there is a frame: views know their size sooner.
  public func layOut() { layOut(root) }

  /// Asks for a frame.
  public func requestFrame() {
    isFrameRequested = true
    if !isUpdating { ask() }
  }

  // MARK: Drawing

  /// Draws what lies in `repaint`, whole pixels of the buffer, and forgets the damage.
  ///
  /// A window with several buffers passes the damage of all frames a buffer has missed.
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

  // MARK: Focus

  /// Gives the keyboard to `view`, or to nobody.
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

  func askForLayout() {
    if !isUpdating { ask() }
  }

  func setHovered(_ view: View?, at time: Timestamp) {
    guard hovered !== view else { return }
    let old = hovered
    hovered = view
    old?.hoverChanged(false, at: time)
    view?.hoverChanged(true, at: time)
    tooltips.pointerCame(to: view, on: self, at: time)
  }

  /// Lets go of a view that left the tree. What it holds stays held: the rest of a drag is nobody's,
  /// unless the view comes back.
  func forget(_ view: View) {
    if hovered?.isInside(view) ?? false { hovered = nil }
    if focus?.isInside(view) ?? false { setFocus(nil) }
  }

  /// Takes the keyboard away from what is hidden.
  func dropFocus(inside view: View) {
    if focus?.isInside(view) ?? false { setFocus(nil) }
  }

  func askIfMoving() {
    if isMoving(root) { ask() }
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

  private func tellSight(_ view: View) {
    view.stageSightChanged()
    for child in view.children { tellSight(child) }
  }

  private func isMoving(_ view: View) -> Bool {
    !view.isHidden && (view.wantsFrame || view.children.contains(where: isMoving))
  }

  private func deadline(in view: View) -> Timestamp? {
    guard !view.isHidden else { return nil }
    return (view.children.map(deadline) + [view.nextDeadline]).compactMap(\.self).min()
  }

  private func update(_ view: View, at frame: FrameTime) {
    view.update(at: frame)
    for child in view.children { update(child, at: frame) }
  }

  /// Lays out what needs it, `view` and inside.
  func layOut(_ view: View) {
    // Laying out may change what is further up; more than a few rounds would be a quarrel.
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

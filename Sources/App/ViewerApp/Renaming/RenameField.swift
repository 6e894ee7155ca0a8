import BrowserHost
import Drawing
import Geometry
import Input
import Localization
import Motion
import Views

/// A text field in which a photo is renamed, at the position of its name on the screen. Errors are
/// explained while the user types.
///
/// Return, a press beside the field and the loss of the keyboard focus rename the photo; Tab also
/// continues with the next photo. Escape leaves the name as it is. The field moves with the name,
/// and disappears with the photo.
///
/// - Source: Dolphin's field for renaming in place.
final class RenameField: View {
  /// Called with the plan when the user confirms a changed name.
  var onRename: (Renaming.Plan) -> Void = { _ in }
  /// Called with the photo that the user wants to rename next.
  var onRenameNext: (Transfer.Photo) -> Void = { _ in }
  /// Called when a typed name was checked, with the number of its problems: 0 or 1.
  var onCheck: (_ problems: Int) -> Void = { _ in }

  let field: TextField
  let warning = FormText()
  private let photo: Renaming.Photo
  private let anchor: NameAnchor
  private let panel: RenamePanel
  /// The view with the rectangle of the photo's view, outside which the panel is not drawn.
  private let clippingView = View()
  private var checkCounter = CheckCounter()
  /// The plan for the latest name that was checked and has no problem; nil when the name has one.
  private var acceptedPlan: Renaming.Plan?
  private var isLeaving = false

  /// The minimum distance between the panel and the edges of the photo's view, in points.
  private static let margin = 6.0

  init(_ photo: Renaming.Photo, at anchor: NameAnchor) {
    self.photo = photo
    self.anchor = anchor
    let name = String(decoding: photo.shown.name, as: UTF8.self)
    field = TextField(name, label: tr("Name"))
    let note = FormText()
    panel = RenamePanel(field, texts: [warning, note])
    super.init(frame: .zero)
    accessibilityLabel = tr("Rename")
    fillsParent = true
    tracksHover = true
    clippingView.clipsChildren = true
    clippingView.add(panel)
    add(clippingView)
    let end = name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? $0 : nil } ?? name.endIndex
    field.select(0..<name[..<end].count)
    warning.isWarning = true
    let others = photo.files.count - 1
    if others > 0 {
      note.text =
        trPlural(
          "Another file of the photo is renamed, too.",
          "{count} other files of the photo are renamed, too.", count: others)
    }
    field.onChange = { [weak self] in self?.nameDidChange() }
    field.onCommit = { [weak self] in self?.commit() }
  }

  /// Shows the field in front of everything on `stage`, and gives it the keyboard focus.
  func open(on stage: Stage) {
    stage.root.add(self)
    anchor.reveal()
    stage.setFocus(field)
    requestFrame()
  }

  /// Closes the field without renaming the photo.
  func cancel() { leave() }

  // MARK: Checking

  private var plan: Renaming.Plan {
    let typed = Array(field.text.utf8)
    // An untouched name keeps its bytes, which need not be valid UTF-8.
    let isUntouched = field.text == String(decoding: photo.shown.name, as: UTF8.self)
    return Renaming.plan(photo, name: isUntouched ? photo.shown.name : typed)
  }

  private func nameDidChange() {
    guard !isLeaving else { return }
    anchor.reveal()
    check()
  }

  /// Checks the typed name, first by rules that need no disk, then on a worker thread.
  ///
  /// - Parameter done: called when the name was checked with the disk and is still the latest.
  private func check(then done: @escaping () -> Void = {}) {
    let plan = plan
    let request = checkCounter.begin()
    guard plan.problem == nil else { return show(plan) }
    WorkerThread.run {
      Renaming.checkedOnDisk([plan]).first ?? plan
    } finish: { [weak self] plan in
      guard let self, !isLeaving, checkCounter.isLatest(request) else { return }
      show(plan)
      done()
    }
  }

  private func show(_ plan: Renaming.Plan) {
    acceptedPlan = plan.problem == nil ? plan : nil
    warning.text = plan.problem?.sentence ?? ""
    panel.setNeedsLayout()
    requestFrame()
    onCheck(plan.problem == nil ? 0 : 1)
  }

  // MARK: Leaving

  /// Checks the name, then closes the field and renames the photo; a name with a problem leaves the
  /// field open.
  ///
  /// - Parameter step: the direction of the photo to rename next, −1 or 1; nil for none.
  private func commit(then step: Int? = nil) {
    check { [weak self] in
      guard let self, let plan = acceptedPlan else { return }
      leave(renaming: plan, then: step)
    }
  }

  /// Renames the photo after a press beside the field. When a problem of the name is known, the
  /// field closes without renaming.
  private func pointerDownOutside() {
    if warning.text.isEmpty { commit() } else { cancel() }
  }

  /// Closes the field after another view has got the keyboard focus. The photo is renamed unless a
  /// problem of the name is known.
  private func focusDidLeave() {
    let plan = plan
    leave(renaming: plan.problem == nil && warning.text.isEmpty ? plan : nil)
  }

  private func leave(renaming plan: Renaming.Plan? = nil, then step: Int? = nil) {
    guard !isLeaving else { return }
    isLeaving = true
    removeFromParent()
    // The next photo is found before the list is sorted by the new name.
    let next = step.flatMap { anchor.moveFocus($0) }
    if let plan, plan.changesPaths { onRename(plan) }
    if let next { onRenameNext(next) }
  }

  // MARK: As a view

  override func receive(_ event: InputEvent) -> Bool {
    switch event {
    case .pointer(let pointer):
      if case .pressed = pointer.kind, !isOnPanel(pointer.location) { pointerDownOutside() }
      return true
    case .touch(let touch):
      if touch.phase == .began, !isOnPanel(touch.location) { pointerDownOutside() }
      return true
    case .key(let key):
      if key.isPress, !key.isRepeat { handle(key) }
      return true
    case .scroll, .pinch: return !anchor.allowsScrolling
    case .swipe: return true
    case .cancelled: return false
    }
  }

  private func isOnPanel(_ point: Point) -> Bool {
    clippingView.frame.contains(point)
      && panel.frame.contains(point - (clippingView.frame.origin - Point.zero))
  }

  private func handle(_ key: KeyEvent) {
    switch key.name {
    case .escape: cancel()
    case .tab: commit(then: key.modifiers.contains(.shift) ? -1 : 1)
    default: break
    }
  }

  override func update(at frame: FrameTime) {
    guard !isLeaving else { return }
    // The position is checked before the focus: when a scene closes because its last photo is gone,
    // the field loses the focus, too, but the photo must not be renamed.
    guard let frames = anchor.frames() else { return cancel() }
    guard stage?.focus?.isInside(self) ?? false else { return focusDidLeave() }
    follow(frames)
  }

  /// Moves the panel so that its field lies over the name.
  private func follow(_ frames: NameAnchor.Frames) {
    let area = frames.clipArea.snapped
    let margin = (Self.margin * uiScale).rounded()
    let width = panel.width(over: frames.name.width, in: max(1, area.width - 2 * margin))
    let height = panel.height(at: width)
    let row = panel.fieldRowHeight
    let top = frames.name.midY - row / 2
    panel.hasTextsAbove = top + height > area.maxY
    let x = max(area.minX + margin, min(frames.name.midX - width / 2, area.maxX - margin - width))
    let y = panel.hasTextsAbove ? top + row - height : top
    clippingView.frame = area
    panel.frame =
      Rect(x: x - area.minX, y: y - area.minY, width: width, height: height).snapped
  }
}

/// The panel with the field for a name, and texts about the name below or above the field.
private final class RenamePanel: View {
  /// Whether the texts are above the field, because there is no room below. Default: false.
  var hasTextsAbove = false {
    didSet { if hasTextsAbove != oldValue { setNeedsLayout() } }
  }

  private let field: TextField
  private let texts: [FormText]

  /// The measures of the panel in points.
  private enum Style {
    static let padding = 5.0
    static let minWidth = 160.0
    /// The minimum width in points of a panel with texts, which are wrapped.
    static let minTextWidth = 260.0
    static let radius = 12.0
    static let shadowBlur = 16.0
    static let shadowOffset = 4.0
  }

  init(_ field: TextField, texts: [FormText]) {
    self.field = field
    self.texts = texts
    super.init(frame: .zero)
    mirroring = .byLanguage
    add(field)
    for text in texts { add(text) }
  }

  private var padding: Double { (Style.padding * uiScale).rounded() }
  private var shownTexts: [FormText] { texts.filter { !$0.isHidden } }

  /// The height of the field with its padding, in device pixels.
  var fieldRowHeight: Double { TextField.height(at: uiScale) + 2 * padding }

  /// The width of the panel, in device pixels, at which the whole name is visible, but at most
  /// `room`.
  ///
  /// - Parameter name: the width of the name on the screen, in device pixels.
  func width(over name: Double, in room: Double) -> Double {
    let least = (shownTexts.isEmpty ? Style.minWidth : Style.minTextWidth) * uiScale
    let inner = max(field.naturalWidth, name, least).rounded(.up)
    return min(inner + 2 * padding, room.rounded(.down))
  }

  /// The height of the panel at a width, both in device pixels.
  func height(at width: Double) -> Double {
    shownTexts.reduce(fieldRowHeight) { $0 + $1.height(for: contentWidth(width), scale: uiScale) }
  }

  private func contentWidth(_ width: Double) -> Double { max(1, width - 2 * padding) }

  override func layout() {
    let width = contentWidth(bounds.width)
    var y = padding
    func place(_ view: View, _ height: Double) {
      view.frame = Rect(x: padding, y: y, width: width, height: height)
      y += height
    }
    func layOutTexts() {
      for text in shownTexts { place(text, text.height(for: width, scale: uiScale)) }
    }
    if hasTextsAbove { layOutTexts() }
    place(field, TextField.height(at: uiScale))
    if !hasTextsAbove { layOutTexts() }
  }

  /// The rectangle of the panel with its shadow, in the panel's coordinates in device pixels.
  override var drawingBounds: Rect {
    bounds.inset(by: .all(-(Style.shadowBlur + Style.shadowOffset) * uiScale))
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    canvas.drawPanel(
      bounds, radius: Style.radius * uiScale, blur: Style.shadowBlur * uiScale,
      drop: Style.shadowOffset * uiScale, scale: uiScale)
  }
}

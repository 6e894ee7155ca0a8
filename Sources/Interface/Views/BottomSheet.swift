public import Drawing
public import Geometry
public import Input
public import Motion

/// A modal panel that slides up from the bottom of the stage. It closes on Escape, on a press
/// beside the panel, and by ``close()``.
///
/// Tab and the up and down arrow keys move the keyboard focus through ``tabStops``. After closing,
/// the view that was focused before gets the focus back, unless a view in front of the sheet has
/// it.
@MainActor
open class BottomSheet: View {
  /// Called after the sheet has slid out and left the stage. Default: does nothing.
  public final var onClose: () -> Void = {}
  /// Called when the sheet begins to slide out. Default: does nothing.
  public final var onLeave: () -> Void = {}
  /// Whether the sheet appears and disappears at once instead of sliding. Default: false.
  public final var reducesMotion = false
  /// Whether the sheet shows work in progress: it stays open when another scene comes to the front
  /// and after a press beside it, and is hidden while another sheet is shown instead of being
  /// closed by it. Default: false.
  package final var showsWorkInProgress = false
  /// Whether the sheet is sliding out, or has closed.
  public private(set) final var isLeaving = false
  /// Whether the sheet is hidden by ``hideForAnotherSheet()`` until ``open(on:)``.
  private var isHiddenForAnotherSheet = false
  /// The view that slides up, with the content of the sheet, which a subclass supplies.
  public final let panel: View

  /// The colour and durations of the sheet's appearance on the stage.
  package struct SheetStyle: Sendable {
    /// The colour that covers everything behind the sheet; nil for that of the palette. Default:
    /// nil.
    package var scrim: Color?
    /// The time in which the sheet slides in, in seconds. Default: 0.25.
    package var slideInDuration = 0.25
    /// The time in which the sheet slides out, in seconds. Default: 0.2.
    package var slideOutDuration = 0.2
    package init() {}
  }

  /// The distance from the end of the slide, as a fraction of the whole way, at which the slide
  /// counts as ended.
  private static let tolerance = 0.001

  private let style: SheetStyle
  private var slide = AnimatedValue(0)
  private var shownFraction = 0.0
  /// The end of the slide, 0 for gone and 1 for shown, to which the animation begins in the next
  /// frame; nil when none is to begin.
  private var pendingSlideTarget: Double?
  private weak var previousFocus: View?
  private var formCard: FormCard? { panel as? FormCard }

  /// Makes a sheet with its content in `panel`; `label` is its name for a screen reader.
  public init(label: String, panel: View) {
    self.panel = panel
    style = SheetStyle()
    super.init()
    setUp(label: label)
  }

  /// Makes a sheet with a form: the heading `title`, and `items` from top to bottom.
  package init(_ title: String, items: [any FormItem]) {
    panel = FormCard(title, items: items)
    style = SheetStyle()
    super.init()
    setUp(label: title)
  }

  /// Makes a sheet with its content in `panel`, and the colour and durations of `style`; `label` is
  /// its name for a screen reader.
  package init(label: String, panel: View, style: SheetStyle) {
    self.panel = panel
    self.style = style
    super.init()
    setUp(label: label)
  }

  private func setUp(label: String) {
    accessibilityLabel = label
    fillsParent = true
    mirroring = .byLanguage
    tracksHover = true
    add(panel)
  }

  // MARK: To override

  /// The views that can get the keyboard focus, in the order of the Tab key. Default: those of a
  /// form, otherwise none.
  open var tabStops: [View] { formCard?.tabStops ?? [] }

  /// The view that gets the keyboard focus when the sheet opens; nil for none. Default: the first
  /// of ``tabStops``.
  open var initialFocus: View? { tabStops.first }

  /// The rectangle of ``panel`` when it is fully shown, in this view's coordinates. Default: that
  /// of a form, otherwise zero.
  open func panelFrame() -> Rect {
    formCard?.layOutAndFrame(in: bounds.size, scale: uiScale) ?? .zero
  }

  /// Handles a press of a key that no control has handled. Default: does nothing and returns false.
  ///
  /// - Returns: True when the key was used; otherwise the sheet itself handles it.
  open func press(_ key: KeyEvent) -> Bool { false }

  // MARK: To call

  /// Shows the sheet in front of everything on `stage`, and moves the keyboard focus to it. A sheet
  /// that is sliding out slides in again.
  public final func open(on stage: Stage) {
    isLeaving = false
    isHiddenForAnotherSheet = false
    isInteractive = true
    pendingSlideTarget = 1
    if parent !== stage.root {
      previousFocus = stage.focus
      stage.root.add(self)
    }
    focus(initialFocus)
    requestFrame()
  }

  /// Slides the sheet out. The views behind it can be used at once.
  public final func close() {
    guard !isLeaving, parent != nil || isHiddenForAnotherSheet else { return }
    isLeaving = true
    isHiddenForAnotherSheet = false
    isInteractive = false
    guard parent != nil else {
      onLeave()
      return onClose()
    }
    pendingSlideTarget = 0
    onLeave()
    if stage?.focus?.isInside(self) ?? true { returnFocus() }
    // A sheet in front of this one, which would give the focus back to a view of this sheet, gives
    // it to the view that had it before this sheet opened.
    for case let sheet as BottomSheet in stage?.root.children ?? [] {
      if sheet.previousFocus?.isInside(self) ?? false { sheet.previousFocus = previousFocus }
    }
    requestFrame()
  }

  /// Hides the sheet while another one is shown; ``open(on:)`` shows it again. ``onLeave`` and
  /// ``onClose`` are not called.
  package final func hideForAnotherSheet() {
    guard !isLeaving, !isHiddenForAnotherSheet else { return }
    isHiddenForAnotherSheet = true
    guard parent != nil else { return }
    isInteractive = false
    pendingSlideTarget = 0
    if stage?.focus?.isInside(self) ?? false { returnFocus() }
    requestFrame()
  }

  /// Moves the keyboard focus to the view that had it before the sheet opened, if that is still on
  /// the stage.
  private func returnFocus() {
    stage?.setFocus(previousFocus.flatMap { $0.stage === stage ? $0 : nil })
  }

  /// Lays the panel out again, because its content has another size.
  public final func panelDidChange() {
    setNeedsLayout()
    requestFrame()
  }

  // MARK: As a view

  public final override var wantsFrame: Bool {
    pendingSlideTarget != nil || shownFraction != slide.target
  }

  open override func update(at frame: FrameTime) {
    let t = frame.presentation
    if let goal = pendingSlideTarget {
      let seconds = reducesMotion ? 0 : goal > 0 ? style.slideInDuration : style.slideOutDuration
      slide.animate(to: goal, in: seconds, .easeOut, at: t, tolerance: Self.tolerance)
      self.pendingSlideTarget = nil
    }
    let share = min(1, max(0, slide.value(at: t)))
    if share != self.shownFraction {
      self.shownFraction = share
      setNeedsDisplay()
      layOutPanel()
    }
    if isLeaving || isHiddenForAnotherSheet, share == 0, slide.isSettled(at: t) {
      removeFromParent()
      if isLeaving { onClose() }
    }
  }

  public final override func layout() { layOutPanel() }

  private func layOutPanel() {
    var rest = panelFrame()
    rest.origin.y += ((bounds.height - rest.minY) * (1 - shownFraction)).rounded()
    panel.frame = rest
  }

  public final override func draw(in canvas: Canvas, damage: Rect) {
    canvas.fill(damage, (style.scrim ?? Chrome.palette.scrim).opacity(shownFraction))
  }

  // MARK: Events

  public final override func receive(_ event: InputEvent) -> Bool {
    switch event {
    case .pointer(let pointer):
      if case .pressed = pointer.kind, !isOnPanel(pointer.location) { closeByOutsidePress() }
    case .touch(let touch):
      if touch.phase == .began, !isOnPanel(touch.location) { closeByOutsidePress() }
    case .key(let key): if key.isPress { handle(key) }
    case .cancelled: return false
    case .scroll, .pinch, .swipe: break
    }
    return true
  }

  private func isOnPanel(_ point: Point) -> Bool { panel.frame.contains(point) }

  /// Closes the sheet after a press beside the panel. A sheet that shows work in progress stays
  /// open, because closing it would cancel the work by accident.
  private func closeByOutsidePress() { if !showsWorkInProgress { close() } }

  private func handle(_ key: KeyEvent) {
    guard !press(key) else { return }
    switch key.name {
    case .down: moveFocus(by: 1)
    case .up: moveFocus(by: -1)
    case .tab: moveFocus(by: key.modifiers.contains(.shift) ? -1 : 1)
    case .home: focus(tabStops.first)
    case .end: focus(tabStops.last)
    case .escape: if !key.isRepeat { close() }
    default: break
    }
  }

  private func moveFocus(by step: Int) {
    let tabStops = tabStops.filter(\.isFocusable)
    guard !tabStops.isEmpty else { return }
    let index = tabStops.firstIndex(where: \.isFocused).map { $0 + step } ?? 0
    focus(tabStops[(index + tabStops.count) % tabStops.count])
  }

  /// Moves the keyboard focus to one of ``tabStops``, and scrolls a form until the view is visible.
  private func focus(_ stop: View?) {
    stage?.setFocus(stop)
    if let stop { formCard?.reveal(stop) }
  }
}

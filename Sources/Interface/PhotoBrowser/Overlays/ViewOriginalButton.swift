public import Drawing
public import Geometry
import Localization
public import Views

/// A button that offers the original of a page's picture, with the size of the transfer, and shows
/// the progress while the original loads.
///
/// The host provides the state of the button for each page; see ``ViewOriginalButton/Offer``.
///
/// - Source: JXPhotoBrowser's example: 12-point text, radius 4, text + 14 wide, 35 above the
///   bottom. Its background of black 0.08 is illegible on a white picture, so it is darker here.
public final class ViewOriginalButton: Control, BrowserOverlay {
  /// A closure that returns the state of the button for the page at an index.
  public var offer: (_ index: Int) -> ViewOriginalButton.Offer {
    didSet { refresh() }
  }
  /// A closure called with the index of the page whose original the user requests.
  public var onRequest: (_ index: Int) -> Void = { _ in }

  /// The constants of appearance; lengths in points.
  private enum Style {
    static let fontSize = 12.0
    /// The padding of the text on the left and the right together, in points.
    static let sumOfSidePaddings = 14.0
    /// The minimum width of the button, in points, so that a changing percentage does not change
    /// the width.
    static let minWidth = 56.0
    static let height = 28.0
    static let cornerRadius = 4.0
    static let bottomMargin = 35.0
    /// The distance to earlier overlays at the bottom, in points.
    static let overlayGap = 10.0
    static var backgroundColor: Color { Chrome.OverPhoto.veil(0.72) }
    static var progressColor: Color { Chrome.OverPhoto.light(0.16) }
    static var edgeColor: Color { Chrome.OverPhoto.light(0.85) }
  }

  private weak var browser: Browser?
  private var index = 0
  private var shownOffer = ViewOriginalButton.Offer.hidden
  private var text: CachedText?
  /// The distance from the bottom of the area for overlays to the top of the button, in device
  /// pixels.
  private var heightAboveBottom = 0.0

  /// Makes a button that calls `offer` with the index of each page.
  public init(_ offer: @escaping (_ index: Int) -> ViewOriginalButton.Offer = { _ in .hidden }) {
    self.offer = offer
    super.init(label: tr("View original"))
    isHidden = true
    action = { [weak self] in
      guard let self, case .offered = shownOffer else { return }
      onRequest(index)
      refresh()
    }
  }

  /// Calls ``offer`` for the current page again, and shows the result.
  public func refresh() {
    let next = offer(index)
    guard next != shownOffer else { return }
    shownOffer = next
    isHidden = next.label == nil
    if case .offered = next { isEnabled = true } else { isEnabled = false }
    accessibilityLabel = next.label ?? tr("View original")
    setNeedsDisplay()
    browser?.layoutOverlays()
  }

  // MARK: BrowserOverlay

  public func attached(to browser: Browser) { self.browser = browser }

  public func reload(count: Int, index: Int) {
    guard count > 0 else { return isHidden = true }
    indexDidChange(to: index)
    isHidden = shownOffer.label == nil
  }

  public func indexDidChange(to index: Int) {
    self.index = index
    refresh()
  }

  /// Lays the button out at the bottom centre, above earlier overlays there.
  public func layout(in room: BrowserOverlays.Room) {
    guard !isHidden else { return }
    let scale = room.scale
    let width = layoutText().size.width + Style.sumOfSidePaddings * scale
    let size = Size(
      width: max(width, Style.minWidth * scale).rounded(), height: (Style.height * scale).rounded())
    let above = max(Style.bottomMargin * scale, room.taken.bottom + Style.overlayGap * scale)
    heightAboveBottom = above + size.height
    frame = Rect(
      x: (room.area.midX - size.width / 2).rounded(),
      y: (room.area.maxY - above - size.height).rounded(), width: size.width,
      height: size.height)
  }

  /// The insets that the button takes from the browser, in device pixels: from the bottom of the
  /// area to the top of the button.
  public var reach: Insets { Insets(bottom: heightAboveBottom) }

  // MARK: Drawing

  /// Draws the button, with a fill whose width shows the finished share.
  public override func draw(in canvas: Canvas, damage: Rect) {
    let radius = Style.cornerRadius * uiScale
    canvas.fillRounded(bounds, radius: radius, Style.backgroundColor)
    if case .loading(let share?) = shownOffer {
      canvas.saved {
        let width = (bounds.width * Offer.clamped(share)).rounded()
        canvas.clip(to: Rect(x: 0, y: 0, width: width, height: bounds.height))
        canvas.fillRounded(bounds, radius: radius, Style.progressColor)
      }
    }
    canvas.fillRounded(bounds, radius: radius, Chrome.OverPhoto.light(0.12).opacity(hoverProgress))
    if isPressed { canvas.fillRounded(bounds, radius: radius, Chrome.OverPhoto.light(0.12)) }
    // The outline is one device pixel wide at every UI scale, except for the focus ring.
    canvas.strokeRounded(
      bounds, radius: radius, width: isFocused ? Chrome.focusRingWidth * uiScale : 1,
      isFocused ? Chrome.OverPhoto.focus : Style.edgeColor)
    let text = layoutText()
    canvas.draw(
      text,
      at: Point(
        x: bounds.midX - text.size.width / 2, y: bounds.midY - text.size.height / 2), .white)
  }

  private func layoutText() -> TextLayout {
    CachedText.layout(
      &text, shownOffer.label ?? "", TextStyle(size: Style.fontSize * uiScale), maxWidth: nil,
      flow: .line)
  }
}

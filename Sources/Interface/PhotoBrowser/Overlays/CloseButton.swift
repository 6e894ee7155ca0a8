public import Drawing
public import Geometry
import Localization
public import Views

/// A button with a cross in a corner of a browser, which closes the browser.
public final class CloseButton: Control, BrowserOverlay {
  /// The corner of the browser in which a close button lies.
  public enum Corner: Hashable, Sendable, CaseIterable {
    /// The top left corner, as on phones.
    case topLeft
    /// The top right corner, as in windows.
    case topRight
  }
  /// The corner of the button. Default: top left.
  public let corner: Corner

  /// The constants of appearance; lengths in points.
  private enum Style {
    static let buttonSide = 36.0
    static let cornerMargin = 14.0
    static let iconSide = 20.0
    /// The colour of the disc, which is dark enough for a white cross on a white picture.
    static var discColor: Color { Chrome.OverPhoto.veil(0.55) }
    static var edgeColor: Color { Chrome.OverPhoto.light(0.14) }
  }

  private weak var browser: Browser?

  public init(corner: Corner = .topLeft) {
    self.corner = corner
    super.init(label: tr("Close"))
    showsTooltip = true
    action = { [weak self] in
      guard let self else { return }
      browser?.perform(.close, at: eventTime)
    }
  }

  public func attached(to browser: Browser) { self.browser = browser }

  /// Lays the button out in its corner, clear of the host's bars and of earlier overlays.
  public func layout(in room: BrowserOverlays.Room) {
    let side = (Style.buttonSide * room.scale).rounded()
    let margin = (Style.cornerMargin * room.scale).rounded()
    frame = room.frame(
      of: Size(width: side, height: side), in: corner == .topLeft ? .topLeft : .topRight,
      margin: margin)
  }

  /// The frame of the button in the browser's coordinates, which later buttons in the same corner
  /// avoid.
  public var occupiedFrame: Rect? { frame }

  public override func draw(in canvas: Canvas, damage: Rect) {
    let radius = bounds.width / 2
    canvas.fillRounded(bounds, radius: radius, Style.discColor)
    canvas.fillRounded(bounds, radius: radius, Chrome.OverPhoto.light(0.12).opacity(hoverProgress))
    if isPressed { canvas.fillRounded(bounds, radius: radius, Chrome.OverPhoto.light(0.12)) }
    let line = isFocused ? Chrome.focusRingWidth * uiScale : Chrome.lineWidth(at: uiScale)
    canvas.strokeRounded(
      bounds, radius: radius, width: line, isFocused ? Chrome.OverPhoto.focus : Style.edgeColor)
    let side = (Style.iconSide * uiScale).rounded()
    Icon.close.draw(
      in: canvas, Rect(center: bounds.center, size: Size(width: side, height: side)),
      Chrome.OverPhoto.text)
  }
}

public import Drawing
public import Geometry
import Localization
public import Views

/// A page indicator: a row of dots at the bottom centre, one per page; the dot of the current page
/// is bright.
///
/// A faint capsule behind the dots keeps them visible on white pictures.
///
/// - Source: JXPhotoBrowser 3.1.5: dot 7, pitch 16, 15 above the bottom edge.
public final class DotPageIndicator: View, PageIndicator {
  /// The diameter of a dot, in points.
  private static let dotDiameter = 7.0
  /// The distance between the centres of adjacent dots, in points.
  private static let pitch = 16.0
  private static let indicatorHeight = 37.0
  /// The distance from the dots to the bottom edge of the area for overlays, in points.
  private static let bottomPadding = 15.0
  /// The opacity of every dot but the current one.
  private static let otherDotAlpha = 0.42
  /// The radius of the capsule behind the dots, in points.
  private static let capsuleRadius = 11.0
  private static var capsuleColor: Color { Chrome.OverPhoto.veil(0.40) }

  private var index = 0
  private var count = 0
  private var shownDotCount = 0
  private var scale = 1.0
  /// Whether the dot of the first page is the rightmost one.
  private var isMirrored = false

  /// Makes an indicator that shows no pages yet.
  public override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isRasterized = true
  }

  /// Shows dots for `count` pages; the indicator is hidden for fewer than two.
  public func reload(count: Int, index: Int) {
    self.count = count
    isHidden = count <= 1
    indexDidChange(to: index)
  }

  /// Makes the dot of the page at `index` the bright one.
  public func indexDidChange(to index: Int) {
    self.index = min(index, max(0, count - 1))
    accessibilityLabel =
      count > 0 ? tr("page {page} of {count}", ["page": self.index + 1, "count": count]) : ""
    setNeedsDisplay()
  }

  /// Lays the dots out at the bottom centre of `room`.
  public func layout(in room: BrowserOverlays.Room) {
    let area = room.area
    scale = room.scale
    if room.isRightToLeft != isMirrored { setNeedsDisplay() }
    isMirrored = room.isRightToLeft
    let fitting = Int(area.width / (Self.pitch * scale))
    shownDotCount = min(count, max(1, fitting))
    let size = Size(
      width: (Double(shownDotCount) * Self.pitch * scale).rounded(),
      height: (Self.indicatorHeight * scale).rounded())
    frame = Rect(
      x: (area.midX - size.width / 2).rounded(),
      y: (area.maxY - Self.bottomPadding * scale - (size.height + Self.dotDiameter * scale) / 2)
        .rounded(),
      width: size.width, height: size.height)
  }

  /// The insets that the dots take from the browser, in device pixels: the dots with equal margins
  /// above and below.
  public var reach: Insets {
    Insets(bottom: ((2 * Self.bottomPadding + Self.dotDiameter) * scale).rounded())
  }

  private var capsuleFrame: Rect {
    let radius = Self.capsuleRadius * scale
    let reach = radius - Self.pitch / 2 * scale
    return Rect(
      x: -reach, y: bounds.midY - radius, width: bounds.width + 2 * reach, height: 2 * radius
    ).snapped
  }

  /// The area that is drawn, in this view's coordinates: that of the capsule, which is wider than
  /// the row of dots.
  public override var drawingBounds: Rect { isHidden ? bounds : bounds.union(capsuleFrame) }

  public override func draw(in canvas: Canvas, damage: Rect) {
    let radius = Self.dotDiameter / 2 * scale
    canvas.fillRounded(capsuleFrame, radius: capsuleFrame.height / 2, Self.capsuleColor)
    // If not all dots fit, those of the pages around the current one are shown.
    let first = min(max(0, index - shownDotCount / 2), max(0, count - shownDotCount))
    for page in first..<(first + shownDotCount) {
      let position = isMirrored ? first + shownDotCount - 1 - page : page - first
      let center = Point(x: (Double(position) + 0.5) * Self.pitch * scale, y: bounds.height / 2)
      let box = Rect(center: center, size: Size(width: radius * 2, height: radius * 2))
      let alpha = page == index ? 1 : Self.otherDotAlpha
      canvas.fillRounded(
        box, radius: radius, Color(red: 1, green: 1, blue: 1, alpha: alpha))
    }
  }
}

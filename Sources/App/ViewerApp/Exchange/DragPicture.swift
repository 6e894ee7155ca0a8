import Drawing
import Geometry
import Pixels
import Views
import Windowing

/// The picture that follows the pointer while photos are dragged.
enum DragPicture {
  /// The measures of the picture in points, its colours and its opacity.
  private enum Style {
    static let side = 120.0
    static let radius = 6.0
    static let margin = 14.0
    static let shadowBlur = 10.0
    /// The distance, to the right and down, between the cards of two photos that lie one behind the
    /// other, in points.
    static let cardOffset = 5.0
    static let maxCards = 3
    static let badgeHeight = 22.0
    static let badgePadding = 8.0
    static let fontSize = 13.0
    static let cardColor = Color(white: 0.32)
    static let edgeColor = Color(white: 1, alpha: 0.55)
    static let badgeColor = Color(red: 0.12, green: 0.42, blue: 0.9)
    /// The opacity of the dragged picture where its transparent pixels are blended with the screen,
    /// so that the target below stays visible.
    static let opacity = 0.92
  }

  /// Draws the picture for a drag of `count` photos.
  ///
  /// - Parameters:
  ///   - thumbnail: the picture of the first photo; nil draws an empty card.
  ///   - relativeGrip: the position of the pointer in the thumbnail, from 0 to 1 in each direction.
  ///   - scale: device pixels per point.
  ///   - hasShadow: whether transparent pixels are blended with the screen, so that the picture
  ///     may have a shadow.
  static func make(
    _ thumbnail: Bitmap?, count: Int, relativeGrip: Point, scale: Double, hasShadow: Bool
  ) -> OutgoingDrag.Picture {
    let k = scale
    let natural = thumbnail?.size.size ?? Size(width: 4, height: 3)
    let share = Style.side * k / max(1, natural.width, natural.height)
    let size = Size(
      width: max(8, (natural.width * share).rounded()),
      height: max(8, (natural.height * share).rounded()))
    let margin = (Style.margin * k).rounded()
    let cards = min(max(1, count), Style.maxCards)
    let step = (Style.cardOffset * k).rounded()
    let more = Double(cards - 1) * step
    let front = Rect(
      x: margin, y: margin, width: size.width, height: size.height)
    let whole = PixelSize(
      width: Int(size.width + 2 * margin + more), height: Int(size.height + 2 * margin + more))
    let bitmap = Bitmap.drawn(whole) { canvas in
      canvas.withOpacity(hasShadow ? Style.opacity : 1) {
        for card in (0..<cards).reversed() {
          let rect = front.offset(by: Vector(dx: Double(card) * step, dy: Double(card) * step))
          draw(card == 0 ? thumbnail : nil, in: rect, k, hasShadow: hasShadow, canvas)
        }
      }
      if count > 1 { drawBadge(count, at: Point(x: front.minX, y: front.minY), k, canvas) }
    }
    let hotSpot = Point(
      x: front.minX + min(max(relativeGrip.x, 0), 1) * front.width,
      y: front.minY + min(max(relativeGrip.y, 0), 1) * front.height)
    return OutgoingDrag.Picture(bitmap: bitmap, hotSpot: hotSpot)
  }

  private static func draw(
    _ picture: Bitmap?, in rect: Rect, _ k: Double, hasShadow: Bool, _ canvas: Canvas
  ) {
    let radius = Style.radius * k
    if hasShadow {
      canvas.shadow(around: rect, radius: radius, blur: Style.shadowBlur * k, Chrome.shadow)
    }
    canvas.fillRounded(rect, radius: radius, Style.cardColor)
    if let picture {
      canvas.withRoundCorners(rect, radius: radius) { canvas.draw(picture, in: rect) }
    }
    canvas.strokeRounded(rect, radius: radius, width: Chrome.lineWidth(at: k), Style.edgeColor)
  }

  /// Draws the number of photos on a pill at a corner of the first photo.
  ///
  /// - Parameter k: device pixels per point.
  private static func drawBadge(_ count: Int, at corner: Point, _ k: Double, _ canvas: Canvas) {
    let text = TextLayout("\(count)", style: TextStyle(size: Style.fontSize * k, weight: .semibold))
    let height = (Style.badgeHeight * k).rounded()
    let width = max(height, (text.size.width + 2 * Style.badgePadding * k).rounded())
    let rect = Rect(
      x: max(1, corner.x - height / 2), y: max(1, corner.y - height / 2), width: width,
      height: height
    ).snapped
    canvas.fillRounded(rect, radius: height / 2, Style.badgeColor)
    canvas.draw(
      text,
      at: Point(x: rect.midX - text.size.width / 2, y: rect.midY - text.size.height / 2), .white)
  }
}

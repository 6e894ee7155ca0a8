import Drawing
import Geometry
import Motion
import Pixels
import Resampling
import Views

/// A larger look at one picture of the grid, whole, on a card: its name and size below.
///
/// It fills its parent and lets events through.
final class PreviewCard: View {
  /// Where the card is and how large it may become.
  enum Place: Hashable {
    /// Beside the cell at this rectangle, for a pointer that rests on it.
    case beside(Rect)
    /// In the middle of the grid, for a held key.
    case middle
  }
  /// What is on it.
  struct Content {
    var name: String
    /// Second line, "" for none.
    var detail = ""
    /// The best there is of the picture.
    var bitmap: Bitmap
    /// The picture's own size when known: small ones are not blown up.
    var naturalSize: PixelSize?
    var place: Place
  }
  /// What is shown; nil takes it away at once.
  var content: Content? {
    willSet { setNeedsDisplay() }
    didSet { contentDidChange(from: oldValue) }
  }
  /// The part of it that bars leave free.
  var room = Rect.zero {
    didSet { if room != oldValue { setNeedsDisplay() } }
  }
  /// False leaves out the words.
  var drawsText = true
  private var fade = Fade(0, duration: Look.fade)
  private var ready: (whole: Bitmap, scaled: Bitmap)?
  private var nameText: CachedText?
  private var detailText: CachedText?

  private enum Look {
    static let fade = 0.12
    static let radius = 12.0
    static let pictureRadius = 6.0
    static let padding = 10.0
    static let shadow = 26.0
    static let drop = 8.0
    /// Between the card and the cell, and the card and the grid's edge.
    static let gap = 14.0
    static let nameSize = 13.5
    static let detailSize = 12.0
    static let textGap = 9.0
    static let leading = 1.0
    /// The words have at least this much room.
    static let minWidth = 180.0
    /// Longest side of the picture beside a cell, as a share of the grid's shorter side.
    static let besideShare = 0.52
    /// The same in the middle.
    static let middleShare = 0.82
    /// Small pictures are enlarged to this at most.
    static let mostEnlarged = 2.0
  }

  /// Makes a card that is not seen.
  init() {
    super.init(frame: .zero)
    fillsParent = true
    isInteractive = false
    isHidden = true
    alpha = 0
  }

  private func contentDidChange(from old: Content?) {
    let wasShown = old != nil
    isHidden = content == nil
    if content == nil {
      ready = nil
      fade = Fade(0, duration: Look.fade)
      alpha = 0
    } else if !wasShown {
      fade.go(to: 1)
      requestFrame()
    }
    setNeedsDisplay()
  }

  /// The longest side, in device pixels, a picture can have on a card of that kind.
  func longestSide(at place: Place) -> Double {
    let share = place == .middle ? Look.middleShare : Look.besideShare
    return (min(room.width, room.height) * share).rounded(.down)
  }

  override var wantsFrame: Bool { content != nil && !fade.isSettled }

  override func update(at frame: FrameTime) {
    if fade.update(at: frame.presentation) { alpha = fade.value }
  }

  override var paintBounds: Rect {
    guard let content else { return .zero }
    return places(of: content).card.inset(by: .all(-(Look.shadow + Look.drop) * uiScale))
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    guard let content else { return }
    let places = places(of: content)
    canvas.drawPanel(
      places.card, radius: Look.radius * uiScale, blur: Look.shadow * uiScale,
      drop: Look.drop * uiScale, scale: uiScale)
    canvas.saved {
      canvas.clip(toRounded: places.picture, radius: Look.pictureRadius * uiScale)
      if !content.bitmap.isOpaque {
        GalleryLook.drawSquares(in: canvas, places.picture, scale: uiScale)
      }
      canvas.draw(scaled(content.bitmap, to: places.picture.pixelSize), in: places.picture)
    }
    guard drawsText else { return }
    let texts = texts(of: content, width: places.card.width - 2 * Look.padding * uiScale)
    var y = places.picture.maxY + Look.textGap * uiScale
    canvas.draw(
      texts.name, at: Point(x: places.card.midX - texts.name.size.width / 2, y: y), Chrome.text)
    guard let detail = texts.detail else { return }
    y += texts.name.size.height + Look.leading * uiScale
    canvas.draw(
      detail, at: Point(x: places.card.midX - detail.size.width / 2, y: y), Chrome.dimText)
  }

  /// The picture in the card's very pixels, made once: the card is drawn in every frame of its fade.
  private func scaled(_ bitmap: Bitmap, to size: PixelSize) -> Bitmap {
    if let ready, ready.whole === bitmap, ready.scaled.size == size { return ready.scaled }
    // The resampler makes smaller; what it enlarges shows its pixels as squares.
    guard bitmap.size.width >= size.width else { return bitmap }
    let scaled = Resampler.scale(bitmap, to: size)
    ready = (bitmap, scaled)
    return scaled
  }

  /// Where card and picture are; a better bitmap of the same picture changes nothing.
  func places(of content: Content) -> (card: Rect, picture: Rect) {
    let padding = (Look.padding * uiScale).rounded()
    let side = max(1, longestSide(at: content.place))
    let size =
      content.naturalSize.map { pictureSize(of: $0.size, at: content.place) }
      ?? fitted(content.bitmap.size.size, in: side)
    let width = max(size.width, min(Look.minWidth * uiScale, side)) + 2 * padding
    var height = size.height + 2 * padding
    if drawsText {
      let texts = texts(of: content, width: width - 2 * padding)
      height += Look.textGap * uiScale + texts.name.size.height
      if let detail = texts.detail { height += Look.leading * uiScale + detail.size.height }
    }
    let card = place(Size(width: width, height: height.rounded()), content.place)
    let picture = Rect(
      x: (card.midX - size.width / 2).rounded(), y: card.minY + padding, width: size.width,
      height: size.height)
    return (card, picture)
  }

  /// The size at which a card shows a picture of `natural` pixels.
  func pictureSize(of natural: Size, at place: Place) -> Size {
    let largest = natural * (Look.mostEnlarged * uiScale)
    let side = max(1, longestSide(at: place))
    return fitted(natural, in: min(side, max(largest.width, largest.height)))
  }

  private func fitted(_ picture: Size, in side: Double) -> Size {
    let box = Rect(x: 0, y: 0, width: max(1, side), height: max(1, side))
    let size = ContentFit.fit.rect(content: picture, in: box).size
    return Size(width: max(1, size.width.rounded()), height: max(1, size.height.rounded()))
  }

  private func place(_ size: Size, _ place: Place) -> Rect {
    let gap = (Look.gap * uiScale).rounded()
    let inside = room.inset(by: .all(gap))
    var corner: Point
    switch place {
    case .middle: corner = Rect(center: room.center, size: size).origin
    case .beside(let cell):
      let fitsRight = cell.maxX + gap + size.width <= inside.maxX
      let fitsLeft = cell.minX - gap - size.width >= inside.minX
      let x =
        fitsRight
        ? cell.maxX + gap
        : fitsLeft ? cell.minX - gap - size.width : cell.midX - size.width / 2
      corner = Point(x: x, y: cell.midY - size.height / 2)
    }
    corner.x = max(inside.minX, min(corner.x, inside.maxX - size.width))
    corner.y = max(inside.minY, min(corner.y, inside.maxY - size.height))
    return Rect(origin: corner, size: size).snapped
  }

  private func texts(
    of content: Content, width: Double
  ) -> (name: TextLayout, detail: TextLayout?) {
    let name = CachedText.layout(
      &nameText, DisplayText.name(content.name),
      TextStyle(size: Look.nameSize * uiScale, weight: .medium), maxWidth: width,
      flow: .ellipsisInMiddle)
    guard !content.detail.isEmpty else { return (name, nil) }
    let detail = CachedText.layout(
      &detailText, content.detail, TextStyle(size: Look.detailSize * uiScale), maxWidth: width,
      flow: .ellipsisAtEnd)
    return (name, detail)
  }
}

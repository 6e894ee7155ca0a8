public import Drawing
public import Geometry
public import Views

/// One dot a page, the current one bright, centred at the bottom.
///
/// They lie on a faint capsule, so that white dots are told apart on white pictures.
///
/// - Source: JXPhotoBrowser 3.1.5; dot 7, pitch 16, 15 above the bottom edge.
public final class DotPageIndicator: View, PageIndicator {
  /// A dot's diameter. All lengths are in points, multiplied by the scale.
  private static let dot = 7.0
  /// From one dot's middle to the next one's.
  private static let pitch = 16.0
  private static let height = 37.0
  /// From the dots to the bottom edge.
  private static let bottomPadding = 15.0
  /// The opacity of every dot but the current one.
  private static let otherAlpha = 0.42
  /// From the dots' middles to the edge of what they lie on.
  private static let capsule = 11.0
  private static let ground = Color(white: 0, alpha: 0.40)

  private var index = 0
  private var count = 0
  private var shown = 0
  private var scale = 1.0
  /// True where the first dot is the one on the right.
  private var isMirrored = false

  /// Makes one that shows nothing yet.
  public override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isRasterized = true
  }

  /// Shows dots for `count` pages; hidden for one or none.
  public func reload(count: Int, index: Int) {
    self.count = count
    isHidden = count <= 1
    indexDidChange(to: index)
  }

  /// Makes another dot the bright one.
  public func indexDidChange(to index: Int) {
    self.index = min(index, max(0, count - 1))
    setNeedsDisplay()
  }

  /// Bottom centre.
  public func place(in room: OverlayRoom) {
    let area = room.area
    scale = room.scale
    if room.isRightToLeft != isMirrored { setNeedsDisplay() }
    isMirrored = room.isRightToLeft
    let fitting = Int(area.width / (Self.pitch * scale))
    shown = min(count, max(1, fitting))
    let size = Size(
      width: (Double(shown) * Self.pitch * scale).rounded(),
      height: (Self.height * scale).rounded())
    frame = Rect(
      x: (area.midX - size.width / 2).rounded(),
      y: (area.maxY - Self.bottomPadding * scale - (size.height + Self.dot * scale) / 2)
        .rounded(),
      width: size.width, height: size.height)
  }

  /// The strip at the bottom that the dots are in the middle of.
  public var reach: Insets {
    Insets(bottom: ((2 * Self.bottomPadding + Self.dot) * scale).rounded())
  }

  private var capsule: Rect {
    let radius = Self.capsule * scale
    let reach = radius - Self.pitch / 2 * scale
    return Rect(
      x: -reach, y: bounds.midY - radius, width: bounds.width + 2 * reach, height: 2 * radius
    ).snapped
  }

  /// The capsule reaches beyond the dots.
  public override var paintBounds: Rect { isHidden ? bounds : bounds.union(capsule) }

  /// Draws the dots.
  public override func draw(in canvas: Canvas, damage: Rect) {
    let radius = Self.dot / 2 * scale
    canvas.fillRounded(capsule, radius: capsule.height / 2, Self.ground)
    // Of more dots than there is room for, those around the current one are seen.
    let first = min(max(0, index - shown / 2), max(0, count - shown))
    for page in first..<(first + shown) {
      let place = isMirrored ? first + shown - 1 - page : page - first
      let center = Point(x: (Double(place) + 0.5) * Self.pitch * scale, y: bounds.height / 2)
      let box = Rect(center: center, size: Size(width: radius * 2, height: radius * 2))
      let alpha = page == index ? 1 : Self.otherAlpha
      canvas.fillRounded(
        box, radius: radius, Color(red: 1, green: 1, blue: 1, alpha: alpha))
    }
  }
}

import BrowserCore
import Drawing
package import Geometry
package import Motion
package import Views

/// An overlay for the inspection of single pixels: a thin grid between large pixels, and a pill
/// with the coordinates and the colour of the pixel under the pointer, or in the middle of the page
/// without a pointer. It is shown while `tuning.inspectsPixels` of the browser's options is true
/// and no slideshow runs.
package final class PixelInspector: View, BrowserOverlay {
  /// The pixel in the pill in the last frame; nil when the pointer is beside the picture, and while
  /// the inspector is off.
  package private(set) var reading: PixelReading? {
    didSet { if reading != oldValue { readingDidChange() } }
  }
  /// A closure called when the pill shows another pixel, or none (nil).
  package var onReadingChange: (PixelReading?) -> Void = { _ in }

  /// The constants of appearance; lengths in points.
  private enum Style {
    /// The range of scales, in device pixels per pixel of the picture, over which the grid fades
    /// in; at 8 it is easily visible.
    static let gridFadeInScales = 6.5...8.5
    /// The colour of the dark lines of the grid; with a light line beside each, they are visible on
    /// any background.
    static let darkGridLineColor = Color(white: 0, alpha: 0.24)
    static let lightGridLineColor = Color(white: 1, alpha: 0.24)
    static let pillMargin = 12.0
  }

  private weak var browser: Browser?
  private let pill = PixelPill()
  private var grid: PixelGrid?

  package override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isInteractive = false
    isHidden = true
    pill.isHidden = true
    add(pill)
  }

  package func attached(to browser: Browser) {
    self.browser = browser
    browser.onPointerEvent = { [weak self] in self?.pointerDidMove() }
  }

  /// False: the inspector shows information, and is no control.
  package var hidesWithControls: Bool { false }

  package func layout(in room: BrowserOverlays.Room) {
    guard let browser else { return }
    frame = browser.bounds
    let margin = (Style.pillMargin * room.scale).rounded()
    let area = room.areaBetweenSides
    let size = pill.size(at: room.scale, fitting: area.width - 2 * margin)
    var pillFrame = Rect(
      x: area.midX - size.width / 2, y: area.maxY - margin - size.height, width: size.width,
      height: size.height
    ).snapped
    // The lowest obstacles come first, so that one pass over them is enough.
    for obstacle in room.occupied.sorted(by: { $0.maxY > $1.maxY })
    where !(obstacle.intersection(pillFrame)?.isEmpty ?? true) {
      pillFrame.origin.y = obstacle.minY - margin - size.height
    }
    pill.frame = pillFrame
  }

  package var occupiedFrame: Rect? { pill.isHidden ? nil : pill.frame }

  // MARK: Frames

  private var isActive: Bool {
    guard let browser, browser.slideshowPhase == nil else { return false }
    return browser.options.tuning.inspectsPixels
  }

  /// Updates the pixel in the pill after a movement of the pointer.
  private func pointerDidMove() {
    if isActive || !isHidden { updateReading() }
  }

  package override func update(at frame: FrameTime) { updateReading() }

  private func updateReading() {
    let next = isActive ? currentGrid : nil
    if next != grid {
      grid = next
      setNeedsDisplay()
    }
    isHidden = next == nil
    reading = next.flatMap(pixel)
    if next != nil, let placedContent = cell?.placedContent, placedContent.isOpaque == pill.hasAlpha
    {
      pill.hasAlpha = !placedContent.isOpaque
      browser?.layoutOverlays()
    }
  }

  /// The pixel grid of the current picture; nil while it is pulled down, in flight or not loaded,
  /// and for a scalable content.
  private var currentGrid: PixelGrid? {
    guard let browser, let cell, let placedContent = cell.placedContent,
      !placedContent.content.isScalable,
      !cell.isWaiting, cell.placement == .still || cell.placement == .moving,
      browser.shownFrame?.flying.isEmpty ?? true
    else { return nil }
    return PixelGrid(
      rect: placedContent.rect.offset(by: cell.frame.origin - .zero),
      size: placedContent.content.contentSize)
  }

  private var cell: PhotoCell? { browser?.visibleCell as? PhotoCell }

  private func pixel(in grid: PixelGrid) -> PixelReading? {
    guard let browser, let pixel = grid.pixel(at: browser.pointer ?? browser.bounds.center) else {
      return nil
    }
    switch cell?.content.zoomable {
    case let picture as Picture: return picture.reading(x: pixel.x, y: pixel.y)
    case let tiled as TiledContent: return tiled.reading(x: pixel.x, y: pixel.y)
    default: return nil
    }
  }

  private func readingDidChange() {
    let wasHidden = pill.isHidden
    pill.isHidden = reading == nil
    if let reading { pill.reading = reading }
    if wasHidden != pill.isHidden { browser?.layoutOverlays() }
    onReadingChange(reading)
  }

  // MARK: Drawing

  package override func draw(in canvas: Canvas, damage: Rect) {
    guard let grid, let area = grid.rect.intersection(bounds)?.intersection(damage) else {
      return
    }
    let range = Style.gridFadeInScales
    let share = (grid.scale - range.lowerBound) / (range.upperBound - range.lowerBound)
    guard share > 0 else { return }
    let width = Chrome.lineWidth(at: uiScale / 2)
    let columns = grid.columnLines(from: area.minX - width, to: area.maxX + width)
    let rows = grid.rowLines(from: area.minY - width, to: area.maxY + width)
    for (offset, color) in [(-width, Style.darkGridLineColor), (0, Style.lightGridLineColor)] {
      var lines = Path()
      for x in columns {
        lines.add(Rect(x: x + offset, y: area.minY, width: width, height: area.height))
      }
      for y in rows {
        lines.add(Rect(x: area.minX, y: y + offset, width: area.width, height: width))
      }
      canvas.fill(lines, color.opacity(min(1, share)))
    }
  }
}

/// The pill of a ``PixelInspector``: a sample of the pixel's colour, and a text.
private final class PixelPill: View {
  var reading = PixelReading(x: 0, y: 0, color: 0xff00_0000) {
    didSet {
      guard reading != oldValue else { return }
      accessibilityLabel = reading.text
      setNeedsDisplay()
    }
  }
  /// Whether the picture has transparency, whose fourth component makes the text longer.
  var hasAlpha = false
  private var cachedText: CachedText?
  private var widestText: CachedText?

  /// The constants of appearance; lengths in points.
  private enum Style {
    static let fontSize = 13.0
    static let pillHeight = 30.0
    static let pillPadding = 12.0
    static let swatchSide = 14.0
    static let swatchGap = 8.0
    static var pillColor: Color { Chrome.OverPhoto.veil(0.72) }
    static var swatchEdgeColor: Color { Chrome.OverPhoto.light(0.5) }
    /// The longest usual text, for whose width the pill is laid out, so that its size does not
    /// change while the pointer moves.
    static let longestText = "8888, 8888   ≈ #DDDDDD   888 888 888"
    static let longestTextWithAlpha = "8888, 8888   ≈ #DDDDDDDD   888 888 888 888"
  }

  private var style: TextStyle { TextStyle(size: Style.fontSize * uiScale) }

  /// The size of the pill in device pixels; `scale` is the UI scale, and `width` the maximum width.
  func size(at scale: Double, fitting width: Double) -> Size {
    let text = CachedText.layout(
      &widestText, hasAlpha ? Style.longestTextWithAlpha : Style.longestText,
      TextStyle(size: Style.fontSize * scale), maxWidth: nil, flow: .line)
    let beside = (2 * Style.pillPadding + Style.swatchSide + Style.swatchGap) * scale
    return Size(
      width: min(max(0, width), text.size.width + beside).rounded(),
      height: (Style.pillHeight * scale).rounded())
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    canvas.fillRounded(bounds, radius: bounds.height / 2, Style.pillColor)
    let side = (Style.swatchSide * uiScale).rounded()
    let swatch = Rect(
      x: (Style.pillPadding * uiScale).rounded(), y: ((bounds.height - side) / 2).rounded(),
      width: side, height: side)
    let color = Color(
      red: Double(reading.red) / 255, green: Double(reading.green) / 255,
      blue: Double(reading.blue) / 255, alpha: Double(reading.alpha) / 255)
    canvas.fillRounded(swatch, radius: side / 4, color)
    canvas.strokeRounded(
      swatch, radius: side / 4, width: Chrome.lineWidth(at: uiScale), Style.swatchEdgeColor)
    let left = swatch.maxX + (Style.swatchGap * uiScale).rounded()
    let line = CachedText.layout(
      &cachedText, reading.text, style,
      maxWidth: max(1, bounds.width - left - (Style.pillPadding * uiScale).rounded()),
      flow: .ellipsisAtEnd)
    canvas.draw(
      line, at: Point(x: left, y: ((bounds.height - line.size.height) / 2).rounded()),
      Chrome.OverPhoto.text)
  }
}

import BrowserCore
import Drawing
import Geometry
import Motion
import Pixels
import Views

extension Browser {
  /// Whether a drag or pinch by the user holds the pages or the picture.
  public var isHeld: Bool {
    state.scroll.isHeld || state.pull?.phase == .held || state.isPictureHeld
  }

  /// Whether a drag would pan the current picture.
  package var isPannable: Bool {
    !state.isDismissed && state.isPannable
  }

  /// Draws the backdrop of the frame that was laid out last.
  func drawBackdrop(in canvas: Canvas, damage: Rect) {
    let alpha = state.isDismissed ? 0 : shownFrame?.backdrop ?? 1
    if isOverScene, alpha < 1 { return drawBackdrop(alpha, in: canvas, damage: damage) }
    let color =
      isTranslucent
      ? options.background.opacity(alpha) : options.background.over(options.underlay, alpha)
    // Areas under opaque pictures are not cleared: such a picture covers most of the window, and
    // clearing there would cost as much as drawing the picture.
    for area in uncoveredParts(of: damage) { canvas.clear(area, to: color) }
  }

  /// Draws the backdrop over the scene below, which shows through while the backdrop fades.
  private func drawBackdrop(_ alpha: Double, in canvas: Canvas, damage: Rect) {
    guard alpha > 0 else { return }
    for area in uncoveredParts(of: damage) { canvas.fill(area, options.background.opacity(alpha)) }
  }

  /// The parts of `damage` that no opaque picture covers, in the browser's coordinates.
  private func uncoveredParts(of damage: Rect) -> [Rect] {
    if state.reading != .single, flights.opaqueArea == nil {
      return cells.photoCells.compactMap(\.opaqueArea).reduce([damage]) { areas, covered in
        areas.flatMap { $0.subtracting(covered.roundedIn) }
      }
    }
    let covered = flights.opaqueArea ?? (visibleCell as? PhotoCell)?.opaqueArea
    return covered.map { damage.subtracting($0.roundedIn) } ?? [damage]
  }

  /// Lays out the cells of the pages in `frame`.
  func layOut(_ frame: BrowserFrame) {
    for page in frame.pages {
      guard let cell = cell(at: page.index) else { continue }
      cell.isHidden = page.placement == .flying
      cell.frame = page.frame
      (cell as? PhotoCell)?.pointer = gestures.pointer.map { $0 - (page.frame.origin - .zero) }
      // The pages of a spread are drawn without a shadow, because each would darken the other page.
      let isAlone = state.reading == .single && page.index == frame.index
      (cell as? PhotoCell)?.elevation = isAlone ? flights.elevation(at: now) : 0
      (cell as? PhotoCell)?.isInReadingGroup = state.reading != .single
      cell.layout(for: page)
      reportSize(of: page)
    }
    cells.hide(allBut: Set(frame.pages.map(\.index)))
    // A restored picture that flies to its page is the last one in the frame, with the placement
    // `.pulled`; its cell lies above that of the current page.
    let top = frame.pages.last.flatMap { $0.placement == .pulled ? $0.index : nil } ?? state.index
    if let cell = cell(at: top) { cells.bringToFront(cell) }
  }

  /// Reports to the data source the size in device pixels at which a page's picture comes to rest,
  /// so that enough detail is loaded.
  private func reportSize(of page: BrowserFrame.Page) {
    guard state.hasContent(page.index) else { return }
    let rest = state.zoom(of: page.index).targetRect.size
    dataSource?.browser(
      self, page: page.index,
      isShownAt: PixelSize(width: Int(rest.width.rounded()), height: Int(rest.height.rounded())))
  }
}

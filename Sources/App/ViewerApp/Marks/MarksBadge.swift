import BrowserCore
import Drawing
import Geometry
import Localization
import PhotoBrowser
import PhotoGrid
import Views

/// The marks of the photo on the page, in a pill in the bottom right corner of the browser. In the
/// culling mode, the badge has all five stars, and a click on one rates the photo. Otherwise it
/// fades with the controls of the window.
final class MarksBadge: View, BrowserOverlay {
  /// The marks that the badge shows, and the mode in which it shows them.
  struct Content: Hashable {
    var marks = PhotoMarks()
    var isCulling = false
  }

  /// Called with the number of the star that the user clicked, from 1.
  var onStarClick: (Int) -> Void = { _ in }
  /// The marks and the mode that are shown. The badge is hidden outside the culling mode when there
  /// are no marks.
  var content = Content() {
    didSet { if content != oldValue { contentDidChange() } }
  }
  /// The opacity of the window's controls, 0 to 1, which the badge also has outside the culling
  /// mode.
  var controlsOpacity = 1.0 {
    didSet { if controlsOpacity != oldValue { updateOpacity() } }
  }

  private weak var browser: Browser?
  private let pill = MarksPill()
  private let stars = (1...PhotoMarks.maxStars).map {
    Control(label: tr("Rate {stars}", ["stars": $0]))
  }

  private static let margin = 12.0

  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isHidden = true
    add(pill)
    for (index, star) in stars.enumerated() {
      star.action = { [weak self] in self?.onStarClick(index + 1) }
      pill.add(star)
    }
  }

  func attached(to browser: Browser) { self.browser = browser }

  private func contentDidChange() {
    isHidden = content.marks.isEmpty && !content.isCulling
    pill.content = content
    for star in stars { star.isHidden = !content.isCulling }
    updateOpacity()
    browser?.layoutOverlays()
  }

  private func updateOpacity() {
    pill.alpha = content.isCulling ? 1 : controlsOpacity
    // Outside the culling mode, presses on the badge go to the photo.
    isInteractive = content.isCulling
  }

  func layout(in room: BrowserOverlays.Room) {
    frame = room.frame(
      of: pill.size(at: room.scale), in: .bottomRight, margin: Self.margin * room.scale)
  }

  override func layout() {
    pill.frame = bounds
    for (star, frame) in zip(stars, pill.starFrames(at: uiScale)) { star.frame = frame }
  }

  var occupiedFrame: Rect? { isHidden ? nil : frame }

  var hidesWithControls: Bool { !content.isCulling }
}

/// The drawn part of a ``MarksBadge``.
private final class MarksPill: View {
  var content = MarksBadge.Content() {
    didSet {
      accessibilityLabel = tr(
        "{stars} of {most} stars", ["stars": content.marks.stars, "most": PhotoMarks.maxStars])
      setNeedsDisplay()
    }
  }

  private static let height = 24.0
  private static let rowHeight = 14.0
  private static let padding = 10.0
  private static var background: Color { Chrome.OverPhoto.veil(0.55) }

  /// The size of the pill in device pixels.
  ///
  /// - Parameter scale: device pixels per point.
  func size(at scale: Double) -> Size {
    let width = MarkPainter.width(
      of: content.marks, height: Self.rowHeight * scale, offersStars: content.isCulling)
    return Size(
      width: (width + 2 * Self.padding * scale).rounded(), height: (Self.height * scale).rounded())
  }

  private func origin(at scale: Double) -> Point {
    Point(x: Self.padding * scale, y: (Self.height - Self.rowHeight) / 2 * scale)
  }

  /// The rectangles in which a click rates the photo, one for each star, in the pill's coordinates
  /// in device pixels; they have the whole height of the pill.
  ///
  /// - Parameter scale: device pixels per point.
  func starFrames(at scale: Double) -> [Rect] {
    MarkPainter.starFrames(
      of: content.marks, at: origin(at: scale), height: Self.rowHeight * scale
    ).map { Rect(x: $0.minX, y: 0, width: $0.width, height: bounds.height) }
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    canvas.fillRounded(bounds, radius: bounds.height / 2, Self.background)
    MarkPainter.draw(
      content.marks, in: canvas, at: origin(at: uiScale), height: Self.rowHeight * uiScale,
      offersStars: content.isCulling)
  }
}

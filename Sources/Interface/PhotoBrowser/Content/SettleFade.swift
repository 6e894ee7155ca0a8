import BrowserCore
import Geometry
import Motion

/// The cross-fade from the moving picture to the resting one over three frames. The resting picture
/// is drawn from other pixels and is sharper; without the cross-fade the change would be visible.
struct SettleFade {
  /// The time of the fade, in seconds: three frames at 60 Hz.
  private static let duration = 0.05
  /// The part of the fade that has passed in its first frame, in seconds: one frame at 60 Hz.
  private static let firstFrameDuration = 1.0 / 60
  /// The maximum distance between the edges of the last moving rectangle and the resting one, in
  /// device pixels; with a larger distance the picture has jumped, and does not fade.
  static let maxDistance = 8.0

  /// The rectangle of the picture in its last moving frame, in the coordinates of the cell.
  private let startRect: Rect
  private let endRect: Rect
  private var beginTime: Timestamp?
  /// The opacity of the resting picture, 0…1.
  private(set) var opacity = 0.0

  /// Makes a cross-fade; nil when the picture did not move, or jumped to `endRect`. Rectangles are
  /// in the coordinates of the cell.
  ///
  /// - Parameters:
  ///   - startRect: the rectangle of the picture in its last moving frame.
  ///   - placement: the placement of the page in that frame.
  ///   - endRect: the rectangle in which the picture rests.
  init?(from startRect: Rect, _ placement: BrowserFrame.Placement, to endRect: Rect) {
    guard placement != .still, !startRect.isEmpty else { return nil }
    let distance = max(
      abs(startRect.minX - endRect.minX), abs(startRect.minY - endRect.minY),
      abs(startRect.maxX - endRect.maxX),
      abs(startRect.maxY - endRect.maxY))
    // A picture whose last moving frame was on whole pixels needs no fade.
    guard distance <= Self.maxDistance, startRect != startRect.pixelAligned else { return nil }
    self.startRect = startRect
    self.endRect = endRect
  }

  /// The rectangle of the moving picture, in the coordinates of the cell. The moving picture is
  /// drawn below the resting one, and approaches its place during the fade.
  var movingRect: Rect {
    func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * opacity }
    return Rect(
      x: between(startRect.minX, endRect.minX), y: between(startRect.minY, endRect.minY),
      width: between(startRect.width, endRect.width),
      height: between(startRect.height, endRect.height))
  }

  /// Whether the fade has finished.
  var isOver: Bool { opacity >= 1 }

  /// Advances the fade to the time `t` of a frame.
  mutating func advance(to t: Timestamp) {
    let since = beginTime ?? t + -Self.firstFrameDuration
    beginTime = since
    opacity = min(1, (t - since) / Self.duration + 1e-6)
  }
}

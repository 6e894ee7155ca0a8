import Drawing
import Geometry
import Views

/// The warning sign in the middle of a tile that could not be loaded.
struct FailedTileSign {
  /// The rectangle of the tile, in the canvas's coordinates.
  var tileArea: Rect

  /// The diameter of the disc as a share of the shorter side of the tile, and its limits in device
  /// pixels. A tile whose shorter side is less than four times the lower limit has no sign.
  private static let (share, diameters) = (0.14, 20.0...44.0)
  private static let discColor = Color(white: 0, alpha: 0.6)
  /// The side of the icon as a share of the diameter of the disc.
  private static let iconShare = 0.6

  /// The square around the disc, in the canvas's coordinates, on whole pixels; nil when the tile is
  /// too small for a sign.
  private var signFrame: Rect? {
    let side = min(tileArea.width, tileArea.height)
    guard side >= 4 * Self.diameters.lowerBound else { return nil }
    let diameter = min(Self.diameters.upperBound, max(Self.diameters.lowerBound, side * Self.share))
      .rounded()
    return Rect(center: tileArea.center, size: Size(width: diameter, height: diameter)).pixelAligned
  }

  /// Draws the sign, if a part of it lies in `visible`, the visible part of the picture in the
  /// canvas's coordinates.
  func draw(in canvas: Canvas, visible: Rect) {
    guard let signFrame, signFrame.intersection(visible) != nil else { return }
    canvas.fillRounded(signFrame, radius: signFrame.width / 2, Self.discColor)
    let icon = (signFrame.width * Self.iconShare).rounded()
    // The triangle looks centred slightly above the middle of its box.
    let center = signFrame.center - Vector(dx: 0, dy: icon / 24)
    Icon.warning.draw(
      in: canvas, Rect(center: center, size: Size(width: icon, height: icon)),
      NoticeStrip.warningSignColor)
  }
}

import Geometry
import Pixels

/// The size in device pixels with which the window opens while no size is remembered.
nonisolated enum FirstWindowSize {
  /// The minimum size of the window where the work area has room for it, in points: six columns of
  /// thumbnails, and a 3:2 photo of about 1 megapixel.
  static let preferredMinSize = Size(width: 1280, height: 800)
  /// The maximum share of the work area's width and height for the window with its decoration, so
  /// that the window does not look maximized.
  static let maxShareOfWorkArea = 0.8
  /// The share of the work area's width and height that the window has on a large screen.
  static let shareOnLargeScreen = 0.65
  /// The maximum ratio of the window's width to its height: 16:9, also on wider screens.
  static let maxAspectRatio = 16.0 / 9
  /// The assumed width and height of a window manager's borders and title bar, in points, in which
  /// the largest common ones (GNOME, Xfce) fit. `_NET_FRAME_EXTENTS` is known only after the window
  /// is shown.
  static let assumedDecorationSize = Size(width: 8, height: 40)

  /// The size of the window without its decoration, in device pixels.
  ///
  /// - Parameters:
  ///   - workArea: the size of the area that panels leave free, in device pixels.
  ///   - scale: device pixels per point.
  static func size(in workArea: Size, scale: Double) -> PixelSize {
    let largest = Size(
      width: workArea.width * maxShareOfWorkArea - assumedDecorationSize.width * scale,
      height: workArea.height * maxShareOfWorkArea - assumedDecorationSize.height * scale)
    let height = min(
      max(preferredMinSize.height * scale, workArea.height * shareOnLargeScreen), largest.height)
    let width = min(
      max(preferredMinSize.width * scale, workArea.width * shareOnLargeScreen), largest.width,
      max(height * maxAspectRatio, preferredMinSize.width * scale))
    return PixelSize(width: max(1, Int(width)), height: max(1, Int(height)))
  }
}

import Geometry
import Pixels

/// The size of the first window of a person, before any size is remembered. Device pixels.
nonisolated enum FirstWindowSize {
  /// The size at scale 1: six columns of thumbnails, and a photo of 3:2 at about 1 megapixel. Points.
  static let standard = Size(width: 1280, height: 800)
  /// The window with its frame takes at most this share of the work area's width and height, so that
  /// it is recognisable as a window.
  static let maxShare = 0.8
  /// On a large screen the window takes this share.
  static let share = 0.65
  /// The widest shape of the window: 16:9, also on wider screens.
  static let maxAspect = 16.0 / 9
  /// The decoration of window managers: borders and a title bar, points. They tell the exact extents
  /// only when the window is shown; the largest common ones (GNOME, Xfce) fit in here.
  static let decoration = Size(width: 8, height: 40)

  /// The size inside the decoration.
  ///
  /// - Parameters:
  ///   - workArea: The area that panels leave free, device pixels.
  ///   - scale: Device pixels for each point.
  static func size(in workArea: Size, scale: Double) -> PixelSize {
    let largest = Size(
      width: workArea.width * maxShare - decoration.width * scale,
      height: workArea.height * maxShare - decoration.height * scale)
    let height = min(max(standard.height * scale, workArea.height * share), largest.height)
    let width = min(
      max(standard.width * scale, workArea.width * share), largest.width,
      max(height * maxAspect, standard.width * scale))
    return PixelSize(width: max(1, Int(width)), height: max(1, Int(height)))
  }
}

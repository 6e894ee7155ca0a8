import Geometry
import RealModule

/// A zoom and scroll position that can be transferred to another picture: relative to fit and to
/// the size of the picture, so that pictures of other sizes show the same part; only 100, 200 and
/// 300 % are kept as they are.
struct RelativeView: Hashable, Sendable {
  /// The scale of the picture divided by its scale at fit.
  var ratioToFit: Double
  /// The scale of a picture at 100, 200 or 300 % of its pixels, used instead of ``ratio``; nil for
  /// any other scale.
  var pinnedScale: Double?
  /// The point of the picture in the middle of the page, as fractions of the picture's width and
  /// height.
  var center: Point
}

extension ZoomState {
  /// The zoom and scroll position after all motions, relative to fit and to the picture's size; nil
  /// at fit, and without a picture.
  var relativeView: RelativeView? {
    guard !content.isEmpty, !viewport.isEmpty else { return nil }
    let ratio = targetScale / levels.fit
    let pinned = scaleToKeep(ratio: ratio)
    guard pinned != nil || !isAtFit(ratio: ratio) else { return nil }
    let rect = targetRect
    return RelativeView(
      ratioToFit: ratio, pinnedScale: pinned,
      center: Point(
        x: (viewport.width / 2 - rect.minX) / rect.width,
        y: (viewport.height / 2 - rect.minY) / rect.height))
  }

  /// Takes over a zoom and scroll position of another picture, without animation, as far as the
  /// limits of this picture allow.
  mutating func show(_ view: RelativeView) {
    guard !content.isEmpty, !viewport.isEmpty else { return }
    let scale = clampedScale(view.pinnedScale ?? levels.fit * view.ratioToFit)
    let shown = content * scale
    let corner = PanBounds(shown: shown, viewport: viewport).clamped(
      Point(
        x: viewport.width / 2 - shown.width * view.center.x,
        y: viewport.height / 2 - shown.height * view.center.y))
    setKeptScale(view.pinnedScale)
    set(corner: corner, scale: scale)
  }
}

extension BrowserTuning {
  /// The rule for the scale of a picture at fit, that is, before it is zoomed.
  public enum ZoomMode: Hashable, Sendable, CaseIterable {
    /// The rule of JXPhotoBrowser: the whole picture is visible in a wide viewport, its full width
    /// in a tall one. Small pictures are not enlarged, resolution-independent content is. Long
    /// pictures fit the width and panoramas the height: see `ZoomLevels.readingAxis`.
    case automatic
    /// The whole picture is visible; small pictures are enlarged.
    case whole
    /// The picture is as wide as the viewport, and may be higher.
    case width
    /// The picture is as high as the viewport, and may be wider.
    case height
    /// The picture covers the whole viewport, and may exceed it.
    case fill
  }
}

/// What "fit" means for a page.
public enum ZoomMode: Hashable, Sendable, CaseIterable {
  /// JXPhotoBrowser's law: whole picture in a wide viewport, full width in a tall one; small pictures are
  /// not enlarged; what has no pixels is. Long strips fit the width and panoramas the height: see
  /// ``ZoomLevels/readingAxis``.
  case automatic
  /// The whole picture, small ones enlarged.
  case whole
  /// As wide as the viewport.
  case width
  /// As high as the viewport.
  case height
  /// The viewport is covered.
  case fill
}

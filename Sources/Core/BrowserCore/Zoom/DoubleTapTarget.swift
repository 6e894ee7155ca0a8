/// What a double click goes to from fit.
public enum DoubleTapTarget: Hashable, Sendable {
  /// 100 %, or 2.5 times fit where that is too near.
  case automatic
  /// So many times fit.
  case factor(Double)
  /// The page covered.
  ///
  /// - Source: JXPhotoBrowser 4.
  case fill
}

/// How soon a picture is needed, judged by where its page is.
public enum ImagePriority: Hashable, Sendable, Comparable {
  /// Nobody looks at it or near it.
  case background
  /// So many pages behind, seen in the direction of travel; 1 is the nearest.
  case previous(Int)
  /// So many pages ahead, in the direction of travel; 1 is the nearest.
  case next(Int)
  /// On the screen.
  case visible

  private var urgency: (Int, Int) {
    switch self {
    case .background: (0, 0)
    case .previous(let distance): (1, -distance)
    case .next(let distance): (2, -distance)
    case .visible: (3, 0)
    }
  }

  /// True when `a` may wait for `b`.
  public static func < (a: ImagePriority, b: ImagePriority) -> Bool { a.urgency < b.urgency }
}

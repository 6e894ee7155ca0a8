/// The urgency of a request for a page, from the position of the page.
public enum ImagePriority: Hashable, Sendable, Comparable {
  /// A page that is neither visible nor adjacent.
  case background
  /// A page behind the visible one in the direction of travel, with its distance in pages; 1 is the
  /// nearest.
  case previous(distance: Int)
  /// A page ahead of the visible one in the direction of travel, with its distance in pages; 1 is
  /// the nearest.
  case next(distance: Int)
  /// A page that is visible.
  case visible

  private var urgency: (Int, Int) {
    switch self {
    case .background: (0, 0)
    case .previous(let distance): (1, -distance)
    case .next(let distance): (2, -distance)
    case .visible: (3, 0)
    }
  }

  /// Whether `a` is less urgent than `b`: `background`, `previous`, `next` and `visible` are in
  /// ascending order, and nearer pages are more urgent.
  public static func < (a: ImagePriority, b: ImagePriority) -> Bool { a.urgency < b.urgency }
}

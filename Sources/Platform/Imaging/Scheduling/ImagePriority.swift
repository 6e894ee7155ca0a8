/// The urgency of a request, from the position of its page.
public enum ImagePriority: Hashable, Sendable, Comparable {
  /// A page that is neither visible nor near.
  case background
  /// The given number of pages behind, relative to the direction of travel; 1 is the nearest.
  case previous(Int)
  /// The given number of pages ahead, in the direction of travel; 1 is the nearest.
  case next(Int)
  /// A page on the screen.
  case visible

  private var urgency: (Int, Int) {
    switch self {
    case .background: (0, 0)
    case .previous(let distance): (1, -distance)
    case .next(let distance): (2, -distance)
    case .visible: (3, 0)
    }
  }

  /// Whether `a` is less urgent than `b`.
  public static func < (a: ImagePriority, b: ImagePriority) -> Bool { a.urgency < b.urgency }
}

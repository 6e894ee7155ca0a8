public import Transitions

/// The animators of showing and dismissing that can be created by name.
public enum TransitionAnimators {
  /// The name of the default animator.
  nonisolated public static let standard = "morph"

  /// The names of the built-in animators with a description each, in the order to list them.
  nonisolated public static let builtIn = [
    (standard, "one picture grows out of its thumbnail"),
    ("zoom", "thumbnail and page, cross-faded in one moving frame"),
    ("smooth-zoom", "a view of the host's own grows to the whole picture"),
    ("spring", "the morph, going a little too far"),
    ("fade", "the page comes and goes where it is"),
    ("none", "no animation"),
  ]

  private struct Registration {
    let name: String
    let remark: String
    let make: () -> any TransitionAnimator
  }

  private static var registered: [Registration] = []

  /// All names with a description each, built-in and registered, in the order to list them.
  public static var names: [(String, String)] {
    builtIn.filter { name, _ in !registered.contains { $0.name == name } }
      + registered.map { ($0.name, $0.remark) }
  }

  /// Makes the animator called `name`; nil for unknown names.
  public static func make(_ name: String) -> (any TransitionAnimator)? {
    if let own = registered.first(where: { $0.name == name }) { return own.make() }
    return switch name {
    case standard: MorphAnimator()
    case "zoom": ZoomAnimator()
    case "smooth-zoom": SmoothZoomAnimator()
    case "spring": SpringAnimator()
    case "fade": FadeAnimator()
    case "none": NoneAnimator()
    default: nil
    }
  }

  /// Registers an animator of the host, or replaces the animator of that name.
  public static func register(
    _ name: String, remark: String, make: @escaping () -> any TransitionAnimator
  ) {
    registered.removeAll { $0.name == name }
    registered.append(Registration(name: name, remark: remark, make: make))
  }
}

public import Transitions

/// The registry of animators of showing and dismissing by name. An animator can also be used
/// without a name: see ``BrowserOptions/animator``.
public enum TransitionAnimators {
  /// The name of the default animator.
  nonisolated public static let standard = "morph"

  /// The animators of the library, in the order of lists.
  nonisolated package static let builtIn: [NamedFactory<any TransitionAnimator>] = [
    NamedFactory(standard, title: "Morph", description: "one picture grows out of its thumbnail") {
      MorphAnimator()
    },
    NamedFactory("zoom", description: "thumbnail and page, cross-faded in one moving frame") {
      ZoomAnimator()
    },
    NamedFactory(
      "smooth-zoom", description: "a view of the host's own grows to the whole picture"
    ) {
      SmoothZoomAnimator()
    },
    NamedFactory("spring", description: "the morph, going a little too far") { SpringAnimator() },
    NamedFactory("fade", description: "the page comes and goes where it is") { FadeAnimator() },
    NamedFactory("none", description: "no animation") { ImmediateAnimator() },
  ]

  private static var registry = Registry("animator", builtIn)

  /// All animators, those of the library and registered ones, in the order of lists.
  package static var entries: [NamedFactory<any TransitionAnimator>] { registry.entries }

  /// The name and the description of every animator, in the order of lists.
  public static var namesAndDescriptions: [(String, String)] { registry.namesAndDescriptions }

  /// Makes the animator with a name.
  ///
  /// - Throws: an error that lists the known names, if `name` is not among them.
  public static func make(_ name: String) throws(UnknownName) -> any TransitionAnimator {
    try registry.make(name)
  }

  /// Registers an animator of the host, or replaces the animator with the same name; `description`
  /// is the description in ``namesAndDescriptions``.
  public static func register(
    _ name: String, description: String,
    make: @escaping @MainActor @Sendable () -> any TransitionAnimator
  ) {
    registry.register(NamedFactory(name, description: description, make: make))
  }
}

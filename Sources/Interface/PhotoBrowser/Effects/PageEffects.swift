public import Transitions

/// The registry of page effects by name. An effect can also be used without a name: see
/// ``BrowserOptions/pageEffect``.
public enum PageEffects {
  /// The effects of the library, in the order of lists.
  ///
  /// - Source: the eight effects of JunPhotoBrowseDemo, in its order.
  nonisolated package static let builtIn: [NamedFactory<any PageEffect>] = [
    NamedFactory("fade", description: "the new page appears over the old one") { FadeEffect() },
    NamedFactory("move-in", description: "the new page slides in over the old one") {
      MoveInEffect()
    },
    NamedFactory("push", description: "the new page pushes the old one out") { PushEffect() },
    NamedFactory("reveal", description: "the old page slides away") { RevealEffect() },
    NamedFactory("cube", description: "the pages are faces of a turning cube") { CubeEffect() },
    NamedFactory("flip", description: "the pages are two sides of a card") { FlipEffect() },
    NamedFactory("page-curl", description: "the old page is peeled away") { CurlEffect() },
    NamedFactory("page-un-curl", title: "Page Uncurl", description: "the new page is laid down") {
      UncurlEffect()
    },
  ]

  private static var registry = Registry("page effect", builtIn)

  /// All effects, those of the library and registered ones, in the order of lists.
  package static var entries: [NamedFactory<any PageEffect>] { registry.entries }

  /// The name and the description of every effect, in the order of lists.
  public static var namesAndDescriptions: [(String, String)] { registry.namesAndDescriptions }

  /// Makes the effect with a name.
  ///
  /// - Throws: an error that lists the known names, if `name` is not among them.
  public static func make(_ name: String) throws(UnknownName) -> any PageEffect {
    try registry.make(name)
  }

  /// The name of an effect; nil for an effect that is not registered.
  public static func name(of effect: any PageEffect) -> String? {
    entries.first { AnyHashable($0.make()) == AnyHashable(effect) }?.name
  }

  /// Registers an effect of the host, or replaces the effect with the same name.
  ///
  /// - Parameters:
  ///   - title: the name shown to the user; nil for `name` with capitalised words.
  ///   - description: the description in ``namesAndDescriptions``.
  public static func register(
    _ name: String, title: String? = nil, description: String,
    make: @escaping @MainActor @Sendable () -> any PageEffect
  ) {
    registry.register(NamedFactory(name, title: title, description: description, make: make))
  }
}

public import Transitions

/// The page effects that can be created by name. An effect can also be used without a name: see
/// ``BrowserOptions/pageEffect``.
public enum PageEffects {
  /// The effects of the library, in the order to list them.
  ///
  /// - Source: the eight effects of JunPhotoBrowseDemo, in its order.
  nonisolated package static let builtIn: [NamedFactory<any PageEffect>] = [
    NamedFactory("fade", remark: "the new page appears over the old one") { FadeEffect() },
    NamedFactory("move-in", remark: "the new page slides in over the old one") { MoveInEffect() },
    NamedFactory("push", remark: "the new page pushes the old one out") { PushEffect() },
    NamedFactory("reveal", remark: "the old page slides away") { RevealEffect() },
    NamedFactory("cube", remark: "the pages are faces of a turning cube") { CubeEffect() },
    NamedFactory("flip", remark: "the pages are two sides of a card") { FlipEffect() },
    NamedFactory("page-curl", remark: "the old page is peeled away") { CurlEffect() },
    NamedFactory("page-un-curl", title: "Page Uncurl", remark: "the new page is laid down") {
      UncurlEffect()
    },
  ]

  private static var registry = Registry("page effect", builtIn)

  /// All effects, built-in and registered, in the order to list them.
  package static var entries: [NamedFactory<any PageEffect>] { registry.entries }

  /// All names with a description each, in the order to list them.
  public static var names: [(String, String)] { registry.names }

  /// Makes the effect called `name`.
  public static func make(_ name: String) throws(UnknownName) -> any PageEffect {
    try registry.make(name)
  }

  /// The name of an effect; nil for an effect that is not registered.
  public static func name(of effect: any PageEffect) -> String? {
    entries.first { AnyHashable($0.make()) == AnyHashable(effect) }?.name
  }

  /// Registers an effect of the host, or replaces the effect of that name.
  ///
  /// - Parameter title: the name shown to the user; nil for the name with capitalised words.
  public static func register(
    _ name: String, title: String? = nil, remark: String,
    make: @escaping @MainActor @Sendable () -> any PageEffect
  ) {
    registry.register(NamedFactory(name, title: title, remark: remark, make: make))
  }
}

/// An overlay that shows the current page and the number of pages. A browser has at most one; the
/// browser lays it out again at every change of either.
public protocol PageIndicator: BrowserOverlay {}

/// The registry of page indicators by name. An indicator can also be used without a name: see
/// ``Browser/indicator``.
public enum PageIndicators {
  /// The indicators of the library, in the order of lists; `none` makes no indicator.
  nonisolated package static let builtIn: [NamedFactory<(any PageIndicator)?>] = [
    NamedFactory("auto", description: "dots up to 20 pages, the number beyond") {
      AutomaticPageIndicator()
    },
    NamedFactory("dots", description: "one dot a page, at the bottom") { DotPageIndicator() },
    NamedFactory("number", description: "“3 / 20” in a pill, at the top") { NumberPageIndicator() },
    NamedFactory("none", description: "nothing") { nil },
  ]

  private static var registry = Registry("page indicator", builtIn)

  /// All indicators, those of the library and registered ones, in the order of lists.
  package static var entries: [NamedFactory<(any PageIndicator)?>] { registry.entries }

  /// The name and the description of every indicator, in the order of lists.
  public static var namesAndDescriptions: [(String, String)] { registry.namesAndDescriptions }

  /// Makes the indicator with a name; nil for `none`.
  ///
  /// - Throws: an error that lists the known names, if `name` is not among them.
  public static func make(_ name: String) throws(UnknownName) -> (any PageIndicator)? {
    try registry.make(name)
  }

  /// Registers an indicator of the host, or replaces the indicator with the same name;
  /// `description` is the description in ``namesAndDescriptions``.
  public static func register(
    _ name: String, description: String,
    make: @escaping @MainActor @Sendable () -> any PageIndicator
  ) {
    registry.register(NamedFactory(name, description: description, make: make))
  }
}

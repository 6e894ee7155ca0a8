/// An overlay that shows the current page and the number of pages. A browser has at most one; it is
/// laid out again at every change.
public protocol PageIndicator: BrowserOverlay {}

/// The page indicators that can be created by name. An indicator can also be used without a name:
/// see ``Browser/indicator``.
public enum PageIndicators {
  /// The indicators of the library, in the order to list them; `none` makes none.
  nonisolated package static let builtIn: [NamedFactory<(any PageIndicator)?>] = [
    NamedFactory("auto", remark: "dots up to 20 pages, the number beyond") {
      AutomaticPageIndicator()
    },
    NamedFactory("dots", remark: "one dot a page, at the bottom") { DotPageIndicator() },
    NamedFactory("number", remark: "“3 / 20” in a pill, at the top") { NumberPageIndicator() },
    NamedFactory("none", remark: "nothing") { nil },
  ]

  private static var registry = Registry("page indicator", builtIn)

  /// All indicators, built-in and registered, in the order to list them.
  package static var entries: [NamedFactory<(any PageIndicator)?>] { registry.entries }

  /// All names with a description each, in the order to list them.
  public static var names: [(String, String)] { registry.names }

  /// Makes the indicator called `name`; nil for `none`.
  public static func make(_ name: String) throws(UnknownName) -> (any PageIndicator)? {
    try registry.make(name)
  }

  /// Registers an indicator of the host, or replaces the indicator of that name.
  public static func register(
    _ name: String, remark: String, make: @escaping @MainActor @Sendable () -> any PageIndicator
  ) {
    registry.register(NamedFactory(name, remark: remark, make: make))
  }
}

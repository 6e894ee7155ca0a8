/// An overlay that shows the current page and the number of pages. A browser has at most one; it is
/// laid out again at every change.
public protocol PageIndicator: BrowserOverlay {}

/// The page indicators that can be created by name.
public enum PageIndicators {
  /// All names with a description each, in the order to list them.
  nonisolated public static let names = [
    ("auto", "dots up to 20 pages, the number beyond"),
    ("dots", "one dot a page, at the bottom"),
    ("number", "“3 / 20” in a pill, at the top"),
    ("none", "nothing"),
  ]

  /// Makes the indicator called `name`; nil for `none` and unknown names.
  public static func make(_ name: String) -> (any PageIndicator)? {
    switch name {
    case "dots": DotPageIndicator()
    case "number": NumberPageIndicator()
    case "auto": AutomaticPageIndicator()
    default: nil
    }
  }
}

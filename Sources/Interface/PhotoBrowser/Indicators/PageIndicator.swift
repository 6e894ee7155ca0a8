public import Geometry
public import Views

/// Tells which page of how many is shown. Registered by name; drawn over the browser.
public protocol PageIndicator: View {
  /// There are `count` pages and `index` is current; called at every change, so that the indicator
  /// measures itself again.
  func show(index: Int, count: Int)
  /// Puts itself where it belongs.
  ///
  /// - Parameters:
  ///   - area: the part of the browser that no bar covers, in the browser's points.
  ///   - scale: the user interface's scale.
  func place(in area: Rect, scale: Double)
}

/// The indicators that can be chosen by name.
public enum PageIndicators {
  /// All names with a remark, in the order to list them.
  nonisolated public static let names = [
    ("auto", "dots up to 20 pages, the number beyond"),
    ("dots", "one dot a page, at the bottom"),
    ("number", "“3 / 20” in a pill, at the top"),
    ("none", "nothing"),
  ]

  /// More dots than this cannot be counted at a glance.
  static let mostDots = 20

  /// Makes the indicator called `name` for `count` pages; nil for `none` and unknown names.
  public static func make(_ name: String, count: Int) -> (any PageIndicator)? {
    switch name {
    case "dots": DotPageIndicator()
    case "number": NumberPageIndicator()
    case "auto": count <= mostDots ? DotPageIndicator() : NumberPageIndicator()
    default: nil
    }
  }
}

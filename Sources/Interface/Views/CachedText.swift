package import Drawing

/// A text layout with the arguments it was made from, so that a new one is made only when they
/// change.
package struct CachedText {
  private struct LayoutArguments: Hashable {
    let text: String
    let style: TextStyle
    let maxWidth: Double?
    let flow: TextFlow
    let alignment: TextAlignment
  }
  private let key: LayoutArguments
  private let layout: TextLayout

  /// Returns the layout in `cache` if it was made from the same arguments; otherwise makes a new
  /// one, which replaces it.
  package static func layout(
    _ cache: inout CachedText?, _ text: String, _ style: TextStyle, maxWidth: Double?,
    flow: TextFlow, alignment: TextAlignment = .leading
  ) -> TextLayout {
    let key = LayoutArguments(
      text: text, style: style, maxWidth: maxWidth, flow: flow, alignment: alignment)
    if let cache, cache.key == key { return cache.layout }
    let layout = TextLayout(
      text, style: style, maxWidth: maxWidth, flow: flow, alignment: alignment)
    cache = CachedText(key: key, layout: layout)
    return layout
  }
}

package import Geometry
package import Input

/// A view that takes text, also from input methods.
///
/// Committed text arrives as a key event with that text. While the user composes, the view shows
/// the uncommitted text at its caret.
@MainActor
package protocol TextInputClient: View {
  /// The caret in local coordinates; the candidates of an input method are shown beside it.
  var caretRect: Rect { get }
  /// Whether a key may begin a composition. Keys that are commands of the view are none. Default:
  /// true for every key.
  func takesText(of key: KeyEvent) -> Bool
  /// Shows uncommitted text; nil shows none.
  func compose(_ composition: TextComposition?)
}

extension TextInputClient {
  package func takesText(of key: KeyEvent) -> Bool { true }
}

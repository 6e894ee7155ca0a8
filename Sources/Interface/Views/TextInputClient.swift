package import Geometry
package import Input

/// A view in which the user types text, also by an input method.
///
/// Committed text arrives as a key event with that text. During a composition, the view shows the
/// uncommitted text at its caret.
@MainActor
package protocol TextInputClient: View {
  /// The rectangle of the caret in this view's coordinates, beside which an input method shows its
  /// candidates.
  var caretRect: Rect { get }
  /// Whether a key may begin a composition: false for a key that is a command of the view. Default:
  /// true for every key.
  func takesText(of key: KeyEvent) -> Bool
  /// Shows the uncommitted text of an input method; nil ends the composition.
  func compose(_ composition: TextComposition?)
}

extension TextInputClient {
  package func takesText(of key: KeyEvent) -> Bool { true }
}

package import Input

/// A view that receives keys while no view has the keyboard focus, such as a grid that is only a
/// part of a scene.
@MainActor package protocol UnfocusedKeyView: View {}

extension View {
  /// Delivers a key that no focused view has handled to this view, and then to the first
  /// ``UnfocusedKeyView`` inside it that is visible and open to input.
  ///
  /// - Returns: Whether the key was handled.
  /// - Complexity: O(*n*) in the number of views inside.
  package final func receiveUnfocused(_ key: KeyEvent) -> Bool {
    if receive(.key(key)) { return true }
    guard let view = children.lazy.compactMap(\.unfocusedKeyView).first else { return false }
    return view.receive(.key(view.runsRightToLeft == runsRightToLeft ? key : key.mirrored))
  }

  private var unfocusedKeyView: View? {
    guard isVisible, isInteractive else { return nil }
    if self is any UnfocusedKeyView { return self }
    return children.lazy.compactMap(\.unfocusedKeyView).first
  }
}

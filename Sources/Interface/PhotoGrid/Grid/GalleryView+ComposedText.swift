import GalleryCore
package import Geometry
package import Input
import Views

extension GalleryView: TextInputClient {
  package func takesText(of key: KeyEvent) -> Bool {
    if state.typeAhead.isActive(at: max(lastTime, key.time)), !state.typeAhead.text.isEmpty {
      return true
    }
    guard key.modifiers.isDisjoint(with: [.control, .alt, .command]) else { return false }
    switch key.name {
    // Dead keys, Compose and the keys of input methods have no name of their own; they are
    // `.other`.
    case .character, .other:
      return !isShortcut(key) && !(showsKeyPreview && GridKeys.isPreviewKey(key))
    default: return false
    }
  }

  package func compose(_ composition: TextComposition?) {
    guard composition != findPill.composition else { return }
    findPill.composition = composition
    requestFrame()
  }

  package var caretRect: Rect { findPill.caretRect }
}

extension GalleryView {
  /// The rectangle of the text that is typed to find an item by name, in the stage's coordinates;
  /// nil while it is hidden.
  package var typedTextFrame: Rect? {
    findPill.isHidden ? nil : findPill.inStage(findPill.pillFrame)
  }
}

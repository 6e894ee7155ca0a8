package import AccessibilityTree
import Localization
package import Views

extension SceneStack: AccessibleView {
  package var isAccessible: Bool { false }
  /// The top scene: nothing below it can be used.
  package var accessibleChildren: [View]? { [topLayer] }
}

extension SceneStrip: AccessibleView {
  package var isAccessible: Bool { !isHidden }

  package func describe(_ element: inout Accessible) {
    element.role = .pageTabList
    element.name = tr("Tabs")
  }
}

extension SceneButton: AccessibleView {
  func describe(_ element: inout Accessible) {
    element.role = .pageTab
    element.states.insert(.selectable)
    element.set(.selected, isSelected)
  }
}

package import AccessibilityTree
import Localization
package import Views

extension SceneStack: AccessibleView {
  package var isAccessible: Bool { false }
  /// The layer of the top scene alone: the user cannot reach anything below it.
  package var accessibleChildren: [View]? { [topLayer] }
}

extension SceneTabBar: AccessibleView {
  package var isAccessible: Bool { !isHidden }

  package func describe(_ element: inout AccessibleElement) {
    element.role = .pageTabList
    element.name = tr("Tabs")
  }
}

extension SceneTabButton: AccessibleView {
  func describe(_ element: inout AccessibleElement) {
    element.role = .pageTab
    element.states.insert(.selectable)
    element.set(.selected, isSelected)
  }
}

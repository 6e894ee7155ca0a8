package import AccessibilityTree

/// A message for assistive programs alone, about a change that is only seen, such as another order
/// of the photos. The view draws nothing.
///
/// A screen reader speaks a message when the view appears on the stage; the same message again
/// needs another view.
package final class Announcement: View {
  /// Makes a message that is spoken when the view is added to a stage.
  package init(_ text: String) {
    super.init()
    accessibilityLabel = text
    isInteractive = false
  }
}

extension Announcement: AccessibleView {
  package func describe(_ element: inout AccessibleElement) { element.role = .notification }
}

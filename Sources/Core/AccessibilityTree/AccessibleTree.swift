package import Geometry

/// The identity of an accessible element; its number is never used for another element in the same
/// process.
package struct AccessibleID: Hashable, Sendable {
  package let number: UInt32

  package init(_ number: UInt32) { self.number = number }

  /// The identity of the application, the parent of its windows.
  package static let application = AccessibleID(0)
}

/// The accessible elements of the program. Elements are made when assistive programs ask for them.
/// The functions return nil, or 0 for counts, when the element of an identity does not exist any
/// more.
@MainActor
package protocol AccessibleTree: AnyObject {
  /// The description of an element for assistive programs; nil when the element does not exist.
  func element(_ id: AccessibleID) -> AccessibleElement?
  /// The parent of an element; nil for the application, and for an element that does not exist any
  /// more.
  func parent(of id: AccessibleID) -> AccessibleID?
  func childCount(of id: AccessibleID) -> Int
  func child(_ index: Int, of id: AccessibleID) -> AccessibleID?
  /// The index of an element among the children of its parent; nil for the application, and for an
  /// element that does not exist any more.
  func index(of id: AccessibleID) -> Int?
  /// The frame of an element in its window, in device pixels; nil when the element does not exist.
  func frame(of id: AccessibleID) -> Rect?
  /// The innermost element inside `id` at a point of the window, in device pixels; nil when none is
  /// there.
  func element(at point: Point, in id: AccessibleID) -> AccessibleID?
  /// The number of selected children of an element.
  func selectedCount(of id: AccessibleID) -> Int
  /// The child of an element at an index among its selected children only; nil beyond the last one.
  func selectedChild(_ index: Int, of id: AccessibleID) -> AccessibleID?
  /// The frame in the window, in device pixels, of a range of an element's text, counted in Unicode
  /// scalars; nil when the element has no text.
  func textFrame(_ range: Range<Int>, of id: AccessibleID) -> Rect?
  /// The offset in an element's text, in Unicode scalars, at a point of the window in device
  /// pixels; nil when the element has no text.
  func textOffset(at point: Point, of id: AccessibleID) -> Int?
  /// Records that an assistive program has asked for a text of an element. Called at each such
  /// request.
  func didRead(_ text: NameOrDescription, of id: AccessibleID)
  /// Performs a request of an assistive program, after that program has received the reply.
  func perform(_ request: AccessibleRequest, on id: AccessibleID)
  /// The position of the window's top left corner on the screen, in device pixels.
  var windowOrigin: Point { get }
  /// Empties the cache of children and focus, which is valid for one turn of the event loop. Called
  /// before the messages of a turn are answered, and after a request was performed.
  func forgetCachedElements()
}

/// A text of an element that assistive programs read.
package enum NameOrDescription: Hashable, Sendable {
  case name(String)
  case description(String)

  package var content: String {
    switch self {
    case .name(let content), .description(let content): content
    }
  }
}

/// A change of an element or window that is reported to assistive programs.
package enum AccessibleEvent: Hashable, Sendable {
  case stateChanged(AccessibleID, state: String, isOn: Bool)
  case nameChanged(AccessibleID, String)
  /// The description has changed. The text, which is to be spoken, is the whole description, or
  /// only its new part if ``descriptionOutdated(_:)`` follows.
  case descriptionChanged(AccessibleID, String)
  /// The description has changed, but is not to be spoken: assistive programs only forget the one
  /// that they know.
  case descriptionOutdated(AccessibleID)
  case valueChanged(AccessibleID, Double)
  case childAdded(AccessibleID, index: Int, parent: AccessibleID)
  case childRemoved(AccessibleID, index: Int, parent: AccessibleID)
  case activeDescendantChanged(AccessibleID, child: AccessibleID, index: Int)
  case selectionChanged(AccessibleID)
  case textInserted(AccessibleID, at: Int, String)
  case textDeleted(AccessibleID, at: Int, String)
  case caretMoved(AccessibleID, offset: Int)
  case textSelectionChanged(AccessibleID)
  /// The window was opened, got or lost the keyboard focus, or was closed; `title` is its title.
  case windowChanged(AccessibleID, WindowChange, title: String)

  package enum WindowChange: String, Hashable, Sendable {
    case create = "Create"
    case activate = "Activate"
    case deactivate = "Deactivate"
    case destroy = "Destroy"
  }
}

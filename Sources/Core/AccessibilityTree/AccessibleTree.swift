package import Geometry

/// The identity of an accessible element. Its number is never used again in the process.
package struct AccessibleID: Hashable, Sendable {
  package let number: UInt32

  package init(_ number: UInt32) { self.number = number }

  /// The application, the parent of its windows.
  package static let application = AccessibleID(0)
}

/// The accessible elements of the program. Elements are made when they are asked for; an unknown
/// number is answered with nil.
@MainActor
package protocol AccessibleTree: AnyObject {
  /// The description of an element.
  func element(_ id: AccessibleID) -> Accessible?
  /// The parent; nil for the application.
  func parent(of id: AccessibleID) -> AccessibleID?
  func childCount(of id: AccessibleID) -> Int
  func child(_ index: Int, of id: AccessibleID) -> AccessibleID?
  /// The index in the parent; nil when it is not there any more.
  func index(of id: AccessibleID) -> Int?
  /// The frame in pixels of the window.
  func frame(of id: AccessibleID) -> Rect?
  /// The innermost element inside `id` at a point of the window, in pixels.
  func element(at point: Point, in id: AccessibleID) -> AccessibleID?
  /// The number of selected children.
  func selectedCount(of id: AccessibleID) -> Int
  /// The child at an index among the selected children only.
  func selectedChild(_ index: Int, of id: AccessibleID) -> AccessibleID?
  /// The frame of a range of a text, in pixels of the window.
  func textFrame(_ range: Range<Int>, of id: AccessibleID) -> Rect?
  /// The offset, in Unicode scalars of a text, at a point of the window in pixels.
  func textOffset(at point: Point, of id: AccessibleID) -> Int?
  /// Performs a request of an assistive program, after the program has received its reply.
  func perform(_ request: AccessibleRequest, on id: AccessibleID)
  /// The window's top left corner on the screen, in pixels.
  var windowOrigin: Point { get }
  /// Forgets the results that were cached for the previous turn of the event loop.
  func beginTurn()
}

/// A change that is reported to assistive programs.
package enum AccessibleEvent: Hashable, Sendable {
  case stateChanged(AccessibleID, state: String, isOn: Bool)
  case nameChanged(AccessibleID, String)
  case descriptionChanged(AccessibleID, String)
  case valueChanged(AccessibleID, Double)
  case childAdded(AccessibleID, index: Int, parent: AccessibleID)
  case childRemoved(AccessibleID, index: Int, parent: AccessibleID)
  case activeDescendantChanged(AccessibleID, child: AccessibleID, index: Int)
  case selectionChanged(AccessibleID)
  case textInserted(AccessibleID, at: Int, String)
  case textDeleted(AccessibleID, at: Int, String)
  case caretMoved(AccessibleID, Int)
  case textSelectionChanged(AccessibleID)
  /// The window was opened, got or lost the keyboard focus, or was closed.
  case window(AccessibleID, WindowChange, title: String)

  package enum WindowChange: String, Hashable, Sendable {
    case create = "Create"
    case activate = "Activate"
    case deactivate = "Deactivate"
    case destroy = "Destroy"
  }
}

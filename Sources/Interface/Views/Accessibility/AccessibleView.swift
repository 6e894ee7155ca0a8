package import AccessibilityTree
package import Geometry
package import Motion

/// A view that describes itself to assistive programs in more detail than by its label. It may have
/// parts: elements that are no views, such as the cells of a grid, which come before its children.
///
/// Parts are asked for one by one, and are never all made at once.
@MainActor
package protocol AccessibleView: View {
  /// Whether the view is an element; otherwise its children belong to the element around it.
  /// Default: true.
  var isAccessible: Bool { get }
  /// Changes the description that follows from the label and the kind of the view. Default:
  /// nothing.
  func describe(_ element: inout Accessible)
  /// The children that are exposed to assistive programs; nil for all. Default: nil.
  var accessibleChildren: [View]? { get }
  /// Performs a request of an assistive program; false for a request that the view does not know.
  /// Default: false.
  func perform(_ request: AccessibleRequest, at time: Timestamp) -> Bool

  /// Whether the view gets the keys that no focused view uses, so that it has the focus while no
  /// view has it. Default: false.
  var isAccessibleHome: Bool { get }

  /// The number of parts. Default: 0.
  var accessiblePartCount: Int { get }
  /// The identity of a part, which it keeps when its index changes.
  func accessiblePart(at index: Int) -> AnyHashable
  /// The index of a part by its identity; nil when it has gone.
  ///
  /// - Complexity: O(1) on average.
  func accessibleIndex(ofPart part: AnyHashable) -> Int?
  func describe(part index: Int, _ element: inout Accessible)
  /// The frame of a part in local coordinates; nil when it is scrolled out of view.
  func accessibleFrame(ofPart index: Int) -> Rect?
  /// The part at a point in local coordinates. Default: none.
  func accessiblePart(at point: Point) -> Int?
  /// The part that has the focus when the view has it. Default: none.
  var accessibleFocus: Int? { get }
  /// The parts in view, for which events are sent. Default: all of them, but at most 200.
  var accessibleVisibleParts: Range<Int> { get }
  /// The number of selected parts. Default: none.
  var accessibleSelectionCount: Int { get }
  func accessibleSelected(_ index: Int) -> Int?
  /// Performs a request of an assistive program on a part. Default: false.
  func perform(_ request: AccessibleRequest, onPart index: Int, at time: Timestamp) -> Bool

  /// The frame of a range of the text, in local coordinates. Default: nil.
  func accessibleFrame(ofText range: Range<Int>) -> Rect?
  /// The offset in the text at a point in local coordinates. Default: nil.
  func accessibleTextOffset(at point: Point) -> Int?
}

extension AccessibleView {
  package var isAccessible: Bool { true }
  package func describe(_ element: inout Accessible) {}
  package var accessibleChildren: [View]? { nil }
  package func perform(_ request: AccessibleRequest, at time: Timestamp) -> Bool { false }
  package var isAccessibleHome: Bool { false }
  package var accessiblePartCount: Int { 0 }
  package func accessiblePart(at index: Int) -> AnyHashable { index }
  package func accessibleIndex(ofPart part: AnyHashable) -> Int? { part.base as? Int }
  package func describe(part index: Int, _ element: inout Accessible) {}
  package func accessibleFrame(ofPart index: Int) -> Rect? { nil }
  package func accessiblePart(at point: Point) -> Int? {
    accessibleVisibleParts.first { accessibleFrame(ofPart: $0)?.contains(point) ?? false }
  }
  package var accessibleFocus: Int? { nil }
  package var accessibleVisibleParts: Range<Int> { 0..<min(accessiblePartCount, 200) }
  package var accessibleSelectionCount: Int { 0 }
  package func accessibleSelected(_ index: Int) -> Int? { nil }
  package func perform(
    _ request: AccessibleRequest, onPart index: Int, at time: Timestamp
  ) -> Bool { false }
  package func accessibleFrame(ofText range: Range<Int>) -> Rect? { nil }
  package func accessibleTextOffset(at point: Point) -> Int? { nil }
}

/// The differences between an element and the description that follows from its label.
extension Accessible {
  /// Marks the element as disabled.
  package mutating func disable() { states.subtract([.enabled, .sensitive]) }

  /// Sets or removes a state.
  package mutating func set(_ state: AccessibleStates, _ isOn: Bool) {
    if isOn { states.insert(state) } else { states.remove(state) }
  }
}

package import AccessibilityTree
package import Geometry
package import Motion

/// A view that describes itself to assistive programs in more detail than by its label. A view may
/// have parts: elements that are not views, such as the cells of a grid; they come before the
/// view's children.
///
/// Parts are described one by one when an assistive program asks for them.
@MainActor
package protocol AccessibleView: View {
  /// Whether the view is an element for assistive programs; otherwise its children belong to the
  /// nearest element around it. Default: true.
  var isAccessible: Bool { get }
  /// Changes `element`, the description of the view, which already has the view's label and the
  /// role of its class. Default: changes nothing.
  func describe(_ element: inout AccessibleElement)
  /// The children that assistive programs can reach; nil for all of them. Default: nil.
  var accessibleChildren: [View]? { get }
  /// Performs a request of an assistive program. Default: does nothing and returns false.
  ///
  /// - Returns: False for a request that the view cannot perform.
  func perform(_ request: AccessibleRequest, at time: Timestamp) -> Bool

  /// Whether the view handles keys while no view has the keyboard focus; assistive programs are
  /// then told that this view has it. Default: false.
  var handlesUnfocusedKeys: Bool { get }

  /// The number of the view's parts. Default: 0.
  var accessiblePartCount: Int { get }
  /// The identity of the part at `index`, which the part keeps when its index changes. Default: the
  /// index.
  func accessiblePartKey(at index: Int) -> AnyHashable
  /// The index of the part with an identity; nil when there is no such part any more.
  ///
  /// - Complexity: O(1) on average.
  func accessibleIndex(ofPartKey part: AnyHashable) -> Int?
  func describe(part index: Int, _ element: inout AccessibleElement)
  /// The rectangle of a part in this view's coordinates; nil when it is scrolled out of view.
  /// Default: nil.
  func accessibleFrame(ofPart index: Int) -> Rect?
  /// The index of the part at a point in this view's coordinates; nil for none. Default: found by
  /// the rectangles of the visible parts.
  func accessiblePartIndex(at point: Point) -> Int?
  /// The index of the part that has the keyboard focus when the view has it; nil for none. Default:
  /// nil.
  var accessibleFocusedPart: Int? { get }
  /// The indices of the parts in view, whose changes are reported to assistive programs. Default:
  /// the first 200 parts.
  var accessibleVisibleParts: Range<Int> { get }
  /// The number of selected parts. Default: 0.
  var accessibleSelectionCount: Int { get }
  func accessibleSelectedPart(at index: Int) -> Int?
  /// Performs a request of an assistive program on the part at `index`. Default: does nothing and
  /// returns false.
  ///
  /// - Returns: False for a request that the view cannot perform.
  func perform(_ request: AccessibleRequest, onPart index: Int, at time: Timestamp) -> Bool

  /// The rectangle of a range of the view's text, counted in Unicode scalars, in this view's
  /// coordinates; nil for a view without text. Default: nil.
  func accessibleFrame(ofText range: Range<Int>) -> Rect?
  /// The offset in the view's text, counted in Unicode scalars, at a point in this view's
  /// coordinates; nil when there is no text at the point. Default: nil.
  func accessibleTextOffset(at point: Point) -> Int?
}

extension AccessibleView {
  package var isAccessible: Bool { true }
  package func describe(_ element: inout AccessibleElement) {}
  package var accessibleChildren: [View]? { nil }
  package func perform(_ request: AccessibleRequest, at time: Timestamp) -> Bool { false }
  package var handlesUnfocusedKeys: Bool { false }
  package var accessiblePartCount: Int { 0 }
  package func accessiblePartKey(at index: Int) -> AnyHashable { index }
  package func accessibleIndex(ofPartKey part: AnyHashable) -> Int? { part.base as? Int }
  package func describe(part index: Int, _ element: inout AccessibleElement) {}
  package func accessibleFrame(ofPart index: Int) -> Rect? { nil }
  package func accessiblePartIndex(at point: Point) -> Int? {
    accessibleVisibleParts.first { accessibleFrame(ofPart: $0)?.contains(point) ?? false }
  }
  package var accessibleFocusedPart: Int? { nil }
  package var accessibleVisibleParts: Range<Int> { 0..<min(accessiblePartCount, 200) }
  package var accessibleSelectionCount: Int { 0 }
  package func accessibleSelectedPart(at index: Int) -> Int? { nil }
  package func perform(
    _ request: AccessibleRequest, onPart index: Int, at time: Timestamp
  ) -> Bool { false }
  package func accessibleFrame(ofText range: Range<Int>) -> Rect? { nil }
  package func accessibleTextOffset(at point: Point) -> Int? { nil }
}

extension AccessibleElement {
  /// Marks the element as one that cannot be used now.
  package mutating func disable() { states.subtract([.enabled, .sensitive]) }

  /// Adds or, with `isOn` false, removes a state of the element.
  package mutating func set(_ state: AccessibleStates, _ isOn: Bool) {
    if isOn { states.insert(state) } else { states.remove(state) }
  }
}

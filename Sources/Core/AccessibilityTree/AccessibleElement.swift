package import Geometry

/// The description of an element of the interface for assistive programs, in terms of AT-SPI.
package struct AccessibleElement: Hashable, Sendable {
  /// The number that an element such as a slider shows, and its range.
  package struct Value: Hashable, Sendable {
    package var current: Double
    package var range: ClosedRange<Double>
    /// The smallest useful change of the number; 0 when it cannot be set.
    package var step: Double

    package init(_ current: Double, in range: ClosedRange<Double>, step: Double = 0) {
      self.current = current
      self.range = range
      self.step = step
    }
  }
  /// An action that an element offers to assistive programs.
  package struct Action: Hashable, Sendable {
    /// The name of the action for programs, such as `click`.
    package var name: String
    /// The name of the action for people.
    package var title: String
    /// The keys that perform the same action, such as `Ctrl+A`; empty for none.
    package var keys: String

    package init(_ name: String, title: String = "", keys: String = "") {
      self.name = name
      self.title = title.isEmpty ? name : title
      self.keys = keys
    }
  }
  /// The content of a text field; its offsets count Unicode scalars.
  package struct Text: Hashable, Sendable {
    package var content: String
    package var caret: Int
    /// The range of the selected text, in Unicode scalars; empty without a selection.
    package var selection: Range<Int>

    package init(_ content: String, caret: Int, selection: Range<Int>) {
      self.content = content
      self.caret = caret
      self.selection = selection
    }
  }
  /// The picture that an element shows, as AT-SPI describes it.
  package struct Image: Hashable, Sendable {
    package var description: String
    /// The area of the picture in the window, in device pixels.
    package var frame: Rect

    package init(description: String, frame: Rect) {
      self.description = description
      self.frame = frame
    }
  }

  package var role: AccessibleRole
  package var name: String
  package var description = ""
  package var states: AccessibleStates = [.enabled, .sensitive, .visible, .showing]
  /// The attributes of the element by their AT-SPI names, such as the level of a heading or the
  /// position in a set.
  package var attributes: [String: String] = [:]
  package var value: Value?
  package var actions: [Action] = []
  package var text: Text?
  package var image: Image?
  /// Whether the children of the element can be selected.
  package var hasSelectableChildren = false

  package init(role: AccessibleRole, name: String) {
    self.role = role
    self.name = name
  }
}

/// A request of an assistive program about an element.
package enum AccessibleRequest: Hashable, Sendable {
  /// Performs the action at `index` of the element's actions.
  case performAction(index: Int)
  /// Moves the keyboard focus to the element.
  case focus
  /// Scrolls the interface until the element is visible.
  case reveal
  case setValue(Double)
  case setText(String)
  /// Replaces a range of the element's text, counted in Unicode scalars.
  case replaceText(Range<Int>, with: String)
  /// Selects a range of the element's text, counted in Unicode scalars; an empty range moves the
  /// caret.
  case selectText(Range<Int>)
  /// Adds the element to the selection of its parent (true), or removes the element from it
  /// (false).
  case setSelected(Bool)
  /// Selects all children of the element (true), or none (false).
  case setAllSelected(Bool)
}

package import Geometry

/// The description of an element of the interface for assistive programs, as a value.
package struct Accessible: Hashable, Sendable {
  /// A number that the element shows or sets.
  package struct Value: Hashable, Sendable {
    package var current: Double
    package var range: ClosedRange<Double>
    /// The smallest useful change; 0 when the value cannot be set.
    package var step: Double

    package init(_ current: Double, in range: ClosedRange<Double>, step: Double = 0) {
      self.current = current
      self.range = range
      self.step = step
    }
  }
  /// An action of the element.
  package struct Action: Hashable, Sendable {
    /// The name for programs, such as `click`.
    package var name: String
    /// The name for people.
    package var title: String
    /// The keys of the same action, such as `Ctrl+A`; empty for none.
    package var keys: String

    package init(_ name: String, title: String = "", keys: String = "") {
      self.name = name
      self.title = title.isEmpty ? name : title
      self.keys = keys
    }
  }
  /// The content of a text field. Offsets count Unicode scalars.
  package struct Text: Hashable, Sendable {
    package var content: String
    package var caret: Int
    /// The selected range; empty without a selection.
    package var selection: Range<Int>

    package init(_ content: String, caret: Int, selection: Range<Int>) {
      self.content = content
      self.caret = caret
      self.selection = selection
    }
  }
  /// The picture that an element shows.
  package struct Image: Hashable, Sendable {
    package var description: String
    /// The area of the picture, in pixels of the window.
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
  /// The level of a heading, the position in a set, and the like, by AT-SPI names.
  package var attributes: [String: String] = [:]
  package var value: Value?
  package var actions: [Action] = []
  package var text: Text?
  package var image: Image?
  /// Whether the children can be selected.
  package var hasSelection = false

  package init(role: AccessibleRole, name: String) {
    self.role = role
    self.name = name
  }
}

/// A request of an assistive program about an element.
package enum AccessibleRequest: Hashable, Sendable {
  /// Performs the action at an index.
  case act(Int)
  /// Moves the keyboard focus to the element.
  case focus
  /// Scrolls until the element is visible.
  case reveal
  case setValue(Double)
  case setText(String)
  /// Replaces a range of Unicode scalars.
  case replace(Range<Int>, with: String)
  /// Selects a range of Unicode scalars; an empty range moves the caret.
  case selectText(Range<Int>)
  /// Adds the element to the selection of its parent, or removes it.
  case setSelected(Bool)
  /// Selects all children, or none.
  case selectAll(Bool)
}

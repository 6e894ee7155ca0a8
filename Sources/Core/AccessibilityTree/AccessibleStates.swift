/// The states of an accessible element; bit numbers are those of AT-SPI.
///
/// - Source: at-spi2-core, `atspi-constants.h`.
package struct AccessibleStates: OptionSet, Hashable, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  private init(bit: UInt64) { rawValue = 1 << bit }

  package static let active = AccessibleStates(bit: 1)
  package static let busy = AccessibleStates(bit: 3)
  package static let checked = AccessibleStates(bit: 4)
  package static let defunct = AccessibleStates(bit: 6)
  package static let editable = AccessibleStates(bit: 7)
  package static let enabled = AccessibleStates(bit: 8)
  package static let focusable = AccessibleStates(bit: 11)
  package static let focused = AccessibleStates(bit: 12)
  package static let horizontal = AccessibleStates(bit: 14)
  package static let modal = AccessibleStates(bit: 16)
  package static let multiselectable = AccessibleStates(bit: 18)
  package static let selectable = AccessibleStates(bit: 22)
  package static let selected = AccessibleStates(bit: 23)
  package static let sensitive = AccessibleStates(bit: 24)
  package static let showing = AccessibleStates(bit: 25)
  package static let singleLine = AccessibleStates(bit: 26)
  package static let visible = AccessibleStates(bit: 30)
  package static let managesDescendants = AccessibleStates(bit: 31)
  package static let selectableText = AccessibleStates(bit: 38)
  package static let checkable = AccessibleStates(bit: 41)
  package static let hasPopup = AccessibleStates(bit: 42)

  /// The states whose changes are reported to assistive programs, each with its name in AT-SPI.
  package static let reportedStates: [(state: AccessibleStates, name: String)] = [
    (.active, "active"), (.busy, "busy"), (.checked, "checked"), (.enabled, "enabled"),
    (.focused, "focused"), (.selected, "selected"), (.sensitive, "sensitive"),
    (.showing, "showing"), (.visible, "visible"),
  ]

  /// The bit set as the two 32-bit words of AT-SPI: the low word, then the high one.
  package var busWords: [UInt32] {
    [UInt32(truncatingIfNeeded: rawValue), UInt32(truncatingIfNeeded: rawValue >> 32)]
  }
}

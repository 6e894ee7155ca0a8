package import Drawing

/// The colours and measures of all controls: dark and inconspicuous beside the photo.
///
/// Lengths are in points and are multiplied by the view's `uiScale`.
package enum Chrome {
  /// The colour of a bar with no photo behind it.
  package static let solidBar = Color(red: 0.07, green: 0.07, blue: 0.08)
  /// The colour of the bar at the top, which is slightly transparent over the photo.
  package static let bar = solidBar.opacity(0.78)
  /// The colour of the line at the bottom of a bar.
  package static let hairline = Color(white: 1, alpha: 0.09)
  /// The colour of menus and cards: nearly opaque, so that text stays legible over anything.
  package static let panel = Color(red: 0.145, green: 0.145, blue: 0.16, alpha: 0.98)
  /// The opaque variant of ``panel``, for areas that hide a part of a panel.
  package static let opaquePanel = Color(red: 0.145, green: 0.145, blue: 0.16)
  /// The colour of the outline of menus and cards.
  package static let panelEdge = Color(white: 1, alpha: 0.10)
  /// The colour of the shadow around a panel.
  package static let shadow = Color(white: 0, alpha: 0.5)

  /// The colour of text and icons.
  package static let text = Color(white: 1, alpha: 0.94)
  /// The colour of secondary text: positions, shortcuts, hints.
  package static let secondaryText = Color(white: 1, alpha: 0.60)
  /// The colour of disabled text and icons.
  package static let disabledText = Color(white: 1, alpha: 0.32)
  /// The text colour of actions that cannot be undone.
  package static let destructive = Color(red: 1, green: 0.45, blue: 0.41)
  /// The background colour of a hovered control.
  package static let hover = Color(white: 1, alpha: 0.12)
  /// The background colour of a pressed control, drawn on top of ``hover``.
  package static let pressed = Color(white: 1, alpha: 0.12)
  /// The colour of the focus ring.
  package static let focus = Color(red: 0.38, green: 0.64, blue: 1)

  /// The width of separators and outlines in device pixels, a whole number, at a UI scale.
  package static func lineWidth(at scale: Double) -> Double { max(1, scale.rounded(.down)) }

  /// The height of the bar, as in Loupe and GNOME's header bars.
  package static let barHeight = 48.0
  /// The side of an icon button: 36 leaves 6 above and below in the bar.
  package static let buttonSize = 36.0
  /// The corner radius of icon buttons.
  package static let buttonRadius = 8.0
  /// The width of the focus ring.
  package static let focusWidth = 2.0
  /// The duration of the hover highlight's fade, in seconds.
  package static let hoverDuration = 0.12
}

package import Drawing

/// The look of everything that is not a photo: dark, quiet, out of the way.
///
/// Lengths are for an ordinary monitor; they are multiplied by the view's `uiScale`.
package enum Chrome {
  /// A bar with nothing under it.
  package static let solidBar = Color(red: 0.07, green: 0.07, blue: 0.08)
  /// The bar at the top lets the photo shine through a little.
  package static let bar = solidBar.opacity(0.78)
  /// The line that ends the bar.
  package static let hairline = Color(white: 1, alpha: 0.09)
  /// Menus and cards: nearly opaque, so that text stays legible over anything.
  package static let panel = Color(red: 0.145, green: 0.145, blue: 0.16, alpha: 0.98)
  /// The same without what shines through: for what covers parts of a panel.
  package static let panelCover = Color(red: 0.145, green: 0.145, blue: 0.16)
  /// The line around menus and cards.
  package static let panelEdge = Color(white: 1, alpha: 0.10)
  /// What a panel casts on the photo.
  package static let shadow = Color(white: 0, alpha: 0.5)

  /// Text and icons.
  package static let text = Color(white: 1, alpha: 0.94)
  /// Text of second rank: positions, shortcuts, hints.
  package static let dimText = Color(white: 1, alpha: 0.60)
  /// What cannot be chosen.
  package static let disabledText = Color(white: 1, alpha: 0.32)
  /// Behind a control under the pointer.
  package static let hover = Color(white: 1, alpha: 0.12)
  /// Behind a control held down, on top of hover.
  package static let pressed = Color(white: 1, alpha: 0.12)
  /// Around the control that has the keyboard.
  package static let focus = Color(red: 0.38, green: 0.64, blue: 1)

  /// The width of a line that ends or surrounds something, in device pixels: whole ones.
  package static func lineWidth(at scale: Double) -> Double { max(1, scale.rounded(.down)) }

  /// Height of the bar, as in Loupe and GNOME's header bars.
  package static let barHeight = 48.0
  /// Side of a button: 36 leaves 6 above and below in the bar.
  package static let buttonSize = 36.0
  /// Corners of buttons.
  package static let buttonRadius = 8.0
  /// Width of the focus ring.
  package static let focusWidth = 2.0
  /// Seconds a control takes to light up: felt, not watched.
  package static let hoverDuration = 0.12
}

import Drawing

/// The look of everything that is not a photo: dark, quiet, out of the way.
///
/// Lengths are for an ordinary monitor; they are multiplied by the view's `uiScale`.
enum Chrome {
  /// The bar at the top lets the photo shine through a little.
  static let bar = Color(red: 0.07, green: 0.07, blue: 0.08, alpha: 0.78)
  /// The line that ends the bar.
  static let hairline = Color(white: 1, alpha: 0.09)
  /// Menus and cards: nearly opaque, so that text stays legible over anything.
  static let panel = Color(red: 0.145, green: 0.145, blue: 0.16, alpha: 0.98)
  /// The line around menus and cards.
  static let panelEdge = Color(white: 1, alpha: 0.10)
  /// What a panel casts on the photo.
  static let shadow = Color(white: 0, alpha: 0.5)

  /// Text and icons.
  static let text = Color(white: 1, alpha: 0.94)
  /// Text of second rank: positions, shortcuts, hints.
  static let dimText = Color(white: 1, alpha: 0.60)
  /// What cannot be chosen.
  static let disabledText = Color(white: 1, alpha: 0.32)
  /// Behind a control under the pointer.
  static let hover = Color(white: 1, alpha: 0.12)
  /// Behind a control held down, on top of hover.
  static let pressed = Color(white: 1, alpha: 0.12)
  /// Around the control that has the keyboard.
  static let focus = Color(red: 0.38, green: 0.64, blue: 1)

  /// Height of the bar, as in Loupe and GNOME's header bars.
  static let barHeight = 48.0
  /// Side of a button: 36 leaves 6 above and below in the bar.
  static let buttonSize = 36.0
  /// Corners of buttons.
  static let buttonRadius = 8.0
  /// Width of the focus ring.
  static let focusWidth = 2.0
  /// Seconds a control takes to light up: felt, not watched.
  static let hoverDuration = 0.12
}

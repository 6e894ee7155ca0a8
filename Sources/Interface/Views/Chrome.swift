package import Drawing

/// The colours and measures of all controls: inconspicuous beside the photo.
///
/// The colours are those of ``palette``. Lengths are in points and are multiplied by the view's
/// `uiScale`.
package enum Chrome {
  /// The colours of the interface. Default: the dark ones. ``Stage/use(_:)`` changes them
  /// and draws everything again.
  package static var palette = Palette.dark

  /// The colour of a bar with no photo behind it.
  package static var solidBar: Color { palette.bar }
  /// The colour of the bar at the top, which is slightly transparent over the photo.
  package static var bar: Color { palette.bar.opacity(palette.barOpacity) }
  /// The colour of the line at the bottom of a bar.
  package static var hairline: Color { palette.line(0.09) }
  /// The colour of menus and cards: nearly opaque, so that text stays legible over anything.
  package static var panel: Color { palette.panel.opacity(palette.panelOpacity) }
  /// The opaque variant of ``panel``, for areas that hide a part of a panel.
  package static var opaquePanel: Color { palette.panel }
  /// The colour of the outline of menus and cards.
  package static var panelEdge: Color { palette.line(0.10) }
  /// The colour of the shadow around a panel.
  package static var shadow: Color { palette.shadow }

  /// The colour of text and icons.
  package static var text: Color { palette.text }
  /// The colour of secondary text: positions, shortcuts, hints.
  package static var secondaryText: Color { palette.secondaryText }
  /// The colour of disabled text and icons.
  package static var disabledText: Color { palette.disabledText }
  /// The text colour of actions that cannot be undone.
  package static var destructive: Color { palette.destructive }
  /// The text colour of warnings.
  package static var warning: Color { palette.warning }
  /// The background colour of a hovered control.
  package static var hover: Color { palette.fill(0.12) }
  /// The background colour of a pressed control, drawn on top of ``hover``.
  package static var pressed: Color { palette.fill(0.12) }
  /// The colour of the focus ring.
  package static var focus: Color { palette.accent }

  /// The colour of a highlight or of the ground of a control; see ``Palette/fill(_:)``.
  package static func fill(_ opacity: Double) -> Color { palette.fill(opacity) }
  /// The colour of a line that bounds a control; see ``Palette/line(_:)``.
  package static func line(_ opacity: Double) -> Color { palette.line(opacity) }

  /// The colours of the controls on photos: light text on dark veils, in the light appearance too.
  package enum Photo {
    /// The colour of a veil behind text or icons; see ``Palette/veil(_:)``.
    package static func veil(_ opacity: Double) -> Color { palette.veil(opacity) }
    /// The colour of text and icons on a veil.
    package static var text: Color { Color(white: 1, alpha: palette == .highContrast ? 1 : 0.94) }
    /// The colour of lines and highlights on a veil.
    package static func light(_ opacity: Double) -> Color { Color(white: 1, alpha: opacity) }
    /// The colour of the focus ring on a veil.
    package static var focus: Color { Palette.dark.accent }
  }

  /// The width of separators and outlines in device pixels, a whole number, at a UI scale.
  package static func lineWidth(at scale: Double) -> Double { max(1, scale.rounded(.down)) }

  /// The height of the bar at the top in points, as in Loupe and GNOME's header bars.
  package static let barHeight = 48.0
  /// The side of an icon button in points: 36 leaves 6 above and below in the bar.
  package static let buttonSize = 36.0
  /// The corner radius of icon buttons, in points.
  package static let buttonRadius = 8.0
  /// The width of the focus ring, in points.
  package static let focusWidth = 2.0
  /// The duration of the hover highlight's fade, in seconds.
  package static let hoverDuration = 0.12
}

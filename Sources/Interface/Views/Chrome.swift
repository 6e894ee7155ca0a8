package import Drawing

/// The colours and measures of all controls, which are inconspicuous beside a photo.
///
/// The colours are those of ``palette``. Lengths are in points and are multiplied by the view's
/// `uiScale`.
package enum Chrome {
  /// The colours of the interface in the present appearance. ``Stage/setPalette(_:)`` changes them
  /// and draws everything again. Default: the dark ones.
  package static var palette = Palette.dark

  /// The opaque colour of a bar that has no photo behind it.
  package static var solidBar: Color { palette.bar }
  /// The colour of the bar over a photo at the top, through which the photo is faintly visible.
  package static var bar: Color { palette.bar.opacity(palette.barOpacity) }
  /// The colour of the thin line at the edge of a bar.
  package static var hairline: Color { palette.line(0.09) }
  /// The fill of menus, cards and tooltips, nearly opaque, so that text is legible over anything.
  package static var panel: Color { palette.panel.opacity(palette.panelOpacity) }
  /// The opaque variant of ``panel``, for areas that cover a part of a panel's content.
  package static var opaquePanel: Color { palette.panel }
  /// The colour of the outline of menus and cards.
  package static var panelEdge: Color { palette.line(0.10) }
  /// The colour of the shadow around a panel.
  package static var shadow: Color { palette.shadow }

  /// The colour of text and icons on bars, panels, sheets and menus.
  package static var text: Color { palette.text }
  /// The colour of less important text, such as positions, shortcuts and hints.
  package static var secondaryText: Color { palette.secondaryText }
  /// The colour of text and icons of what cannot be used now.
  package static var disabledText: Color { palette.disabledText }
  /// The colour of the text of an action that cannot be undone.
  package static var destructive: Color { palette.destructive }
  /// The text colour of warnings.
  package static var warning: Color { palette.warning }
  /// The highlight behind a control under the pointer.
  package static var hover: Color { palette.fill(0.12) }
  /// The highlight behind a pressed control, drawn over ``hover``.
  package static var pressed: Color { palette.fill(0.12) }
  /// The colour of the ring around the view with the keyboard focus.
  package static var focus: Color { palette.accent }

  /// The colour of a highlight, or of the background of a control, with an opacity; see
  /// ``Palette/fill(_:)``.
  package static func fill(_ opacity: Double) -> Color { palette.fill(opacity) }
  /// The colour of the outline of a control, with an opacity; see ``Palette/line(_:)``.
  package static func line(_ opacity: Double) -> Color { palette.line(opacity) }

  /// The colours of controls over photos: light text on dark translucent layers, in the light
  /// appearance too.
  package enum OverPhoto {
    /// The colour of the dark layer behind text or icons on a photo; see ``Palette/veil(_:)``.
    package static func veil(_ opacity: Double) -> Color { palette.veil(opacity) }
    /// The colour of text and icons over a photo.
    package static var text: Color { Color(white: 1, alpha: palette == .highContrast ? 1 : 0.94) }
    /// The colour of lines and highlights over a photo: white with the given opacity.
    package static func light(_ opacity: Double) -> Color { Color(white: 1, alpha: opacity) }
    /// The colour of the ring around a focused control over a photo.
    package static var focus: Color { Palette.dark.accent }
  }

  /// The width of separators and outlines in device pixels at a UI scale: a whole number, at least
  /// 1.
  package static func lineWidth(at scale: Double) -> Double { max(1, scale.rounded(.down)) }

  /// The height of title and tab bars in points, as in Loupe and GNOME's header bars.
  package static let barHeight = 48.0
  /// The side of an icon button in points, which leaves 6 above and below it in a bar.
  package static let buttonSide = 36.0
  /// The corner radius of icon buttons, in points.
  package static let buttonRadius = 8.0
  /// The width of the ring around the view with the keyboard focus, in points.
  package static let focusRingWidth = 2.0
  /// The duration in seconds of fading a control's highlight in or out when the pointer enters or
  /// leaves.
  package static let hoverDuration = 0.12
}

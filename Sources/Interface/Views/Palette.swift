package import Drawing

/// The appearances of the interface, among which the user or the desktop chooses.
nonisolated package enum Appearance: String, CaseIterable, Sendable {
  /// Light text on dark bars, panels and menus.
  case dark
  /// Dark text on light bars, panels and menus.
  case light
  /// White text and lines on black, without translucency.
  case highContrast = "high-contrast"

  /// The colours of the interface in this appearance.
  package var palette: Palette {
    switch self {
    case .dark: .dark
    case .light: .light
    case .highContrast: .highContrast
    }
  }
}

/// The colours of the interface in one appearance.
///
/// Colours are drawn on two kinds of background. *Surfaces* belong to the window: the grid, bars,
/// panels, sheets, menus. *Veils* are dark layers on photos in every appearance: badges, captions,
/// indicators.
nonisolated package struct Palette: Hashable, Sendable {
  // MARK: Surfaces

  /// The opaque colour behind the cells of the grid.
  package var background: Color
  /// The opaque colour of a cell whose picture is not loaded.
  package var placeholderTile: Color
  /// The opaque colour of bars.
  package var bar: Color
  /// The opacity of a bar that lies over a photo.
  package var barOpacity: Double
  /// The opaque colour of menus, sheets and panels.
  package var panel: Color
  /// The opacity of menus, sheets and panels.
  package var panelOpacity: Double
  /// The colour of a card with a message that lies over a photo.
  package var card: Color
  /// The colour of a message that disappears by itself.
  package var toast: Color
  /// The colour of a message with a button that disappears by itself.
  package var toastWithAction: Color
  /// The colour of the shadow around a panel.
  package var shadow: Color
  /// The colour that covers everything behind a sheet when the sheet is fully shown.
  package var scrim: Color

  // MARK: On surfaces

  /// The opaque colour from which the colours of text, icons, lines and highlights are made by
  /// different opacities.
  package var ink: Color
  /// The opacity of text and icons that are not secondary or disabled.
  package var textOpacity: Double
  /// The opacity of less important text, such as positions, shortcuts and hints.
  package var secondaryTextOpacity: Double
  /// The opacity of text and icons of what cannot be used now.
  package var disabledTextOpacity: Double
  /// The minimum opacity of lines around controls.
  package var minLineOpacity: Double
  /// The minimum opacity of highlights, such as the one under the pointer.
  package var minFillOpacity: Double
  /// The colour of the focus ring, of the selection, and of switches that are on.
  package var accent: Color
  /// The colour of the text of actions that cannot be undone, and of errors.
  package var destructive: Color
  /// The colour of the cross on photos that are flagged as rejected.
  package var rejected: Color
  /// The text colour of warnings.
  package var warning: Color
  /// The colour of the stars of a rating.
  package var star: Color
  /// The background of diagrams such as the histogram, which is dark in every appearance.
  package var plot: Color
  /// The fill of a button for the main action.
  package var prominent: Color
  /// The colour of the text on a button for the main action.
  package var onProminent: Color

  // MARK: On photos

  /// The colour of the layer over a photo flagged as rejected, which fades it towards the
  /// background.
  package var rejectedShade: Color
  /// The minimum opacity of a dark layer behind text on a photo.
  package var minVeilOpacity: Double

  /// The colour of text and icons on bars, panels, sheets and menus.
  package var text: Color { ink.opacity(textOpacity) }
  /// The colour of less important text, such as positions, shortcuts and hints.
  package var secondaryText: Color { ink.opacity(secondaryTextOpacity) }
  /// The colour of text and icons of what cannot be used now.
  package var disabledText: Color { ink.opacity(disabledTextOpacity) }

  /// The colour of a highlight, or of the background of a control.
  ///
  /// - Parameter opacity: The wanted opacity, which ``minFillOpacity`` may increase.
  package func fill(_ opacity: Double) -> Color { ink.opacity(max(opacity, minFillOpacity)) }

  /// The colour of a line around a control or between rows.
  ///
  /// - Parameter opacity: The wanted opacity, which ``minLineOpacity`` may increase.
  package func line(_ opacity: Double) -> Color { ink.opacity(max(opacity, minLineOpacity)) }

  /// The colour of a dark layer on a photo, behind text or icons.
  ///
  /// - Parameter opacity: The wanted opacity, which ``minVeilOpacity`` may increase.
  package func veil(_ opacity: Double) -> Color {
    Color(white: 0, alpha: max(opacity, minVeilOpacity))
  }

  /// The colours of the dark appearance, which are inconspicuous beside a photo.
  package static let dark = Palette(
    background: Color(red: 0.11, green: 0.11, blue: 0.12),
    placeholderTile: Color(red: 0.155, green: 0.155, blue: 0.165),
    bar: Color(red: 0.07, green: 0.07, blue: 0.08), barOpacity: 0.78,
    panel: Color(red: 0.145, green: 0.145, blue: 0.16), panelOpacity: 0.98,
    card: Color(red: 0.11, green: 0.11, blue: 0.12, alpha: 0.92),
    toast: Color(white: 0, alpha: 0.75),
    toastWithAction: Color(red: 0.13, green: 0.13, blue: 0.145, alpha: 0.96),
    shadow: Color(white: 0, alpha: 0.5), scrim: Color(white: 0, alpha: 0.45),
    ink: .white, textOpacity: 0.94, secondaryTextOpacity: 0.60, disabledTextOpacity: 0.32,
    minLineOpacity: 0, minFillOpacity: 0,
    accent: Color(red: 0.38, green: 0.64, blue: 1),
    destructive: Color(red: 1, green: 0.45, blue: 0.41),
    rejected: Color(red: 1, green: 0.42, blue: 0.38),
    warning: Color(red: 1, green: 0.78, blue: 0.32),
    star: Color(red: 1, green: 0.84, blue: 0.36),
    plot: Color(white: 0, alpha: 0.34), prominent: Color(white: 1, alpha: 0.90),
    onProminent: Color(white: 0.08),
    rejectedShade: Color(white: 0, alpha: 0.55), minVeilOpacity: 0)

  /// The colours of the light appearance, for bright rooms, similar to those of GNOME's light
  /// appearance.
  package static let light = Palette(
    background: Color(red: 0.965, green: 0.965, blue: 0.97),
    placeholderTile: Color(red: 0.90, green: 0.90, blue: 0.91),
    bar: Color(red: 0.98, green: 0.98, blue: 0.985), barOpacity: 0.90,
    panel: Color(red: 0.995, green: 0.995, blue: 1), panelOpacity: 0.985,
    card: Color(red: 0.98, green: 0.98, blue: 0.985, alpha: 0.95),
    toast: Color(red: 0.98, green: 0.98, blue: 0.985, alpha: 0.95),
    toastWithAction: Color(red: 0.98, green: 0.98, blue: 0.985, alpha: 0.97),
    shadow: Color(white: 0, alpha: 0.28), scrim: Color(white: 0, alpha: 0.32),
    ink: .black, textOpacity: 0.88, secondaryTextOpacity: 0.64, disabledTextOpacity: 0.34,
    minLineOpacity: 0, minFillOpacity: 0,
    accent: Color(red: 0.11, green: 0.41, blue: 0.84),
    destructive: Color(red: 0.75, green: 0.11, blue: 0.16),
    rejected: Color(red: 0.75, green: 0.11, blue: 0.16),
    warning: Color(red: 0.52, green: 0.33, blue: 0),
    star: Color(red: 0.70, green: 0.46, blue: 0),
    plot: Color(white: 0.17), prominent: Color(white: 0, alpha: 0.82), onProminent: .white,
    rejectedShade: Color(white: 1, alpha: 0.62), minVeilOpacity: 0)

  /// The colours of the high-contrast appearance, for people who cannot see small contrasts: white
  /// on black with strong outlines.
  package static let highContrast = Palette(
    background: .black, placeholderTile: Color(white: 0.12), bar: .black, barOpacity: 1,
    panel: .black,
    panelOpacity: 1, card: .black, toast: .black, toastWithAction: .black,
    shadow: Color(white: 0, alpha: 0.8),
    scrim: Color(white: 0, alpha: 0.7),
    ink: .white, textOpacity: 1, secondaryTextOpacity: 0.86, disabledTextOpacity: 0.55,
    minLineOpacity: 0.75, minFillOpacity: 0.16,
    accent: Color(red: 0.45, green: 0.80, blue: 1),
    destructive: Color(red: 1, green: 0.62, blue: 0.58),
    rejected: Color(red: 1, green: 0.62, blue: 0.58),
    warning: Color(red: 1, green: 0.85, blue: 0.40),
    star: Color(red: 1, green: 0.88, blue: 0.30),
    plot: Color(white: 0.1), prominent: .white, onProminent: .black,
    rejectedShade: Color(white: 0, alpha: 0.6),
    minVeilOpacity: 0.88)
}

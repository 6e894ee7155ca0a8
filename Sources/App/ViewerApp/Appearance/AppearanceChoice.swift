import ArgumentParser
import Desktop
import Localization
import TextSearch
import Views

/// The appearance of the interface that the user prefers: light, dark, high contrast, or that of
/// the desktop.
nonisolated enum AppearanceChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// The appearance that the desktop's settings ask for.
  case auto
  case light, dark
  case highContrast = "high-contrast"

  /// The name of this appearance in the list of choices in the preferences.
  var title: String {
    switch self {
    case .auto: tr("Like the Desktop")
    case .light: tr("Light", context: "appearance")
    case .dark: tr("Dark", context: "appearance")
    case .highContrast: tr("High Contrast")
    }
  }

  /// The appearance in which the interface is drawn for this choice of the user. For ``auto`` it is
  /// the first of these that applies: high contrast, if the desktop's portal or the name of the
  /// theme asks for it; the colour scheme that the portal states; dark or light by the name of the
  /// theme; dark without a theme.
  ///
  /// - Parameters:
  ///   - desktop: the settings of the portal; nil without a portal.
  ///   - theme: the name of the theme; nil when the desktop has none.
  /// - Source: names of GTK themes: `HighContrast…`, and the suffix `-dark` of the dark variant.
  func appearance(desktop: DesktopAppearance?, theme: String?) -> Appearance {
    switch self {
    case .light: return .light
    case .dark: return .dark
    case .highContrast: return .highContrast
    case .auto: break
    }
    let name = theme?.lowercased() ?? ""
    if desktop?.hasHighContrast ?? false || name.hasPrefix("highcontrast") { return .highContrast }
    switch desktop?.scheme {
    case .some(.dark): return .dark
    case .some(.light): return .light
    case .some(.none), nil: return name.isEmpty || name.containsText("dark") ? .dark : .light
    }
  }
}

/// The size of text and controls that the user prefers, in per cent of the size at the scale of the
/// monitor; or that of the desktop.
nonisolated struct TextScale: Hashable, ExpressibleByArgument, Sendable {
  /// The sizes in per cent that the preferences file and the command line accept.
  static let range = 100...200

  /// The size in per cent; nil for the text size of the desktop.
  let percent: Int?

  /// The choice of the desktop's text size.
  static let auto = TextScale(percent: nil)
  /// The sizes among which the user chooses in the preferences.
  static let offered = [auto] + [100, 125, 150, 175, 200].map { TextScale(percent: $0) }

  init(percent: Int?) { self.percent = percent }

  init?(argument: String) {
    if argument == "auto" {
      self = .auto
    } else {
      guard let percent = Int(argument), Self.range.contains(percent) else { return nil }
      self.percent = percent
    }
  }

  /// The value as it is written in the preferences file and on the command line: the per cent, or
  /// `auto`.
  var text: String { percent.map(String.init) ?? "auto" }
  /// The name of this text size in the list of choices in the preferences.
  var title: String {
    percent.map { tr("{percent} %", ["percent": $0]) } ?? tr("Like the Desktop")
  }

  var defaultValueDescription: String { text }

  /// The factor by which text and controls are enlarged, 1 to 2.
  ///
  /// - Parameters:
  ///   - desktop: the text scaling factor of the desktop's portal; nil when the portal states none.
  ///   - isDesktopFactorInUIScale: whether the UI scale of the display already contains
  ///     the desktop's factor, as when it is taken from the DPI of the XSETTINGS manager.
  func factor(desktop: Double?, isDesktopFactorInUIScale: Bool) -> Double {
    if let percent { return Double(percent) / 100 }
    guard let desktop, !isDesktopFactorInUIScale else { return 1 }
    return min(max(desktop, 1), Double(Self.range.upperBound) / 100)
  }
}

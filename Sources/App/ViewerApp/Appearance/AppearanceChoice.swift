import ArgumentParser
import Desktop
import Localization
import Views

/// The appearance that the user prefers.
nonisolated enum AppearanceChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// The appearance that the desktop asks for.
  case auto
  case light, dark
  case highContrast = "high-contrast"

  /// The title in the preferences.
  var title: String {
    switch self {
    case .auto: tr("Like the Desktop")
    case .light: tr("Light", context: "appearance")
    case .dark: tr("Dark", context: "appearance")
    case .highContrast: tr("High Contrast")
    }
  }

  /// The appearance of the interface. With ``auto`` it is, in this order:
  /// high contrast, if the desktop's portal or the name of the theme asks for it;
  /// the colour scheme of the portal, which some portals do not state under any theme;
  /// the dark or light appearance by the name of the theme; the dark one without a theme.
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
    case .some(.none), nil: return name.isEmpty || name.contains("dark") ? .dark : .light
    }
  }
}

/// The size of text and controls that the user prefers, relative to that of the desktop.
nonisolated struct TextScale: Hashable, ExpressibleByArgument, Sendable {
  /// The accepted sizes in per cent.
  static let range = 100...200

  /// The size in per cent; nil for that of the desktop.
  let percent: Int?

  /// The text size of the desktop.
  static let auto = TextScale(percent: nil)
  /// The sizes that the preferences offer.
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

  /// The text in the preferences file and on the command line.
  var text: String { percent.map(String.init) ?? "auto" }
  /// The title in the preferences.
  var title: String {
    percent.map { tr("{percent} %", ["percent": $0]) } ?? tr("Like the Desktop")
  }

  var defaultValueDescription: String { text }

  /// The factor of the interface's size.
  ///
  /// - Parameters:
  ///   - desktop: the factor of text sizes of the portal; nil when it has none.
  ///   - isIncluded: whether the interface scale of the display already holds the desktop's factor,
  ///     as the DPI of the settings manager does.
  func factor(desktop: Double?, isIncluded: Bool) -> Double {
    if let percent { return Double(percent) / 100 }
    guard let desktop, !isIncluded else { return 1 }
    return min(max(desktop, 1), Double(Self.range.upperBound) / 100)
  }
}

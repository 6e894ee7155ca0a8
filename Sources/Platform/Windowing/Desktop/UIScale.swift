/// The functions that find the UI scale (device pixels per point) in the environment, the desktop's
/// settings and the X resources.
package nonisolated enum UIScale {
  /// The resolution in dots per inch at which the UI scale is 1.
  private static let referenceDPI = 96.0
  /// The accepted UI scales; values outside are ignored as mistakes.
  package static let limits = 0.5...8.0

  /// The UI scale: the first plausible one of the environment variable `GDK_SCALE`, the XSETTINGS
  /// value `Xft/DPI`, the X resource `Xft.dpi` and the XSETTINGS value `Gdk/WindowScalingFactor`;
  /// else 1.
  ///
  /// - Parameters:
  ///   - gdkScale: the value of `GDK_SCALE`; nil when it is not set.
  ///   - resources: the X resources as text.
  /// - Source: XSETTINGS registry: `Xft/DPI` counts 1024ths of a dot per inch.
  static func value(
    gdkScale: String?, resources: String, settings: XSettings = XSettings()
  ) -> Double {
    if let scale = environmentScale(gdkScale) ?? settingsScale(settings) { return scale }
    if let scale = resourceScale(resources) { return scale }
    let factor = Double(settings.integer("Gdk/WindowScalingFactor") ?? 1)
    return limits.contains(factor) ? factor : 1
  }

  /// Whether the UI scale comes from the XSETTINGS value `Xft/DPI`.
  static func comesFromSettings(gdkScale: String?, settings: XSettings) -> Bool {
    environmentScale(gdkScale) == nil && settingsScale(settings) != nil
  }

  private static func environmentScale(_ gdkScale: String?) -> Double? {
    guard let gdkScale, let scale = Double(gdkScale), limits.contains(scale) else { return nil }
    return scale
  }

  private static func settingsScale(_ settings: XSettings) -> Double? {
    guard let dpi = settings.integer("Xft/DPI") else { return nil }
    let scale = Double(dpi) / 1024 / referenceDPI
    return limits.contains(scale) ? scale : nil
  }

  private static func resourceScale(_ resources: String) -> Double? {
    guard let dpi = resource("Xft.dpi", in: resources), limits.contains(dpi / referenceDPI) else {
      return nil
    }
    return dpi / referenceDPI
  }

  /// The number in a line `NAME: value` of the X resources; nil without such a line.
  private static func resource(_ name: String, in text: String) -> Double? {
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, trimmed(parts[0]) == name else { continue }
      return Double(trimmed(parts[1]))
    }
    return nil
  }

  /// The text without blanks, tabs and carriage returns at its ends.
  static func trimmed(_ text: Substring) -> String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
    guard let first = text.firstIndex(where: { !isBlank($0) }),
      let last = text.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(text[first...last])
  }
}

import Glibc

/// The UI scales of single monitors, from the environment variables of Qt.
///
/// `QT_SCREEN_SCALE_FACTORS` is a list such as `eDP-1=2;HDMI-1=1.5;`, with the RandR names of the
/// monitors. Factors without names, such as `2;1.5`, are those of the monitors in their order, the
/// primary one first. A factor is multiplied by `QT_SCALE_FACTOR`, and replaces the scale of the
/// display. KDE Plasma sets the list in X11 sessions: the same factor for all monitors, by which
/// `Xft.dpi` is multiplied, too. A list with the factor 1 only is ignored: KScreen writes it where
/// nothing is scaled, and the scale of the display may come from a DPI that the user has set for
/// fonts.
///
/// - Source: Qt 6, `qhighdpiscaling.cpp`; KScreen, the key `ScreenScaleFactors`.
nonisolated struct ScreenScaleFactors: Sendable {
  /// The factors in the order of the list, with the RandR names of their monitors; the name is nil
  /// for a factor without one.
  private let factors: [(name: String?, factor: Double)]
  /// The value of `QT_SCALE_FACTOR`, by which all factors are multiplied; 1 when it is not set or
  /// no positive number.
  private let commonFactor: Double

  /// Parses the values of `QT_SCREEN_SCALE_FACTORS` (the list) and `QT_SCALE_FACTOR` (the common
  /// factor); nil for a variable that is not set. Entries without a positive number are left out. A
  /// list whose factors, multiplied by the common one, are all 1 counts as empty.
  init(_ list: String?, common: String? = nil) {
    let factors = (list ?? "").split(separator: ";").compactMap { Self.entry($0) }
    let factor = common.flatMap { Double($0) } ?? 1
    let usedFactor = factor > 0 ? factor : 1
    self.factors = factors.allSatisfy { $0.factor * usedFactor == 1 } ? [] : factors
    self.commonFactor = usedFactor
  }

  private static func entry(_ text: Substring) -> (name: String?, factor: Double)? {
    let sign = text.lastIndex(of: "=")
    let number = sign.map { text[text.index(after: $0)...] } ?? text
    guard let factor = Double(UIScale.trimmed(number)), factor > 0 else { return nil }
    return (name: sign.map { UIScale.trimmed(text[..<$0]) }, factor: factor)
  }

  /// The factors that the environment variables of this process set.
  static var ofEnvironment: ScreenScaleFactors {
    func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    return ScreenScaleFactors(value("QT_SCREEN_SCALE_FACTORS"), common: value("QT_SCALE_FACTOR"))
  }

  /// Whether no monitor has a scale of its own.
  var isEmpty: Bool { factors.isEmpty }

  /// The device pixels per point of monitors with these RandR names; nil for a monitor without a
  /// plausible factor.
  ///
  /// - Parameter primary: the index of the primary monitor in `names`; nil when there is none.
  func scales(of names: [String], primary: Int?) -> [Double?] {
    var scales = [Double?](repeating: nil, count: names.count)
    let order = names.indices.filter { $0 == primary } + names.indices.filter { $0 != primary }
    for (place, entry) in factors.enumerated() {
      let index: Int?
      if let name = entry.name {
        index = names.firstIndex(of: name)
      } else {
        index = place < order.count ? order[place] : nil
      }
      let scale = entry.factor * commonFactor
      if let index, UIScale.limits.contains(scale) { scales[index] = scale }
    }
    return scales
  }
}

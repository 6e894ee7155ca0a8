/// How large the interface is to be, from the two places that say so.
nonisolated enum UIScale {
  /// A screen at this many dots an inch shows the interface at its own size.
  private static let referenceDPI = 96.0
  /// Beyond these a setting is a mistake, not a wish.
  private static let limits = 0.5...8.0

  /// `GDK_SCALE` when it is a sensible number, else `Xft.dpi` over 96, else 1.
  static func value(gdkScale: String?, resources: String) -> Double {
    if let gdkScale, let scale = Double(gdkScale), limits.contains(scale) { return scale }
    guard let dpi = resource("Xft.dpi", in: resources), limits.contains(dpi / referenceDPI) else {
      return 1
    }
    return dpi / referenceDPI
  }

  /// The number a line `NAME: value` gives.
  private static func resource(_ name: String, in text: String) -> Double? {
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, trimmed(parts[0]) == name else { continue }
      return Double(trimmed(parts[1]))
    }
    return nil
  }

  private static func trimmed(_ text: Substring) -> String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
    guard let first = text.firstIndex(where: { !isBlank($0) }),
      let last = text.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(text[first...last])
  }
}

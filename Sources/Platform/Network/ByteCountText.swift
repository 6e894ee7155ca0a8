import Localization

/// Formats byte counts as text for messages.
nonisolated enum ByteCountText {
  /// The count as text with decimal units, such as `831 bytes`, `1.4 MB` or `12 kB`; one decimal
  /// below ten.
  static func text(_ count: Int) -> String {
    guard count >= 1000 else { return trn("{count} byte", "{count} bytes", count: count) }
    var value = Double(count) / 1000
    var unit = 0
    // The rounded value is compared: 999 950 bytes are 1.0 MB, not 1000 kB.
    while value.rounded() >= 1000, unit < 3 {
      value /= 1000
      unit += 1
    }
    let tenths = Int((value * 10).rounded())
    let number = tenths < 100 ? decimal(tenths: tenths) : "\(Int(value.rounded()))"
    return switch unit {
    case 0: tr("{number} kB", ["number": number])
    case 1: tr("{number} MB", ["number": number])
    case 2: tr("{number} GB", ["number": number])
    default: tr("{number} TB", ["number": number])
    }
  }

  /// The progress as text, such as `12 kB of 480 kB`.
  static func text(_ count: Int, of total: Int?) -> String {
    guard let total else { return text(count) }
    return tr("{done} of {total}", ["done": text(count), "total": text(total)])
  }
}

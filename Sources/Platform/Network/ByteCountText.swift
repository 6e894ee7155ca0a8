import Localization

/// The format of byte counts as text in messages to the user.
nonisolated enum ByteCountText {
  /// A byte count as text with a decimal unit, such as `831 bytes`, `1.4 MB` or `12 kB`; with one
  /// decimal if the number is below ten.
  static func text(_ count: Int) -> String {
    let (number, unit) = parts(count)
    return switch unit {
    case 0: trn("{count} byte", "{count} bytes", count: count)
    case 1: tr("{number} kB", ["number": number])
    case 2: tr("{number} MB", ["number": number])
    case 3: tr("{number} GB", ["number": number])
    default: tr("{number} TB", ["number": number])
    }
  }

  /// The progress of a transfer as text, such as `12 of 480 kB`; a unit that both numbers share
  /// appears once. Without a `total`, only the count.
  static func text(_ count: Int, of total: Int?) -> String {
    guard let total else { return text(count) }
    let (number, unit) = parts(count)
    let done = parts(total).unit == unit ? number : text(count)
    return tr("{done} of {total}", ["done": done, "total": text(total)])
  }

  /// The number of a byte count as text, and the power of 1000 of its unit.
  private static func parts(_ count: Int) -> (number: String, unit: Int) {
    guard count >= 1000 else { return ("\(count)", 0) }
    var value = Double(count) / 1000
    var unit = 1
    // The rounded number decides on the unit: 999 950 bytes are 1.0 MB, not 1000 kB.
    while value.rounded() >= 1000, unit < 4 {
      value /= 1000
      unit += 1
    }
    let tenths = Int((value * 10).rounded())
    return (tenths < 100 ? decimal(tenths: tenths) : "\(Int(value.rounded()))", unit)
  }
}

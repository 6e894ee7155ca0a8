/// Formats byte counts as text for messages.
nonisolated enum ByteCountText {
  private static let units = ["kB", "MB", "GB", "TB"]

  /// The count as text with decimal units, such as `831 bytes`, `1.4 MB` or `12 kB`; one decimal
  /// below ten.
  static func text(_ count: Int) -> String {
    let (number, unit) = parts(count)
    return "\(number) \(unit)"
  }

  /// The progress as text, such as `12 of 480 kB`; a unit that both numbers share appears once.
  static func text(_ count: Int, of total: Int?) -> String {
    guard let total else { return text(count) }
    let (number, unit) = parts(count)
    return parts(total).unit == unit
      ? "\(number) of \(text(total))" : "\(number) \(unit) of \(text(total))"
  }

  private static func parts(_ count: Int) -> (number: String, unit: String) {
    guard count >= 1000 else { return ("\(count)", count == 1 ? "byte" : "bytes") }
    var value = Double(count) / 1000
    var unit = 0
    // The rounded value is compared: 999 950 bytes are 1.0 MB, not 1000 kB.
    while value.rounded() >= 1000, unit < units.count - 1 {
      value /= 1000
      unit += 1
    }
    let tenths = Int((value * 10).rounded())
    return (tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(Int(value.rounded()))", units[unit])
  }
}

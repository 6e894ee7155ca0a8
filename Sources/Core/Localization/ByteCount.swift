/// A number of bytes, formatted for display in decimal units (1 kB = 1000 bytes), with one decimal
/// digit below ten.
package struct ByteCount: Hashable, Sendable, CustomStringConvertible {
  package let bytes: Int

  /// Makes a number of bytes; a negative number counts as 0.
  package init(_ bytes: Int) { self.bytes = max(0, bytes) }

  /// The number with its unit: "1 byte", "950 bytes", "1.2 MB", "12 MB".
  package var description: String {
    let (number, unit) = parts
    return switch unit {
    case .byte: trPlural("{count} byte", "{count} bytes", count: bytes)
    case .kilobyte: tr("{number} kB", ["number": number])
    case .megabyte: tr("{number} MB", ["number": number])
    case .gigabyte: tr("{number} GB", ["number": number])
    case .terabyte: tr("{number} TB", ["number": number])
    case .petabyte: tr("{number} PB", ["number": number])
    case .exabyte: tr("{number} EB", ["number": number])
    }
  }

  /// The progress of a transfer as text, such as "12 of 480 kB": a unit that both numbers share
  /// appears once. Without a `total`, only this number.
  package func progressText(of total: ByteCount?) -> String {
    guard let total else { return description }
    let (number, unit) = parts
    let done = total.parts.unit == unit ? number : description
    return tr("{done} of {total}", ["done": done, "total": total])
  }

  /// The units, by their power of 1000.
  private enum Unit: Int {
    case byte, kilobyte, megabyte, gigabyte, terabyte, petabyte, exabyte
  }

  /// The digits of the number in the unit in which it is displayed.
  private var parts: (number: String, unit: Unit) {
    guard bytes >= 1000 else { return ("\(bytes)", .byte) }
    var amount = Double(bytes) / 1000
    var unit = Unit.kilobyte
    // The rounded number decides on the unit: 999 950 bytes are 1.0 MB, not 1000 kB.
    while amount.rounded() >= 1000, let next = Unit(rawValue: unit.rawValue + 1) {
      amount /= 1000
      unit = next
    }
    let tenths = Int((amount * 10).rounded())
    return (tenths < 100 ? decimal(tenths: tenths) : "\(Int(amount.rounded()))", unit)
  }
}

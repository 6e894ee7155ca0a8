import Localization

/// A number of bytes, formatted for display in decimal units (1 kB = 1000 bytes), with one decimal
/// digit below ten.
nonisolated package struct ByteCount: Hashable, Sendable, CustomStringConvertible {
  package let bytes: Int

  /// Makes a number of bytes; a negative number counts as 0.
  package init(_ bytes: Int) { self.bytes = max(0, bytes) }

  /// The number with its unit: "1 byte", "950 bytes", "1.2 MB", "12 MB".
  package var description: String {
    guard bytes >= 1000 else { return trn("{count} byte", "{count} bytes", count: bytes) }
    var amount = Double(bytes) / 1000
    var unit = 0
    // 999 950 bytes are 1.0 MB, not 1000 kB.
    while amount.rounded() >= 1000, unit < 5 {
      amount /= 1000
      unit += 1
    }
    let tenths = Int((amount * 10).rounded())
    let number = tenths < 100 ? decimal(tenths: tenths) : "\(Int(amount.rounded()))"
    return switch unit {
    case 0: tr("{number} kB", ["number": number])
    case 1: tr("{number} MB", ["number": number])
    case 2: tr("{number} GB", ["number": number])
    case 3: tr("{number} TB", ["number": number])
    case 4: tr("{number} PB", ["number": number])
    default: tr("{number} EB", ["number": number])
    }
  }
}

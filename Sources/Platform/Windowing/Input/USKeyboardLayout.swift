/// The characters of the United States layout by the positions of the keys.
///
/// - Source: X Keyboard Extension, `symbols/us`: rows AE (digits), AD, AC and AB from the top, keys
///   numbered from the left; BKSL is at the end of AD, TLDE before AE01.
nonisolated enum USKeyboardLayout {
  private static let rows: [(name: String, plain: String, shifted: String)] = [
    ("AE", "1234567890-=", "!@#$%^&*()_+"),
    ("AD", "qwertyuiop[]", "QWERTYUIOP{}"),
    ("AC", "asdfghjkl;'", "ASDFGHJKL:\""),
    ("AB", "zxcvbnm,./", "ZXCVBNM<>?"),
  ]
  private static let others: [String: (Character, Character)] = [
    "BKSL": ("\\", "|"), "AC12": ("\\", "|"), "TLDE": ("`", "~"),
  ]

  /// The characters of the key at a position, such as AC04, without and with Shift; nil for a
  /// position without characters.
  static func characters(_ position: String) -> (Character, Character)? {
    if let pair = others[position] { return pair }
    guard let row = rows.first(where: { position.hasPrefix($0.name) }),
      let number = Int(position.dropFirst(row.name.count)), number >= 1, number <= row.plain.count
    else { return nil }
    let index = row.plain.index(row.plain.startIndex, offsetBy: number - 1)
    let shifted = row.shifted.index(row.shifted.startIndex, offsetBy: number - 1)
    return (row.plain[index], row.shifted[shifted])
  }
}

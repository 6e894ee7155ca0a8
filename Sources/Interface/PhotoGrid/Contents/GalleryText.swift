/// The number texts of the grid.
nonisolated package enum GalleryText {
  /// The number of pictures as text: “1 picture”, “12 345 pictures”; empty for 0.
  package static func pictures(_ number: Int) -> String {
    number == 0 ? "" : number == 1 ? "1 picture" : "\(count(number)) pictures"
  }

  /// A number with thin spaces between groups of three digits: `12 345`. Numbers of up to four
  /// digits have none.
  package static func count(_ number: Int) -> String {
    let digits = Array(String(max(0, number)))
    guard digits.count > 4 else { return String(digits) }
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append("\u{2009}") }
      text.append(digit)
    }
    return text
  }
}

/// A filter by marks that one command applies. Its terms replace those about marks in the text of
/// a filter; all other terms stay.
nonisolated enum MarkFilter: CaseIterable, Sendable {
  case picks, rejected, notRejected, unmarked, threeStars

  /// The terms of the filter, in the syntax of the filter field.
  var terms: String {
    switch self {
    case .picks: "flag:pick"
    case .rejected: "flag:reject"
    case .notRejected: "-flag:reject"
    case .unmarked: "rating:0 flag:none label:none"
    case .threeStars: "rating>=3"
    }
  }

  /// Finds the filter whose terms are exactly the terms about marks in the text; nil when the text
  /// has no terms about marks, or other ones.
  init?(in text: String) {
    let terms = Self.words(of: text).filter(Self.isAboutMarks).joined(separator: " ")
    guard let found = Self.allCases.first(where: { $0.terms == terms }) else { return nil }
    self = found
  }

  /// The text of a filter with its terms about marks replaced.
  ///
  /// - Parameter marks: the new terms; nil for none.
  static func text(_ text: String, with marks: MarkFilter?) -> String {
    let others = words(of: text).filter { !isAboutMarks($0) }
    return (others + [marks?.terms].compactMap(\.self)).joined(separator: " ")
  }

  /// The text of a filter with the terms of a filter by marks in addition to all others.
  static func text(_ text: String, adding marks: MarkFilter) -> String {
    let present = words(of: text)
    return (present + words(of: marks.terms).filter { !present.contains($0) })
      .joined(separator: " ")
  }

  /// The words of a filter's text with their quotation marks, divided at white space outside them.
  private static func words(of text: String) -> [String] {
    var words = [""]
    var isInQuotes = false
    for character in text {
      if character == "\"" { isInQuotes.toggle() }
      if character.isWhitespace, !isInQuotes {
        words.append("")
      } else {
        words[words.count - 1].append(character)
      }
    }
    return words.filter { !$0.isEmpty }
  }

  private static func isAboutMarks(_ word: String) -> Bool {
    let name = word.drop { $0 == "-" }.prefix { !":=<>\"".contains($0) }
    return name.count < word.count && ["rating", "flag", "label"].contains(name.lowercased())
  }
}

nonisolated extension MarkFilter {
  /// The command that applies the filter.
  var command: Command {
    switch self {
    case .picks: .onlyPicks
    case .rejected: .onlyRejected
    case .notRejected: .hideRejected
    case .unmarked: .onlyUnmarked
    case .threeStars: .threeStars
    }
  }

  /// The filter that a command applies: `.some(nil)` for the command that shows photos with any
  /// marks, nil for a command that does not filter by marks.
  static func choice(of command: Command) -> MarkFilter?? {
    if command == .anyMarks { return .some(nil) }
    return allCases.first { $0.command == command }.map { .some($0) } ?? nil
  }

  /// The entries of a menu, checked for the filter in a text.
  @MainActor static func menu(for text: String) -> [MenuEntry] {
    let current = MarkFilter(in: text)
    return allCases.map { .command($0.command, isChecked: $0 == current) }
      + [.command(.anyMarks), .command(.allPhotos, isEnabled: !text.isEmpty)]
  }
}

/// A filter by rating, flag or label that a command applies. Its terms replace the terms about
/// marks in the text of the present filter; other terms remain.
nonisolated enum MarkFilter: CaseIterable, Sendable {
  case picks, rejected, notRejected, unmarked, atLeastThreeStars

  /// The text of the filter, as the user can type it in the search field.
  var terms: String {
    switch self {
    case .picks: "flag:pick"
    case .rejected: "flag:reject"
    case .notRejected: "-flag:reject"
    case .unmarked: "rating:0 flag:none label:none"
    case .atLeastThreeStars: "rating>=3"
    }
  }

  /// Finds the case that has the same terms about rating, flag and label as the text of a filter;
  /// nil if no case has.
  init?(in text: String) {
    let terms = Self.words(of: text).filter(Self.isAboutMarks).joined(separator: " ")
    guard let found = Self.allCases.first(where: { $0.terms == terms }) else { return nil }
    self = found
  }

  /// Replaces the terms about rating, flag and label in the text of a filter.
  ///
  /// - Parameter marks: the filter with the new terms; nil only removes terms.
  static func text(_ text: String, with marks: MarkFilter?) -> String {
    let others = words(of: text).filter { !isAboutMarks($0) }
    return (others + [marks?.terms].compactMap(\.self)).joined(separator: " ")
  }

  /// Adds the terms of `marks` to the text of a filter, without those that it already contains.
  static func text(_ text: String, adding marks: MarkFilter) -> String {
    let present = words(of: text)
    return (present + words(of: marks.terms).filter { !present.contains($0) })
      .joined(separator: " ")
  }

  /// The words of a filter's text, divided at white space outside quotation marks. The quotation
  /// marks remain.
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
  /// The command that applies this filter.
  var command: Command {
    switch self {
    case .picks: .onlyPicks
    case .rejected: .onlyRejected
    case .notRejected: .hideRejected
    case .unmarked: .onlyUnmarked
    case .atLeastThreeStars: .threeStars
    }
  }

  /// The filter that a command applies; `.some(nil)` for the command that removes filters by marks,
  /// nil for a command that does not filter by marks.
  static func choice(of command: Command) -> MarkFilter?? {
    if command == .anyMarks { return .some(nil) }
    return allCases.first { $0.command == command }.map { .some($0) } ?? nil
  }

  /// The menu items for filtering by marks; the one for the present filter is checked.
  ///
  /// - Parameter text: the text of the present filter.
  @MainActor static func menu(for text: String) -> [MenuEntry] {
    let current = MarkFilter(in: text)
    return allCases.map { .command($0.command, isChecked: $0 == current) }
      + [.command(.anyMarks), .command(.allPhotos, isEnabled: !text.isEmpty)]
  }
}

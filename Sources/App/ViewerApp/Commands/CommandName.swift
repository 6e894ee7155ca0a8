nonisolated extension Command {
  /// The name in the preferences file and on the command line, such as `zoom-to-fit`.
  var name: String {
    rawValue.reduce(into: "") { name, character in
      if character.isUppercase { name.append("-") }
      name.append(contentsOf: character.lowercased())
    }
  }

  /// Makes the command with a name; nil when there is none. Upper case and dashes make no
  /// difference.
  init?(name: String) {
    let wanted = name.lowercased().filter { $0 != "-" }
    let found = Self.allCases.first { $0.rawValue.lowercased() == wanted }
    guard let found else { return nil }
    self = found
  }
}

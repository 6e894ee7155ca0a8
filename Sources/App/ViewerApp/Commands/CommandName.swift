nonisolated extension Command {
  /// The name of the command in the preferences file and on the command line, such as
  /// `zoom-to-fit`.
  var name: String {
    rawValue.reduce(into: "") { name, character in
      if character.isUppercase { name.append("-") }
      name.append(contentsOf: character.lowercased())
    }
  }

  /// Finds the command with a name as in the preferences file; nil when there is none. Case and
  /// dashes are ignored.
  init?(name: String) {
    let wanted = name.lowercased().filter { $0 != "-" }
    let found = Self.allCases.first { $0.rawValue.lowercased() == wanted }
    guard let found else { return nil }
    self = found
  }
}

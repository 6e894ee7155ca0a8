import Localization

/// The error of an unknown name, such as that of an animator on the command line.
public struct UnknownName: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of thing that the name stands for, such as "animator".
  public let kind: String
  /// The unknown name.
  public let name: String
  /// The registered names of the same kind.
  public let known: [String]

  package init(kind: String, name: String, known: [String]) {
    self.kind = kind
    self.name = name
    self.known = known
  }

  /// A sentence for the user with the unknown name and the registered ones.
  public var description: String {
    tr(
      "there is no {kind} “{name}”; the names are {names}",
      ["kind": tr(kind), "name": name, "names": known.joined(separator: ", ")])
  }
}

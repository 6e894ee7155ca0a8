import Localization

/// The error of a name that is not registered.
public struct UnknownName: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of the name, such as "animator".
  public let kind: String
  /// The name that was given.
  public let name: String
  /// The registered names.
  public let known: [String]

  package init(kind: String, name: String, known: [String]) {
    self.kind = kind
    self.name = name
    self.known = known
  }

  /// A sentence for the user.
  public var description: String {
    tr(
      "there is no {kind} “{name}”; the names are {names}",
      ["kind": tr(kind), "name": name, "names": known.joined(separator: ", ")])
  }
}

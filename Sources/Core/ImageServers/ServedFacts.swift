/// The facts that an image server states about a list of pictures, as text for the user.
///
/// - Source: IIIF Presentation API 3.0, section 3.1 (`metadata`, `rights`, `requiredStatement`,
///   `provider`), and 2.1.1, section 3 (`metadata`, `license`, `attribution`).
package struct ServedFacts: Hashable, Sendable {
  /// A property of the list with its name and its value, both in the user's language where the
  /// server has that language.
  package struct Pair: Hashable, Sendable {
    /// The name of the property, one line; empty for a value without a name.
    package var name: String
    /// The value of the property, one or more lines.
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The maximum number of ``pairs``; further ones are left out.
  package static let maxPairs = 40
  /// The maximum number of institutions in ``provider``; further ones are left out.
  private static let maxProviders = 4
  /// The maximum length of a property's value in characters; longer ones are cut.
  package static let maxValueLength = 1000
  /// The maximum length of a property's value in Unicode scalars, before white space is removed.
  package static let maxValueScalars = 4000

  /// The title of the list of pictures; empty without one.
  package var label = ""
  /// The properties whose names the server chooses, in the order of the server.
  package var pairs: [Pair] = []
  /// The statement that the server requires to be shown with the pictures; nil without one.
  package var requiredStatement: Pair?
  /// The names of the institutions that provide the pictures, separated by commas; empty without
  /// any.
  package var provider = ""
  /// The licence or the statement of rights, in most cases a web address; empty without one.
  package var rights = ""

  package init() {}

  /// The web address of the licence, which is ``rights`` if that is an address; nil for any other
  /// text.
  package var rightsAddress: String? { ServerAddress(rights) == nil ? nil : rights }

  /// Reads the descriptive properties of a IIIF manifest or collection.
  init(_ root: JSONValue, _ reader: ServedTextReader) {
    label = reader.label(root["label"])
    for item in root["metadata"]?.elements.prefix(Self.maxPairs) ?? [] {
      let pair = Self.pair(item, reader)
      if !pair.value.isEmpty { pairs.append(pair) }
    }
    if let required = root["requiredStatement"] {
      requiredStatement = Self.pair(required, reader)
    } else {
      requiredStatement = Pair(name: "", value: reader.value(root["attribution"]))
    }
    if requiredStatement?.value.isEmpty ?? false { requiredStatement = nil }
    let providers = root["provider"]?.elements.prefix(Self.maxProviders) ?? []
    provider = providers.map { reader.label($0["label"]) }.filter { !$0.isEmpty }
      .joined(separator: ", ")
    rights = Self.rights(root["rights"] ?? root["license"])
  }

  private static func pair(_ item: JSONValue, _ reader: ServedTextReader) -> Pair {
    Pair(name: reader.label(item["label"]), value: reader.value(item["value"]))
  }

  /// The first address or text of a statement of rights; empty without one. An address that is too
  /// long is left out, because a part of it would lead elsewhere.
  private static func rights(_ value: JSONValue?) -> String {
    let text = value?.elements.first?.text?.drop(while: \.isWhitespace) ?? ""
    guard let last = text.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    let trimmed = String(text[...last])
    guard let address = ServerAddress(trimmed) else {
      let line = ServedTextReader.singleLine(trimmed)
      return ServerAddress(line) == nil ? line : ""
    }
    return address.text.unicodeScalars.count <= maxValueLength ? address.text : ""
  }
}

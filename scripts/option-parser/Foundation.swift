// The file of this name in swift-argument-parser, without Foundation: scripts/build compiles it in place of the original.
// FoundationEssentials would add five megabytes to the program for two functions, the message of an error and the table
// of options as JSON.

extension Error {
  func describe() -> String { String(describing: self) }
}

/// An encoder that writes JSON with sorted keys and indented lines.
enum JSONEncoder {
  static func encode<T: Encodable>(_ value: T) -> String {
    let node = JSONNode()
    do { try node.fill(value) } catch { return "" }
    return node.text(indent: "")
  }
}

/// A value in JSON, which encoding fills.
private final class JSONNode {
  private enum Content {
    case literal(String)
    case object([String: JSONNode])
    case array([JSONNode])
  }
  private var content = Content.literal("null")

  func fill<T: Encodable>(_ value: T) throws {
    switch value {
    case let value as Bool: content = .literal(value ? "true" : "false")
    case let value as String: content = .literal(Self.quoted(value))
    case let value as any BinaryInteger: content = .literal("\(value)")
    case let value as any BinaryFloatingPoint: content = .literal("\(value)")
    default: try value.encode(to: JSONNodeEncoder(node: self))
    }
  }

  func becomeObject() {
    if case .object = content { return }
    content = .object([:])
  }

  func becomeArray() {
    if case .array = content { return }
    content = .array([])
  }

  var count: Int {
    if case .array(let elements) = content { elements.count } else { 0 }
  }

  /// Adds a member with a key to this object. The result is the node of its value, `null` until it is
  /// filled; it belongs to no object when this node is none.
  func member(_ key: String) -> JSONNode {
    guard case .object(var members) = content else { return JSONNode() }
    let node = JSONNode()
    members[key] = node
    content = .object(members)
    return node
  }

  /// A new last element of an array.
  func element() -> JSONNode {
    guard case .array(let elements) = content else { return JSONNode() }
    let node = JSONNode()
    content = .array(elements + [node])
    return node
  }

  func text(indent: String) -> String {
    let (inner, lines, ends): (String, [String], (String, String))
    inner = indent + "  "
    switch content {
    case .literal(let text): return text
    case .object(let members):
      lines = members.keys.sorted().compactMap { key in
        members[key].map { "\(inner)\(Self.quoted(key)) : \($0.text(indent: inner))" }
      }
      ends = ("{", "}")
    case .array(let elements):
      lines = elements.map { inner + $0.text(indent: inner) }
      ends = ("[", "]")
    }
    return "\(ends.0)\n\(lines.joined(separator: ",\n"))\n\(indent)\(ends.1)"
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\u{0}"..<" ":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

private struct JSONNodeEncoder: Encoder {
  let node: JSONNode
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.becomeObject()
    return KeyedEncodingContainer(JSONObject(node: node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.becomeArray()
    return JSONArray(node: node)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { JSONLiteral(node: node) }
}

private struct JSONObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: JSONNode
  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil(forKey key: Key) { _ = node.member(key.stringValue) }

  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try node.member(key.stringValue).fill(value)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    JSONNodeEncoder(node: node.member(key.stringValue)).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    JSONNodeEncoder(node: node.member(key.stringValue)).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { JSONNodeEncoder(node: node.member("super")) }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    JSONNodeEncoder(node: node.member(key.stringValue))
  }
}

private struct JSONArray: UnkeyedEncodingContainer {
  let node: JSONNode
  var codingPath: [any CodingKey] { [] }
  var count: Int { node.count }

  mutating func encodeNil() { _ = node.element() }

  mutating func encode<T: Encodable>(_ value: T) throws { try node.element().fill(value) }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    JSONNodeEncoder(node: node.element()).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    JSONNodeEncoder(node: node.element()).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { JSONNodeEncoder(node: node.element()) }
}

private struct JSONLiteral: SingleValueEncodingContainer {
  let node: JSONNode
  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil() {}

  mutating func encode<T: Encodable>(_ value: T) throws { try node.fill(value) }
}

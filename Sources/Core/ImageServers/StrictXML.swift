/// An XML element with its attributes and its child elements.
package struct XMLElement: Hashable, Sendable {
  /// The name of the XML element, with its namespace prefix.
  package var name: String
  /// The values of the XML attributes by name; a name has its namespace prefix.
  package var attributes: [String: String] = [:]
  /// The XML elements directly inside this one, in order.
  package var children: [XMLElement] = []
}

/// A reader of small XML descriptions from outside: elements and attributes. Character data,
/// comments and processing instructions are skipped.
///
/// A document type declaration is an error: only the five predefined entities and numeric character
/// references are expanded.
///
/// - Source: Extensible Markup Language (XML) 1.0, fifth edition.
package struct XMLReader {
  /// The maximum length of an XML text in bytes: 64 KiB.
  package static let maxBytes = 1 << 16
  /// The maximum depth of nested XML elements.
  package static let maxDepth = 8
  /// The maximum number of XML elements and attributes together.
  package static let maxElementsAndAttributes = 1000

  /// The reason why an XML text is refused.
  package enum Failure: Error, Hashable, Sendable {
    /// The XML text exceeds a limit.
    case tooLarge
    /// The text is not well-formed XML, or has a document type declaration; the value is the offset
    /// of the offending byte.
    case syntax(at: Int)
  }

  private let bytes: [UInt8]
  private var index = 0
  private var itemCount = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads the root element of an XML text.
  ///
  /// - Throws: ``Failure`` when the text is not well-formed or exceeds a limit.
  /// - Complexity: O(bytes).
  package static func read(_ bytes: [UInt8]) throws(Failure) -> XMLElement {
    guard bytes.count <= maxBytes else { throw .tooLarge }
    var reader = XMLReader(bytes)
    if reader.startsWith([0xEF, 0xBB, 0xBF]) { reader.index = 3 }
    try reader.skipMisc()
    let root = try reader.element(depth: 0)
    try reader.skipMisc()
    guard reader.index == bytes.count else { throw .syntax(at: reader.index) }
    return root
  }

  // MARK: Elements

  private mutating func element(depth: Int) throws(Failure) -> XMLElement {
    guard depth < Self.maxDepth else { throw .tooLarge }
    guard consume("<") else { throw .syntax(at: index) }
    var element = XMLElement(name: try name())
    try countItem()
    while true {
      let hadSpace = skipSpace()
      if consume("/>") { return element }
      if consume(">") { break }
      guard hadSpace else { throw .syntax(at: index) }
      let name = try name()
      skipSpace()
      guard consume("=") else { throw .syntax(at: index) }
      skipSpace()
      try countItem()
      guard element.attributes.updateValue(try quoted(), forKey: name) == nil else {
        throw .syntax(at: index)
      }
    }
    while true {
      try skipText()
      if consume("</") {
        guard try name() == element.name else { throw .syntax(at: index) }
        skipSpace()
        guard consume(">") else { throw .syntax(at: index) }
        return element
      }
      element.children.append(try self.element(depth: depth + 1))
    }
  }

  private mutating func countItem() throws(Failure) {
    itemCount += 1
    guard itemCount <= Self.maxElementsAndAttributes else { throw .tooLarge }
  }

  private mutating func name() throws(Failure) -> String {
    let start = index
    while index < bytes.count, Self.isNameByte(bytes[index]) { index += 1 }
    guard index > start, let name = String(validating: bytes[start..<index], as: UTF8.self) else {
      throw .syntax(at: start)
    }
    return name
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != 0x7F && !"<>/=\"'&?!".utf8.contains(byte)
  }

  private mutating func quoted() throws(Failure) -> String {
    let start = index
    guard index < bytes.count,
      bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'")
    else { throw .syntax(at: index) }
    let quote = bytes[index]
    index += 1
    var value: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      if byte == quote {
        index += 1
        guard let text = String(validating: value, as: UTF8.self) else { throw .syntax(at: start) }
        return text
      }
      guard byte != UInt8(ascii: "<") else { throw .syntax(at: index) }
      if byte == UInt8(ascii: "&") {
        value += Array(String(Character(try reference())).utf8)
      } else {
        value.append(byte)
        index += 1
      }
    }
    throw .syntax(at: index)
  }

  private mutating func reference() throws(Failure) -> Unicode.Scalar {
    let start = index
    guard let end = bytes[index...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
      throw .syntax(at: start)
    }
    let text = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
    index = end + 1
    switch text {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default:
      let code =
        text.hasPrefix("#x")
        ? UInt32(text.dropFirst(2), radix: 16)
        : text.hasPrefix("#") ? UInt32(text.dropFirst()) : nil
      guard let scalar = code.flatMap(Unicode.Scalar.init), scalar.value >= 0x20 else {
        throw .syntax(at: start)
      }
      return scalar
    }
  }

  // MARK: Between elements

  /// Skips white space, comments, processing instructions and CDATA sections outside the root
  /// element.
  private mutating func skipMisc() throws(Failure) {
    repeat { skipSpace() } while try skipMarkup()
  }

  /// Skips the character data inside an XML element, up to the next tag.
  private mutating func skipText() throws(Failure) {
    repeat {
      while index < bytes.count, bytes[index] != UInt8(ascii: "<") { index += 1 }
    } while try skipMarkup()
    guard index < bytes.count else { throw .syntax(at: index) }
  }

  private mutating func skipMarkup() throws(Failure) -> Bool {
    if consume("<!--") { return try skip(past: "-->") }
    if consume("<?") { return try skip(past: "?>") }
    if consume("<![CDATA[") { return try skip(past: "]]>") }
    if startsWith("<!".utf8) { throw .syntax(at: index) }
    return false
  }

  private mutating func skip(past end: String) throws(Failure) -> Bool {
    while index < bytes.count {
      if consume(end) { return true }
      index += 1
    }
    throw .syntax(at: index)
  }

  @discardableResult
  private mutating func skipSpace() -> Bool {
    let start = index
    while index < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[index]) { index += 1 }
    return index > start
  }

  private func startsWith(_ prefix: some Sequence<UInt8>) -> Bool {
    bytes[index...].starts(with: prefix)
  }

  private mutating func consume(_ token: String) -> Bool {
    guard startsWith(token.utf8) else { return false }
    index += token.utf8.count
    return true
  }
}

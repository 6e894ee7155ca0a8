import TextSearch

/// The expanded name of an element or attribute: its namespace and its local name.
struct XMPName: Hashable {
  var namespace: String
  var local: String

  init(_ namespace: String, _ local: String) {
    self.namespace = namespace
    self.local = local
  }

  static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  static let description = XMPName(rdf, "Description")
  static let rdfRoot = XMPName(rdf, "RDF")
  static let about = XMPName(rdf, "about")
  static let meta = XMPName("adobe:ns:meta/", "xmpmeta")
}

/// A parsed XMP sidecar: its elements in document order, with their byte ranges in the file.
///
/// - Source: XMP specification part 1, 7 (serialisation); Namespaces in XML 1.0.
struct XMPPacket {
  /// Whether a byte is white space in XML.
  ///
  /// - Source: XML 1.0, 2.3, production S.
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// An attribute that is not a namespace declaration.
  struct Attribute {
    var name: XMPName
    /// The value of the attribute with its references resolved.
    var value: String
    /// The range of bytes in the file from the white space before the attribute's name to the
    /// closing quotation mark.
    var rangeWithLeadingSpace: Range<Int>
    /// The range of bytes in the file between the quotation marks.
    var valueRange: Range<Int>
  }
  struct Element {
    var name: XMPName
    var attributes: [Attribute]
    /// The index of the parent element; nil for the root element.
    var parentIndex: Int?
    /// The range of bytes in the file of the start tag, or of the empty-element tag.
    var startTag: Range<Int>
    /// Whether the element consists of an empty-element tag (`<a/>`).
    var isEmptyTag: Bool
    /// The byte offset in the file after the end tag, or after the empty-element tag.
    var endOffset: Int
    /// The byte offset in the file of the end tag; for an empty-element tag, the offset after it.
    var endTagOffset: Int
    /// The text of the element without that of its descendants.
    var text = ""
    var hasChildren = false
    /// The namespaces in scope in the element, by prefix.
    var namespacesByPrefix: [String: String]
    /// The index after the last descendant of the element.
    var indexAfterDescendants: Int
  }

  /// The reason why a file is not an XMP sidecar that can be edited.
  struct Refusal: Error, Equatable {
    /// The reason for a message to the user, whose sentence ends with it.
    var reason: String
    init(_ reason: String) { self.reason = reason }
  }

  /// The elements of the sidecar, each before its descendants.
  let elements: [Element]
  /// The index of the `rdf:RDF` element.
  let rdfIndex: Int

  /// The indices in ``elements`` of the `rdf:Description` elements, in the order of the file.
  var descriptionIndices: [Int] {
    childIndices(of: rdfIndex).filter { elements[$0].name == .description }
  }

  /// The indices in ``elements`` of the children of the element at `index`.
  func childIndices(of index: Int) -> [Int] {
    var result: [Int] = []
    var next = index + 1
    while next < elements[index].indexAfterDescendants {
      result.append(next)
      next = elements[next].indexAfterDescendants
    }
    return result
  }

  /// Parses the bytes of a sidecar.
  ///
  /// - Throws: the reason when they are no XMP sidecar that can be edited.
  init(_ bytes: UnsafeRawBufferPointer, _ library: ExpatLibrary) throws(Refusal) {
    guard bytes.count <= Self.maxBytes else { throw Refusal("it is too large") }
    try Self.checkEncoding(bytes)
    let parser = XMPPacketParser(bytes, library)
    let elements = try parser.parse()
    self.elements = elements
    guard let root = elements.first else { throw Refusal("it is empty") }
    if root.name == .rdfRoot {
      rdfIndex = 0
    } else {
      guard root.name == .meta,
        let found = elements.indices.first(where: {
          elements[$0].parentIndex == 0 && elements[$0].name == .rdfRoot
        })
      else { throw Refusal("it is no XMP packet") }
      rdfIndex = found
    }
  }

  /// The maximum size of a sidecar in bytes.
  private static let maxBytes = 16 << 20

  /// Throws for another encoding than UTF-8: the byte offsets of the parser and of the text must
  /// agree.
  private static func checkEncoding(_ bytes: UnsafeRawBufferPointer) throws(Refusal) {
    let head = bytes.prefix(200)
    if head.contains(0) || head.starts(with: [0xFE, 0xFF]) || head.starts(with: [0xFF, 0xFE]) {
      throw Refusal("it is not in UTF-8")
    }
    let text = String(decoding: head, as: UTF8.self).lowercased()
    guard text.hasPrefix("<?xml") || text.hasPrefix("\u{FEFF}<?xml"),
      let declaration = text.split(separator: "?", maxSplits: 2).dropFirst().first
    else { return }
    if declaration.containsText("encoding"), !declaration.containsText("utf-8"),
      !declaration.containsText("us-ascii")
    {
      throw Refusal("it is not in UTF-8")
    }
  }
}

/// The state of one parse of an XMP packet by libexpat.
private final class XMPPacketParser {
  /// The maximum number of elements.
  private static let maxElements = 400_000
  /// The maximum number of nested elements.
  private static let maxDepth = 200

  private let bytes: UnsafeRawBufferPointer
  private let library: ExpatLibrary
  private var parser: ExpatLibrary.Parser?
  private var elements: [XMPPacket.Element] = []
  private var openElements: [Int] = []
  private var refusal: XMPPacket.Refusal?

  init(_ bytes: UnsafeRawBufferPointer, _ library: ExpatLibrary) {
    self.bytes = bytes
    self.library = library
  }

  func parse() throws(XMPPacket.Refusal) -> [XMPPacket.Element] {
    guard let parser = library.create(nil) else { throw XMPPacket.Refusal("memory is short") }
    self.parser = parser
    defer { library.free(parser) }
    library.setUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    library.setElementHandler(
      parser,
      { XMPPacketParser.parser(from: $0)?.startElement($1, $2) },
      { context, _ in XMPPacketParser.parser(from: context)?.endElement() })
    library.setCharacterDataHandler(parser) { XMPPacketParser.parser(from: $0)?.addText($1, $2) }
    library.setStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
      XMPPacketParser.parser(from: context)?.refuse("it has a document type")
    }
    let status = library.parse(
      parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), 1)
    if let refusal { throw refusal }
    guard status == ExpatLibrary.statusOK else { throw XMPPacket.Refusal("it is not well-formed") }
    return elements
  }

  private static func parser(from context: ExpatLibrary.Context?) -> XMPPacketParser? {
    context.map { Unmanaged<XMPPacketParser>.fromOpaque($0).takeUnretainedValue() }
  }

  private func refuse(_ reason: String) {
    guard refusal == nil, let parser else { return }
    refusal = XMPPacket.Refusal(reason)
    _ = library.stop(parser, 0)
  }

  private func startElement(
    _ name: ExpatLibrary.Text?, _ list: UnsafeMutablePointer<ExpatLibrary.Text?>?
  ) {
    guard refusal == nil, let parser, let name else { return }
    guard elements.count < Self.maxElements, openElements.count < Self.maxDepth else {
      return refuse("it has too many elements")
    }
    let first = library.currentByteIndex(parser)
    let length = Int(library.currentByteCount(parser))
    guard first >= 0, length >= 3, first + length <= bytes.count else {
      return refuse("it is not well-formed")
    }
    let tag = first..<first + length
    var namespacesByPrefix =
      openElements.last.map { elements[$0].namespacesByPrefix } ?? ["xml": Self.xml]
    var raw: [(name: String, value: String)] = []
    var next = list
    while let pair = next, let key = pair[0], let value = pair[1] {
      let (key, value) = (String(cString: key), String(cString: value))
      if key == "xmlns" {
        namespacesByPrefix[""] = value
      } else if key.hasPrefix("xmlns:") {
        namespacesByPrefix[String(key.dropFirst(6))] = value
      }
      raw.append((key, value))
      next = pair + 2
    }
    guard let resolved = resolve(String(cString: name), namespacesByPrefix, isAttribute: false),
      let attributes = attributes(raw, in: tag, namespacesByPrefix)
    else { return refuse("it has an undeclared prefix") }
    if let parent = openElements.last { elements[parent].hasChildren = true }
    let isEmptyTag = bytes[tag.upperBound - 2] == UInt8(ascii: "/")
    let element = XMPPacket.Element(
      name: resolved, attributes: attributes, parentIndex: openElements.last, startTag: tag,
      isEmptyTag: isEmptyTag, endOffset: tag.upperBound, endTagOffset: tag.upperBound,
      namespacesByPrefix: namespacesByPrefix,
      indexAfterDescendants: elements.count + 1)
    openElements.append(elements.count)
    elements.append(element)
  }

  private func endElement() {
    guard refusal == nil, let parser, let index = openElements.popLast() else { return }
    elements[index].indexAfterDescendants = elements.count
    guard !elements[index].isEmptyTag else { return }
    elements[index].endTagOffset = library.currentByteIndex(parser)
    elements[index].endOffset =
      elements[index].endTagOffset + Int(library.currentByteCount(parser))
  }

  private func addText(_ text: ExpatLibrary.Text?, _ count: Int32) {
    guard refusal == nil, let text, let index = openElements.last, count > 0 else { return }
    let piece = UnsafeRawBufferPointer(start: text, count: Int(count))
    elements[index].text += String(decoding: piece, as: UTF8.self)
  }

  private static let xml = "http://www.w3.org/XML/1998/namespace"

  /// The expanded name of a qualified name; nil for a prefix that is not declared.
  private func resolve(
    _ name: String, _ namespacesByPrefix: [String: String], isAttribute: Bool
  ) -> XMPName? {
    guard let colon = name.firstIndex(of: ":") else {
      return XMPName(isAttribute ? "" : namespacesByPrefix[""] ?? "", name)
    }
    return namespacesByPrefix[String(name[..<colon])].map {
      XMPName($0, String(name[name.index(after: colon)...]))
    }
  }

  /// The attributes of a start tag, in the order of `raw`, with the ranges of bytes that they have
  /// in the tag; nil for an undeclared prefix.
  private func attributes(
    _ raw: [(name: String, value: String)], in tag: Range<Int>,
    _ namespacesByPrefix: [String: String]
  ) -> [XMPPacket.Attribute]? {
    var result: [XMPPacket.Attribute] = []
    var position = tag.lowerBound + 1
    while position < tag.upperBound, !XMPPacket.isSpace(bytes[position]) { position += 1 }
    for (name, value) in raw {
      let first = position
      while position < tag.upperBound, !Self.isQuotation(bytes[position]) { position += 1 }
      guard position < tag.upperBound else { return nil }
      let mark = bytes[position]
      let from = position + 1
      position = from
      while position < tag.upperBound, bytes[position] != mark { position += 1 }
      guard position < tag.upperBound else { return nil }
      let to = position
      position += 1
      if name == "xmlns" || name.hasPrefix("xmlns:") { continue }
      guard let resolved = resolve(name, namespacesByPrefix, isAttribute: true) else { return nil }
      result.append(
        XMPPacket.Attribute(
          name: resolved, value: value, rangeWithLeadingSpace: first..<position,
          valueRange: from..<to))
    }
    return result
  }

  private static func isQuotation(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }
}

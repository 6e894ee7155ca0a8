import DecoderWire

/// A planner of the edits of an XMP packet by which the requested changes of properties are made.
struct SidecarEditPlanner {
  /// The edits of the file, sorted by offset.
  private(set) var edits: [FileEdit] = []

  private let packet: XMPPacket
  private let bytes: UnsafeRawBufferPointer
  /// The properties to add, because no description has them.
  private var missingProperties: [(name: XMPName, prefix: String, value: String)] = []

  init(
    _ packet: XMPPacket, _ bytes: UnsafeRawBufferPointer, _ changes: [SidecarChange]
  ) throws(XMPPacket.Refusal) {
    self.packet = packet
    self.bytes = bytes
    for change in changes { apply(change) }
    if !missingProperties.isEmpty { try insertMissing() }
    edits.sort { $0.offset < $1.offset }
  }

  /// Changes the first occurrence of a property and removes all others; without a value, removes
  /// all.
  private mutating func apply(_ change: SidecarChange) {
    let name = change.property.name
    var value = change.value
    for description in packet.descriptionIndices {
      for attribute in packet.elements[description].attributes where attribute.name == name {
        if let text = value {
          replace(attribute.valueRange, by: XMLEscaping.escapedAttribute(text))
        } else {
          replace(attribute.rangeWithLeadingSpace, by: "")
        }
        value = nil
      }
      for child in packet.childIndices(of: description) where packet.elements[child].name == name {
        let element = packet.elements[child]
        if let text = value {
          setContent(of: element, to: change.property == .darktableColors ? nil : text, array: text)
        } else {
          replace(withLeadingSpace(element.startTag.lowerBound..<element.endOffset), by: "")
        }
        value = nil
      }
    }
    if let value, change.property != .darktableColors {
      missingProperties.append((name, change.property.prefix, value))
    }
  }

  /// Replaces the content of an element by the simple value `text`, or when that is nil, by an
  /// array of the one item `item`.
  private mutating func setContent(
    of element: XMPPacket.Element, to text: String?, array item: String
  ) {
    let rdf = element.namespacesByPrefix.prefix(of: XMPName.rdf) ?? "rdf"
    let content =
      text.map(XMLEscaping.escapedContent)
      ?? "<\(rdf):Seq><\(rdf):li>\(XMLEscaping.escapedContent(item))</\(rdf):li></\(rdf):Seq>"
    let isPlain = element.attributes.isEmpty && !(text != nil && element.hasChildren)
    let tag = String(decoding: bytes[element.startTag], as: UTF8.self)
    let qualified = String(tag.dropFirst().prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" })
    if isPlain, !element.isEmptyTag {
      replace(element.startTag.upperBound..<element.endTagOffset, by: content)
    } else {
      // The namespace declarations on the element are removed with its tags, so the declaration of
      // the prefix in the element's name is repeated.
      replace(
        element.startTag.lowerBound..<element.endOffset,
        by: "<\(qualified)\(namespaceDeclaration(of: element, qualified))>\(content)</\(qualified)>"
      )
    }
  }

  /// The namespace declaration for the prefix in `qualified`, the name of `element`; empty when the
  /// prefix is declared outside the element.
  private func namespaceDeclaration(of element: XMPPacket.Element, _ qualified: String) -> String {
    let prefix = qualified.contains(":") ? String(qualified.prefix { $0 != ":" }) : ""
    let outer = element.parentIndex.map { packet.elements[$0].namespacesByPrefix[prefix] } ?? nil
    guard outer != element.name.namespace else { return "" }
    let key = prefix.isEmpty ? "xmlns" : "xmlns:\(prefix)"
    return " \(key)=\"\(XMLEscaping.escapedAttribute(element.name.namespace))\""
  }

  /// Inserts the missing properties as attributes: into the first description in whose scope all
  /// their namespaces are declared, else into the first one, or into a new one when there is none.
  private mutating func insertMissing() throws(XMPPacket.Refusal) {
    let target =
      packet.descriptionIndices.first { index in
        missingProperties.allSatisfy {
          packet.elements[index].namespacesByPrefix.values.contains($0.name.namespace)
        }
      } ?? packet.descriptionIndices.first
    if let target {
      let element = packet.elements[target]
      let text = missingAttributes(
        for: element.namespacesByPrefix, separator: attributeSeparator(element))
      let end = element.startTag.upperBound - (element.isEmptyTag ? 2 : 1)
      // White space before the end of the tag is kept after the new attributes.
      var position = end
      while position > element.startTag.lowerBound, XMPPacket.isSpace(bytes[position - 1]) {
        position -= 1
      }
      replace(position..<position, by: text)
      return
    }
    let root = packet.elements[packet.rdfIndex]
    guard let prefix = root.namespacesByPrefix.prefix(of: XMPName.rdf) else {
      throw XMPPacket.Refusal("its namespace has no prefix")
    }
    let description =
      "<\(prefix):Description \(prefix):about=\"\""
      + "\(missingAttributes(for: root.namespacesByPrefix, separator: " "))/>"
    if root.isEmptyTag {
      let tag = String(decoding: bytes[root.startTag], as: UTF8.self)
      let qualified = String(tag.dropFirst().prefix { !$0.isWhitespace && $0 != "/" })
      let end = root.startTag.upperBound
      replace(end - 2..<end, by: ">\(description)</\(qualified)>")
    } else {
      replace(root.startTag.upperBound..<root.startTag.upperBound, by: description)
    }
  }

  /// The missing properties as the text of attributes, after the declarations of prefixes that
  /// `namespacesByPrefix` lacks.
  ///
  /// - Parameter separator: the white space before each attribute.
  private func missingAttributes(for namespacesByPrefix: [String: String], separator: String)
    -> String
  {
    var namespacesByPrefix = namespacesByPrefix
    var declarations = ""
    var values = ""
    for property in missingProperties {
      let namespace = property.name.namespace
      var prefix = namespacesByPrefix.prefix(of: namespace)
      if prefix == nil {
        var candidate = property.prefix
        var number = 1
        while namespacesByPrefix[candidate] != nil {
          candidate = "\(property.prefix)\(number)"
          number += 1
        }
        declarations += "\(separator)xmlns:\(candidate)=\"\(namespace)\""
        namespacesByPrefix[candidate] = namespace
        prefix = candidate
      }
      values +=
        "\(separator)\(prefix ?? property.prefix):\(property.name.local)="
        + "\"\(XMLEscaping.escapedAttribute(property.value))\""
    }
    return declarations + values
  }

  /// The maximum number of bytes of white space between attributes that new attributes imitate.
  private static let maxSeparator = 64

  /// The white space before the last attribute of an element's start tag, which new attributes
  /// imitate.
  private func attributeSeparator(_ element: XMPPacket.Element) -> String {
    guard let last = element.attributes.last else { return " " }
    let space = bytes[last.rangeWithLeadingSpace].prefix(while: XMPPacket.isSpace)
    guard !space.isEmpty, space.count <= Self.maxSeparator else { return " " }
    return String(decoding: space, as: UTF8.self)
  }

  /// A range of bytes extended by the white space before it, so that a removed element leaves no
  /// empty line.
  private func withLeadingSpace(_ range: Range<Int>) -> Range<Int> {
    var first = range.lowerBound
    while first > 0, XMPPacket.isSpace(bytes[first - 1]) { first -= 1 }
    return first..<range.upperBound
  }

  private mutating func replace(_ range: Range<Int>, by text: String) {
    edits.append(FileEdit(offset: range.lowerBound, removedCount: range.count, text: text))
  }
}

extension [String: String] {
  /// The first prefix in alphabetical order that is bound to `namespace`; nil when there is none.
  fileprivate func prefix(of namespace: String) -> String? {
    filter { $0.value == namespace && !$0.key.isEmpty }.keys.min()
  }
}

/// The escaping of text for XML: the reserved characters are replaced, even where a combining mark
/// follows one.
private enum XMLEscaping {
  static func escapedContent(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  static func escapedAttribute(_ text: String) -> String {
    escapedContent(text).unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\"": result += "&quot;"
      case "'": result += "&apos;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}

extension SidecarChange.Property {
  /// The expanded name of the property in XMP: its namespace and its local name.
  var name: XMPName {
    switch self {
    case .rating: XMPName(Self.xmp, "Rating")
    case .label: XMPName(Self.xmp, "Label")
    case .metadataDate: XMPName(Self.xmp, "MetadataDate")
    case .pickLabel: XMPName(Self.digiKam, "PickLabel")
    case .colorLabel: XMPName(Self.digiKam, "ColorLabel")
    case .darktableColors: XMPName("http://darktable.sf.net/", "colorlabels")
    }
  }

  /// The usual prefix of the namespace of the property.
  var prefix: String {
    switch self {
    case .rating, .label, .metadataDate: "xmp"
    case .pickLabel, .colorLabel: "digiKam"
    case .darktableColors: "darktable"
    }
  }

  private static let xmp = "http://ns.adobe.com/xap/1.0/"
  private static let digiKam = "http://www.digikam.org/ns/1.0/"
}

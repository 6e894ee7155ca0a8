package import DecoderWire
package import DecodingSupport

/// The edits of an XMP sidecar that change some properties and leave everything else as it is.
package enum SidecarEditor {
  /// Loads libexpat. A process that is about to be confined calls it first, because no library can
  /// be loaded afterwards.
  package static func loadLibrary() { _ = ExpatLibrary.shared }

  /// The edits that make `changes` in the sidecar `bytes`, sorted by offset.
  ///
  /// - Throws: `.missingLoader` without libexpat, and `.unsupported` for a file that is no XMP
  ///   sidecar or cannot be changed safely.
  package static func edits(
    of bytes: PictureBytes, for changes: [SidecarChange]
  ) throws(DecodeFailure) -> [FileEdit] {
    guard let library = ExpatLibrary.shared else {
      throw DecodeFailure(.missingLoader, format: "XMP", detail: "libexpat1")
    }
    let raw = bytes.raw
    do {
      let packet = try XMPPacket(raw, library)
      let edits = try SidecarEditPlanner(packet, raw, changes).edits
      try verify(edits, of: raw, packet, changes, library)
      return edits
    } catch {
      throw DecodeFailure(.unsupported, format: "XMP", detail: error.reason)
    }
  }

  /// Applies the edits to a copy and parses the result; throws unless the result has the wanted
  /// values and all other properties of the original.
  private static func verify(
    _ edits: [FileEdit], of bytes: UnsafeRawBufferPointer, _ packet: XMPPacket,
    _ changes: [SidecarChange], _ library: ExpatLibrary
  ) throws(XMPPacket.Refusal) {
    let refusal = XMPPacket.Refusal("a change would damage it")
    guard edits.count <= FileEdit.maxCount,
      edits.allSatisfy({ $0.bytes.count <= FileEdit.maxBytes })
    else { throw XMPPacket.Refusal("a change would be too long") }
    guard let result = FileEdit.apply(edits, to: Array(bytes)) else { throw refusal }
    let changed = Set(changes.map(\.property.name))
    var after: XMPPacket?
    var failure: XMPPacket.Refusal?
    result.withUnsafeBytes { raw in
      do throws(XMPPacket.Refusal) { after = try XMPPacket(raw, library) } catch {
        failure = error
      }
    }
    guard failure == nil, let after else { throw refusal }
    guard packet.canonicalProperties(except: changed) == after.canonicalProperties(except: changed)
    else {
      throw refusal
    }
    for change in changes where change.property != .darktableColors {
      guard after.values(of: change.property.name) == [change.value].compactMap(\.self) else {
        throw refusal
      }
    }
  }
}

extension XMPPacket {
  /// The properties of all descriptions except those called `changed`, each as one canonical text,
  /// in the order of the file. Attributes come before elements, and white space between elements is
  /// ignored.
  fileprivate func canonicalProperties(except changed: Set<XMPName>) -> [String] {
    var result: [String] = []
    for description in descriptionIndices {
      for attribute in elements[description].attributes where !changed.contains(attribute.name) {
        if attribute.name != .about { result.append("\(attribute.name) \(attribute.value)") }
      }
      for child in childIndices(of: description) where !changed.contains(elements[child].name) {
        result.append(
          elements[child..<elements[child].indexAfterDescendants].map(Self.canonical).joined(
            separator: "\n"))
      }
    }
    return result
  }

  private static func canonical(_ element: Element) -> String {
    let attributes = element.attributes.map { "\($0.name)=\($0.value)" }.sorted()
    let text = element.hasChildren ? "" : element.text
    return "\(element.name) \(attributes) \(text)"
  }

  /// The values of a property with simple values: those of its attributes and elements in all
  /// descriptions.
  fileprivate func values(of name: XMPName) -> [String] {
    var result: [String] = []
    for description in descriptionIndices {
      result += elements[description].attributes.filter { $0.name == name }.map(\.value)
      result += childIndices(of: description).filter { elements[$0].name == name }.map {
        elements[$0].text
      }
    }
    return result
  }
}

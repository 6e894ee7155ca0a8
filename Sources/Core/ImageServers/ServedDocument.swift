import TextSearch

/// A description that an image server sends: that of a picture in tiles, or of a list of pictures.
package enum ServedDocument: Hashable, Sendable {
  case picture(ServedPicture)
  case collection(ServedCollection)

  /// The certainty with which a response of a server is a description.
  package enum Certainty: Hashable, Sendable {
    /// The name or the media type of the response is that of a description: any other content is an
    /// error.
    case certain
    /// The media type of the response is XML, which may also be that of a vector picture.
    case possible
  }

  /// The maximum length of a description in bytes.
  package static let maxBytes = JSONReader.Limits().maxBytes

  /// The maximum length of declarations and comments before the root element of a web page, in
  /// bytes.
  private static let maxPreambleBytes = 1024

  /// The certainty with which a response is a description, by its address and media type; nil for a
  /// picture or an unrelated media type.
  ///
  /// - Parameters:
  ///   - address: the address that was requested.
  ///   - contentType: the media type in lower case, without parameters; empty for none.
  package static func certainty(of address: String, contentType: String) -> Certainty? {
    if contentType.hasPrefix("image/") { return nil }
    if isDescriptionName(address) { return .certain }
    switch contentType {
    case "application/json", "application/ld+json": return .certain
    case "application/xml", "text/xml": return .possible
    default: return nil
    }
  }

  /// Whether the last component of an address is the name of a description: `info.json`,
  /// `manifest.json`, `collection.json`, `manifest`, or a name that ends in `.dzi`.
  package static func isDescriptionName(_ address: String) -> Bool {
    guard let address = ServerAddress(address) else { return false }
    let name = address.lastComponent.lowercased()
    return ["info.json", "manifest.json", "collection.json", "manifest"].contains(name)
      || name.hasSuffix(".dzi")
  }

  /// Reads the description in `bytes`, which was sent from `address`.
  ///
  /// - Parameter languages: the user's languages, the preferred one first.
  /// - Throws: the reason why the bytes are no description that can be shown.
  package static func read(
    _ bytes: [UInt8], from address: String, languages: [String]
  ) throws(DescriptionFailure) -> ServedDocument {
    guard let base = ServerAddress(address) else { throw .notADescription }
    guard bytes.count <= maxBytes else { throw .tooLarge }
    let first = bytes.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) }
    switch first {
    case UInt8(ascii: "<"):
      let root: XMLElement
      do throws(XMLReader.Failure) { root = try XMLReader.read(bytes) } catch {
        throw isWebPage(bytes) ? .webPage : error == .tooLarge ? .tooLarge : .damaged
      }
      guard !isWebPage(bytes) else { throw .webPage }
      return .picture(try DeepZoomImage.read(root, at: base))
    case UInt8(ascii: "{"):
      let root: JSONValue
      do throws(JSONReader.Failure) { root = try JSONReader.read(bytes) } catch {
        throw error == .tooLarge ? .tooLarge : .damaged
      }
      return try read(root, at: base, languages: languages)
    case nil: throw .damaged
    default: throw .notADescription
    }
  }

  /// Whether a text begins with the document type or the root element of HTML.
  private static func isWebPage(_ bytes: [UInt8]) -> Bool {
    let start = String(decoding: bytes.prefix(maxPreambleBytes), as: UTF8.self).lowercased()
    return start.containsText("<!doctype html") || start.containsText("<html")
  }

  private static func read(
    _ root: JSONValue, at base: ServerAddress, languages: [String]
  ) throws(DescriptionFailure) -> ServedDocument {
    if root["Image"] != nil { return .picture(try DeepZoomImage.read(root, at: base)) }
    switch root["type"]?.text ?? root["@type"]?.text ?? "" {
    case "Manifest", "sc:Manifest", "Collection", "sc:Collection":
      return .collection(try ServedCollection.read(root, languages: languages))
    default: return .picture(try IIIFImage.read(root, at: base))
    }
  }
}

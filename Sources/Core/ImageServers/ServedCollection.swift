import TextSearch

/// A list of pictures that an image server describes: a IIIF Presentation manifest, or a collection
/// of manifests.
///
/// - Source: IIIF Presentation API 2.1.1 and 3.0.0.
package struct ServedCollection: Hashable, Sendable {
  /// An element of the list: a picture of a manifest, or a manifest of a collection.
  package struct Entry: Hashable, Sendable {
    /// The address of the picture file, of the picture's description, or of the manifest.
    package var address: String
    /// The title of the picture or manifest in the user's language; empty without one.
    package var label: String
    /// The address of a small picture for the thumbnail; nil when it has to be found in the
    /// description.
    package var thumbnail: String?
    /// The width of the IIIF canvas with the picture, of which only the ratio to ``height`` has a
    /// meaning; nil when unknown.
    package var width: Int?
    /// The height of the IIIF canvas with the picture, of which only the ratio to ``width`` has a
    /// meaning; nil when unknown.
    package var height: Int?

    package init(
      address: String, label: String, thumbnail: String? = nil, width: Int? = nil,
      height: Int? = nil
    ) {
      self.address = address
      self.label = label
      self.thumbnail = thumbnail
      self.width = width
      self.height = height
    }
  }

  /// The maximum number of pictures in a list from a server; longer lists are refused.
  package static let maxEntries = 20_000
  /// The maximum length of a title in characters; longer ones are cut.
  package static let maxLabelLength = 200
  /// The maximum length of a title in Unicode scalars, before white space is removed.
  package static let maxLabelScalars = 1000
  /// The wanted longer side of thumbnails from a server, in pixels.
  private static let thumbnailSide = 400

  /// The title of the list in the user's language; empty without one.
  package var label: String
  /// The pictures or manifests of the list, in its order.
  package var entries: [Entry]
  /// Whether the pages of the list are turned from right to left.
  package var isRightToLeft: Bool
  /// The descriptive properties that the server states about the list. Default: none.
  package var facts: ServedFacts

  package init(
    label: String, entries: [Entry], isRightToLeft: Bool, facts: ServedFacts = ServedFacts()
  ) {
    self.label = label
    self.entries = entries
    self.isRightToLeft = isRightToLeft
    self.facts = facts
  }

  /// Reads the description of a list, which is a IIIF manifest or collection.
  ///
  /// - Parameter languages: the user's languages, the preferred one first, such as `de` and `en`.
  /// - Throws: the reason why the description is not one of a list that can be shown.
  static func read(
    _ root: JSONValue, languages: [String]
  ) throws(DescriptionFailure) -> ServedCollection {
    let texts = ServedTextReader(languages: languages)
    let reader = Reader(texts: texts)
    let type = root["type"]?.text ?? root["@type"]?.text ?? ""
    let entries: [Entry]
    switch type {
    case "Manifest": entries = root["items"]?.elements.compactMap(reader.version3Canvas) ?? []
    case "sc:Manifest":
      entries =
        root["sequences"]?.elements.first?["canvases"]?.elements.compactMap(reader.version2Canvas)
        ?? []
    case "Collection", "sc:Collection":
      let members = ["items", "members", "collections", "manifests"].flatMap {
        root[$0]?.elements ?? []
      }
      entries = members.compactMap(reader.member)
    default: throw .notADescription
    }
    guard !entries.isEmpty else { throw .empty }
    guard entries.count <= maxEntries else { throw .tooLarge }
    let direction = [root, root["sequences"]?.elements.first].compactMap {
      $0?["viewingDirection"]?.text
    }
    let facts = ServedFacts(root, texts)
    return ServedCollection(
      label: facts.label, entries: entries,
      isRightToLeft: direction.contains("right-to-left"), facts: facts)
  }

  /// A reader of the elements of a IIIF manifest or collection.
  private struct Reader {
    let texts: ServedTextReader

    /// The picture of a canvas in version 3 of the API: that of its first painting annotation; nil
    /// without an address.
    func version3Canvas(_ canvas: JSONValue) -> Entry? {
      let annotations = canvas["items"]?.elements.first?["items"]?.elements ?? []
      guard let body = annotations.lazy.compactMap({ $0["body"] }).first else { return nil }
      return entry(of: chosenPicture(body), on: canvas)
    }

    /// The picture of a canvas in version 2 of the API: its first image; nil without an address.
    func version2Canvas(_ canvas: JSONValue) -> Entry? {
      guard let resource = canvas["images"]?.elements.first?["resource"] else { return nil }
      return entry(of: chosenPicture(resource), on: canvas)
    }

    /// A manifest or a collection that is listed in a collection; nil without an address.
    func member(_ member: JSONValue) -> Entry? {
      guard let address = address(of: member) else { return nil }
      return Entry(
        address: address, label: texts.label(member["label"]),
        thumbnail: thumbnail(member["thumbnail"]))
    }

    /// The picture that the body of an annotation stands for: the first one of several to choose
    /// from.
    private func chosenPicture(_ body: JSONValue) -> JSONValue {
      let body = body.elements.first ?? .null
      switch body["type"]?.text ?? body["@type"]?.text {
      case "Choice": return body["items"]?.elements.first ?? .null
      case "oa:Choice": return body["default"] ?? .null
      case "SpecificResource": return body["source"] ?? .null
      case "oa:SpecificResource": return body["full"] ?? .null
      default: return body
      }
    }

    private func entry(of body: JSONValue, on canvas: JSONValue) -> Entry? {
      let service = imageService(of: body)
      guard let address = service.map({ $0.base + "/info.json" }) ?? address(of: body) else {
        return nil
      }
      return Entry(
        address: address, label: texts.label(canvas["label"]),
        thumbnail: thumbnail(canvas["thumbnail"]) ?? service?.thumbnail(Self.side)
          ?? (service == nil ? address : nil),
        width: canvas["width"]?.positiveInteger, height: canvas["height"]?.positiveInteger)
    }

    private static let side = ServedCollection.thumbnailSide

    /// The address of a thumbnail picture: in a size that its image service lists, or as it is
    /// given; nil without one.
    private func thumbnail(_ value: JSONValue?) -> String? {
      guard let value = value?.elements.first else { return nil }
      if let listed = imageService(of: value)?.listedThumbnail(Self.side) { return listed }
      return value.text.flatMap { ServerAddress($0)?.text } ?? address(of: value)
    }

    private func address(of value: JSONValue) -> String? {
      ((value["id"] ?? value["@id"])?.text).flatMap { ServerAddress($0)?.text }
    }

    private func imageService(of body: JSONValue) -> ImageService? {
      for service in body["service"]?.elements ?? [] {
        let type = service["type"]?.text ?? service["@type"]?.text ?? ""
        let context = service["@context"]?.elements.compactMap(\.text).first ?? ""
        let profile = service["profile"]?.elements.compactMap(\.text).first ?? ""
        let isImage =
          type.hasPrefix("ImageService") || context.containsText("/image/")
          || profile.containsText("/image/") || profile.hasPrefix("level")
        guard isImage, let text = (service["id"] ?? service["@id"])?.text,
          let id = ServerAddress(text)
        else { continue }
        return ImageService(
          base: IIIFImage.withoutTrailingSlash(id.textWithoutQuery),
          isVersion3: type == "ImageService3" || context.containsText("/image/3/"),
          complianceLevel: IIIFImage.complianceLevel(of: service["profile"]),
          sizes: (service["sizes"]?.elements ?? []).prefix(64).compactMap { size in
            guard let width = size["width"]?.positiveInteger,
              let height = size["height"]?.positiveInteger
            else {
              return nil
            }
            return (width, height)
          })
      }
      return nil
    }
  }

  /// The image service of a canvas or of a thumbnail, as far as the manifest describes the service.
  private struct ImageService {
    let base: String
    let isVersion3: Bool
    let complianceLevel: Int
    let sizes: [(width: Int, height: Int)]

    /// The address of a small picture of about `side` pixels; nil when the address has to be found
    /// in the picture's own description.
    func thumbnail(_ side: Int) -> String? {
      if let listed = listedThumbnail(side) { return listed }
      switch complianceLevel {
      case 2: return "\(base)/full/!\(side),\(side)/0/default.jpg"
      case 1: return "\(base)/full/\(side),/0/default.jpg"
      default: return nil
      }
    }

    /// The address of the smallest listed picture with a longer side of at least `side` pixels, or
    /// else of the largest listed one; nil without listed sizes.
    func listedThumbnail(_ side: Int) -> String? {
      let ordered = sizes.sorted { ($0.width, $0.height) < ($1.width, $1.height) }
      guard let size = ordered.first(where: { max($0.width, $0.height) >= side }) ?? ordered.last
      else { return nil }
      return "\(base)/full/\(size.width),\(isVersion3 ? "\(size.height)" : "")/0/default.jpg"
    }
  }
}

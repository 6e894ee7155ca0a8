import Geometry
import Pixels
import TextSearch
import Tiles

/// A picture on a server with the IIIF Image API, by which parts of the picture can be requested in
/// several sizes.
///
/// - Source: IIIF Image API 2.1.1 and 3.0.0.
struct IIIFImage: Hashable, Sendable {
  /// The supported versions of the IIIF Image API.
  enum Version: Hashable, Sendable {
    case two
    case three
  }

  /// The address of the picture on its server, without a final slash.
  let base: String
  let version: Version
  /// The compliance level of the server: at 0 it sends only the listed tiles and sizes, at 1 any
  /// regions, at 2 any sizes.
  let complianceLevel: Int
  /// The sizes in pixels in which the server sends the whole picture, smallest first.
  let sizes: [PixelSize]
  /// The maximum size of a picture in one response of the server.
  let responseLimit: ResponseLimit
  /// Whether the requested tiles are those that the server lists; otherwise it cuts each requested
  /// region from the picture or, at compliance level 0, sends only whole pictures.
  let hasTiles: Bool

  /// The maximum width, height and area of a picture in one response of the server, in pixels.
  struct ResponseLimit: Hashable, Sendable {
    var width = Int.max
    var height = Int.max
    var area = Int.max

    func allows(_ size: PixelSize) -> Bool {
      size.width <= width && size.height <= height && (size.area ?? .max) <= area
    }
  }

  /// The side, in pixels, of tiles from a server that lists none: four times the area of the usual
  /// 256 × 256 per request.
  private static let defaultTileSide = 512
  /// The side, in pixels, below which listed tiles are requested several at a time: over a slow
  /// connection, a request takes longer than its bytes.
  private static let minTileSide = 256
  /// The maximum number of entries that are read of each of the lists `sizes`, `tiles` and
  /// `scaleFactors`.
  private static let maxEntries = 64

  // MARK: Description

  /// Reads the description of a IIIF picture, `info.json`.
  ///
  /// - Throws: the reason why the description is not one of a picture that can be shown.
  static func read(
    _ info: JSONValue, at address: ServerAddress
  ) throws(DescriptionFailure) -> ServedPicture {
    guard isImage(info) else { throw .notADescription }
    guard let version = version(of: info) else { throw .unsupported(.version) }
    guard let width = info["width"]?.positiveInteger, let height = info["height"]?.positiveInteger,
      width <= ServedPicture.maxPixels / height
    else { throw .invalidSize }
    let natural = PixelSize(width: width, height: height)
    let complianceLevel = complianceLevel(of: info["profile"])
    let limit = limit(of: info)
    let sizes = sizes(of: info, natural, limit)
    let base = base(of: info, at: address)
    func image(hasTiles: Bool) -> IIIFImage {
      IIIFImage(
        base: base, version: version, complianceLevel: complianceLevel, sizes: sizes,
        responseLimit: limit, hasTiles: hasTiles)
    }
    if let (listed, factors) = listedTiles(of: info, limit) {
      // A server of level 1 scales any region: the listed sides and factors are only those that it
      // prefers.
      let side = complianceLevel > 0 ? requestedTileSide(listed, limit) : listed
      let pyramid = TilePyramid(
        natural, servedSide: side, maxLevelCount: complianceLevel > 0 ? .max : factors)
      return try ServedPicture(.iiif(image(hasTiles: side == listed)), pyramid)
    }
    guard complianceLevel == 0 else {
      let side = min(defaultTileSide, limit.width, limit.height, squareSide(of: limit.area))
      guard ServedPicture.tileSides.contains(side) else { throw .unsupported(.tileSize) }
      return try ServedPicture(
        .iiif(image(hasTiles: false)), TilePyramid(natural, servedSide: side))
    }
    guard info["tiles"] == nil else { throw .unsupported(.tileSize) }
    // The server sends only whole pictures: the largest one that fits into a tile takes the place
    // of the picture.
    let whole = (sizes.isEmpty ? [natural] : sizes).last {
      max($0.width, $0.height) <= ServedPicture.tileSides.upperBound
    }
    guard let whole else { throw .unsupported(.fewLevels) }
    let side = max(whole.width, whole.height, ServedPicture.tileSides.lowerBound)
    return try ServedPicture(
      .iiif(image(hasTiles: false)), TilePyramid(whole, servedSide: side))
  }

  private static func isImage(_ info: JSONValue) -> Bool {
    info["protocol"]?.text == "http://iiif.io/api/image"
      || info["type"]?.text?.hasPrefix("ImageService") == true
      || contexts(of: info).contains { $0.containsText("iiif.io/api/image/") }
  }

  private static func contexts(of info: JSONValue) -> [String] {
    info["@context"]?.elements.prefix(maxEntries).compactMap(\.text) ?? []
  }

  private static func version(of info: JSONValue) -> Version? {
    let contexts = contexts(of: info)
    if contexts.contains(where: { $0.containsText("/api/image/3/") }) { return .three }
    if contexts.contains(where: { $0.containsText("/api/image/2/") }) { return .two }
    if let type = info["type"]?.text, type.hasPrefix("ImageService") {
      return type == "ImageService3" ? .three : type == "ImageService2" ? .two : nil
    }
    if contexts.contains(where: { $0.containsText("iiif.io/api/image/") }) { return nil }
    return info["id"] == nil ? .two : .three
  }

  /// The compliance level, 0…2, that the profile of an image server states; 0 for an unknown
  /// profile.
  static func complianceLevel(of profile: JSONValue?) -> Int {
    for text in profile?.elements.prefix(maxEntries).compactMap(\.text) ?? [] {
      // `level1`, `http://iiif.io/api/image/2/level1.json`, `…/conformance.html#level1`.
      for level in [2, 1, 0] where text.containsText("level\(level)") { return level }
    }
    return 0
  }

  /// The limits of the server's responses, which are stated in the description itself in version 3,
  /// and in an object of its profile in version 2.
  private static func limit(of info: JSONValue) -> ResponseLimit {
    var limit = ResponseLimit()
    for holder in [info] + (info["profile"]?.elements.prefix(maxEntries) ?? []) {
      // The width limits both directions in a description without a height.
      let width = holder["maxWidth"]?.positiveInteger
      limit.width = min(limit.width, width ?? .max)
      limit.height = min(limit.height, holder["maxHeight"]?.positiveInteger ?? width ?? .max)
      if case .number(let area) = holder["maxArea"], let area = Int(exactly: area), area > 0 {
        limit.area = min(limit.area, area)
      }
    }
    return limit
  }

  private static func sizes(
    of info: JSONValue, _ natural: PixelSize, _ limit: ResponseLimit
  ) -> [PixelSize] {
    (info["sizes"]?.elements.prefix(maxEntries) ?? []).compactMap { entry -> PixelSize? in
      guard let width = entry["width"]?.positiveInteger,
        let height = entry["height"]?.positiveInteger,
        width <= natural.width, height <= natural.height
      else { return nil }
      let size = PixelSize(width: width, height: height)
      return limit.allows(size) ? size : nil
    }.sorted { ($0.width, $0.height) < ($1.width, $1.height) }
  }

  /// The side in pixels of the tiles that the server lists, and the number of their scale factors
  /// 1, 2, 4 … without a gap; nil when no listed tiles are square, of a supported size and without
  /// such a gap.
  private static func listedTiles(
    of info: JSONValue, _ limit: ResponseLimit
  ) -> (side: Int, factors: Int)? {
    var best: (side: Int, factors: Int)?
    for entry in info["tiles"]?.elements.prefix(maxEntries) ?? [] {
      guard let width = entry["width"]?.positiveInteger,
        entry["height"]?.positiveInteger ?? width == width,
        ServedPicture.tileSides.contains(width),
        limit.allows(PixelSize(width: width, height: width))
      else { continue }
      let factors = Set(
        entry["scaleFactors"]?.elements.prefix(maxEntries).compactMap(\.positiveInteger) ?? [])
      let count = (0..<31).prefix { factors.contains(1 << $0) }.count
      if count > best?.factors ?? 0 { best = (width, count) }
    }
    return best
  }

  /// The side of requests for two, four … listed tiles in each direction, with at least
  /// ``minTileSide`` pixels as far as the limit of the server allows.
  private static func requestedTileSide(_ side: Int, _ limit: ResponseLimit) -> Int {
    var joined = side
    while joined < minTileSide,
      limit.allows(PixelSize(width: 2 * joined, height: 2 * joined))
    {
      joined *= 2
    }
    return joined
  }

  private static func squareSide(of area: Int) -> Int {
    Int(Double(area).squareRoot().rounded(.down))
  }

  /// The address of the picture: its identifier, if that is on the same server as the description,
  /// otherwise the address of the description without `/info.json`. No description causes requests
  /// to other servers.
  private static func base(of info: JSONValue, at address: ServerAddress) -> String {
    let own = address.textWithoutQuery(andSuffix: "/info.json") ?? address.textWithoutQuery
    guard let text = (info["id"] ?? info["@id"])?.text, let id = ServerAddress(text),
      id.origin == address.origin, id.query.isEmpty
    else { return withoutTrailingSlash(own) }
    return withoutTrailingSlash(
      id.textWithoutQuery(andSuffix: "/info.json") ?? id.textWithoutQuery)
  }

  static func withoutTrailingSlash(_ base: String) -> String {
    base.hasSuffix("/") ? String(base.dropLast()) : base
  }

  // MARK: Requests

  /// The request for one tile, `run`, of the picture.
  func request(for run: TileRun, of pyramid: TilePyramid) -> ServedPicture.Request {
    let part = pyramid.region(of: run)
    if !hasTiles, complianceLevel == 0 { return wholePictureRequest(part.size, isExact: false) }
    let unit = 1 << run.level
    let x = part.x * unit
    let y = part.y * unit
    let width = min(part.size.width * unit, pyramid.natural.width - x)
    let height = min(part.size.height * unit, pyramid.natural.height - y)
    let isWhole = width == pyramid.natural.width && height == pyramid.natural.height
    let region = isWhole ? "full" : "\(x),\(y),\(width),\(height)"
    return ServedPicture.Request(
      "\(base)/\(region)/\(sizeText(of: part.size, isListed: hasTiles))/0/default.jpg",
      size: part.size)
  }

  /// The request for the whole picture in the largest listed size of at most
  /// ``ServedPicture/maxPreviewSide`` pixels, or else in the smallest listed one. Without a listed
  /// size that is small enough for one tile, the request is for a size to which the server scales
  /// the picture; nil when it does not scale or its limit forbids the size, or the full size is as
  /// small.
  func smallPictureRequest(of natural: PixelSize) -> ServedPicture.Request? {
    let side = ServedPicture.maxPreviewSide
    if let listed = sizes.last(where: { max($0.width, $0.height) <= side }) ?? sizes.first,
      max(listed.width, listed.height) <= ServedPicture.tileSides.upperBound
    {
      return wholePictureRequest(listed, isExact: true)
    }
    guard complianceLevel > 0, max(natural.width, natural.height) > side else { return nil }
    let scale = Double(side) / Double(max(natural.width, natural.height))
    let size = PixelSize(
      width: max(1, Int((Double(natural.width) * scale).rounded())),
      height: max(1, Int((Double(natural.height) * scale).rounded())))
    return responseLimit.allows(size) ? wholePictureRequest(size, isExact: false) : nil
  }

  private func wholePictureRequest(_ size: PixelSize, isExact: Bool) -> ServedPicture.Request {
    let text =
      !isExact && complianceLevel == 0 && sizes.isEmpty
      ? version == .two ? "full" : "max"
      : sizeText(of: size, isListed: isExact || complianceLevel == 0)
    return ServedPicture.Request("\(base)/full/\(text)/0/default.jpg", size: size)
  }

  /// A size in the canonical form of an address. Servers of level 1 are required to support only
  /// the width alone; the sizes that servers of version 3 list are written with width and height.
  private func sizeText(of size: PixelSize, isListed: Bool) -> String {
    version == .three && (isListed || complianceLevel >= 2)
      ? "\(size.width),\(size.height)" : "\(size.width),"
  }
}

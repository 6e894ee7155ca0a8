import Geometry
import Pixels
import Tiles

/// A picture on a server in the Deep Zoom format.
///
/// - Source: Deep Zoom File Format Overview, the schemas of 2008 and 2009.
struct DeepZoomImage: Hashable, Sendable {
  /// The address of the folder with the levels of the picture, without a final slash.
  let folder: String
  /// The query at the end of each tile's address, with its question mark; empty for none.
  let query: String
  /// The file extension of the tiles.
  let format: String
  /// The number of pixels that neighbouring tiles have in common at each inner edge.
  let overlap: Int
  /// The number that the server gives to the level of full resolution; number 0 is one pixel.
  let maxLevel: Int

  /// The maximum length of the file extension of tiles, in bytes.
  private static let maxFormatLength = 5

  /// Reads the XML description of a Deep Zoom picture, by its root element.
  ///
  /// - Throws: the reason why the description is not one of a Deep Zoom picture that can be shown.
  static func read(
    _ root: XMLElement, at address: ServerAddress
  ) throws(DescriptionFailure) -> ServedPicture {
    func localName(_ name: String) -> Substring { name.split(separator: ":").last ?? "" }
    guard localName(root.name) == "Image",
      let size = root.children.first(where: { localName($0.name) == "Size" })
    else { throw .notADescription }
    func number(_ text: String?) -> Int? { text.flatMap { JSONValue.string($0).positiveInteger } }
    return try make(
      width: number(size.attributes["Width"]), height: number(size.attributes["Height"]),
      side: number(root.attributes["TileSize"]), overlap: root.attributes["Overlap"] ?? "0",
      format: root.attributes["Format"], at: address)
  }

  /// Reads the JSON description of a Deep Zoom picture.
  ///
  /// - Throws: the reason why the description is not one of a Deep Zoom picture that can be shown.
  static func read(
    _ value: JSONValue, at address: ServerAddress
  ) throws(DescriptionFailure) -> ServedPicture {
    guard let image = value["Image"], let size = image["Size"] else { throw .notADescription }
    let overlap = image["Overlap"].flatMap { $0.positiveInteger.map(String.init) ?? $0.text } ?? "0"
    return try make(
      width: size["Width"]?.positiveInteger, height: size["Height"]?.positiveInteger,
      side: image["TileSize"]?.positiveInteger, overlap: overlap, format: image["Format"]?.text,
      at: address)
  }

  private static func make(
    width: Int?, height: Int?, side: Int?, overlap: String, format: String?,
    at address: ServerAddress
  ) throws(DescriptionFailure) -> ServedPicture {
    guard let width, let height, width <= ServedPicture.maxPixels / height else {
      throw .invalidSize
    }
    guard let side, ServedPicture.tileSides.contains(side) else { throw .unsupported(.tileSize) }
    guard overlap.utf8.count <= 4, let overlap = Int(overlap), (0...side / 2).contains(overlap)
    else { throw .unsupported(.tileSize) }
    guard let format, (1...maxFormatLength).contains(format.utf8.count),
      format.utf8.allSatisfy({ byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || 0x30...0x39 ~= byte
      })
    else { throw .unsupported(.format) }
    // An empty path is the same as a slash (RFC 3986, 6.2.3): without it, the suffix would be part
    // of the host.
    let base = address.path.isEmpty ? address.textWithoutQuery + "/" : address.textWithoutQuery
    let folder =
      [".dzi", ".xml", ".json"].lazy.compactMap { address.textWithoutQuery(andSuffix: $0) }.first
      ?? base
    // The number of the finest level is the logarithm of the longer side, rounded up.
    let maxLevel =
      max(width, height) == 1 ? 0 : Int.bitWidth - (max(width, height) - 1).leadingZeroBitCount
    let pyramid = TilePyramid(
      PixelSize(width: width, height: height), servedSide: side, maxLevelCount: maxLevel + 1)
    return try ServedPicture(
      .deepZoom(
        DeepZoomImage(
          folder: folder + "_files", query: address.query, format: format, overlap: overlap,
          maxLevel: maxLevel)), pyramid)
  }

  func request(for run: TileRun, of pyramid: TilePyramid) -> ServedPicture.Request {
    let part = pyramid.region(of: run)
    let column = run.columns.lowerBound
    let left = column > 0 ? overlap : 0
    let top = run.row > 0 ? overlap : 0
    let right = min(part.whole.width, part.x + part.size.width + overlap)
    let bottom = min(part.whole.height, part.y + part.size.height + overlap)
    return ServedPicture.Request(
      "\(folder)/\(maxLevel - run.level)/\(column)_\(run.row).\(format)\(query)",
      size: PixelSize(width: right - part.x + left, height: bottom - part.y + top),
      part: Rect(
        x: Double(left), y: Double(top), width: Double(part.size.width),
        height: Double(part.size.height)))
  }
}

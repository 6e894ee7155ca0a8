import Pixels

/// A picture on an image server: its descriptions, and its tiles as BMP files that are computed
/// from their addresses. Red and green encode the position, blue the scale.
///
/// | path | answer |
/// |---|---|
/// | `/two/info.json`, `/three/info.json` | IIIF Image API 2 and 3 |
/// | `/p.dzi` | Deep Zoom, with an overlap of 1 |
/// | `/manifest.json` | IIIF Presentation 3, with pages of both image services |
public struct ServedPyramid: Sendable {
  /// The size of the picture in pixels.
  public let width: Int
  public let height: Int
  /// The side of the tiles in pixels.
  public let side: Int

  /// The overlap of the Deep Zoom tiles in pixels.
  private static let overlap = 1

  public init(width: Int, height: Int, side: Int = 256) {
    self.width = width
    self.height = height
    self.side = side
  }

  /// The colour of a pixel of the picture as 0xAARRGGBB, as it is shown at a reduction of `factor`.
  public func color(x: Int, y: Int, factor: Int) -> UInt32 {
    let red = UInt32(clamping: min(x, width - 1) * 255 / max(1, width - 1))
    let green = UInt32(clamping: min(y, height - 1) * 255 / max(1, height - 1))
    return 0xFF00_0000 | red << 16 | green << 8 | Self.blue(of: factor)
  }

  /// The blue of all pixels that are reduced by `factor`: 0 for the pixels of the picture itself.
  public static func blue(of factor: Int) -> UInt32 {
    factor <= 1 ? 0 : min(255, 20 + 20 * UInt32(Int.bitWidth - 1 - factor.leadingZeroBitCount))
  }

  /// The answer to a request; 404 for an unknown path.
  public func answer(to path: String, host: String = "") -> WebAnswer {
    switch path {
    case "/two/info.json":
      return json(
        """
        {"@context": "http://iiif.io/api/image/2/context.json", "@id": "\(host)/two",
         "protocol": "http://iiif.io/api/image", "width": \(width), "height": \(height),
         "profile": ["http://iiif.io/api/image/2/level1.json"], "tiles": [\(tiles)]}
        """)
    case "/three/info.json":
      return json(
        """
        {"@context": "http://iiif.io/api/image/3/context.json", "id": "\(host)/three",
         "type": "ImageService3", "protocol": "http://iiif.io/api/image", "profile": "level2",
         "width": \(width), "height": \(height), "tiles": [\(tiles)]}
        """)
    case "/p.dzi":
      let text = """
        <?xml version="1.0" encoding="utf-8"?>
        <Image TileSize="\(side)" Overlap="\(Self.overlap)" Format="bmp"
          xmlns="http://schemas.microsoft.com/deepzoom/2008"><Size Width="\(width)" Height="\(height)"/></Image>
        """
      return WebAnswer(Array(text.utf8), [("Content-Type", "application/xml")])
    case "/manifest.json": return json(manifest(host))
    default: return tile(path) ?? WebAnswer(status: "404 Not Found")
    }
  }

  private var tiles: String {
    let factors = (0..<12).map { 1 << $0 }.filter { $0 * side <= 2 * max(width, height) }
    return "{\"width\": \(side), \"scaleFactors\": \(factors)}"
  }

  private func json(_ text: String) -> WebAnswer {
    WebAnswer(Array(text.utf8), [("Content-Type", "application/ld+json")])
  }

  private func manifest(_ host: String) -> String {
    let canvases = [("two", 2), ("three", 3)].map { name, version in
      """
      {"type": "Canvas", "width": \(width), "height": \(height), "label": {"none": ["Page \(version)"]},
       "items": [{"items": [{"body": {"id": "\(host)/\(name)/full/max/0/default.jpg", "type": "Image",
        "service": [{"id": "\(host)/\(name)", "type": "ImageService\(version)", "profile": "level2"}]}}]}]}
      """
    }
    return """
      {"@context": "http://iiif.io/api/presentation/3/context.json", "id": "\(host)/manifest.json",
       "type": "Manifest", "label": {"none": ["Two pages"]}, "items": [\(canvases.joined(separator: ","))]}
      """
  }

  // MARK: Tiles

  private func tile(_ path: String) -> WebAnswer? {
    let parts = path.split(separator: "/").map(String.init)
    if parts.first == "p_files", parts.count == 3 { return zoomTile(parts) }
    guard parts.count == 5, ["two", "three"].contains(parts[0]) else { return nil }
    let region = parts[1] == "full" ? [0, 0, width, height] : Self.numbers(parts[1])
    guard region.count == 4, region[2] > 0, region[3] > 0 else { return nil }
    let size = Self.numbers(parts[2].replacing("!", with: ""))
    guard let across = size.first, across > 0 else { return nil }
    let factor = max(1, (region[2] + across - 1) / across)
    let isExact = size.count > 1 && !parts[2].hasPrefix("!")
    let down = isExact ? size[1] : max(1, (region[3] * across + region[2] / 2) / region[2])
    return picture(across, down, x: region[0], y: region[1], factor: factor)
  }

  private func zoomTile(_ parts: [String]) -> WebAnswer? {
    let tile = Self.numbers(String(parts[2].prefix { $0 != "." }).replacing("_", with: ","))
    guard let level = Int(parts[1]), tile.count == 2 else { return nil }
    let finest = Int.bitWidth - (max(width, height) - 1).leadingZeroBitCount
    guard (0...finest).contains(level) else { return nil }
    let factor = 1 << (finest - level)
    func range(_ number: Int, _ whole: Int) -> Range<Int> {
      let end = min((whole + factor - 1) / factor, (number + 1) * side + Self.overlap)
      let start = max(0, number * side - Self.overlap)
      return start..<max(start, end)
    }
    let (columns, rows) = (range(tile[0], width), range(tile[1], height))
    guard !columns.isEmpty, !rows.isEmpty else { return nil }
    return picture(
      columns.count, rows.count, x: columns.lowerBound * factor, y: rows.lowerBound * factor,
      factor: factor)
  }

  private static func numbers(_ text: String) -> [Int] {
    text.split(separator: ",").compactMap { Int($0) }
  }

  /// A BMP of 24 bits per pixel.
  private func picture(
    _ across: Int, _ down: Int, x: Int, y: Int, factor: Int
  ) -> WebAnswer {
    let stride = (across * 3 + 3) / 4 * 4
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    var file = Array("BM".utf8) + little(54 + stride * down, 4) + little(0, 4) + little(54, 4)
    file += little(40, 4) + little(across, 4) + little(down, 4) + little(1, 2) + little(24, 2)
    file += little(0, 24)
    file.reserveCapacity(54 + stride * down)
    // The rows of a BMP are stored from the bottom to the top.
    for row in (0..<down).reversed() {
      for column in 0..<across {
        let color = color(
          x: x + column * factor + factor / 2, y: y + row * factor + factor / 2, factor: factor)
        for shift in [0, 8, 16] { file.append(UInt8(truncatingIfNeeded: color >> shift)) }
      }
      for _ in (across * 3)..<stride { file.append(0) }
    }
    return WebAnswer(file, [("Content-Type", "image/bmp"), ("Cache-Control", "max-age=600")])
  }
}

import Geometry
import ImageServers
import Pixels
import TestSupport
import Testing
import Tiles

/// Descriptions of pictures on image servers, and the requests that follow from them.
@Suite(.tags(.seeded)) struct DescriptionTests {
  private static let infoAddress = "https://example.org/iiif/p.tif/info.json"

  private static func picture(
    _ text: String, at address: String = infoAddress
  ) throws -> ServedPicture {
    let document = try ServedDocument.read(Array(text.utf8), from: address, languages: [])
    guard case .picture(let picture) = document else { throw DescriptionFailure.notADescription }
    return picture
  }

  private static func two(_ more: String, width: String = "6000", height: String = "4000") -> String
  {
    """
    {"@context": "http://iiif.io/api/image/2/context.json", "@id": "https://example.org/iiif/p.tif",
     "protocol": "http://iiif.io/api/image", "width": \(width), "height": \(height)\(more)}
    """
  }

  private static func three(_ more: String) -> String {
    """
    {"@context": "http://iiif.io/api/image/3/context.json", "id": "https://example.org/iiif/p.tif",
     "type": "ImageService3", "width": 6000, "height": 4000\(more)}
    """
  }

  private static func tile(_ level: Int, _ column: Int, _ row: Int) -> TileRun {
    TileRun(level: level, row: row, columns: column..<column + 1)
  }

  // MARK: IIIF

  private static let tiles = ", \"tiles\": [{\"width\": 512, \"scaleFactors\": [1, 2, 4, 8, 16]}]"

  @Test func `tiles of version 2 have the canonical address with the width alone`() throws {
    let picture = try Self.picture(
      Self.two(Self.tiles + ", \"profile\": [\"http://iiif.io/api/image/2/level1.json\"]"))
    #expect(picture.natural == PixelSize(width: 6000, height: 4000))
    #expect(
      picture.request(for: Self.tile(0, 1, 2))?.address
        == "https://example.org/iiif/p.tif/512,1024,512,512/512,/0/default.jpg")
    let edge = try #require(picture.request(for: Self.tile(1, 5, 3)))
    #expect(edge.address == "https://example.org/iiif/p.tif/5120,3072,880,928/440,/0/default.jpg")
    #expect(edge.size == PixelSize(width: 440, height: 464))
    #expect(picture.request(for: Self.tile(0, 12, 0)) == nil)
  }

  @Test func `tiles of version 3 have width and height, and a whole is named full`() throws {
    let picture = try Self.picture(Self.three(Self.tiles + ", \"profile\": \"level0\""))
    #expect(
      picture.request(for: Self.tile(0, 0, 0))?.address
        == "https://example.org/iiif/p.tif/0,0,512,512/512,512/0/default.jpg")
    #expect(
      picture.request(for: Self.tile(4, 0, 0))?.address
        == "https://example.org/iiif/p.tif/full/375,250/0/default.jpg")
    #expect(
      picture.overviewRequest?.address
        == "https://example.org/iiif/p.tif/full/375,250/0/default.jpg")
  }

  @Test(arguments: [
    ("level1", "", 256), ("level2", "", 256), ("level0", "", 64),
    ("level1", ", \"maxWidth\": 200", 128), ("level2", ", \"maxArea\": 5000", 64),
  ])
  func `small tiles of a server that cuts any region are requested several at a time`(
    level: String, limit: String, side: Int
  ) throws {
    let picture = try Self.picture(
      Self.three(
        ", \"profile\": \"\(level)\"\(limit), \"tiles\": [{\"width\": 64, \"scaleFactors\": [1, 2, 4, 8, 16, 32, 64, 128]}]"
      ))
    #expect(picture.pyramid.tileSide == side)
    // Servers of level 1 have to support any width, but width and height only of listed sizes.
    let size = level == "level1" ? "\(side)," : "\(side),\(side)"
    #expect(
      picture.request(for: Self.tile(0, 1, 0))?.address
        == "https://example.org/iiif/p.tif/\(side),0,\(side),\(side)/\(size)/0/default.jpg")
  }

  @Test func `the first picture is the largest listed one of at most 512 pixels`() throws {
    let sizes =
      ", \"sizes\": [{\"width\": 1500, \"height\": 1000}, {\"width\": 375, \"height\": 250}, {\"width\": 93, \"height\": 62}]"
    let picture = try Self.picture(Self.two(Self.tiles + sizes))
    #expect(
      picture.overviewRequest?.address == "https://example.org/iiif/p.tif/full/375,/0/default.jpg")
    #expect(picture.overviewRequest?.size == PixelSize(width: 375, height: 250))
  }

  @Test func `a server of level 1 without tiles is asked for tiles of its limits`() throws {
    let free = try Self.picture(Self.three(", \"profile\": \"level2\""))
    #expect(free.pyramid.tileSide == 512 && free.pyramid.levelCount == 5)
    #expect(
      free.overviewRequest?.address == "https://example.org/iiif/p.tif/full/512,341/0/default.jpg")
    let narrow = try Self.picture(Self.three(", \"profile\": \"level1\", \"maxWidth\": 300"))
    #expect(narrow.pyramid.tileSide == 300)
    #expect(
      narrow.request(for: Self.tile(0, 1, 0))?.address
        == "https://example.org/iiif/p.tif/300,0,300,300/300,/0/default.jpg")
    let small = try Self.picture(
      Self.two(", \"profile\": [\"http://iiif.io/api/image/2/level2.json\", {\"maxArea\": 10000}]"))
    #expect(small.pyramid.tileSide == 100)
    let low = try Self.picture(
      Self.two(
        ", \"profile\": [\"level2\", {\"maxWidth\": 900, \"maxHeight\": 200}, {\"maxHeight\": 400}]"
      ))
    #expect(low.pyramid.tileSide == 200, "the lower limit counts")
  }

  @Test func `a server of level 0 without tiles gives its largest picture that fits into memory`()
    throws
  {
    let sizes =
      ", \"profile\": \"level0\", \"sizes\": [{\"width\": 5000, \"height\": 3333}, {\"width\": 3000, \"height\": 2000}]"
    let picture = try Self.picture(Self.three(sizes))
    #expect(picture.natural == PixelSize(width: 3000, height: 2000))
    #expect(
      picture.request(for: Self.tile(0, 0, 0))?.address
        == "https://example.org/iiif/p.tif/full/3000,2000/0/default.jpg")
    #expect(throws: DescriptionFailure.unsupported(.fewLevels)) {
      try Self.picture(Self.three(", \"profile\": \"level0\""))
    }
    let small =
      "{\"@context\": \"http://iiif.io/api/image/2/context.json\", \"width\": 900, \"height\": 600}"
    #expect(
      try Self.picture(small).request(for: Self.tile(0, 0, 0))?.address
        == "https://example.org/iiif/p.tif/full/full/0/default.jpg")
  }

  @Test func `an identifier on another server is not used, one behind another path is`() throws {
    let strange = Self.two(Self.tiles).replacing("https://example.org", with: "https://intranet")
    #expect(
      try Self.picture(strange).request(for: Self.tile(0, 0, 0))?.address.hasPrefix(
        "https://example.org/iiif/p.tif/") == true)
    let disguised = Self.two(Self.tiles).replacing(
      "https://example.org", with: #"https://example.org\\@intranet"#)
    #expect(
      try Self.picture(disguised).request(for: Self.tile(0, 0, 0))?.address.hasPrefix(
        "https://example.org/iiif/p.tif/") == true)
    let other = Self.two(Self.tiles).replacing("org/iiif/p.tif", with: "org/images/7/")
    #expect(
      try Self.picture(other).request(for: Self.tile(0, 0, 0))?.address.hasPrefix(
        "https://example.org/images/7/0,0,") == true)
  }

  @Test func `version 1 and unknown versions are refused by name`() {
    let text = Self.two(Self.tiles).replacing("/image/2/context", with: "/image/9/context")
    #expect(throws: DescriptionFailure.unsupported(.version)) { try Self.picture(text) }
  }

  // MARK: Deep Zoom

  private static func zoom(
    _ size: String = "Width=\"12000\" Height=\"9000\"", side: String = "254", overlap: String = "1",
    format: String = "jpg"
  ) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" TileSize="\(side)" Overlap="\(overlap)" Format="\(format)">
      <Size \(size)/>
    </Image>
    """
  }

  @Test func `a Deep Zoom picture has numbered levels, and tiles with an overlap to cut off`()
    throws
  {
    let picture = try Self.picture(Self.zoom(), at: "http://h:8080/a/p.dzi?k=1")
    let first = try #require(picture.request(for: Self.tile(0, 0, 0)))
    #expect(first.address == "http://h:8080/a/p_files/14/0_0.jpg?k=1")
    #expect(first.size == PixelSize(width: 255, height: 255))
    #expect(first.part == Rect(x: 0, y: 0, width: 254, height: 254))
    let inner = try #require(picture.request(for: Self.tile(1, 2, 3)))
    #expect(inner.address == "http://h:8080/a/p_files/13/2_3.jpg?k=1")
    #expect(inner.size == PixelSize(width: 256, height: 256))
    #expect(inner.part.origin == Point(x: 1, y: 1))
    let last = try #require(picture.request(for: Self.tile(0, 47, 35)))
    #expect(last.size == PixelSize(width: 12_000 - 47 * 254 + 1, height: 9000 - 35 * 254 + 1))
    #expect(picture.overviewRequest?.address == "http://h:8080/a/p_files/8/0_0.jpg?k=1")
  }

  @Test(arguments: ["https://h", "https://h/", "https://h?k=1"])
  func `the tiles of a Deep Zoom picture without a name are on the same host`(address: String)
    throws
  {
    let picture = try Self.picture(Self.zoom(), at: address)
    let request = try #require(picture.request(for: Self.tile(0, 0, 0)))
    #expect(request.address.hasPrefix("https://h/_files/14/0_0.jpg"))
  }

  @Test func `the JSON form of Deep Zoom is read as well`() throws {
    let text =
      "{\"Image\": {\"TileSize\": \"256\", \"Overlap\": \"2\", \"Format\": \"png\", \"Size\": {\"Width\": \"1\", \"Height\": 1}}}"
    let picture = try Self.picture(text, at: "http://h/p.json")
    #expect(picture.overviewRequest?.address == "http://h/p_files/0/0_0.png")
  }

  // MARK: Hostile descriptions

  @Test(arguments: [
    "<!DOCTYPE html><html><body><p>Sign in<br></body></html>", "\n<html lang=en></html>",
    "<?xml version=\"1.0\"?><!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\"><html/>",
    "<!doctype HTML><title>A viewer</title>", "<html xmlns=\"http://www.w3.org/1999/xhtml\"/>",
  ])
  func `a web page in place of a description is called one`(text: String) {
    #expect(throws: DescriptionFailure.webPage) { try Self.picture(text) }
  }

  @Test(arguments: [
    "0", "-1", "9223372036854775807", "9223372036854775808", "1e400", "1.5", "\"\"", "null",
    "2147483648", "[]",
  ])
  func `impossible sizes are refused`(number: String) {
    #expect(throws: DescriptionFailure.self) {
      try Self.picture(Self.two(Self.tiles, width: number))
    }
    #expect(throws: DescriptionFailure.self) {
      try Self.picture(Self.two(Self.tiles, height: number))
    }
    let text = number.replacing("\"", with: "")
    #expect(throws: DescriptionFailure.invalidSize) {
      try Self.picture(Self.zoom("Width=\"\(text)\" Height=\"10\""), at: "http://h/p.dzi")
    }
  }

  @Test func `a picture of the largest extents is refused, and so are a billion tiles`() {
    #expect(throws: DescriptionFailure.invalidSize) {
      try Self.picture(Self.two(Self.tiles, width: "2147483647", height: "2147483647"))
    }
    #expect(throws: DescriptionFailure.unsupported(.fewLevels)) {
      try Self.picture(
        Self.three(", \"tiles\": [{\"width\": 64, \"scaleFactors\": [1]}], \"profile\": \"level0\"")
          .replacing("6000", with: "2000000").replacing("4000", with: "2000000"))
    }
  }

  @Test(arguments: ["0", "-5", "1", "63", "4097", "9223372036854775808", "null"])
  func `tiles of other sides are refused where the server has no others`(side: String) {
    let tiles =
      ", \"profile\": \"level0\", \"tiles\": [{\"width\": \(side), \"scaleFactors\": [1, 2, 4, 8, 16]}]"
    #expect(throws: DescriptionFailure.unsupported(.tileSize)) {
      try Self.picture(Self.three(tiles))
    }
    #expect(throws: DescriptionFailure.unsupported(.tileSize)) {
      try Self.picture(Self.zoom(side: side), at: "http://h/p.dzi")
    }
  }

  @Test(arguments: ["", "../x", "a/b", "abcdefg", "j g", "%2F"])
  func `a Deep Zoom format is a short extension`(format: String) {
    #expect(throws: DescriptionFailure.unsupported(.format)) {
      try Self.picture(Self.zoom(format: format), at: "http://h/p.dzi")
    }
  }

  @Test func `scale factors of every kind are ignored or used`() throws {
    let tiles = """
      , "profile": "level0", "tiles": [{"width": 256, "scaleFactors": [0, -1, 3, 1, 1e300, "2", 4, 8, 16, 32, 4]},
        7, {"width": 256}, {"scaleFactors": 1}]
      """
    let picture = try Self.picture(Self.three(tiles))
    #expect(picture.pyramid.levelCount == 6)
  }

  @Test(arguments: Seeds.block(0, of: 300))
  func `descriptions with random changes never end the program, and their requests are bounded`(
    seed: Int
  ) {
    var dice = SeededRandom(seed: seed)
    let texts = [
      Self.two(Self.tiles),
      Self.three(Self.tiles + ", \"sizes\": [{\"width\": 375, \"height\": 250}]"),
      Self.zoom(),
    ]
    var bytes = Array(texts[dice.whole(0...2)].utf8)
    let digits = bytes.indices.filter { 0x30...0x39 ~= bytes[$0] }
    for _ in 0..<dice.whole(1...5) {
      let offset =
        dice.whole(0...1) == 0
        ? digits[dice.whole(0...digits.count - 1)] : dice.whole(0...bytes.count - 1)
      bytes[offset] =
        dice.whole(0...3) == 0 ? UInt8(dice.whole(0...255)) : UInt8(0x30 + dice.whole(0...9))
    }
    guard
      case .picture(let picture)? = try? ServedDocument.read(
        bytes, from: "http://h/p.dzi", languages: [])
    else { return }
    for level in 0..<picture.pyramid.levelCount {
      let all = picture.pyramid.tiles(at: level)
      for (column, row) in [(0, 0), (all.columns.upperBound - 1, all.rows.upperBound - 1)] {
        let request = picture.request(for: Self.tile(level, column, row))
        #expect(request.map { $0.size.width <= 3 * 4096 && $0.size.height <= 3 * 4096 } == true)
        #expect(request.map { !$0.size.isEmpty && $0.part.maxX <= Double($0.size.width) } == true)
        #expect(request.map { ServerAddress($0.address) != nil } == true)
      }
    }
  }

  // MARK: Addresses

  @Test func `user name and password keep their case, and other parts of the origin do not`() {
    let address = ServerAddress("HTTPS://Ann:Pass@Word@Example.ORG:8080/A/info.json?B")
    #expect(address?.origin == "https://Ann:Pass@Word@example.org:8080")
    #expect(address?.path == "/A/info.json" && address?.query == "?B")
    #expect(ServerAddress("http://Host/P")?.text == "http://host/P")
  }

  // MARK: Kinds

  @Test func `descriptions are known by name or by media type`() {
    func kind(_ name: String, _ type: String = "") -> ServedDocument.Certainty? {
      ServedDocument.certainty(of: "http://h/a/" + name, contentType: type)
    }
    for name in [
      "info.json", "INFO.json?x=1", "manifest.json", "iiif/manifest", "p.dzi", "p.tif.DZI",
    ] {
      #expect(kind(name) == .certain, "\(name)")
    }
    #expect(kind("x", "application/ld+json") == .certain)
    #expect(kind("x", "application/xml") == .possible && kind("x.svg", "image/svg+xml") == nil)
    #expect(
      kind("a.jpg", "image/jpeg") == nil && kind("a.jpg") == nil && kind("a", "text/html") == nil)
  }

  @Test func `a web page and a picture are no descriptions`() {
    for text in ["<html><body>404</body></html>", "\u{89}PNG", "[]", "{\"a\": 1}", "", "GIF89a"] {
      #expect(throws: DescriptionFailure.self) { try Self.picture(text) }
    }
  }
}

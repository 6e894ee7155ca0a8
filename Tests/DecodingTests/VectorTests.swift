import CLinux
import DecoderWire
import Decoding
import Geometry
import Pixels
import Testing

/// Whether the machine has librsvg itself, not only gdk-pixbuf's loader for it.
enum VectorSupport {
  static let hasRegions: Bool = {
    let part = RegionRequest(whole: PixelSize(width: 4, height: 4), x: 0, y: 0)
    let got = DecodedPicture.decode(
      Samples.svg("width=\"4\" height=\"4\""), .region, target: part.whole, region: part)
    return got.pixels != nil
  }()
}

extension Samples {
  /// An SVG of some attributes and a body.
  static func svg(_ attributes: String, _ body: String = "") -> [UInt8] {
    Array(
      """
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
      \(attributes)>\(body)</svg>
      """.utf8)
  }

  /// A green triangle and a red disc, whose edges lie between pixels.
  static let shapes = svg(
    "width=\"60\" height=\"40\"",
    "<path d=\"M3.3 2.2 L50.7 20.1 L7 37.9 Z\" fill=\"#00ff00\"/>"
      + "<circle cx=\"40.4\" cy=\"21.7\" r=\"11.1\" fill=\"#ff0000\" fill-opacity=\"0.6\"/>")
}

@Suite(.enabled(if: VectorSupport.hasRegions, "no librsvg"))
struct VectorTests {
  private static func whole(_ bytes: [UInt8], _ width: Int, _ height: Int) -> Bitmap? {
    region(
      bytes, RegionRequest(whole: PixelSize(width: width, height: height), x: 0, y: 0), width,
      height)
  }

  private static func region(_ bytes: [UInt8], _ part: RegionRequest, _ width: Int, _ height: Int)
    -> Bitmap?
  {
    DecodedPicture.decode(
      bytes, .region, target: PixelSize(width: width, height: height), region: part
    ).pixels
  }

  /// The maximum difference of a channel. Cairo clips a slanting edge where its surface ends, and
  /// rounds the rest to 1/256 of a pixel, so that the shade of a pixel on the edge may differ
  /// slightly.
  private static let rounding = 12

  @Test(arguments: [(60, 40), (611, 402), (1803, 1199)])
  func `a region equals the same area of the whole drawing`(width: Int, height: Int) throws {
    let whole = try #require(Self.whole(Samples.shapes, width, height))
    for (x, y, w, h) in [(0, 0, width / 2, height), (width / 3, height / 4, 20, 17)] {
      let part = RegionRequest(whole: whole.size, x: x, y: y)
      let got = try #require(Self.region(Samples.shapes, part, w, h))
      var largest = 0
      for row in 0..<h {
        for column in 0..<w {
          let (a, b) = (
            got.pixel(x: column, y: row), whole.pixel(x: x + column, y: y + row)
          )
          for shift in [0, 8, 16, 24] as [UInt32] {
            let difference = abs(Int(a >> shift & 0xFF) - Int(b >> shift & 0xFF))
            largest = max(largest, difference)
          }
        }
      }
      #expect(largest <= Self.rounding)
    }
  }

  @Test func `an edge is one pixel wide at any enlargement`() throws {
    let bytes = Samples.svg(
      "width=\"60\" height=\"40\"",
      "<rect width=\"100\" height=\"100\" fill=\"white\"/><rect x=\"31.4\" width=\"50\" height=\"50\"/>"
    )
    let part = RegionRequest(
      whole: PixelSize(width: 600_000, height: 400_000), x: 313_900, y: 200_000)
    let got = try #require(Self.region(bytes, part, 200, 10))
    let row = (0..<200).map { got.pixel(x: $0, y: 5) & 0xFF }
    #expect(row[98] == 255 && row[101] == 0)
    #expect(row.count { (1...254).contains($0) } <= 1)
    #expect(got.isOpaque)
  }

  @Test func `an SVG is enlarged to its page, and its thumbnail is not`() {
    let box = PixelSize(width: 500, height: 100)
    let page = DecodedPicture.decode(Samples.shapes, target: box)
    #expect(page.pixels?.size == PixelSize(width: 150, height: 100))
    #expect(page.info?.naturalSize == PixelSize(width: 60, height: 40))
    #expect(page.info?.isScalable == true)
    let small = DecodedPicture.decode(Samples.shapes, .thumbnail, target: box)
    #expect(small.pixels?.size == PixelSize(width: 60, height: 40))
    #expect(small.thumbnail?.format == "SVG")
    #expect(DecodedPicture.decode(Samples.shapes, .probe).info?.isScalable == true)
  }

  @Test(arguments: [
    ("width=\"60\" height=\"40\"", "", 60, 40),
    ("width=\"2in\" height=\"96px\"", "", 192, 96),
    ("viewBox=\"0 0 30 20\"", "", 30, 20),
    ("width=\"100%\" height=\"100%\" viewBox=\"5 5 30 20\"", "", 30, 20),
    ("", "<rect x=\"10\" y=\"5\" width=\"70\" height=\"45\"/>", 80, 50),
    ("", "", 300, 150),
    ("width=\"0\" height=\"9\"", "", 300, 150),
    ("width=\"1e9\" height=\"5e8\"", "", 1_000_000, 500_000),
  ])
  func `the size of an SVG comes from its attributes, its view box or its drawn extent`(
    attributes: String, body: String, width: Int, height: Int
  ) {
    let got = DecodedPicture.decode(Samples.svg(attributes, body), .probe)
    #expect(got.info?.naturalSize == PixelSize(width: width, height: height))
  }

  @Test func `an SVG without a view box is enlarged`() throws {
    let bytes = Samples.svg("", "<rect x=\"10\" y=\"5\" width=\"70\" height=\"45\" fill=\"#00f\"/>")
    let got = try #require(
      DecodedPicture.decode(bytes, target: PixelSize(width: 800, height: 500)).pixels)
    try #require(got.size == PixelSize(width: 800, height: 500))
    #expect(got.pixel(x: 790, y: 490) == 0xFF00_00FF && got.pixel(x: 50, y: 25) == 0)
  }

  @Test func `reused memory is cleared`() throws {
    let file = DecodedPicture.memory(holding: Samples.svg("width=\"8\" height=\"8\""))
    let memory = DecodedPicture.memory(holding: [UInt8](repeating: 0xAA, count: 1 << 14))
    defer {
      close(file)
      close(memory)
    }
    let request = DecodeRequest(
      id: 9, kind: .exact, target: PixelSize(width: 20, height: 20), memoryCapacity: 1 << 14)
    let (reply, _) = PictureDecoder.decode(request, file: file, memoryDescriptor: memory)
    #expect(DecodedPicture(reply, descriptor: dup(memory)).pixels?.pixel(x: 3, y: 3) == 0)
  }

  @Test func `a picture that is decoded as a whole has no regions`() {
    let part = RegionRequest(whole: PixelSize(width: 9, height: 9), x: 0, y: 0)
    let got = DecodedPicture.decode(
      SourcePictureTests.qoi, .region, target: part.whole, region: part)
    #expect(got.failure?.kind == .unsupported)
  }

  @Test func `a region larger than any screen is refused with an error`() {
    let part = RegionRequest(whole: PixelSize(width: 90_000, height: 1), x: 0, y: 0)
    let got = DecodedPicture.decode(Samples.shapes, .region, target: part.whole, region: part)
    #expect(got.failure?.kind == .tooLarge)
  }
}

@Suite(
  .enabled(if: HelperProcess.path != nil && VectorSupport.hasRegions, "no helper or no librsvg"))
struct HostileVectorTests {
  private static let laughs: String = {
    var text = "<!DOCTYPE svg [<!ENTITY l0 \"ha\">"
    for level in 1...12 {
      let below = String(repeating: "&l\(level - 1);", count: 10)
      text += "<!ENTITY l\(level) \"\(below)\">"
    }
    return text + "]>"
  }()

  private static let copies: String = {
    var text = "<g id=\"u0\"><rect width=\"1\" height=\"1\"/></g>"
    for level in 1...12 {
      let below = String(repeating: "<use xlink:href=\"#u\(level - 1)\"/>", count: 10)
      text += "<g id=\"u\(level)\">\(below)</g>"
    }
    return "<defs>\(text)</defs><use xlink:href=\"#u12\"/>"
  }()

  private static let others =
    "<rect width=\"90\" height=\"90\" fill=\"#00ff00\"/>"
    + [
      "file:///etc/passwd", "http://127.0.0.1:9/a.png", "../../../../etc/passwd", "/dev/zero",
      "//server/share.png",
    ].map { "<image xlink:href=\"\($0)\" width=\"50\" height=\"50\"/>" }.joined()
    + "<style>@import url(file:///etc/passwd); rect { fill: url(file:///etc/hosts#a) lime }</style>"

  private static var traps: [(name: String, bytes: [UInt8])] {
    let frame = "width=\"90\" height=\"90\""
    return [
      ("a billion laughs", Array(laughs.utf8) + Samples.svg(frame, "<text>&l12;</text>")),
      ("a trillion copies", Samples.svg(frame, copies)),
      (
        "an entity of another file",
        Array("<!DOCTYPE svg [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>".utf8)
          + Samples.svg(frame, "<text y=\"20\">&x;</text>")
      ),
      ("other files and addresses", Samples.svg(frame, others)),
      ("a use of itself", Samples.svg(frame, "<g id=\"a\"><use xlink:href=\"#a\"/></g>")),
      (
        "a very deep tree",
        Samples.svg(
          frame,
          String(repeating: "<g>", count: 20_000) + String(repeating: "</g>", count: 20_000))
      ),
      ("a huge pattern", Samples.svg("width=\"1e30\" height=\"1e-30\"")),
      ("not a number", Samples.svg("width=\"nan\" height=\"-5\" viewBox=\"0 0 inf 0\"")),
      ("half of it", Array(Samples.shapes.prefix(Samples.shapes.count / 2))),
      ("nothing in it", Array("<svg".utf8)),
    ]
  }

  @Test func `a malicious SVG fails without ending the helper`() throws {
    let helper = try #require(HelperProcess())
    let part = RegionRequest(whole: PixelSize(width: 9000, height: 9000), x: 4000, y: 4000)
    for trap in Self.traps {
      let file = DecodedPicture.memory(holding: trap.bytes)
      defer { close(file) }
      for region in [nil, part] {
        let got = try #require(
          helper.ask(
            file: file, target: PixelSize(width: 200, height: 200),
            // The time limit is so long that the library's own limits apply first.
            limits: DecodeLimits(seconds: 100), name: "a.svg", region: region),
          "\(trap.name) ended the helper")
        #expect(got.pixels != nil || got.failure != nil, "\(trap.name)")
        #expect(got.failure?.kind != .tooSlow, "\(trap.name)")
        if trap.name == "other files and addresses" {
          #expect(got.pixels?.pixel(x: 100, y: 100) == 0xFF00_FF00, "only its own is drawn")
        }
      }
    }
    #expect(helper.hangUp() == 0)
  }

  @Test func `a region is drawn in the confined helper`() throws {
    let helper = try #require(HelperProcess())
    let file = DecodedPicture.memory(holding: Samples.shapes)
    defer { close(file) }
    let part = RegionRequest(whole: PixelSize(width: 6000, height: 4000), x: 1000, y: 1800)
    let got = try #require(
      helper.ask(file: file, target: PixelSize(width: 300, height: 200), region: part))
    #expect(got.pixels?.pixel(x: 150, y: 100) == 0xFF00_FF00)
    #expect(helper.hangUp() == 0)
  }
}

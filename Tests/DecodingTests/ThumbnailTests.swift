import DecoderWire
import Geometry
import Pixels
import Testing

struct ThumbnailTests {
  private static let box = PixelSize(width: 128, height: 128)

  private func small(_ bytes: [UInt8], least: Int = 100, box: PixelSize = box) -> DecodedPicture {
    DecodedPicture.decode(bytes, .thumbnail, target: box, least: least)
  }

  @Test(arguments: Orientation.allCases)
  func `a thumbnail from the picture or its embedded preview is upright and fits its box`(
    orientation: Orientation
  ) {
    let preview = Samples.jpeg(160, 100)
    let wanted = orientation.swapsAxes ? box(80, 128) : box(128, 80)
    let natural = orientation.swapsAxes ? box(1000, 1600) : box(1600, 1000)
    for (bytes, source) in [
      (Samples.jpeg(1600, 1000, orientation: orientation), Source.decoded),
      (Samples.jpeg(1600, 1000, orientation: orientation, thumbnail: preview), .embedded),
    ] {
      let got = small(bytes)
      #expect(got.thumbnail?.source == source)
      #expect(got.thumbnail?.naturalSize == natural)
      #expect(got.pixels?.size == wanted)
      #expect(got.showsCorners(orientation))
    }
  }

  private typealias Source = DecodeReply.ThumbnailInfo.Source
  private func box(_ width: Int, _ height: Int) -> PixelSize {
    PixelSize(width: width, height: height)
  }

  @Test func `an embedded preview is used if it has at least the requested size`() {
    let bytes = Samples.jpeg(1600, 1000, thumbnail: Samples.jpeg(160, 100))
    let large = box(256, 256)
    let enough = small(bytes, least: 160, box: large)
    #expect(enough.thumbnail?.source == .embedded)
    #expect(enough.pixels?.size == box(160, 100))
    let more = small(bytes, least: 161, box: large)
    #expect(more.thumbnail?.source == .decoded)
    #expect(more.pixels?.size == box(256, 160))
    #expect(small(bytes, least: 0).thumbnail?.source == .decoded)
  }

  @Test func `an embedded preview that is damaged or of another aspect ratio is not used`() {
    for preview in [
      Samples.jpeg(160, 120), Array(Samples.jpeg(160, 100).prefix(40)),
      [0xFF, 0xD8, 1, 2, 3, 4],
    ] {
      let got = small(Samples.jpeg(1600, 1000, thumbnail: preview))
      #expect(got.thumbnail?.source == .decoded)
      #expect(got.showsCorners(.up))
    }
  }

  @Test func `the first scan of a progressive picture gives the same thumbnail`() throws {
    let whole = Samples.jpeg(2400, 1600, progressive: true)
    let ends = (0..<whole.count - 1).filter { whole[$0] == 0xFF && whole[$0 + 1] == 0xDA }
    try #require(ends.count > 2)
    // All data after the header of the second scan is invalid: a decoder that reads it gives other
    // pixels.
    let cut = whole[..<ends[1]] + [UInt8](repeating: 0, count: 20_000) + [0xFF, 0xD9]
    let got = small(whole)
    #expect(got.showsCorners(.up))
    #expect(small(Array(cut)).pixels?.allPixels == got.pixels?.allPixels)
  }

  @Test func `an incomplete first scan gives a thumbnail that counts as truncated`() throws {
    let whole = Samples.jpeg(2400, 1600, progressive: true)
    let scans = (0..<whole.count - 1).filter { whole[$0] == 0xFF && whole[$0 + 1] == 0xDA }
    try #require(scans.count > 2)
    let cut = small(Array(whole[..<((scans[0] + scans[1]) / 2)]))
    #expect(cut.thumbnail?.source == .decodedTruncated)
    #expect(small(whole).thumbnail?.source == .decoded)
  }

  @Test func `a thumbnail has colours if the first scan of its picture is luma alone`() throws {
    let got = small(Self.separateScans(1024, 1024))
    let pixel = try #require(got.pixel(64, 64))
    // The colour is Y 150, Cb 103, Cr 153.
    let (red, blue) = (Int(pixel >> 16 & 0xFF), Int(pixel & 0xFF))
    #expect(abs(red - 185) <= 3 && abs(blue - 106) <= 3)
  }

  /// A progressive JPEG of one colour with the DC coefficients of each component in a scan of their
  /// own.
  private static func separateScans(_ width: Int, _ height: Int) -> [UInt8] {
    func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
      [0xFF, marker] + Samples.big16(body.count + 2) + body
    }
    var out: [UInt8] = [0xFF, 0xD8] + segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    let components: [UInt8] = [1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
    out += segment(0xC2, [8] + Samples.big16(height) + Samples.big16(width) + [3] + components)
    // The code 0 means no difference, and the code 10 means a difference of eight bits.
    out += segment(0xC4, [0, 1, 1] + [UInt8](repeating: 0, count: 14) + [0, 8])
    let blocks = (width / 8) * (height / 8)
    // The differences 176, -200 and 200 of the first blocks.
    for (index, difference) in [0xB0, 0x37, 0xC8].enumerated() {
      out += segment(0xDA, [1, UInt8(index + 1), 0, 0, 0, 0])
      var bits = [1, 0] + (0..<8).map { difference >> (7 - $0) & 1 }
      bits += [Int](repeating: 0, count: blocks - 1)
      bits += [Int](repeating: 1, count: (8 - bits.count % 8) % 8)
      out += stride(from: 0, to: bits.count, by: 8).map { start in
        bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | UInt8($1) }
      }
    }
    return out + [0xFF, 0xD9]
  }

  @Test func `other formats are scaled down to the box and never enlarged`() {
    #expect(small(Samples.bmp(300, 200)).pixels?.size == box(128, 85))
    #expect(small(Samples.png(40, 30, orientation: .right)).pixels?.size == box(30, 40))
    #expect(small(Samples.jpeg(40, 30)).pixels?.size == box(40, 30))
    #expect(small(Samples.gif(20, 10, frames: 3)).thumbnail?.frames == 3)
  }

  // MARK: Stored

  private static let uri = "file:///home/someone/Pictures/a.jpg"
  private static let wanted = StoredThumbnail(
    uriDigest: MessageDigest(of: uri.utf8), modifiedSeconds: 1_700_000_000, maxSide: 128)

  /// A file as another program could have left it.
  private func stored(
    _ width: Int, _ height: Int, uri: String = uri, modified: String = "1700000000",
    natural: (String, String)? = nil
  ) -> [UInt8] {
    var words = text("Thumb::URI", uri) + text("Thumb::MTime", modified)
    if let natural {
      words += text("Thumb::Image::Width", natural.0) + text("Thumb::Image::Height", natural.1)
    }
    let png = Samples.png(width, height)
    return png[..<33] + words + png[33...]
  }

  private func text(_ keyword: String, _ value: String) -> [UInt8] {
    Samples.chunk("tEXt", Array(keyword.utf8) + [0] + Array(value.utf8))
  }

  private func open(_ bytes: [UInt8], box: PixelSize = box) -> DecodedPicture {
    DecodedPicture.decode(bytes, .stored, target: box, stored: Self.wanted)
  }

  @Test func `a valid stored thumbnail is used`() {
    let got = open(stored(128, 96, natural: ("4000", "3000")))
    #expect(got.thumbnail?.source == .stored)
    #expect(got.thumbnail?.naturalSize == box(4000, 3000))
    #expect(got.pixels?.size == box(128, 96))
    #expect(got.showsCorners(.up))
  }

  @Test func `the natural size in a stored thumbnail is used only if plausible`() {
    #expect(open(stored(128, 96)).thumbnail?.naturalSize == .zero)
    #expect(
      open(stored(96, 128, natural: ("4000", "3000"))).thumbnail?.naturalSize == box(3000, 4000))
    for nonsense in [("4000", "4000"), ("-4000", "-3000"), ("9999999999", "1"), ("x", "y")] {
      #expect(open(stored(128, 96, natural: nonsense)).thumbnail?.naturalSize == .zero)
    }
  }

  @Test func `a stored thumbnail larger than the box is scaled down`() {
    let got = open(stored(128, 96, natural: ("4000", "3000")), box: box(64, 64))
    #expect(got.pixels?.size == box(64, 48))
    #expect(got.thumbnail?.naturalSize == box(4000, 3000))
  }

  @Test func `an invalid stored thumbnail counts as absent`() {
    let good = stored(128, 96)
    let bad: [[UInt8]] = [
      stored(128, 96, uri: "file:///home/someone/Pictures/b.jpg"),
      stored(128, 96, modified: "1700000001"), stored(128, 96, modified: ""),
      stored(129, 96), Samples.png(128, 96), Array(good.dropLast(40)), [], [1, 2, 3],
      Array(good.prefix(60)), Samples.jpeg(128, 96),
    ]
    for bytes in bad {
      #expect(open(bytes).failure?.kind == .empty)
    }
  }

  @Test func `a stored thumbnail smaller than both its folder's size and its picture is not used`()
  {
    #expect(open(stored(64, 48, natural: ("64", "48"))).thumbnail != nil)
    // The thumbnail has half the required size, and states the size of its picture.
    let big = StoredThumbnail(
      uriDigest: Self.wanted.uriDigest, modifiedSeconds: Self.wanted.modifiedSeconds, maxSide: 256)
    let bytes = stored(128, 96, natural: ("128", "96"))
    let got = DecodedPicture.decode(bytes, .stored, target: box(256, 256), stored: big)
    #expect(got.thumbnail != nil)
  }

  @Test func `garbage in a stored thumbnail never traps`() {
    let good = stored(48, 40, natural: ("480", "400"))
    var random = SeededBytes(state: 0x7B)
    for _ in 0..<2000 {
      var bytes = good
      for _ in 0...Int(random.next() % 8) {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      if random.next() % 4 == 0 { bytes.removeLast(Int(random.next() % UInt64(bytes.count))) }
      let got = open(bytes)
      #expect(got.thumbnail != nil || got.failure?.kind == .empty)
    }
  }

  @Test func `a recolour request with less memory than its size needs is refused`() {
    let got = DecodedPicture.decode(
      [UInt8](repeating: 0, count: 64 * 9), .recolor, target: PixelSize(width: 16, height: 10))
    #expect(got.failure?.kind == .damaged)
  }
}

extension Bitmap {
  /// All pixels in row order.
  fileprivate var allPixels: [UInt32] {
    (0..<size.height).flatMap { y in (0..<size.width).map { pixel(x: $0, y: y) } }
  }
}

private struct SeededBytes {
  var state: UInt64
  /// SplitMix64 (Steele, Lea, Flood 2014).
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

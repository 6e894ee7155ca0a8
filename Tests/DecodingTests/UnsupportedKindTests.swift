import DecoderWire
import Testing

/// Undamaged files of kinds that cannot be decoded: the failure names the kind instead of damage.
struct UnsupportedKindTests {
  private func check(
    _ bytes: [UInt8], says words: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let failure = DecodedPicture.decode(bytes).failure
    try #require(failure?.kind != .missingLoader)
    #expect(failure?.kind == .unsupported, sourceLocation: location)
    #expect(
      failure?.detail.contains(words) == true, "\(failure?.detail ?? "")",
      sourceLocation: location)
  }

  // MARK: JPEG

  private static func jpeg(frame marker: UInt8) -> [UInt8] {
    var bytes = Samples.jpeg(16, 16)
    for i in bytes.indices.dropLast() where bytes[i] == 0xFF && bytes[i + 1] == 0xC0 {
      bytes[i + 1] = marker
      break
    }
    return bytes
  }

  @Test(arguments: [(0xF7, "JPEG-LS"), (0xC3, "lossless"), (0xC5, "hierarchical")])
  func `the message names an unsupported kind of JPEG`(marker: UInt8, words: String) throws {
    try check(Self.jpeg(frame: marker), says: words)
  }

  @Test func `a JPEG with its height in a DNL marker is named`() throws {
    var bytes = Samples.jpeg(16, 16)
    let frame = try #require(
      bytes.indices.dropLast(8).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    bytes[frame + 5] = 0
    bytes[frame + 6] = 0
    try check(bytes, says: "DNL")
  }

  // MARK: TIFF

  private static func tiff(
    compression: Int, photometric: Int = 1, samples: Int = 1, bits: Int = 8,
    strip: [UInt8] = [UInt8](repeating: 1, count: 4096)
  ) -> [UInt8] {
    var writer = TIFFWriter(16, 16, samples: samples, bits: bits, photometric: photometric)
    writer.tags[259] = .shorts([compression])
    return writer.bytes([strip])
  }

  @Test(arguments: [
    (33003, "JPEG 2000"), (33005, "JPEG 2000"), (34712, "JPEG 2000"), (34892, "lossy"),
    (52546, "JPEG XL"), (40000, "40000"),
  ])
  func `compression schemes of TIFF are named`(scheme: Int, words: String) throws {
    try check(Self.tiff(compression: scheme), says: words)
    try check(Self.tiff(compression: scheme, photometric: 2, samples: 3), says: words)
  }

  @Test(arguments: [(32803, "raw"), (34892, "raw")])
  func `raw pixels of a camera are named`(photometric: Int, words: String) throws {
    try check(Self.tiff(compression: 1, photometric: photometric, bits: 16), says: words)
  }

  @Test func `kinds of JPEG inside TIFF are named`() throws {
    let strip = Self.jpeg(frame: 0xC3)
    try check(Self.tiff(compression: 7, photometric: 2, samples: 3, strip: strip), says: "lossless")
    var deep = Self.jpeg(frame: 0xC1)
    let frame = try #require(
      deep.indices.dropLast(8).first { deep[$0] == 0xFF && deep[$0 + 1] == 0xC1 })
    deep[frame + 4] = 12
    try check(
      Self.tiff(compression: 7, photometric: 2, samples: 3, bits: 12, strip: deep), says: "12 bits")
  }

  // MARK: HEIF and AVIF

  @Test(arguments: [
    ("jpeg", "JPEG"), ("j2k1", "JPEG 2000"), ("unci", "uncompressed"), ("avc1", "H.264"),
    ("vvc1", "H.266"), ("abcd", "abcd"),
  ])
  func `pictures of other codecs in a HEIF or an AVIF are named`(
    kind: String, words: String
  ) throws {
    for coding in HEIFSample.Coding.allCases {
      var sample = HEIFSample(coding)
      sample.items[0].kind = kind
      try check(sample.bytes, says: words)
      var grid = sample
      grid.items.insert(HEIFSample.grid(of: 2), at: 0)
      try check(grid.bytes, says: words)
    }
  }

  @Test func `an AVIF with an overlay item is named`() throws {
    var sample = HEIFSample(.av1)
    sample.items.insert(HEIFSample.grid(of: 2), at: 0)
    sample.items[0].kind = "iovl"
    try check(sample.bytes, says: "overlay")
  }

  @Test func `an AVIF whose boxes reach to the end of the file is named`() throws {
    var bytes = HEIFSample(.av1).bytes
    // The meta box is the last one, so that its length may be 0: to the end of the file.
    let meta = try #require(
      bytes.indices.dropLast(4).last { Array(bytes[$0..<$0 + 4]) == Array("meta".utf8) })
    bytes.replaceSubrange(meta - 4..<meta, with: [0, 0, 0, 0])
    let got = DecodedPicture.decode(bytes)
    if let failure = got.failure {
      #expect(failure.kind == .unsupported && failure.detail.contains("to the end of the file"))
    }
  }

  @Test(arguments: [
    (10, "constant luminance"), (14, "ICtCp"), (15, "IPT-C2"), (16, "YCgCo-Re"), (17, "YCgCo-Ro"),
    (99, "99"),
  ])
  func `matrices the loaders do not know are refused`(matrix: Int, words: String) throws {
    var sample = HEIFSample.television
    sample.items[0].properties.removeLast()
    sample.items[0].properties.append(
      HEIFSample.box("colr", Array("nclx".utf8) + [1, 13, matrix].flatMap(Samples.big16) + [0x80]))
    try check(sample.bytes, says: words)
  }
}

import CLinux
import DecoderWire
import TestSupport
import Testing

/// Hostile metadata in the helper: where a file ends the helper, it loses its facts, and the
/// picture is still answered.
@Suite(.enabled(if: HelperProcess.path != nil, "the helper is not built"))
struct HostileMetadataTests {
  /// A helper, which is replaced when it ends, and the count of its work.
  private struct Reader {
    private var helper: HelperProcess
    private(set) var fileCount = 0
    /// The files that ended a helper, with the way in which they did.
    private(set) var endings: [String] = []

    /// The maximum time of an answer in seconds.
    private static let limit: Int32 = 60

    init() throws { helper = try #require(HelperProcess(loadsAllLibraries: true)) }

    /// Asks for the metadata of a file, and then for its header, which must be answered.
    mutating func read(_ file: Int32, name: String) throws {
      fileCount += 1
      if helper.ask(file: file, .metadata, name: name, seconds: Self.limit) == nil {
        endings.append("\(name): \(helper.ending)")
        helper = try #require(HelperProcess(loadsAllLibraries: true))
      }
      if helper.ask(file: file, .probe, name: name, seconds: Self.limit) == nil {
        Issue.record("\(name): \(helper.ending)")
        helper = try #require(HelperProcess(loadsAllLibraries: true))
      }
    }

    /// Reports the count, and expects that at most one file of a hundred ended a helper.
    func finish() {
      print("hostile metadata: \(fileCount) files, \(endings.count) ended helpers")
      #expect(endings.count * 100 <= fileCount, "\(endings)")
    }
  }

  @Test(.enabled(if: Collection.folder != nil, "PBVIEW_TESTDATA names no folder"))
  func `the metadata of every file of the collection cost at most these metadata`() throws {
    let folder = try #require(Collection.folder)
    var reader = try Reader()
    for entry in Collection.entries(folder) {
      let file = helper_open("\(folder)/\(entry.file)", O_RDONLY)
      defer { close(file) }
      try reader.read(file, name: String(entry.file.split(separator: "/").last ?? ""))
    }
    reader.finish()
  }

  /// Files of several containers with EXIF and XMP, by their names.
  private static let samples: [(name: String, bytes: [UInt8])] = {
    var sample = MetadataSample(
      image: [0x010F: .text("Canon"), 0x0110: .text("Canon EOS 5D"), 0x0112: .short(6)],
      photo: [0x829A: .ratio(10, 2500), 0x9003: .text("2024:05:01 12:30:01"), 0xA434: .text("EF")],
      gps: [1: .text("N"), 2: .ratios([(48, 1), (12, 1), (30, 1)])])
    sample.xmp =
      "<xmp:Rating>4</xmp:Rating><dc:subject><rdf:Bag><rdf:li>fjord</rdf:li></rdf:Bag></dc:subject>"
    var picture = HEIFSample(.av1)
    picture.items.append(
      .init(kind: "Exif", content: Samples.big32(0) + sample.tiff, reference: ("cdsc", 1)))
    picture.items.append(
      .init(
        kind: "mime", content: sample.sidecar, reference: ("cdsc", 1),
        contentType: "application/rdf+xml"))
    func box(_ name: String, _ body: [UInt8]) -> [UInt8] { HEIFSample.box(name, body) }
    let clip =
      box("ftyp", Array("qt  ".utf8) + [0, 0, 0, 0])
      + box("moov", box("udta", box("XMP_", sample.sidecar)))
    let found = picture.bytes
    picture.hasBaseOffsets = true
    return [
      ("a.jpg", sample.jpeg), ("a.tif", sample.tiff), ("a.xmp", sample.sidecar),
      ("a.avif", found), ("b.avif", picture.bytes), ("a.mov", clip),
    ]
  }()

  @Test(arguments: 0..<6) func `damaged metadata cost at most themselves`(number: Int) throws {
    let (name, whole) = Self.samples[number]
    var chance = SeededGenerator(seed: UInt64(15 + number))
    var reader = try Reader()
    for _ in 0..<150 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...8, using: &chance) {
        let place = Int.random(in: 0..<bytes.count, using: &chance)
        bytes[place] = .random(in: 0...255, using: &chance)
      }
      if Int.random(in: 0..<4, using: &chance) == 0 {
        bytes.removeLast(Int.random(in: 0..<bytes.count, using: &chance))
      }
      let file = DecodedPicture.memory(holding: bytes)
      defer { close(file) }
      try reader.read(file, name: name)
    }
    reader.finish()
  }
}

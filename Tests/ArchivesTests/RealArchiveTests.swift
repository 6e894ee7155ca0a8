import ArchiveWire
import Archives
import CLinux
import HelperProcesses
import TestSupport
import Testing

/// The program that reads archives; nil unless it is built.
private let archiveReader = try? HelperProgram.find(
  "pbview-decoder", environmentVariable: "PBVIEW_DECODER")

/// Whether that program is built and libarchive is installed.
private let hasArchiveReader: Bool = {
  guard archiveReader != nil, let library = dlopen("libarchive.so.13", RTLD_NOW) else {
    return false
  }
  dlclose(library)
  return true
}()

/// Generated archives, read by the real helper. The tests are skipped unless it is built, and
/// libarchive is installed. They run one after the other, because some of them close all archives
/// of the process.
@Suite(.serialized, .tags(.seeded), .enabled(if: hasArchiveReader))
struct RealArchiveTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func session(
    _ contents: [UInt8], limits: ArchiveLimits = ArchiveLimits(), keepsPictures: Bool = true,
    arguments: [String] = ["--archive"]
  ) throws -> ArchiveSession {
    let path = try folder.write(contents, named: "archive")
    let helper = try #require(archiveReader)
    return ArchiveSession(
      OwnedDescriptor(linux_open_for_reading(path)), limits: limits,
      keepsPictures: keepsPictures
    ) { () throws(ArchiveFailure) in
      do throws(HelperStartFailure) {
        return try HelperConnection(
          helper, arguments: arguments, maxMessageBytes: ArchiveWireFormat.maxMessageBytes)
      } catch {
        throw ArchiveFailure(.noHelper, detail: error.detail)
      }
    }
  }

  private func names(_ session: ArchiveSession) throws -> [String] {
    try session.listing().files.map { String(decoding: $0.path, as: UTF8.self) }
  }

  private func contents(_ descriptor: OwnedDescriptor) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(descriptor.number, &piece, piece.count)
      guard count > 0 else { return bytes }
      bytes += piece[..<count]
    }
  }

  private func file(_ name: String, in session: ArchiveSession) throws -> ArchiveListing.File {
    try #require(try session.listing().file(at: Array(name.utf8)))
  }

  /// The contents of a page, which differ between pages.
  private static func page(_ number: Int) -> [UInt8] {
    [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 1000 + number)
  }
  private static let pages = (1...12).map { (name: "p\($0).png", contents: page($0)) }

  private static let hasPoppler: Bool = {
    guard let library = dlopen("libpoppler-glib.so.8", RTLD_NOW) else { return false }
    dlclose(library)
    return true
  }()

  @Test(.enabled(if: hasPoppler)) func `the pages of a document are listed`() throws {
    let session = try session(
      DocumentSamples.pdf((0..<11).map { _ in .filled(30, 20, 0, 0, 1) }),
      arguments: ["--archive", "--documents"])
    let names = try names(session)
    #expect(names.count == 11 && names.first == "Page 01.pdf" && names.last == "Page 11.pdf")
  }

  @Test func `a failure to read a document does not speak of an archive`() {
    for kind in ArchiveFailure.Kind.allCases {
      var failure = ArchiveFailure(kind)
      failure.isOfDocument = true
      // A document is not opened by the library for archives.
      #expect(!failure.sentence.contains("archive") || kind == .encrypted || kind == .noLibrary)
    }
  }

  @Test(.enabled(if: hasPoppler)) func `a document that cannot be read says why`() throws {
    for (contents, kind) in [
      (DocumentSamples.encrypted, ArchiveFailure.Kind.documentEncrypted),
      (Array("%PDF-1.7\n".utf8), .documentDamaged), (Array("no document".utf8), .documentDamaged),
      ([], .emptyFile),
    ] {
      let session = try session(contents, arguments: ["--archive", "--documents"])
      let failure = #expect(throws: ArchiveFailure.self) { try session.listing() }
      #expect(failure?.kind == kind)
    }
  }

  @Test func `an archive without any bytes is called empty`() throws {
    let session = try session([])
    let failure = #expect(throws: ArchiveFailure.self) { try session.listing() }
    #expect(failure?.kind == .emptyFile && failure?.sentence == "the file is empty")
  }

  @Test func `a zip archive is listed and read in any order`() throws {
    let session = try session(
      ZipWriter.archive(Self.pages.map { ZipWriter.Entry($0.name, $0.contents) }))
    #expect(try names(session) == Self.pages.map(\.name))
    for number in [7, 3, 12, 1, 3] {
      let file = try file("p\(number).png", in: session)
      #expect(file.size == 1000 + number)
      #expect(file.modifiedSeconds > 0)
      #expect(try contents(session.open(file)) == Self.page(number))
    }
  }

  @Test(arguments: [true, false])
  func `a compressed tape archive is read in any order`(keeps: Bool) throws {
    let session = try session(
      GzipWriter.stored(TarWriter.archive(Self.pages)), keepsPictures: keeps)
    for number in [1, 2, 9, 4, 12, 1] {
      let file = try file("p\(number).png", in: session)
      #expect(try contents(session.open(file)) == Self.page(number))
    }
    #expect(try names(session).count == 12)
  }

  @Test func `a tape archive is read in any order`() throws {
    let session = try session(TarWriter.archive(Self.pages))
    for number in [5, 1, 12] {
      #expect(try contents(session.open(file("p\(number).png", in: session))) == Self.page(number))
    }
  }

  @Test func `names without a charset are Japanese or those of MS-DOS`() throws {
    // "漫画01.png" in Shift-JIS, "Pokémon.png" in code page 437.
    let japanese: [UInt8] = [0x96, 0x9F, 0x89, 0xE6] + Array("01.png".utf8)
    let western: [UInt8] = Array("Pok".utf8) + [0x82] + Array("mon.png".utf8)
    let utf8 = Array("Größe.png".utf8)
    let first = try session(ZipWriter.archive([.init(japanese, [1])]))
    #expect(try names(first) == ["漫画01.png"])
    let second = try session(
      ZipWriter.archive([.init(western, [1]), .init(utf8, [2], flags: 1 << 11)]))
    #expect(try names(second) == ["Pokémon.png", "Größe.png"])
  }

  @Test func `names without a charset are readable in an archive that is read from its beginning`()
    throws
  {
    // "漫画/01.png" and "犬/02.png" in Shift-JIS: the first picture is sent before the second name.
    let first: [UInt8] = [0x96, 0x9F, 0x89, 0xE6] + Array("/01.png".utf8)
    let second: [UInt8] = [0x8C, 0xA2] + Array("/02.png".utf8)
    var archive = TarWriter.header(first, size: 512) + [UInt8](repeating: 1, count: 512)
    archive += TarWriter.header(second, size: 512) + [UInt8](repeating: 2, count: 512)
    archive += TarWriter.archive([])
    let session = try session(GzipWriter.stored(archive))
    #expect(try names(session) == ["漫画/01.png", "犬/02.png"])
    #expect(try contents(session.open(file("犬/02.png", in: session))).first == 2)
  }

  @Test func `names of different bytes never become one`() throws {
    let names = (0x80...0xFF).map { [UInt8($0)] + Array(".png".utf8) }
    let session = try session(ZipWriter.archive(names.map { .init($0, [1]) }))
    #expect(Set(try self.names(session)).count == names.count)
  }

  @Test func `an encrypted file says so, and the others are read`() throws {
    let session = try session(
      ZipWriter.archive([
        .init(Array("a.png".utf8), [UInt8](repeating: 1, count: 40), flags: 1),
        .init("b.png", [5]),
      ]))
    #expect(throws: ArchiveFailure(.encrypted)) { try session.open(file("a.png", in: session)) }
    #expect(try contents(session.open(file("b.png", in: session))) == [5])
  }

  @Test func `a file that is no archive is of an unknown format`() throws {
    for bytes in [
      Array("plain text that is no archive".utf8), [UInt8](repeating: 0x5A, count: 4096),
    ] {
      #expect(throws: ArchiveFailure(.unknownFormat)) { try session(bytes).listing() }
    }
    #expect(throws: ArchiveFailure.self) { try session([]).listing() }
  }

  @Test func `every truncated archive gives files or a failure`() throws {
    for whole in [
      ZipWriter.archive(Self.pages.prefix(3).map { .init($0.name, $0.contents) }),
      GzipWriter.stored(TarWriter.archive(Array(Self.pages.prefix(3)))),
    ] {
      for cut in stride(from: 1, to: whole.count, by: whole.count / 7) {
        let session = try session(Array(whole[..<cut]))
        guard let listing = try? session.listing() else { continue }
        for file in listing.files { _ = try? session.open(file) }
        #expect(!session.hasEnded)
      }
    }
  }

  @Test func `a stated size that is a lie does no harm`() throws {
    for size in [UInt32(0), 3, 4000, UInt32(Int32.max), .max] {
      var lie = ZipWriter.Entry("a.png", [UInt8](repeating: 9, count: 500))
      lie.statedSize = size
      let session = try session(ZipWriter.archive([lie, .init("b.png", [7])]))
      for file in (try? session.listing().files) ?? [] {
        if let opened = try? session.open(file) { #expect(contents(opened).count <= 1200) }
      }
      #expect(!session.hasEnded)
    }
  }

  @Test func `an archive that unpacks to far more than its size is refused`() throws {
    let bomb =
      GzipWriter.stored(TarWriter.header("a.png", size: 400 << 20))
      + (0..<400).flatMap { _ in GzipWriter.zeros }
    let session = try session(bomb, keepsPictures: false)
    #expect(throws: ArchiveFailure(.tooLarge, detail: "it unpacks to too many bytes")) {
      try session.open(file("a.png", in: session))
    }
  }

  @Test func `the limits on files are enforced by the helper`() throws {
    let archive = ZipWriter.archive(Self.pages.map { .init($0.name, $0.contents) })
    let few = try session(archive, limits: ArchiveLimits(maxEntries: 5))
    _ = try few.listing()
    #expect(few.listFailure?.kind == .tooLarge)
    let small = try session(archive, limits: ArchiveLimits(maxBytesInMemory: 1005))
    #expect(try contents(small.open(file("p4.png", in: small))) == Self.page(4))
    #expect(throws: ArchiveFailure.self) { try small.open(file("p9.png", in: small)) }
  }

  @Test func `folders count towards the limits`() throws {
    let folders = (1...12).flatMap { TarWriter.header("folder \($0)/", size: 0, type: "5") }
    let session = try session(
      folders + TarWriter.archive([("a.png", [1])]), limits: ArchiveLimits(maxEntries: 5))
    #expect(throws: ArchiveFailure(.tooLarge, detail: "too many files")) {
      try session.listing()
    }
  }

  @Test func `the data of a file that is left out count towards the limits`() throws {
    // A name that is too long, in an entry of its own as GNU tar writes it.
    let name = [UInt8](repeating: UInt8(ascii: "a"), count: 10 * 512 - 1) + [0]
    let headers =
      TarWriter.header("././@LongLink", size: name.count, type: "L") + name
      + TarWriter.header("a.png", size: 400 << 20)
    let bomb = GzipWriter.stored(headers) + (0..<400).flatMap { _ in GzipWriter.zeros }
    let session = try session(bomb, keepsPictures: false)
    #expect(throws: ArchiveFailure(.tooLarge, detail: "it unpacks to too many bytes")) {
      try session.listing()
    }
  }

  @Test func `random damage never ends the helper`() throws {
    var dice = SeededRandom(seed: 1807)
    let whole = ZipWriter.archive(Self.pages.prefix(4).map { .init($0.name, $0.contents) })
    for _ in 0..<25 {
      var bytes = whole
      for _ in 0..<8 { bytes[dice.whole(0...bytes.count - 1)] = UInt8(dice.whole(0...255)) }
      let session = try session(bytes)
      guard let listing = try? session.listing() else { continue }
      for file in listing.files { _ = try? session.open(file) }
      #expect(!session.hasEnded)
    }
  }

  // MARK: Paths

  @Test func `a path goes on inside an archive`() throws {
    let files = ArchiveFiles.shared
    defer { files.closeAll() }
    let archive = ZipWriter.archive([.init("ch/p2.png", [2]), .init("ch/p1.png", [1, 1])])
    let book = Array(try folder.write(archive, named: "b.cbz").utf8)
    let page = book + Array("/ch/p1.png".utf8)
    #expect(try files.firstPicture(of: book) == page)
    #expect(try files.status(of: page)?.size == 2)
    #expect(try contents(#require(try files.open(page)).descriptor) == [1, 1])
    #expect(files.isFolder(book + Array("/ch".utf8)))
    #expect(!files.isFolder(page))
    #expect(ArchiveFiles.isInside(page))
    #expect(!ArchiveFiles.isInside(book))
    let root = try #require(try files.contents(of: book))
    #expect(root.files.isEmpty)
    #expect(root.folders == [book + Array("/ch".utf8)])
    #expect(throws: ArchiveFailure.self) { try files.status(of: book + Array("/no.png".utf8)) }
    #expect(try contents(#require(try files.openCover(of: book))) == [1, 1])
  }

  @Test func `a folder with the name of an archive is a folder`() throws {
    #expect(mkdir(folder.file("x.zip"), 0o755) == 0)
    try folder.write([1], named: "x.zip/a.png")
    let path = Array(folder.file("x.zip/a.png").utf8)
    #expect(!ArchiveFiles.isInside(path))
    #expect(try ArchiveFiles.shared.status(of: path) == nil)
    #expect(ArchiveFiles.location(of: Array(folder.file("x.zip").utf8)) == nil)
  }

  @Test func `an archive that was replaced is read anew`() throws {
    let files = ArchiveFiles.shared
    defer { files.closeAll() }
    let book = Array(
      try folder.write(ZipWriter.archive([.init("a.png", [1])]), named: "c.cbz").utf8)
    let page = book + Array("/a.png".utf8)
    let before = try #require(try files.status(of: page))
    unlink(folder.file("c.cbz"))
    try folder.write(ZipWriter.archive([.init("a.png", [2, 2])]), named: "c.cbz")
    let after = try #require(try files.status(of: page))
    #expect(after != before)
    #expect(try contents(#require(try files.open(page)).descriptor) == [2, 2])
  }

  @Test func `a helper that was killed is replaced`() throws {
    let files = ArchiveFiles.shared
    defer { files.closeAll() }
    let book = Array(
      try folder.write(ZipWriter.archive([.init("a.png", [1])]), named: "d.cbz").utf8)
    let page = book + Array("/a.png".utf8)
    #expect(try files.open(page) != nil)
    files.closeAll()
    #expect(try contents(#require(try files.open(page)).descriptor) == [1])
  }
}

import ArgumentParser
import BrowserHost
import DecoderWire
import Foundation
import GalleryCore
import Motion
import Pixels
import Recordings
import TestSupport
import Testing

@testable import ViewerApp

@MainActor struct ReplayTests {
  /// A folder with empty files.
  private static func folder(_ names: [String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in names { try folder.write([], named: name) }
    return folder
  }

  // MARK: Names

  @Test func `pseudonyms have the order and the extensions of the names`() throws {
    let names = ["IMG 2.jpg", "IMG 10.jpg", "IMG 10.NEF", "IMG 10.jpg.xmp", "beach", "Ärger.png"]
    let folder = try Self.folder(names)
    var pseudonyms = Pseudonyms(keepsNames: false)
    let directory = Array(folder.path.utf8)
    let given = Dictionary(
      uniqueKeysWithValues: names.map { name in
        (
          name,
          String(
            decoding: pseudonyms.pseudonymOfName(Array(name.utf8), in: directory), as: UTF8.self)
        )
      })
    func order(_ names: [String]) -> [String] {
      NaturalOrder.sorted(names) { Array($0.utf8) }
    }
    #expect(order(names).compactMap { given[$0] } == order(Array(given.values)))
    #expect(given["IMG 2.jpg"]?.hasSuffix(".jpg") == true)
    #expect(given["IMG 10.NEF"]?.dropLast(4) == given["IMG 10.jpg"]?.dropLast(4))
    #expect(given["IMG 10.jpg.xmp"] == given["IMG 10.jpg"].map { $0 + ".xmp" })
    #expect(given.values.allSatisfy { !$0.contains("IMG") && !$0.contains("beach") })
  }

  @Test func `a later name gets a place between its neighbours, and keeps it`() throws {
    let folder = try Self.folder(["a.jpg", "c.jpg"])
    var pseudonyms = Pseudonyms(keepsNames: false)
    let directory = Array(folder.path.utf8)
    func number(_ name: String) -> Int? {
      let text = String(
        decoding: pseudonyms.pseudonymOfName(Array(name.utf8), in: directory), as: UTF8.self)
      return text.split(separator: ".").first.flatMap { Int($0) }
    }
    let (a, c, b, z) = (number("a.jpg"), number("c.jpg"), number("b.jpg"), number("z.jpg"))
    let all = [a, b, c, z].compactMap(\.self)
    #expect(all.count == 4 && all == all.sorted() && Set(all).count == 4)
    #expect(number("b.jpg") == b)
  }

  @Test func `a copy has the pseudonym of its photo with the ending that pbview added`() throws {
    let folder = try Self.folder(["cat.jpg", "dog.jpg", "dog #1.jpg", "emu.jpg", "emu (3).jpg"])
    var pseudonyms = Pseudonyms(keepsNames: false)
    let directory = Array(folder.path.utf8)
    func pseudonym(_ name: String) -> String {
      String(decoding: pseudonyms.pseudonymOfName(Array(name.utf8), in: directory), as: UTF8.self)
    }
    let cat = pseudonym("cat.jpg").dropLast(4)
    #expect(pseudonym("cat (2).jpg") == "\(cat) (2).jpg")
    #expect(pseudonym("cat (cropped).webp.xmp") == "\(cat) (cropped).webp.xmp")
    #expect(pseudonym("cat (cropped) (2).jpg") == "\(cat) (cropped) (2).jpg")
    // Names that the folder had at first, names of the user, and copies that do not follow their
    // photos in the order of names.
    let others = [
      "emu (3).jpg", "cat (Ann).jpg", "cow (2).jpg", "(2).jpg", "dog (2).jpg", "emu (cropped).jpg",
    ]
    for name in others {
      let letter = pseudonym(name).dropLast(4).first { !$0.isNumber }
      #expect(letter == nil, "\(name)")
    }
  }

  @Test func `names that appear before a known one without end have numbers of their own`() throws {
    let folder = try Self.folder(["a.jpg", "z.jpg"])
    var pseudonyms = Pseudonyms(keepsNames: false)
    let directory = Array(folder.path.utf8)
    let names = ["a", "z"] + (1...60).map { "b\($0)" }
    let first = names.map { pseudonyms.pseudonymOfName(Array("\($0).jpg".utf8), in: directory) }
    let again = names.map { pseudonyms.pseudonymOfName(Array("\($0).jpg".utf8), in: directory) }
    #expect(Set(first).count == names.count && first == again)
  }

  @Test func `only the pages of a document keep their names`() {
    var pseudonyms = Pseudonyms(keepsNames: false)
    let names = ["Page 7.pdf", "Page 7.secret.pdf", "Page secret.pdf"].map { name in
      String(
        decoding: pseudonyms.pseudonymOfName(Array(name.utf8), in: Array("/nowhere/a.pdf".utf8)),
        as: UTF8.self)
    }
    #expect(names[0] == "Page 7.pdf")
    #expect(names[1...].allSatisfy { $0.first?.isNumber ?? false && !$0.contains("secret") })
  }

  @Test func `every folder of a path gets a pseudonym, unless names are kept`() throws {
    let folder = try Self.folder(["private.jpg"])
    let path = FilePath("\(folder.path)/private.jpg")
    var pseudonyms = Pseudonyms(keepsNames: false)
    let hidden = String(decoding: pseudonyms.pseudonymOfPath(path), as: UTF8.self)
    #expect(hidden.split(separator: "/").allSatisfy { $0.first?.isNumber ?? false })
    #expect(hidden.split(separator: "/").count == path.bytes.split(separator: 0x2F).count)
    #expect(hidden.hasSuffix(".jpg"))
    var kept = Pseudonyms(keepsNames: true)
    #expect(kept.pseudonymOfPath(path) == path.bytes)
  }

  @Test func `only the extensions of files that the program knows are kept`() throws {
    let names = ["john.smith", "v1.anna", "notes.txt", "a.tar.gz", "b.CBZ", "c.mp4", "d.xmp"]
    let folder = try Self.folder(names)
    var pseudonyms = Pseudonyms(keepsNames: false)
    let directory = Array(folder.path.utf8)
    let given = names.map {
      String(decoding: pseudonyms.pseudonymOfName(Array($0.utf8), in: directory), as: UTF8.self)
    }
    let suffixes = given.map { $0.drop(while: \.isNumber) }
    #expect(suffixes == ["", "", "", ".tar.gz", ".CBZ", ".mp4", ".xmp"])
  }

  // MARK: The command line

  @Test func `a recording keeps the options, without names and files`() {
    let words = [
      "--record", "x.txt", "--grid", "--log", "trace", "--sort", "date", "--config=c", "a b.jpg",
      "--record-names",
      "--color", "icc", "photos", "--slideshow=2", "--start", "--me.jpg", "--start=3",
    ]
    #expect(
      ReplaySetup.recordedOptions(in: words, paths: ["a b.jpg", "photos"]) { "[\($0)]" }
        == ["--grid", "--sort", "date", "--slideshow=2", "--start", "[--me.jpg]", "--start=[3]"])
  }

  @Test func `a recording holds preferences and keys without comments, commands and files`() {
    let lines = [
      "# my file", "[pbview]", "color = /home/me/my.icc", " spacing = 4", "# a note", "",
      "[commands]", "Mail to Ann = F6; mail ann@example.org", "[keys]", "next = N", "[other]",
      "x = 1", "[pbview]", "color=untouched", "a = 1\u{2028}[commands]\u{2028}Erase = F6; rm %f",
    ]
    let kept = ["[pbview]", "spacing = 4", "[keys]", "next = N", "[pbview]", "color=untouched"]
    #expect(ReplaySetup.recordableLines(lines) == kept)
    #expect(ReplaySetup.recordableLines(kept) == kept)
  }

  @Test func `a replay opens its own files, and writes and reads no others`() throws {
    let words = [
      "--render", "/home/me/.profile", "--thumbnail", "64", "--config", "/etc/passwd", "--reuse",
      "--color", "/home/me/my.icc", "--print-list", "--info", "--list-commands", "--grid",
      "/home/me",
    ]
    let options = ReplaySetup.restricted(try ViewerOptions.parse(words), to: ["/tree/1.jpg"])
    #expect(options.paths == ["/tree/1.jpg"] && options.grid)
    #expect(options.render == nil && options.thumbnail == nil && options.config == nil)
    #expect(options.reuse == nil && options.color == nil)
    #expect(!options.printList && !options.info && !options.listCommands)
    let named = ReplaySetup.restricted(try ViewerOptions.parse(["--color", "standard"]), to: [])
    #expect(named.color == .named(.standard))
  }

  @Test func `a replay finds no programs and keeps nothing in the folders of the user`() {
    let names = ReplaySetup.folderNamesByVariable.keys
    for name in ["PATH", "XDG_DATA_DIRS", "HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"] {
      #expect(names.contains(name), "\(name)")
    }
    #expect(Set(ReplaySetup.folderNamesByVariable.values).count == names.count)
  }

  // MARK: Helpers

  @Test func `the answer to a request with another exposure belongs to that request only`() {
    var request = DecodeRequest(id: 1, kind: .exact, target: PixelSize(width: 8, height: 8))
    let plain = request.digest(path: nil)
    request.exposure = 1
    let brighter = request.digest(path: nil)
    request.exposure = -1
    #expect(Set([plain, brighter, request.digest(path: nil)]).count == 3)
    request.exposure = 0
    request.id = 2
    #expect(request.digest(path: nil) == plain)
  }

  // MARK: The files of the replay

  @Test func `a tree has the recorded files with their sizes and times`() throws {
    let tree = try #require(ReplayedTree())
    defer { tree.remove() }
    tree.apply(.folder(Array("/a".utf8)))
    tree.apply(
      .entry(
        .init(
          name: Array("1.jpg".utf8), size: 5_000_000_000,
          modifiedNanoseconds: 1_600_000_000_000_000_001)))
    tree.apply(.entry(.init(name: Array("sub".utf8), kind: .folder)))
    tree.apply(.file(path: Array("/b/c/2.png".utf8), size: 7, modifiedNanoseconds: 3))
    let stamp = FileStamp.read(tree.replayPath(Array("/a/1.jpg".utf8)))?.stamp
    #expect(stamp == FileStamp(modified: 1_600_000_000_000_000_001, size: 5_000_000_000))
    #expect(FileStatus(tree.replayPath(Array("/a/sub".utf8))) == .folder)
    #expect(FileStamp.read(tree.replayPath(Array("/b/c/2.png".utf8)))?.stamp.size == 7)
    let path = tree.replayPath(Array("/a/1.jpg".utf8))
    #expect(tree.recordedPath(path) == Array("/a/1.jpg".utf8))
    #expect(tree.recordedPath(tree.replayFolder) == nil)
  }

  @Test func `another listing changes and removes files, after work that had begun`() throws {
    let tree = try #require(ReplayedTree())
    defer { tree.remove() }
    func list(_ files: [(String, Int64)]) {
      tree.apply(.folder(Array("/a".utf8)))
      for (name, size) in files {
        tree.apply(.entry(.init(name: Array(name.utf8), size: size, modifiedNanoseconds: 5)))
      }
      tree.apply(.end(status: 0))
    }
    var warnings = 0
    tree.willChangeFile = { warnings += 1 }
    list([("1.jpg", 1), ("2.jpg", 2)])
    list([("1.jpg", 1), ("2.jpg", 2)])
    #expect(warnings == 0)
    list([("1.jpg", 9)])
    #expect(warnings == 2)
    list([("1.jpg", 9), ("3.jpg", 1)])
    #expect(warnings == 3)
    #expect(FileStamp.read(tree.replayPath(Array("/a/1.jpg".utf8)))?.stamp.size == 9)
    #expect(FileStamp.read(tree.replayPath(Array("/a/2.jpg".utf8))) == nil)
  }

  @Test func `a file replaces a pipe`() throws {
    let tree = try #require(ReplayedTree())
    defer { tree.remove() }
    tree.apply(.folder(Array("/a".utf8)))
    tree.apply(.entry(.init(name: Array("1.jpg".utf8), kind: .special)))
    tree.apply(.file(path: Array("/a/1.jpg".utf8), size: 7, modifiedNanoseconds: 3))
    let stamp = FileStamp.read(tree.replayPath(Array("/a/1.jpg".utf8)))?.stamp
    #expect(stamp == FileStamp(modified: 3, size: 7))
  }

  @Test func `removing a tree leaves nothing`() throws {
    let tree = try #require(ReplayedTree())
    tree.apply(.file(path: Array("/b/c/2.png".utf8), size: 7, modifiedNanoseconds: 3))
    tree.remove()
    #expect(FileStatus(tree.replayFolder) != .folder)
  }

  // MARK: The writer

  @Test func `the file begins with the start, and has no names`() throws {
    let folder = try Self.folder(["secret.jpg"])
    let output = FilePath("\(folder.path)/out.txt")
    let file = try #require(RecordingFile(output, keepsNames: false))
    file.record(folder: FilePath(folder.path))
    file.record(folder: FilePath(folder.path))
    file.write(.input(.timersDue, at: .init(seconds: 2), isNested: false))
    file.begin([
      .start(
        .init(
          version: "1", wallClock: 1, time: .init(seconds: 1), width: 2, height: 3,
          containsFileNames: false))
    ])
    file.close()
    let bytes = try #require(WholeFile.read(output, maxBytes: 1 << 20))
    #expect(!String(decoding: bytes, as: UTF8.self).contains("secret"))
    let lines = try Recording(parsing: bytes).lines
    let listings = lines.count { if case .folder = $0 { true } else { false } }
    #expect(listings == 1)
    #expect(lines.last == .input(.timersDue, at: .init(seconds: 2), isNested: false))
  }

  @Test func `only the user can read a recording, also one in place of an older file`() throws {
    let folder = try Self.folder([])
    let path = "\(folder.path)/out.txt"
    try Data("older".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    let file = try #require(RecordingFile(FilePath(path), keepsNames: false))
    file.close()
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `the answers in the recordings of the project have the present version`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Replays")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    var count = 0
    for name in names where name.hasSuffix(".recording") {
      let bytes = Array(try Data(contentsOf: folder.appending(path: name)))
      for case .input(.helper(let answer), _, _) in try Recording(parsing: bytes).lines {
        guard let message = answer.message else { continue }
        count += 1
        let reply = try? DecoderWireReader.reply(from: message, maxFrames: .max)
        #expect(reply != nil, "\(name)")
      }
    }
    #expect(count > 0)
  }

  @Test func `a difference names the fields that differ`() {
    let difference = ReplayPlayer.Difference(
      frameNumber: 3, secondsSinceStart: 1, recorded: "size=1x1 page=1/3 scale=0.5",
      replayed: "size=1x1 page=2/3")
    #expect(difference.differingFields.recorded == "page=1/3 scale=0.5")
    #expect(difference.differingFields.replayed == "page=2/3")
  }
}

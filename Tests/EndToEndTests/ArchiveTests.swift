import Foundation
import Geometry
import TestSupport
import Testing

extension EndToEnd {
  /// Archives that open like folders.
  @Suite(.needsDisplay, .enabled(if: Programs.hasLibarchive, "libarchive13 is not installed"))
  struct ArchiveTests {
    /// Pages of a book: two in the archive itself and one in a folder.
    private static let pages = [
      ("10.bmp", 2), ("9.bmp", 1), ("part two/1.bmp", 3), ("__MACOSX/._9.bmp", 9),
    ].map { (name: $0.0, contents: Pictures.bmp(.init(number: $0.1))) }

    private static let zip = ZipWriter.archive(pages.map { ZipWriter.Entry($0.name, $0.contents) })
    private static let tape = GzipWriter.stored(
      TarWriter.archive([pages[1], pages[0], pages[2]]))

    @Test(arguments: ["book.cbz", "book.tar.gz"])
    func `a book opens at its first page, turns through all folders and leads to its grid`(
      name: String
    ) throws {
      let album = try ScratchFolder()
      let contents = name == "book.cbz" ? Self.zip : Self.tape
      let book = try album.write(contents, to: RawName(name))
      let session = try Session(on: try Displays.plain(), album: album, names: [book])
      try session.viewer.wait(for: "list count=3")
      #expect(try session.shows(picture: 1))
      for page in 1...2 {
        _ = try session.rest(onPage: page) { try session.x.key("Right") }
        #expect(try session.shows(picture: page + 1))
      }
      let start = session.viewer.mark
      try session.x.key("Delete")
      try session.viewer.wait(for: "refused archive command=delete", since: start)
      try session.x.key("BackSpace")
      try session.viewer.wait(for: "grid items=3 sections=2", since: start)
      try session.viewer.wait(for: "scene name=grid", since: start)
      let file = URL(filePath: "\(album.path)/\(name)")
      #expect(try Array(Data(contentsOf: file)) == contents)
    }

    @Test func `a book opens at the page where it was left`() throws {
      let album = try ScratchFolder()
      let state = try ScratchFolder()
      let book = try album.write(Self.zip, to: "book.cbz")
      func session(_ options: RawName...) throws -> Session {
        let session = try Session(
          starting: options + [book], on: try Displays.plain(), album: album,
          environment: ["XDG_STATE_HOME": state.path])
        try session.viewer.wait(for: "list count=3")
        return session
      }
      let first = try session()
      first.takeKeys()
      _ = try first.rest(onPage: 2) { try first.x.key("End") }
      try first.x.key("Escape")
      #expect(first.viewer.process.exitCode() == 0)
      #expect(try session().shows(picture: 3))
      #expect(try session("--no-remember").shows(picture: 1))
      #expect(try session("--start", "2").shows(picture: 2))
    }

    @Test func `a book opens at the page where it was read when the program was killed`() throws {
      let album = try ScratchFolder()
      let state = try ScratchFolder()
      let book = try album.write(Self.zip, to: "book.cbz")
      func session() throws -> Session {
        let session = try Session(
          starting: [book], on: try Displays.plain(), album: album,
          environment: ["XDG_STATE_HOME": state.path])
        try session.viewer.wait(for: "list count=3")
        return session
      }
      let first = try session()
      first.takeKeys()
      _ = try first.rest(onPage: 2) { try first.x.key("End") }
      try first.viewer.wait(for: "places name=1.bmp")
      first.viewer.process.end()
      #expect(try session().shows(picture: 3))
    }

    @Test func `an archive has a card with its first picture, which opens it`() throws {
      let album = try ScratchFolder()
      try album.writePictures(1)
      try album.write(Self.zip, to: "book.cbz")
      let session = try Session(gridOf: album, on: try Displays.plain(), items: 1)
      try session.viewer.wait(for: "grid items=1 sections=2 folders=1")
      let card = try session.focus(0)
      let (_, hasCover) = try session.x.look(at: session.window) { screenshot in
        let middle = Point(x: card.minX + card.width * 0.5 + 3, y: card.minY + card.height * 0.35)
        return session.cell(at: middle, in: screenshot)?.picture == 1
      }
      #expect(hasCover)
      let start = session.viewer.mark
      try session.x.key("Return")
      try session.viewer.wait(for: "folder opened name=book.cbz", since: start)
      try session.viewer.wait(for: "grid items=2", since: start)
      try session.viewer.wait(for: "scene name=grid", since: start)
      let back = session.viewer.mark
      try session.x.key("BackSpace")
      try session.viewer.wait(for: "scene name=grid", since: back)
      #expect(session.viewer.process.isRunning)
    }

    @Test func `paths go on inside an archive`() throws {
      let album = try ScratchFolder()
      let book = try album.write(Self.zip, to: "book.cbz")
      let list = try Self.run(["--print-list", book])
      #expect(
        list.output.split(separator: "\n").map { $0.dropFirst(album.path.count + 1) }
          == ["book.cbz/9.bmp", "book.cbz/10.bmp", "book.cbz/part two/1.bmp"])
      let info = try Self.run(["--info", Self.inside(book, "part two/1.bmp")])
      #expect(info.code == 0 && info.output.contains("600 × 400"))
      let picture = "\(album.path)/page.png"
      let drawn = try Self.run(
        ["--render", RawName(picture), "--size", "60x40", Self.inside(book, "10.bmp")])
      #expect(drawn.code == 0)
      #expect(FileManager.default.fileExists(atPath: picture))
      let missing = try Self.run(["--info", Self.inside(book, "11.bmp")])
      #expect(missing.code == 1)
      #expect(missing.errors.first?.contains("there is no such file") == true)
    }

    @Test func `an archive that cannot be read says why`() throws {
      let album = try ScratchFolder()
      let damaged = try album.write(Array("no archive at all, only text".utf8), to: "damaged.cbz")
      let outcome = try Self.run(["--render", album.path / "x.png", damaged])
      #expect(outcome.code == 1)
      #expect(
        outcome.errors.first?.hasSuffix("damaged.cbz: not an archive in any format known here")
          == true)
    }

    @Test(arguments: [[], ["--start", "2"]] as [[RawName]])
    func `an archive that cannot be read shows why in the window`(options: [RawName]) throws {
      let album = try ScratchFolder()
      let damaged = try album.write(Array("no archive at all, only text".utf8), to: "damaged.cbz")
      try album.age(by: 60)
      let session = try Session(
        starting: options + [damaged], on: try Displays.plain(), album: album)
      try session.reporting { try session.viewer.wait(for: "failed page=0") }
      #expect(session.x.wait { session.x.title(of: session.window).contains("damaged.cbz") })
      #expect(
        session.viewer.process.errors.lines.contains {
          $0.hasSuffix("damaged.cbz: not an archive in any format known here")
        })
      session.takeKeys()
      try session.x.key("Escape")
      #expect(session.viewer.process.exitCode() == 0)
    }

    /// The path of a file in an archive.
    private static func inside(_ archive: RawName, _ name: String) -> RawName {
      RawName(bytes: archive.bytes + Array("/\(name)".utf8))
    }

    private static func run(
      _ arguments: [RawName]
    ) throws -> (code: Int32?, output: String, errors: [String]) {
      let viewer = try ViewerProcess(arguments, display: nil, traced: false)
      let code = viewer.process.exitCode(within: 20)
      viewer.process.end()
      let output = viewer.process.output.wholeOutput(within: 5) ?? []
      _ = viewer.process.errors.wholeOutput(within: 5)
      return (code, String(decoding: output, as: UTF8.self), viewer.process.errors.lines)
    }
  }
}

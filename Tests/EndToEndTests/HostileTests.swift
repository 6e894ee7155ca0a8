import Foundation
import Geometry
import Testing

extension EndToEnd {
  /// Unusual names, invalid files and killed helpers: at most one page is affected.
  @Suite(.needsDisplay)
  struct HostileTests {
    /// A session on a valid picture 0, an invalid file and a valid picture 2.
    private static func session(bad name: RawName, in album: ScratchFolder) throws -> Session {
      let first = try album.write(Pictures.bmp(.init(number: 0)), to: "good 0.bmp")
      let last = try album.write(Pictures.bmp(.init(number: 2)), to: "good 2.bmp")
      return try Session(
        on: try Displays.plain(), album: album, names: [first, album.path / name, last])
    }

    /// Turns to the invalid page, waits for its error text and continues to the next page.
    private static func expectSentence(_ session: Session) throws {
      try session.reporting {
        try session.viewer.wait(for: "page index=1") { try session.x.key("Right") }
        // Neighbouring pages are prefetched: the failure may be reported before the key.
        try session.viewer.wait(for: "failed page=1")
      }
      let (screen, isSentenceShown) = try session.x.look(at: session.window) { screenshot in
        // Antialiased text has many colours, and few pixels may belong to neighbouring pictures.
        let part = screenshot.cropped(to: Rect(x: 150, y: 200, width: 700, height: 400))
        return part.colours > 8
          && part.pixels.count { Pictures.Cell(colour: $0) != nil } < part.pixels.count / 100
      }
      #expect(isSentenceShown, "kept \(isSentenceShown ? "-" : screen.keep(as: "no-sentence"))")
      _ = try session.rest(onPage: 2) { try session.x.key("Right") }
      #expect(try session.shows(picture: 2))
    }

    @Test(arguments: ["broken.jpg", "empty.png", "cut.png", "words.jpg"])
    func `an invalid picture file shows an error, and paging continues`(name: String) throws {
      let album = try ScratchFolder()
      let contents: [String: [UInt8]] = [
        "broken.jpg": [0xff, 0xd8, 0xff, 0xe0] + (0..<4000).map { UInt8($0 * 37 & 0xff) },
        "empty.png": [],
        "cut.png": Array(Pictures.png(.init(number: 1, width: 60, height: 40)).prefix(40)),
        "words.jpg": Array("This is not a picture.\n".utf8),
      ]
      try album.write(try #require(contents[name]), to: RawName(name))
      try Self.expectSentence(try Self.session(bad: RawName(name), in: album))
    }

    @Test func `a named pipe shows an error, and paging continues`() throws {
      let album = try ScratchFolder()
      let path = album.path / "pipe.jpg"
      #expect(path.withCString { mkfifo($0, 0o600) } == 0)
      try Self.expectSentence(try Self.session(bad: "pipe.jpg", in: album))
    }

    @Test(arguments: ["socket", "folder", "loop", "device", "nowhere", "tty"])
    func `a special file or dangling link shows an error or no page, and paging continues`(
      kind: String
    ) throws {
      let album = try ScratchFolder()
      let path = "\(album.path)/bad.jpg"
      let made =
        switch kind {
        case "socket": mknod(path, S_IFSOCK | 0o600, 0)
        case "folder": mkdir(path, 0o700)
        case "loop": symlink("bad.jpg", path)
        case "device": symlink("/dev/zero", path)
        case "tty": symlink("/dev/ptmx", path)
        default: symlink("nowhere.jpg", path)
        }
      #expect(made == 0)
      // A special file given as an argument is refused before a window opens; here the folder
      // listing adds it.
      let first = try album.write(Pictures.bmp(.init(number: 0)), to: "a.bmp")
      try album.write(Pictures.bmp(.init(number: 2)), to: "c.bmp")
      let session = try Session(on: try Displays.plain(), album: album, names: [first])
      let pages = kind == "folder" ? 2 : 3
      try session.viewer.wait(for: "list count=\(pages)")
      if pages == 3 { return try Self.expectSentence(session) }
      _ = try session.rest(onPage: 1) { try session.x.key("Right") }
      #expect(try session.shows(picture: 2))
    }

    @Test(.enabled(if: getuid() != 0, "root may read everything"))
    func `an unreadable file shows an error, and paging continues`() throws {
      let album = try ScratchFolder()
      let file = try album.write(Pictures.bmp(.init(number: 1)), to: "locked.bmp")
      #expect(file.withCString { chmod($0, 0) } == 0)
      try Self.expectSentence(try Self.session(bad: "locked.bmp", in: album))
    }

    @Test(arguments: [
      ("--max-pixels", "100k", "600 × 400 pixels, the limit is 100000, more with --max-pixels"),
      ("--max-bytes", "100k", "more with --max-bytes"),
      ("--max-seconds", "0.05", "--max-seconds"),
    ])
    func `a picture beyond a limit names the limit and the option that raises it`(
      option: String, limit: String, sentence: String
    ) throws {
      let album = try ScratchFolder()
      // The picture for the time limit has 61 megapixels, which no machine decodes in time; the
      // limit suffices to open the file.
      let scale = option == "--max-seconds" ? 16 : 1
      let picture = Pictures.png(.init(number: 1, width: 600 * scale, height: 400 * scale))
      let file = try album.write(picture, to: "one.png")
      let viewer = try ViewerProcess(
        [RawName(option), RawName(limit), "--render", RawName("\(album.path)/out.png"), file],
        display: nil, traced: false)
      #expect(viewer.process.exitCode() == 1)
      let errors = viewer.process.errors.first(from: 0, within: 5) { $0 }
      #expect(errors?.contains(sentence) == true, "\(errors ?? "nothing")")
    }

    @Test func `a deleted picture costs only its page`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 6)
      #expect((session.album.path / "picture 5.bmp").withCString { unlink($0) } == 0)
      try session.reporting {
        try session.viewer.wait(for: "failed page=5") { try session.x.key("End") }
      }
      _ = try session.rest(onPage: 4) { try session.x.key("Left") }
      #expect(try session.shows(picture: 4))
    }

    @Test func `a missing file prints one line, and the other pictures open`() throws {
      let album = try ScratchFolder()
      let session = try Self.session(bad: "missing.jpg", in: album)
      try session.x.key("End")
      #expect(try session.shows(picture: 2))
      let errors = session.viewer.process.errors.lines.filter { !$0.hasPrefix("pbview: trace:") }
      #expect(errors.count == 1 && errors.first?.contains("missing.jpg") == true, "\(errors)")
    }

    @Test(arguments: [
      RawName("two\nlines.bmp"), RawName(bytes: [0xff, 0xfe, 0x80] + Array(".bmp".utf8)),
      RawName("\u{1b}[31mred\t.bmp"), RawName(String(repeating: "ä", count: 125) + ".bmp"),
      RawName("%s%n%20.bmp"), RawName("\u{202e}gpj.bmp"),
    ])
    func `a file name may hold any bytes`(name: RawName) throws {
      let album = try ScratchFolder()
      let file = try album.write(Pictures.bmp(.init(number: 6)), to: name)
      let session = try Session(on: try Displays.plain(), album: album, names: [file])
      #expect(try session.shows(picture: 6))
      let stray = session.viewer.process.errors.lines.filter { !$0.hasPrefix("pbview: ") }
      #expect(stray.isEmpty, "raw bytes reached the terminal: \(stray)")
    }

    @Test func `a name after -- may begin with a dash`() throws {
      let album = try ScratchFolder()
      try album.write(Pictures.bmp(.init(number: 7)), to: "-dash.bmp")
      // The viewer starts in the folder, so that the name begins with the dash.
      let here = FileManager.default.currentDirectoryPath
      #expect(chdir(album.path) == 0)
      defer { chdir(here) }
      let session = try Session(
        on: try Displays.plain(), album: album, names: ["--", "-dash.bmp"], page: nil)
      #expect(try session.shows(picture: 7))
    }

    @Test func `a helper killed while decoding costs at most one page`() throws {
      let album = try ScratchFolder()
      var names = try (0..<5).map { number in
        try album.write(Pictures.bmp(.init(number: number)), to: RawName("\(number).bmp"))
      }
      // The decode of the large picture takes many milliseconds.
      let large = Pictures.Plan(number: 5, width: 6000, height: 6000, cell: 500)
      names.append(try album.write(Pictures.ppm(large), to: "5.ppm"))
      let session = try Session(on: try Displays.plain(), album: album, names: names)
      #expect(!session.viewer.helpers.isEmpty)
      let start = session.viewer.mark
      try session.viewer.wait(for: "page index=5") { try session.x.key("End") }
      for helper in session.viewer.helpers { kill(helper, SIGKILL) }
      let outcome = session.viewer.process.errors.first(from: start, within: 20) { line in
        Trace(line: line).flatMap { trace in
          ["exact", "failed"].contains(trace.name) && trace["page"] == 5 ? trace : nil
        }
      }
      #expect(outcome != nil, "page 5 neither recovers nor fails")
      _ = try session.rest(onPage: 4) { try session.x.key("Left") }
      #expect(try session.shows(picture: 4))
    }

    @Test func `a stopped and killed helper is replaced`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 8)
      let (start, stopped) = (session.viewer.mark, session.viewer.helpers)
      for helper in stopped { kill(helper, SIGSTOP) }
      try session.viewer.wait(for: "page index=7") { try session.x.key("End") }
      Pace.hold(milliseconds: 200)
      for helper in stopped { kill(helper, SIGKILL) }
      let outcome = session.viewer.process.errors.first(from: start, within: 20) { line in
        Trace(line: line).flatMap { trace in
          ["exact", "failed"].contains(trace.name) && trace["page"] == 7 ? trace : nil
        }
      }
      #expect(outcome != nil, "page 7 neither recovers nor fails")
      _ = try session.rest(onPage: 4) {
        for _ in 0..<3 { try session.x.key("Left") }
      }
      #expect(try session.shows(picture: 4))
    }

    @Test func `viewer and helper load only their own libraries`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 2)
      let viewer = ProcessTable.libraries(of: session.viewer.process.id)
      #expect(viewer.contains { $0.hasPrefix("libX11") })
      #expect(!viewer.contains { $0.hasPrefix("libgdk_pixbuf") || $0.hasPrefix("libturbojpeg") })
      let helper = try #require(session.viewer.helpers.first)
      let libraries = ProcessTable.libraries(of: helper)
      #expect(!libraries.contains { $0.hasPrefix("libX11") || $0.hasPrefix("libcairo") })
    }
  }
}

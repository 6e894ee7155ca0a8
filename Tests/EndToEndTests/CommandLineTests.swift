import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// The command-line interface for scripts: exit codes, standard output and standard error.
  @Suite
  struct CommandLineTests {
    /// The result of a run without a window.
    private struct Outcome {
      let code: Int32?
      let output: [UInt8]
      let errors: [String]
      var text: String { String(decoding: output, as: UTF8.self) }
    }

    private static func run(
      _ arguments: [RawName], display: String? = nil, input: [UInt8] = []
    ) throws -> Outcome {
      let viewer = try ViewerProcess(arguments, display: display, traced: false, input: input)
      let code = viewer.process.exitCode(within: 20)
      viewer.process.end()
      let output = viewer.process.output.wholeOutput(within: 5) ?? []
      _ = viewer.process.errors.wholeOutput(within: 5)
      return Outcome(code: code, output: output, errors: viewer.process.errors.lines)
    }

    /// A folder of three pictures whose natural order differs from their byte order.
    private static func album() throws -> ScratchFolder {
      let album = try ScratchFolder()
      for (number, name) in ["b 10", "b 9", "a"].enumerated() {
        try album.write(Pictures.bmp(.init(number: number)), to: RawName("\(name).bmp"))
      }
      return album
    }

    @Test(arguments: [["--no-such-option"], ["--sort", "colour"], ["--render"]])
    func `wrong usage prints one line and exits with 2`(arguments: [String]) throws {
      let outcome = try Self.run(arguments.map { RawName($0) })
      #expect(outcome.code == 2)
      #expect(outcome.errors.count == 1, "\(outcome.errors)")
      #expect(outcome.errors.first?.hasPrefix("pbview: ") == true)
      #expect(outcome.output.isEmpty)
    }

    @Test(.needsDisplay) func `nothing to show exits with 1`() throws {
      let (display, empty) = (try Displays.plain(), try ScratchFolder())
      for names in [["--browse", RawName(empty.path)], [empty.path / "missing.jpg"]] {
        let outcome = try Self.run(names, display: display.name)
        #expect(outcome.code == 1)
        // One line for each missing name, and one because no picture is left.
        #expect((1...2).contains(outcome.errors.count), "\(outcome.errors)")
        #expect(outcome.errors.allSatisfy { $0.hasPrefix("pbview: ") })
      }
    }

    @Test(arguments: [nil, ":4711"])
    func `a missing display exits with 3`(display: String?) throws {
      let album = try Self.album()
      let outcome = try Self.run([album.path / "a.bmp"], display: display)
      #expect(outcome.code == 3)
      #expect(outcome.errors.count == 1, "\(outcome.errors)")
      #expect(outcome.errors.first?.hasPrefix("pbview: ") == true)
    }

    @Test func `--info prints the facts of each picture, and an error for a file that is none`()
      throws
    {
      let album = try Self.album()
      try album.write(Array("no picture".utf8), to: RawName("c.txt"))
      let pictures = [album.path / "a.bmp", album.path / "b 9.bmp"]
      let outcome = try Self.run(["--info", album.path / "c.txt"] + pictures)
      #expect(outcome.code == 0)
      #expect(outcome.errors.count == 1 && outcome.errors[0].contains("c.txt"))
      #expect(outcome.text.split(separator: "\n").filter { $0.hasPrefix("Type") }.count == 2)
      let json = try Self.run(["--info", "--json"] + pictures)
      let lines = json.text.split(separator: "\n")
      #expect(lines.count == 2 && lines.allSatisfy { $0.contains("\"format\":\"BMP\"") })
      #expect(try Self.run(["--info", album.path / "c.txt"]).code == 1)
      #expect(try Self.run(["--json", album.path / "a.bmp"]).code == 2)
    }

    private static let readsXMP = dlopen("libgexiv2.so.2", RTLD_NOW) != nil

    @Test(.enabled(if: readsXMP, "libgexiv2 is not installed"))
    func `--info prints the rating that only the RAW file of a pair has`() throws {
      let album = try ScratchFolder()
      let jpeg = try album.write(BlockJPEG(width: 64, height: 48).bytes, to: "a.jpg")
      try album.write(DNGFile(width: 64, height: 48).bytes, to: "a.dng")
      let sidecar = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/">
        <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"/>
        </rdf:RDF></x:xmpmeta>
        """
      try album.write(Array(sidecar.utf8), to: "a.dng.xmp")
      #expect(try Self.run(["--info", "--json", jpeg]).text.contains("\"rating\":4"))
      #expect(try Self.run(["--info", jpeg]).text.contains("★★★★☆"))
      let single = try Self.run(["--pairs", "separate", "--info", "--json", jpeg])
      #expect(single.code == 0 && !single.text.contains("\"rating\""))
    }

    @Test func `--info prints the facts of a clip without an error`() throws {
      let album = try ScratchFolder()
      let clip = try album.write(
        SyntheticClip.movie(width: 16, height: 8, rate: 1, colors: [0, 0xFF]), to: "clip.mov")
      let outcome = try Self.run(["--info", clip])
      #expect(outcome.code == 0 && outcome.errors.isEmpty)
      #expect(outcome.text.contains("clip.mov"))
    }

    @Test func `--print-list prints names in natural order`() throws {
      let album = try Self.album()
      let expected = ["a", "b 9", "b 10"].map { "\(album.path)/\($0).bmp" }
      let lines = try Self.run(["--print-list", RawName(album.path)])
      #expect(lines.code == 0)
      #expect(lines.text == expected.map { $0 + "\n" }.joined())
      let zeros = try Self.run(["--print-list", "-0", RawName(album.path)])
      #expect(zeros.text == expected.map { $0 + "\0" }.joined())
      let reversed = try Self.run(["--print-list", "--reverse", RawName(album.path)])
      #expect(reversed.text == expected.reversed().map { $0 + "\n" }.joined())
    }

    @Test func `--sort taken lists the newest date first, then files by their time`() throws {
      let album = try ScratchFolder()
      let dates = [
        "a": "2019:07:01 10:00:00", "b": "2024:05:01 12:30:01", "c": "2024:05:01 12:30:02",
        "d": "1999:12:31 23:59:59",
      ]
      for (name, date) in dates {
        try album.write(
          BlockJPEG(width: 64, height: 64).bytes(taken: date), to: RawName("\(name).jpg"))
      }
      // Without a date, the present modification time is the newest.
      try album.write(BlockJPEG(width: 64, height: 64).bytes, to: "e.jpg")
      let expected = ["e", "c", "b", "a", "d"].map { "\(album.path)/\($0).jpg\n" }
      let first = try Self.run(["--print-list", "--sort", "taken", RawName(album.path)])
      #expect(first.code == 0 && first.text == expected.joined())
      let reversed = try Self.run(
        ["--print-list", "--sort", "taken", "--reverse", RawName(album.path)])
      #expect(reversed.text == expected.reversed().joined())
      // A file that is rewritten is read again.
      try album.write(
        BlockJPEG(width: 128, height: 64).bytes(taken: "2029:01:01 00:00:00"), to: "d.jpg")
      let second = try Self.run(["--print-list", "--sort", "taken", RawName(album.path)])
      #expect(second.text.hasPrefix("\(album.path)/d.jpg\n"))
    }

    @Test func `--group month lists the pictures of all folders by time`() throws {
      let album = try ScratchFolder()
      for folder in ["one", "two"] { _ = try album.subfolder(folder) }
      let dates = [
        "one/a": "2019:07:01 10:00:00", "one/b": "2024:05:01 12:30:01",
        "two/c": "2022:02:01 12:30:02",
      ]
      for (name, date) in dates {
        try album.write(
          BlockJPEG(width: 64, height: 64).bytes(taken: date), to: RawName("\(name).jpg"))
      }
      func list(_ options: RawName...) throws -> [String] {
        let given: [RawName] = ["--print-list", "--recursive", "--group", "month"]
        let text = try Self.run(given + options + [RawName(album.path)]).text
        return text.replacing("\(album.path)/", with: "").split(separator: "\n").map(String.init)
      }
      #expect(try list() == ["one/b.jpg", "two/c.jpg", "one/a.jpg"])
      #expect(try list("--reverse") == ["one/a.jpg", "two/c.jpg", "one/b.jpg"])
    }

    @Test func `--filter prints the pictures that match, and one error for a wrong term`() throws {
      let album = try ScratchFolder()
      for (name, date) in ["a": "2024:05:17 10:00:00", "b": "2024:09:01 10:00:00"] {
        try album.write(
          BlockJPEG(width: 64, height: 64).bytes(taken: date), to: RawName("\(name).jpg"))
      }
      try album.write(BlockJPEG(width: 64, height: 64).bytes, to: "c.jpg")
      func list(_ filter: RawName) throws -> Outcome {
        try Self.run(["--private", "--print-list", "--filter", filter, RawName(album.path)])
      }
      #expect(try list("taken:2024-05..2024-08").text == "\(album.path)/a.jpg\n")
      #expect(try list("taken:2024 b").text == "\(album.path)/b.jpg\n")
      #expect(try list("c.jpg kind:photo").text == "\(album.path)/c.jpg\n")
      #expect(try list("rating>=3").text.isEmpty)
      let wrong = try list("rating>=good")
      #expect(wrong.code == 2 && wrong.text.isEmpty)
      let reason = "“rating>=good”: a rating is a number from -1 to 5; see pbview --help"
      #expect(wrong.errors.count == 1)
      #expect(wrong.errors.first?.hasSuffix(reason) ?? false, "\(wrong.errors)")
    }

    @Test func `--print-list -0 keeps every byte of a name`() throws {
      let album = try ScratchFolder()
      let name = RawName(bytes: Array("new\nline ".utf8) + [0xff, 0x80] + Array(".bmp".utf8))
      let file = try album.write(Pictures.bmp(.init(number: 0)), to: name)
      let outcome = try Self.run(["--print-list", "-0", RawName(album.path)])
      #expect(outcome.output == file.bytes + [0])
    }

    @Test func `--print-list keeps the order of a list on standard input`() throws {
      let album = try Self.album()
      let names = ["b 10.bmp", "a.bmp"].map { album.path / RawName($0) }
      let outcome = try Self.run(
        ["--print-list", "-0", "-"], input: names.flatMap { $0.bytes + [0] })
      #expect(outcome.output == names.flatMap { $0.bytes + [0] })
    }

    @Test func `--formats works without a display`() throws {
      let outcome = try Self.run(["--formats"])
      #expect(outcome.code == 0)
      let text = outcome.text.lowercased()
      for name in ["jpeg", "png", "bmp"] { #expect(text.contains(name)) }
    }

    @Test func `--version and --help print to standard output`() throws {
      for option in ["--version", "--help"] {
        let outcome = try Self.run([RawName(option)])
        #expect(outcome.code == 0)
        #expect(!outcome.output.isEmpty && outcome.errors.isEmpty)
      }
    }

    @Test func `--render works without a display`() throws {
      let album = try Self.album()
      let target = album.path / "out.png"
      let outcome = try Self.run([
        "--render", target, "--size", "300x240", album.path / "a.bmp",
      ])
      #expect(outcome.code == 0, "\(outcome.errors)")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(album.path)/out.png"))
      #expect(Array(bytes.prefix(8)) == [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
      // IHDR: width and height, big-endian, from offset 16.
      #expect(Array(bytes[16..<24]) == [0, 0, 1, 44, 0, 0, 0, 240])
      guard Programs.has("Xvfb") else { return }
      let session = try Session(on: try Displays.plain(), album: album, names: [target], page: nil)
      #expect(try session.shows(picture: 2))
    }

    @Test func `a failed --render prints one line, exits with 1 and writes no file`() throws {
      let album = try ScratchFolder()
      let file = try album.write(Array("no picture".utf8), to: "no.jpg")
      let outcome = try Self.run(["--render", album.path / "out.png", "--size", "300x240", file])
      #expect(outcome.code == 1)
      #expect(outcome.errors.count == 1, "\(outcome.errors)")
      #expect(access("\(album.path)/out.png", F_OK) != 0)
    }

    @Test func `a failed thumbnail names the cause`() throws {
      let album = try ScratchFolder()
      let file = try album.write(Array("no picture".utf8), to: "no.jpg")
      let outcome = try Self.run(["--thumbnail", "128", "--render", album.path / "out.png", file])
      #expect(outcome.code == 1)
      #expect(outcome.errors.count == 1, "\(outcome.errors)")
      #expect(outcome.errors.first?.contains("not a picture in any format known here") == true)
      #expect(access("\(album.path)/out.png", F_OK) != 0)
    }
  }
}

import CLinux
import Desktop
import Glibc
import TestSupport
import Testing

@Suite struct KeyFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> [UInt8] { Array("\(folder.path)/\(name)".utf8) }

  @Test func `a key file is read back as written, in new folders`() throws {
    let file = KeyFile()
    file["pbview", "animator"] = "morph"
    file["pbview", "name"] = "ø = “x”\n;"
    let location = path("a/b/preferences")
    try file.write(to: location)
    let read = try #require(try KeyFile(reading: location))
    #expect(read["pbview", "animator"] == "morph" && read["pbview", "name"] == "ø = “x”\n;")
    #expect(read["pbview", "other"] == nil && read["other", "animator"] == nil)
    #expect(read.keys(of: "pbview") == ["animator", "name"])
  }

  @Test func `writing keeps comments and other groups`() throws {
    let text = "# mine\n[other]\nkey=value\n\n[pbview]\n# why\nloop=true\n"
    let location = Array(try folder.write(Array(text.utf8), named: "preferences").utf8)
    let file = try #require(try KeyFile(reading: location))
    file["pbview", "motion"] = "full"
    file["pbview", "loop"] = nil
    try file.write(to: location)
    let read = try #require(try KeyFile(reading: location))
    #expect(read["other", "key"] == "value" && read["pbview", "loop"] == nil)
    let bytes = try folder.read("preferences")
    #expect(String(decoding: bytes, as: UTF8.self).contains("# mine"))
  }

  @Test func `writing keeps a symbolic link, also one to a missing file`() throws {
    try folder.write(Array("[other]\nkey=value\n".utf8), named: "own")
    #expect(symlink("own", folder.file("preferences")) == 0)
    #expect(symlink("missing", folder.file("dangling")) == 0)
    let file = try #require(try KeyFile(reading: path("preferences")))
    file["pbview", "motion"] = "full"
    for (link, target) in [("preferences", "own"), ("dangling", "missing")] {
      try file.write(to: path(link))
      var info = stat()
      #expect(lstat(folder.file(link), &info) == 0 && info.st_mode & S_IFMT == S_IFLNK)
      let read = try #require(try KeyFile(reading: path(target)))
      #expect(read["pbview", "motion"] == "full" && read["other", "key"] == "value")
    }
  }

  @Test func `a missing file gives nil and an invalid file gives an error with a reason`() throws {
    #expect(try KeyFile(reading: path("none")) == nil)
    for text in ["no group\n", "[pbview\nx=1\n", "\u{1}\u{2}"] {
      let location = Array(try folder.write(Array(text.utf8), named: "bad").utf8)
      #expect { _ = try KeyFile(reading: location) } throws: { error in
        "\(error)".hasPrefix("\(folder.path)/bad: ") && !"\(error)".contains("\n")
      }
    }
  }

  @Test func `bad lines are numbered, the other lines hold, and a written file keeps all`() throws {
    let text =
      "# mine\nabove=1\n[pbview]\nloop=true\r\nmotion full\n= empty\n\n[keys\nindicator=dots\n"
      + "[other]\n  motion full\nkey=value"
    let location = Array(try folder.write(Array(text.utf8), named: "preferences").utf8)
    let file = try #require(try KeyFile(reading: location))
    #expect(file.badLines.map(\.number) == [2, 5, 6, 8, 11])
    #expect(file.badLines.allSatisfy { !$0.reason.isEmpty && !$0.reason.contains("\n") })
    #expect(file["pbview", "loop"] == "true" && file["pbview", "indicator"] == "dots")
    #expect(file["other", "key"] == "value" && file["pbview", "motion"] == nil)
    file["pbview", "motion"] = "reduced"
    file["other", "key"] = nil
    try file.write(to: location)
    let written = String(decoding: try folder.read("preferences"), as: UTF8.self)
    let lines = written.split(separator: "\n", omittingEmptySubsequences: false)
    for line in ["# mine", "above=1", "motion full", "= empty", "[keys", "  motion full"] {
      #expect(lines.count { $0 == line } == 1, "\(line) in \(written)")
    }
    #expect(!written.contains("\u{1}"))
    let read = try #require(try KeyFile(reading: location))
    #expect(read.badLines.count == 5 && read["pbview", "motion"] == "reduced")
    #expect(read["pbview", "loop"] == "true" && read["other", "key"] == nil)
  }

  @Test func `a file with many bad lines or a zero byte has another format`() throws {
    for text in [
      "[pbview]\n" + String(repeating: "word\n", count: 101), "[pbview]\nword\nloop=\u{0}\n",
    ] {
      let location = Array(try folder.write(Array(text.utf8), named: "bad").utf8)
      #expect(throws: DesktopError.self) { _ = try KeyFile(reading: location) }
    }
    let text = "[pbview]\n" + String(repeating: "word\n", count: 100)
    let location = Array(try folder.write(Array(text.utf8), named: "good").utf8)
    #expect(try KeyFile(reading: location)?.badLines.count == 100)
  }

  @Test func `a write failure is an error`() throws {
    try folder.write([1], named: "file")
    #expect(throws: DesktopError.self) { try KeyFile().write(to: path("file/inside")) }
  }

  @Test func `a path that is not a regular file fails without blocking`() throws {
    #expect(mkfifo("\(folder.path)/pipe", 0o600) == 0)
    for location in [path("pipe"), Array(folder.path.utf8), Array("/dev/zero".utf8)] {
      #expect { _ = try KeyFile(reading: location) } throws: { error in
        "\(error)".hasSuffix(": this is not a regular file")
      }
    }
  }

  @Test func `the quoted contents in an error message are truncated`() throws {
    let line = String(repeating: "x\u{1B}[2J", count: 10_000)
    let location = Array(try folder.write(Array(line.utf8), named: "bad").utf8)
    #expect { _ = try KeyFile(reading: location) } throws: { error in
      "\(error)".count < folder.path.count + 200
    }
  }

  @Test func `an oversized file is not read`() throws {
    let location = Array(try folder.write([], named: "large").utf8)
    #expect(truncate("\(folder.path)/large", 1 << 33) == 0)
    #expect(throws: DesktopError.self) { _ = try KeyFile(reading: location) }
  }
}

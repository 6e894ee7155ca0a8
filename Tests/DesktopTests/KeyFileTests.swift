import Desktop
import Glibc
import TestSupport
import Testing

@Suite struct KeyFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> [UInt8] { Array("\(folder.path)/\(name)".utf8) }

  @Test func `what is written is read, in folders made for it`() throws {
    let file = KeyFile()
    file["pbview", "animator"] = "morph"
    file["pbview", "name"] = "ø = “x”\n;"
    let place = path("a/b/preferences")
    try file.write(to: place)
    let read = try #require(try KeyFile(reading: place))
    #expect(read["pbview", "animator"] == "morph" && read["pbview", "name"] == "ø = “x”\n;")
    #expect(read["pbview", "other"] == nil && read["other", "animator"] == nil)
    #expect(read.keys(of: "pbview") == ["animator", "name"])
  }

  @Test func `a person's comments and other settings stay`() throws {
    let text = "# mine\n[other]\nkey=value\n\n[pbview]\n# why\nloop=true\n"
    let place = Array(try folder.write(Array(text.utf8), named: "preferences").utf8)
    let file = try #require(try KeyFile(reading: place))
    file["pbview", "motion"] = "full"
    file["pbview", "loop"] = nil
    try file.write(to: place)
    let read = try #require(try KeyFile(reading: place))
    #expect(read["other", "key"] == "value" && read["pbview", "loop"] == nil)
    let bytes = try folder.read("preferences")
    #expect(String(decoding: bytes, as: UTF8.self).contains("# mine"))
  }

  @Test func `no file is no settings, a bad one is an error with a reason`() throws {
    #expect(try KeyFile(reading: path("none")) == nil)
    for text in ["no group\n", "[pbview\nx=1\n", "\u{1}\u{2}"] {
      let place = Array(try folder.write(Array(text.utf8), named: "bad").utf8)
      #expect { _ = try KeyFile(reading: place) } throws: { error in
        "\(error)".hasPrefix("\(folder.path)/bad: ") && !"\(error)".contains("\n")
      }
    }
  }

  @Test func `what cannot be written is an error with a reason`() throws {
    try folder.write([1], named: "file")
    #expect(throws: DesktopError.self) { try KeyFile().write(to: path("file/inside")) }
  }

  @Test func `what is no regular file is an error, and nobody waits for it`() throws {
    #expect(mkfifo("\(folder.path)/pipe", 0o600) == 0)
    for place in [path("pipe"), Array(folder.path.utf8), Array("/dev/zero".utf8)] {
      #expect { _ = try KeyFile(reading: place) } throws: { error in
        "\(error)".hasSuffix(": this is not a regular file")
      }
    }
  }

  @Test func `what a bad file says is cut short`() throws {
    let line = String(repeating: "x\u{1B}[2J", count: 10_000)
    let place = Array(try folder.write(Array(line.utf8), named: "bad").utf8)
    #expect { _ = try KeyFile(reading: place) } throws: { error in
      "\(error)".count < folder.path.count + 200
    }
  }

  @Test func `a file beyond all measure is not read`() throws {
    let place = Array(try folder.write([], named: "large").utf8)
    #expect(truncate("\(folder.path)/large", 1 << 33) == 0)
    #expect(throws: DesktopError.self) { _ = try KeyFile(reading: place) }
  }
}

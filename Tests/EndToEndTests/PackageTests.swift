import Foundation
import Testing

extension EndToEnd {
  /// The files of a package that follow the table of options: manual page, completions, metainfo.
  @Suite struct PackageTests {
    private static let project = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// Runs a program and returns its standard output and standard error together.
    private func run(
      _ program: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> String {
      let process = Process()
      process.executableURL = URL(filePath: program)
      process.arguments = arguments
      process.environment = [
        "PATH": "\(folder.path)/bin:/usr/bin:/bin", "HOME": folder.path, "LC_ALL": "C.UTF-8",
      ].merging(environment) { $1 }
      let pipe = Pipe()
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = pipe
      process.standardError = pipe
      try process.run()
      let output = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0, "\(program) \(arguments)")
      return String(decoding: output, as: UTF8.self)
    }

    /// The names of all options as `--help` lists them, without their dashes.
    private func optionNames() throws -> Set<String> {
      let lines = try run(Programs.viewer, ["--help"]).split(separator: "\n")
      let options = lines.filter { $0.hasPrefix("  -") && $0.dropFirst(2).first == "-" }
      return Set(
        options.flatMap { line in
          line.matches(of: /(?:^ +|, |\/)--([a-z-]+)/).map { String($0.1) }
        })
    }

    private func page(_ kind: String) throws -> String {
      try run("\(Self.project)/scripts/pages", [kind, Programs.viewer])
    }

    @Test func `the manual page has every option and key of --help`() throws {
      let manual = try page("man")
      let names = try optionNames()
      #expect(names.isSuperset(of: ["sort", "recent", "no-recent", "help", "version"]))
      for name in names {
        let escaped = name.replacing("-", with: "\\-")
        #expect(manual.contains("\\fB\\-\\-\(escaped)\\fR"), "\(name)")
      }
      let keys = try run(Programs.viewer, ["--help"]).split(separator: "KEYS OF A PICTURE:")[1]
      for line in keys.split(separator: "\n") where line.hasPrefix("  ") {
        let title = line.suffix(line.count - 30).trimmingPrefix(/.* {2,}/)
        #expect(manual.contains(title.replacing("-", with: "\\-")), "\(title)")
      }
      #expect(!manual.contains("@"), "a placeholder remained")
    }

    @Test(.enabled(if: Programs.has("man"), "man-db is missing"))
    func `the manual page is valid`() throws {
      let file = "\(folder.path)/pbview.1"
      try page("man").write(toFile: file, atomically: true, encoding: .utf8)
      let shown = try run("/usr/bin/man", ["--warnings", "-E", "UTF-8", "-l", file])
      #expect(!shown.contains("warning"), "\(shown)")
      #expect(shown.contains("--sort"))
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `completions have every option`(shell: String) throws {
      let script = try page(shell)
      for name in try optionNames() {
        let spelling = shell == "fish" ? "-l \(name) " : "--\(name)"
        #expect(script.contains(spelling), "\(name)")
      }
      guard let program = Programs.installed(shell) else { return }
      let file = "\(folder.path)/completions"
      try script.write(toFile: file, atomically: true, encoding: .utf8)
      #expect(try run(program, ["-n", file]) == "")
    }

    @Test func `bash completes options and values`() throws {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder.subfolder("bin"))/pbview", withDestinationPath: Programs.viewer)
      let file = "\(folder.path)/completions"
      try page("bash").write(toFile: file, atomically: true, encoding: .utf8)
      func candidates(_ words: String...) throws -> [String] {
        let line = words.joined(separator: " ")
        let command = """
          . '\(file)'; COMP_WORDS=(\(line)); COMP_CWORD=\(words.count - 1)
          _pbview pbview "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
          printf '%s\\n' "${COMPREPLY[@]}"
          """
        return try run("/bin/bash", ["-c", command]).split(separator: "\n").map(String.init)
      }
      #expect(try candidates("pbview", "--so") == ["--sort"])
      #expect(try candidates("pbview", "--sort", "da") == ["date"])
      #expect(try candidates("pbview", "--sort", "=", "da") == ["date"])
      #expect(try candidates("pbview", "some").isEmpty)
      #expect(try candidates("pbview", "--animator", "mor") == ["morph"])
    }

    @Test(.enabled(if: Programs.has("appstreamcli"), "appstream is missing"))
    func `the metainfo is valid and describes this version`() throws {
      let id = "io.github.pbview.Pbview"
      let path = "\(Self.project)/assets/\(id).metainfo.xml"
      _ = try run("/usr/bin/appstreamcli", ["validate", "--no-net", path])
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let version = try run(Programs.viewer, ["--version"]).split(separator: " ")[1].trimmingSuffix(
        while: \.isNewline)
      let releases = text.matches(of: /<release version="([^"]*)"/).map(\.1)
      #expect(releases.first == version)
      #expect(text.contains("\(id).desktop</launchable>"))
      let screenshots = text.matches(of: /main\/(assets\/screenshots\/[a-z]+\.jpg)<\/image>/)
      #expect(!screenshots.isEmpty)
      for match in screenshots {
        #expect(FileManager.default.fileExists(atPath: "\(Self.project)/\(match.1)"), "\(match.1)")
      }
    }

    /// The value of a key in a file of `assets`.
    private func value(_ key: String, of asset: String) throws -> String {
      let text = try String(contentsOfFile: "\(Self.project)/assets/\(asset)", encoding: .utf8)
      let line = text.split(separator: "\n").first { $0.hasPrefix("\(key)=") }
      return try #require(line.map { String($0.dropFirst(key.count + 1)) }, "\(asset)")
    }

    @Test func `file managers get thumbnails by the command of the thumbnailer`() throws {
      func types(_ asset: String) throws -> Set<Substring> {
        Set(try value("MimeType", of: asset).split(separator: ";"))
      }
      let opened = try types("io.github.pbview.Pbview.desktop").union(types("with-pbview.desktop"))
      #expect(try types("pbview.thumbnailer").isSubset(of: opened))
      let picture = "\(folder.path)/a picture.bmp"
      try folder.write(
        Pictures.bmp(.init(number: 0, width: 400, height: 200)), to: "a picture.bmp")
      let result = "\(folder.path)/thumbnail.png"
      let words = try value("Exec", of: "pbview.thumbnailer").split(separator: " ").dropFirst().map
      {
        switch $0 {
        case "%s": "128"
        case "%o": result
        case "%u": URL(filePath: picture).absoluteString
        default: String($0)
        }
      }
      _ = try run(Programs.viewer, words)
      let header = try Data(contentsOf: URL(filePath: result)).prefix(24)
      // The signature of PNG, and the width and height of its first chunk.
      #expect(header.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
      #expect(header.dropFirst(16) == Data([0, 0, 0, 128, 0, 0, 0, 64]))
    }

    @Test func `uninstalling removes every installed file`() throws {
      let root = "\(folder.path)/root"
      let programs = URL(filePath: Programs.viewer).deletingLastPathComponent().path
      _ = try run("\(Self.project)/scripts/stage", ["\(root)/usr", programs, "de"])
      let installed = try FileManager.default.subpathsOfDirectory(atPath: root)
      #expect(installed.contains("usr/share/man/man1/pbview.1.gz"))
      #expect(installed.contains("usr/share/man/de/man1/pbview.1.gz"))
      #expect(installed.contains("usr/libexec/pbview/pbview-decoder"))
      _ = try run(
        "\(Self.project)/scripts/uninstall", ["/usr"], environment: ["DESTDIR": root])
      #expect(try FileManager.default.subpathsOfDirectory(atPath: root) == ["usr"])
    }
  }
}

extension Substring {
  /// The text without its last characters that satisfy a condition.
  fileprivate func trimmingSuffix(while condition: (Character) -> Bool) -> Substring {
    self[..<(lastIndex { !condition($0) }.map(index(after:)) ?? startIndex)]
  }
}

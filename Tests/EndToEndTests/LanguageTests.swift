import Foundation
import Testing

extension EndToEnd {
  /// The program in other languages, and the script that keeps the translations.
  @Suite struct LanguageTests {
    private static let project = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func run(
      _ program: String, _ arguments: [String], environment: [String: String] = [:], code: Int32 = 0
    ) throws -> String {
      let process = Process()
      process.executableURL = URL(filePath: program)
      process.arguments = arguments
      process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path].merging(environment) {
        $1
      }
      let pipe = Pipe()
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = pipe
      process.standardError = pipe
      try process.run()
      let output = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      #expect(process.terminationStatus == code, "\(program) \(arguments)")
      return String(decoding: output, as: UTF8.self)
    }

    private func translations(_ arguments: String..., code: Int32 = 0) throws -> String {
      try run("\(Self.project)/scripts/translations", arguments, code: code)
    }

    @Test func `the template is up to date, and msgfmt accepts every catalogue`() throws {
      #expect(try translations("--check").isEmpty)
    }

    @Test(.enabled(if: Programs.has("msgfmt"), "gettext is missing"))
    func `a missing translation and a fuzzy one are errors with language and text`() throws {
      let po = "\(folder.path)/po"
      try FileManager.default.copyItem(atPath: "\(Self.project)/po", toPath: po)
      let german = URL(filePath: "\(po)/de.po")
      let entry = "msgid \"Deselect All\"\n"
      let text = try String(contentsOf: german, encoding: .utf8)
      try #require(text.contains(entry + "msgstr \"Auswahl aufheben\""))
      for (change, state) in [
        (entry + "msgstr \"\"", "not translated"),
        ("#, fuzzy\n" + entry + "msgstr \"Auswahl aufheben\"", "fuzzy"),
      ] {
        try text.replacing(entry + "msgstr \"Auswahl aufheben\"", with: change)
          .write(to: german, atomically: true, encoding: .utf8)
        let errors = try translations("--check", po, code: 1)
        #expect(errors == "translations: de.po: “Deselect All” is \(state)\n")
      }
    }

    @Test(.enabled(if: Programs.has("msgfmt"), "gettext is missing"))
    func `--help and errors of the command line are in the language of the user`() throws {
      let messages = "\(folder.path)/xx/LC_MESSAGES"
      try FileManager.default.createDirectory(
        atPath: messages, withIntermediateDirectories: true)
      _ = try translations("pseudo", "\(folder.path)/xx.po")
      _ = try run("/usr/bin/msgfmt", ["-c", "-o", "\(messages)/pbview.mo", "\(folder.path)/xx.po"])
      var environment = [
        "PBVIEW_LOCALES": folder.path, "LANGUAGE": "xx", "LC_ALL": "C.UTF-8",
      ]
      #expect(try run(Programs.viewer, ["--help"], environment: environment).contains("⟦Šĥöŵš"))
      let error = try run(
        Programs.viewer, ["--grid", "--browse", "a.jpg"], environment: environment, code: 2)
      #expect(error.hasPrefix("pbview: ⟦"), "\(error)")
      environment["LC_ALL"] = "C"
      #expect(try run(Programs.viewer, ["--help"], environment: environment).hasPrefix("Shows"))
      environment["LC_ALL"] = "en_US.UTF-8"
      environment["LANGUAGE"] = "en:xx"
      #expect(try run(Programs.viewer, ["--help"], environment: environment).hasPrefix("Shows"))
    }
  }
}

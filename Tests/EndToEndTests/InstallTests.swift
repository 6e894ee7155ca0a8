import Foundation
import Testing

extension EndToEnd {
  /// The desktop entry written by `scripts/install`.
  @Suite struct InstallTests {
    private static let project = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private let home: ScratchFolder

    init() throws { home = try ScratchFolder() }

    private func run(
      _ program: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> (status: Int32, output: String) {
      let process = Process()
      process.executableURL = URL(filePath: program)
      process.arguments = arguments
      process.environment = [
        "PATH": "/usr/bin:/bin", "HOME": home.path, "XDG_DATA_HOME": "\(home.path)/share",
      ].merging(environment) { $1 }
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = FileHandle.nullDevice
      try process.run()
      let output = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    private func entry(for program: String, types: String = "image/png;") throws -> String {
      let made = try run("\(Self.project.path)/scripts/desktop-entry", [program, types])
      #expect(made.status == 0)
      return made.output
    }

    @Test(
      arguments: [
        ("/usr/bin/pbview", "Exec=/usr/bin/pbview %U"),
        ("/home/u/.local/bin/pbview", "Exec=/home/u/.local/bin/pbview %U"),
        ("/home/u v/bin/pbview", "Exec=\"/home/u v/bin/pbview\" %U"),
        ("/home/50%/bin/pbview", "Exec=/home/50%%/bin/pbview %U"),
        ("/home/a$b/bin/pbview", "Exec=\"/home/a\\\\$b/bin/pbview\" %U"),
      ])
    func `the command in the desktop entry is quoted only where required`(
      program: String, line: String
    ) throws {
      let lines = try entry(for: program).split(separator: "\n").map(String.init)
      #expect(lines.contains(line), "\(lines)")
      #expect(lines.contains("MimeType=image/png;"))
      #expect(lines.contains("TryExec=\(program)"))
    }

    @Test(.enabled(if: Programs.has("desktop-file-validate"), "desktop-file-utils is missing"))
    func `the desktop entries are valid`() throws {
      let mains = try ["/usr/bin/pbview", "/home/u v/bin/pbview"].map { try entry(for: $0) }
      let script = "\(Self.project.path)/scripts/desktop-entry"
      let other = try run(script, ["/usr/bin/pbview", "", "with-pbview.desktop"])
      #expect(other.output.contains("MimeType=inode/directory;"))
      for text in mains + [other.output] {
        let file = "\(home.path)/pbview.desktop"
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let checked = try run("/usr/bin/desktop-file-validate", [file])
        #expect(checked.status == 0, "\(checked.output)")
      }
    }

    @Test(
      .enabled(
        if: Programs.has("xdg-open", "xdg-mime", "update-desktop-database"),
        "xdg-utils is missing"))
    func `xdg-open starts the program without a known desktop`() throws {
      // A script that records its argument replaces pbview.
      let note = "\(home.path)/started"
      let program = "\(home.path)/pbview"
      try "#!/bin/sh\nprintf '%s' \"$1\" >'\(note)'\n".write(
        toFile: program, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
      let applications = "\(home.path)/share/applications"
      try FileManager.default.createDirectory(
        atPath: applications, withIntermediateDirectories: true)
      try entry(for: program).write(
        toFile: "\(applications)/io.github.pbview.Pbview.desktop", atomically: true,
        encoding: .utf8)
      _ = try run("/usr/bin/update-desktop-database", [applications])
      let picture = "\(home.path)/a picture.png"
      try FileManager.default.copyItem(
        at: Self.project.appending(path: "assets/album/12 Glass bubble.png"),
        to: URL(filePath: picture))
      // With DISPLAY set, xdg-open looks for graphical programs; the script needs no display.
      _ = try run("/usr/bin/xdg-open", [picture], environment: ["DISPLAY": ":0"])
      let argument = try? String(contentsOfFile: note, encoding: .utf8)
      #expect(argument?.hasSuffix("picture.png") == true, "\(argument ?? "it was not started")")
    }
  }
}

import Foundation
import Testing

extension EndToEnd {
  /// Libraries that the first picture does not need are loaded on first use: the text and desktop
  /// libraries would double the load time.
  @Suite
  struct RuntimeLibraryTests {
    private static let late = ["libpango", "libglib", "libgobject", "libgio"]

    /// A session of three pages with these environment variables for the dynamic linker.
    private func session(_ environment: [String: String]) throws -> Session {
      let album = try ScratchFolder()
      try album.writePictures(3)
      let names = (0..<3).map { album.path / RawName(ScratchFolder.name($0)) }
      let session = try Session(
        starting: names, on: try Displays.plain(), album: album, environment: environment)
      try session.viewer.wait(for: "rest page=0") { $0["width"] > 0 }
      // Key events go to the window under the pointer.
      session.x.move(to: Session.middle)
      return session
    }

    @Test func `viewer and helper are linked only to their own libraries`() throws {
      let ldd = try #require(Programs.installed("ldd"))
      func libraries(_ program: String) throws -> String {
        let process = try ChildProcess(
          ldd, [RawName(program)], environment: ["PATH": "/usr/bin:/bin"])
        #expect(process.exitCode() == 0)
        return String(decoding: process.output.wholeOutput(within: 5) ?? [], as: UTF8.self)
      }
      let viewer = try libraries(Programs.viewer)
      #expect(viewer.contains("libcairo"))
      for name in ["libgdk_pixbuf", "libturbojpeg", "libjpeg"] + Self.late {
        #expect(!viewer.contains(name), "the viewer links \(name)")
      }
      let helper = try libraries(Programs.decoder)
      for name in ["libX11", "libcairo"] + Self.late {
        #expect(!helper.contains(name), "the helper links \(name)")
      }
    }

    @Test(.needsDisplay)
    func `text libraries are loaded after the first picture`() throws {
      let session = try session(["LD_DEBUG": "files"])
      let process = session.viewer.process
      // The dynamic linker starts its lines with the process id.
      func isLoaded(_ line: String, _ name: String) -> Bool {
        line.drop { $0 == " " }.hasPrefix("\(process.id):") && line.contains("file=\(name)")
      }
      try session.viewer.wait(for: "exact page=0")
      try #require(
        process.errors.first(from: 0, within: ViewerProcess.timeout) { line in
          isLoaded(line, "libpango") ? true : nil
        } != nil, "no text was drawn")
      let lines = process.errors.lines
      let exact = try #require(lines.firstIndex { Trace(line: $0)?.name == "exact" })
      for name in Self.late {
        #expect(!lines[..<exact].contains { isLoaded($0, name) }, "\(name) was loaded at the start")
      }
    }

    @Test(.needsDisplay)
    func `without Pango and GIO pictures open, and Delete reports the missing library`() throws {
      let tools = try ScratchFolder()
      // An empty file found before the real library makes loading fail.
      for name in ["libpangocairo-1.0.so.0", "libgio-2.0.so.0"] {
        try tools.write([], to: RawName(name))
      }
      let session = try session(["LD_LIBRARY_PATH": tools.path])
      #expect(try session.shows(picture: 0))
      _ = try session.rest(onPage: 1) { try session.x.key("Right") }
      #expect(try session.shows(picture: 1))
      try session.reporting {
        try session.viewer.wait(for: "refused count=1 permanent=0") { try session.x.key("Delete") }
      }
      let words = session.viewer.process.errors.lines
      #expect(words.contains { $0.hasSuffix(": libgio-2.0 is not installed") })
      let kept = "\(session.album.path)/\(ScratchFolder.name(1))"
      #expect(FileManager.default.fileExists(atPath: kept))
    }
  }
}

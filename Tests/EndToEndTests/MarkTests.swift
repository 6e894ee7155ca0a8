import CX11
import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// The commands that mark and rotate photos, by keys: sidecars, Undo and the culling mode.
  @Suite(.needsDisplay)
  struct MarkTests {
    private let home: ScratchFolder

    init() throws { home = try ScratchFolder() }

    /// Opens a browser on `count` pictures given as single files.
    private func pages(_ count: Int, arguments: [RawName] = []) throws -> Session {
      let album = try ScratchFolder()
      try album.writePictures(count)
      let names = (0..<count).map { album.path / RawName(ScratchFolder.name($0)) }
      let session = try Session(
        starting: arguments + names, on: try Displays.plain(), album: album,
        environment: ["HOME": home.path])
      try session.viewer.wait(for: "rest page=0") { $0["width"] > 0 }
      session.x.move(to: Session.middle)
      return session
    }

    /// Presses a key and waits until `count` photos are marked.
    private func mark(
      _ session: Session, _ key: String, holding held: [String] = [], count: Int = 1
    ) throws {
      let start = session.viewer.mark
      try session.reporting {
        try session.x.key(key, holding: held)
        try session.viewer.wait(for: "marked count=\(count) failed=0", since: start)
      }
    }

    /// The text of the sidecar of a picture; nil without one.
    private func sidecar(_ number: Int, of session: Session) -> String? {
      let path = "\(session.album.path)/\(ScratchFolder.name(number)).xmp"
      return try? String(contentsOfFile: path, encoding: .utf8)
    }

    @Test func `a rating is written into a sidecar, Undo removes it and Redo writes it again`()
      throws
    {
      let session = try pages(2)
      try mark(session, "4", holding: ["Alt_L"])
      let written = try #require(sidecar(0, of: session))
      #expect(written.contains("xmp:Rating=\"4\""))
      try mark(session, "z", holding: ["Control_L"])
      #expect(sidecar(0, of: session) == nil)
      try mark(session, "y", holding: ["Control_L"])
      #expect(sidecar(0, of: session) == written)
      #expect(sidecar(1, of: session) == nil)
    }

    @Test func `a window that is closed twice prints the picked photos once`() throws {
      let session = try pages(2, arguments: ["--marked"])
      let x = session.x
      // A clipboard manager that does not answer delays the end of the program.
      let manager = XCreateSimpleWindow(x.display, x.root, 0, 0, 1, 1, 0, 0, 0)
      XSetSelectionOwner(x.display, x.atom("CLIPBOARD_MANAGER"), manager, 0)
      defer {
        XDestroyWindow(x.display, manager)
        x.synchronise()
      }
      try mark(session, "p", holding: ["Alt_L"])
      try session.viewer.wait(for: "copied count=1") {
        try x.key("c", holding: ["Control_L"])
      }
      try session.viewer.wait(for: "exit code=0") {
        x.close(session.window)
        x.close(session.window)
      }
      #expect(session.viewer.process.exitCode() == 0)
      let output = session.viewer.process.output.wholeOutput(within: 10) ?? []
      let path = "\(session.album.path)/\(ScratchFolder.name(0))"
      #expect(String(decoding: output, as: UTF8.self) == path + "\n")
    }

    @Test func `a mark that is set just before the window is closed is written`() throws {
      let session = try pages(2)
      try session.viewer.wait(for: "exit code=0") {
        try session.x.key("4", holding: ["Alt_L"])
        session.x.close(session.window)
      }
      #expect(session.viewer.process.exitCode() == 0)
      #expect(sidecar(0, of: session)?.contains("xmp:Rating=\"4\"") == true)
    }

    @Test func `the culling mode marks by single keys and goes on, and Undo goes back`() throws {
      let session = try pages(4)
      try session.reporting {
        let start = session.viewer.mark
        try session.x.key("c")
        try session.viewer.wait(for: "culling on=true", since: start)
      }
      for (page, key) in ["p", "3", "x"].enumerated() {
        _ = try session.rest(onPage: page + 1) { try mark(session, key) }
      }
      #expect(sidecar(0, of: session)?.contains("digiKam:PickLabel=\"3\"") == true)
      #expect(sidecar(1, of: session)?.contains("xmp:Rating=\"3\"") == true)
      #expect(sidecar(2, of: session)?.contains("xmp:Rating=\"-1\"") == true)
      _ = try session.rest(onPage: 2) { try mark(session, "z", holding: ["Control_L"]) }
      #expect(sidecar(2, of: session) == nil)
      // Escape ends the mode, not the program.
      try session.reporting {
        let start = session.viewer.mark
        try session.x.key("Escape")
        try session.viewer.wait(for: "culling on=false", since: start)
      }
      #expect(session.viewer.process.exitCode(within: 0) == nil)
    }

    @Test func `a mark leads on in the direction of the wheel`() throws {
      let session = try pages(4)
      try session.reporting {
        let start = session.viewer.mark
        try session.x.key("c")
        try session.viewer.wait(for: "culling on=true", since: start)
      }
      for (page, button) in [(1, XClient.Button.wheelDown), (2, .wheelDown), (1, .wheelUp)] {
        _ = try session.rest(onPage: page) { session.x.wheel(button) }
      }
      _ = try session.rest(onPage: 0) { try mark(session, "3") }
      #expect(sidecar(1, of: session)?.contains("xmp:Rating=\"3\"") == true)
    }

    @Test func `properties of a sidecar written by another program stay`() throws {
      let session = try pages(1)
      let theirs = """
        <?xml version='1.0'?><!-- theirs -->
        <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>
        <rdf:Description rdf:about='' xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmlns:o='urn:o' o:p='1'
          xmp:Rating='1'/></rdf:RDF></x:xmpmeta>
        """
      let path = "\(session.album.path)/\(ScratchFolder.name(0)).xmp"
      try theirs.write(toFile: path, atomically: true, encoding: .utf8)
      try mark(session, "5", holding: ["Alt_L"])
      let result = try #require(sidecar(0, of: session))
      #expect(
        result.replacingOccurrences(
          of: " xmp:MetadataDate=\"[^\"]*\"", with: "", options: .regularExpression
        ).filter { !$0.isWhitespace }
          == theirs.replacingOccurrences(of: "xmp:Rating='1'", with: "xmp:Rating='5'")
          .filter { !$0.isWhitespace })
      try mark(session, "z", holding: ["Control_L"])
      #expect(sidecar(0, of: session) == theirs)
    }

    @Test func `a photo is rotated in its file, and Undo restores every byte`() throws {
      let album = try ScratchFolder()
      let file = try album.write(Pictures.png(Pictures.Plan(number: 1)), to: "a.png")
      let session = try Session(
        starting: [file], on: try Displays.plain(), album: album,
        environment: ["HOME": home.path])
      try session.viewer.wait(for: "rest page=0") { $0["width"] > 0 }
      session.x.move(to: Session.middle)
      let path = "\(album.path)/a.png"
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      let times = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
      let before = try #require(
        session.viewer.traces().last { $0.matches(Trace(pattern: "rest page=0")) })
      func turn(_ key: String, holding held: [String] = []) throws -> Trace {
        let start = session.viewer.mark
        return try session.reporting {
          try session.x.key(key, holding: held)
          try session.viewer.wait(for: "turned count=1 failed=0", since: start)
          return try session.viewer.wait(for: "rest page=0", since: start)
        }
      }
      let turned = try turn("greater")
      #expect(abs(turned["width"] / turned["height"] - before["height"] / before["width"]) < 0.02)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) != bytes)
      let back = try turn("z", holding: ["Control_L"])
      #expect(back["width"] == before["width"] && back["height"] == before["height"])
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
      let restored = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
      #expect(restored as? Date == times)
    }

    @Test func `the pixels of a JPEG without EXIF are rotated without loss, and Undo restores it`()
      throws
    {
      let album = try ScratchFolder()
      let source = BlockJPEG(width: 640, height: 480).bytes
      let file = try album.write(source, to: "a.jpg")
      let session = try Session(
        starting: [file], on: try Displays.plain(), album: album,
        environment: ["HOME": home.path, "XDG_DATA_HOME": home.path])
      try session.viewer.wait(for: "rest page=0") { $0["width"] > 0 }
      session.x.move(to: Session.middle)
      func turn(_ key: String, holding held: [String] = []) throws -> [UInt8] {
        let start = session.viewer.mark
        return try session.reporting {
          try session.x.key(key, holding: held)
          try session.viewer.wait(for: "turned count=1 failed=0", since: start)
          try session.viewer.wait(for: "rest page=0", since: start)
          return Array(try Data(contentsOf: URL(fileURLWithPath: "\(album.path)/a.jpg")))
        }
      }
      let turned = try turn("greater")
      // The frame header with the height and the width: no orientation is stored.
      let frame = turned.indices.first { turned[$0...].starts(with: [0xFF, 0xC0]) }
      let place = try #require(frame) + 5
      let stored: [UInt8] = [0x02, 0x80, 0x01, 0xE0]  // 640 and 480
      #expect(Array(turned[place..<place + 4]) == stored)
      #expect(try turn("z", holding: ["Control_L"]) == source)
    }

    @Test func `all selected photos of a grid are marked in one step`() throws {
      let session = try Session(
        gridOf: 3, on: try Displays.plain(), environment: ["HOME": home.path])
      try session.x.key("a", holding: ["Control_L"])
      try mark(session, "p", holding: ["Alt_L"], count: 3)
      for number in 0..<3 {
        #expect(sidecar(number, of: session)?.contains("PickLabel=\"3\"") == true)
      }
      try mark(session, "z", holding: ["Control_L"], count: 3)
      for number in 0..<3 { #expect(sidecar(number, of: session) == nil) }
    }
  }
}

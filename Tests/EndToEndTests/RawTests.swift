import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// Camera RAW files in the window.
  @Suite(.needsDisplay)
  struct RawTests {
    @Test func `d develops a RAW file, and d again shows its preview`() throws {
      let album = try ScratchFolder()
      var file = DNGFile(width: 512, height: 384)
      file.preview = (BlockJPEG(width: 512, height: 384).bytes, 512, 384)
      let path = try album.write(file.bytes, to: "a.dng")
      let session = try Session(on: try Displays.plain(), album: album, names: [path])
      try session.reporting {
        let preview = try session.x.look(at: session.window) { _ in true }.0
        try session.viewer.wait(for: "developed page=0") { try session.x.key("d") }
        // The sensor is white everywhere.
        let (_, isWhite) = try session.x.look(at: session.window) { screenshot in
          screenshot[Session.middle].map { $0 & 0xFFFFFF == 0xFFFFFF } ?? false
        }
        #expect(isWhite)
        try session.viewer.wait(for: "developing page=0 on=false") { try session.x.key("d") }
        let (_, isPreview) = try session.x.look(at: session.window) { screenshot in
          screenshot[Session.middle] == preview[Session.middle]
        }
        #expect(isPreview)
      }
    }

    /// A RAW file with a preview, whose sensor data end too early.
    private static func damaged() throws -> [UInt8] {
      var file = DNGFile(width: 512, height: 384)
      file.preview = (BlockJPEG(width: 512, height: 384).bytes, 512, 384)
      var bytes = file.bytes
      // The entry StripOffsets of the sensor data, which begin at 8.
      let entry: [UInt8] = [0x11, 1, 4, 0, 1, 0, 0, 0, 8, 0, 0, 0]
      let start = try #require(bytes.firstRange(of: entry)?.lowerBound)
      let end = bytes.count - 100
      for place in 0..<4 {
        bytes[start + 8 + place] = UInt8(truncatingIfNeeded: end >> (8 * place))
      }
      return bytes
    }

    @Test func `a RAW file that cannot be developed says so, and d leads back to its preview`()
      throws
    {
      let album = try ScratchFolder()
      let path = try album.write(Self.damaged(), to: "a.dng")
      let session = try Session(on: try Displays.plain(), album: album, names: [path])
      try session.reporting {
        try session.viewer.wait(for: "failed page=0") { try session.x.key("d") }
        try session.viewer.wait(for: "exact page=0") { try session.x.key("d") }
      }
    }

    @Test func `developing ends also when another page is shown meanwhile`() throws {
      let album = try ScratchFolder()
      var file = DNGFile(width: 1200, height: 800)
      file.preview = (BlockJPEG(width: 1200, height: 800).bytes, 1200, 800)
      let names = [
        try album.write(file.bytes, to: "a.dng"), try album.write(file.bytes, to: "b.dng"),
      ]
      let session = try Session(on: try Displays.plain(), album: album, names: names)
      try session.reporting {
        try session.viewer.wait(for: "developed page=0") {
          try session.x.key("d")
          try session.x.key("Right")
        }
      }
    }

    @Test func `zooming beyond the pixels of the preview develops the photo, on request`() throws {
      let album = try ScratchFolder()
      var file = DNGFile(width: 512, height: 384)
      file.preview = (BlockJPEG(width: 512, height: 384).bytes, 512, 384)
      let path = try album.write(file.bytes, to: "a.dng")
      let session = try Session(
        on: try Displays.plain(), album: album, names: [path], options: ["--develop-on-zoom"])
      try session.reporting {
        // The photo fits the window, so that it rests at its own size at once.
        #expect(try session.viewer.wait(for: "rest page=0") { $0["width"] == 512 }["scale"] == 1)
        let begun = {
          session.viewer.process.errors.lines.count { $0.contains("developing page=0") }
        }
        #expect(begun() == 0)
        try session.viewer.wait(for: "developed page=0") { try session.x.key("2") }
        #expect(begun() == 1)
      }
    }

    private func names(in album: ScratchFolder) -> Set<String> {
      Set((try? FileManager.default.contentsOfDirectory(atPath: album.path)) ?? [])
    }

    @Test func `a pair is one photo, steps through its versions, and is deleted as a whole`() throws
    {
      let (album, home) = (try ScratchFolder(), try ScratchFolder())
      var raw = DNGFile(width: 512, height: 384)
      raw.preview = (BlockJPEG(width: 512, height: 384).bytes, 512, 384)
      let jpeg = BlockJPEG(width: 512, height: 384).bytes
      try album.write(jpeg, to: "a.jpg")
      try album.write(jpeg, to: "b.jpg")
      try album.write(raw.bytes, to: "b.dng")
      try album.write(Array("<x/>".utf8), to: "b.xmp")
      let session = try Session(
        gridOf: album, on: try Displays.plain(), items: 2,
        environment: ["HOME": home.path, "XDG_DATA_HOME": home.path])
      try session.reporting {
        try session.focus(1)
        try session.viewer.wait(for: "rest page=1") { try session.x.key("Return") }
        try session.viewer.wait(for: "exact page=1") { try session.x.key("d") }
        try session.viewer.wait(for: "developed page=1") { try session.x.key("d") }
        try session.viewer.wait(for: "exact page=1") { try session.x.key("d") }
        try session.viewer.wait(for: "deleted count=1 permanent=0") {
          try session.x.key("Delete")
        }
        #expect(names(in: album) == ["a.jpg"])
        try session.viewer.wait(for: "restored count=1") {
          try session.x.key("z", holding: ["Control_L"])
        }
        #expect(names(in: album) == ["a.jpg", "b.jpg", "b.dng", "b.xmp"])
      }
    }
  }
}

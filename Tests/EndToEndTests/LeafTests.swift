import Geometry
import TestSupport
import Testing

extension EndToEnd {
  /// Files of several pictures in the window.
  @Suite(.needsDisplay)
  struct LeafTests {
    /// A little-endian TIFF with a page for each grey level, 64 × 48 pixels each.
    private static func tiff(_ levels: [UInt8]) -> [UInt8] {
      func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
      }
      let (width, height) = (64, 48)
      let tags = [
        (256, width), (257, height), (258, 8), (259, 1), (262, 1), (277, 1), (278, height),
      ]
      let directoryBytes = 2 + (tags.count + 2) * 12 + 4
      var out: [UInt8] = Array("II*\0".utf8) + little(8, 4)
      for (index, level) in levels.enumerated() {
        let pixels = out.count + directoryBytes
        let end = pixels + width * height
        let entries = (tags + [(273, pixels), (279, width * height)]).sorted { $0.0 < $1.0 }
        out += little(entries.count, 2)
        for (tag, value) in entries {
          out += little(tag, 2) + [4, 0, 1, 0, 0, 0] + little(value, 4)
        }
        out += little(index + 1 < levels.count ? end : 0, 4)
        out += [UInt8](repeating: level, count: width * height)
      }
      return out
    }

    /// Whether the picture on the page is of a grey level. The page ends above the strip.
    private func page(of session: Session, is level: UInt32) throws -> Bool {
      try session.x.look(at: session.window) { screenshot in
        stride(from: screenshot.height / 4, to: screenshot.height * 3 / 4, by: 8).contains { y in
          screenshot[Point(x: Double(screenshot.width / 2), y: Double(y))] == level * 0x01_0101
        }
      }.1
    }

    @Test func `Alt with Page Down and Page Up goes through the pages of a TIFF`() throws {
      let album = try ScratchFolder()
      let path = try album.write(Self.tiff([40, 120, 200]), to: "a.tif")
      let session = try Session(on: try Displays.plain(), album: album, names: [path])
      try session.reporting {
        #expect(try page(of: session, is: 40))
        try session.viewer.wait(for: "leaf page=0 shown=1") {
          try session.x.key("Next", holding: ["Alt_L"])
        }
        #expect(try page(of: session, is: 120))
        try session.viewer.wait(for: "leaf page=0 shown=2") {
          try session.x.key("Next", holding: ["Alt_L"])
        }
        #expect(try page(of: session, is: 200))
        try session.viewer.wait(for: "leaf page=0 shown=1") {
          try session.x.key("Prior", holding: ["Alt_L"])
        }
        #expect(try page(of: session, is: 120))
      }
    }

    @Test func `a strip shows the pages of a TIFF, and a click goes to one`()
      throws
    {
      let album = try ScratchFolder()
      let path = try album.write(Self.tiff([40, 120, 200]), to: "a.tif")
      let session = try Session(on: try Displays.plain(), album: album, names: [path])
      try session.reporting {
        try session.viewer.wait(for: "leafstrip first=0 last=2 leaf=0")
        let frame = try session.x.frame(of: session.window)
        let last = Point(x: frame.midX + 68, y: frame.maxY - 40)
        // The thumbnail is that of the page, not of the file.
        #expect(
          try session.x.look(at: session.window) { screenshot in
            screenshot[Point(x: last.x - frame.minX, y: last.y - frame.minY)] == 200 * 0x01_0101
          }.1)
        try session.viewer.wait(for: "leaf page=0 shown=2") { session.x.click(at: last) }
        try session.viewer.wait(for: "leafstrip first=0 last=2 leaf=2")
      }
    }

    @Test func `the picture of a TIFF does not move when the strip of its pages appears`() throws {
      let album = try ScratchFolder()
      let path = try album.write(Self.tiff([40, 120, 200]), to: "a.tif")
      let session = try Session(on: try Displays.plain(), album: album, names: [path])
      try session.reporting {
        try session.viewer.wait(for: "leafstrip first=0 last=2 leaf=0")
        // A movement for the strip would have ended with another report.
        _ = try session.x.steadyScreenshot(of: session.window)
        let frames = session.viewer.traces().filter { $0.name == "rest" }.map {
          Session.Rest($0).frame
        }
        let first = try #require(frames.first)
        #expect(frames.allSatisfy { $0 == first }, "\(frames)")
      }
    }
  }
}

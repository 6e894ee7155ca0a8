import Foundation
import Geometry
import TestSupport
import Testing

extension EndToEnd {
  /// Truncated files, and files of unsupported types.
  @Suite(.needsDisplay)
  struct PartialFileTests {
    /// A picture in the format of the name's extension.
    private static func bytes(_ name: String) -> [UInt8] {
      name.hasSuffix(".jpg")
        ? BlockJPEG(width: 640, height: 480).bytes : Pictures.png(.init(number: 4))
    }

    /// The number of pixels with the colour of a warning sign and a red channel above `least`. The
    /// red channel is at most 233 in the test JPEG and at most 72 in the test PNG.
    private static func signs(
      in screen: Screenshot, _ area: Rect, above least: UInt32 = 0xec
    ) -> Int {
      screen.cropped(to: area).pixels.count {
        let (red, green, blue) = ($0 >> 16 & 0xff, $0 >> 8 & 0xff, $0 & 0xff)
        return red > least && red > green && green > red / 2 && blue < green
      }
    }

    private static let bottom = Rect(
      x: 150, y: Double(Session.height) - 120, width: Double(Session.width) - 300, height: 120)

    @Test(arguments: ["cut.jpg", "cut.png"])
    func `a truncated picture shows a warning strip that can be dismissed`(name: String) throws {
      let album = try ScratchFolder()
      let whole = Self.bytes(name)
      try album.write(Array(whole[..<(whole.count / 2)]), to: RawName(name))
      try album.age(by: 60)
      let session = try Session(
        on: try Displays.plain(), album: album, names: [RawName("\(album.path)/\(name)")])
      try session.reporting { try session.viewer.wait(for: "notice page=0") }
      let (screen, isThere) = try session.x.look(at: session.window) {
        Self.signs(in: $0, Self.bottom) > 3
      }
      #expect(isThere, "kept \(isThere ? "-" : screen.keep(as: "no-strip"))")
      // The close button is the rightmost element of the strip, in the row of the sign.
      let row = Int(Self.bottom.minY) + Self.bottomRow(of: screen)
      let right = try #require(
        (0..<Session.width).last {
          (screen[Point(x: Double($0), y: Double(row))] ?? 0) & 0xff > 0x80
            && $0 < Session.width - 150
        })
      session.x.click(at: try session.onScreen(Point(x: Double(right) - 4, y: Double(row))))
      let (after, isGone) = try session.x.look(at: session.window) {
        Self.signs(in: $0, Self.bottom) == 0
      }
      #expect(isGone, "kept \(isGone ? "-" : after.keep(as: "strip-stays"))")
    }

    /// The middle row of the sign, relative to the top of `bottom`.
    private static func bottomRow(of screen: Screenshot) -> Int {
      let rows = (0..<Int(bottom.height)).filter {
        signs(
          in: screen,
          Rect(x: bottom.minX, y: bottom.minY + Double($0), width: bottom.width, height: 1)) > 0
      }
      return ((rows.first ?? 0) + (rows.last ?? 0)) / 2
    }

    @Test func `a complete picture shows no warning`() throws {
      let album = try ScratchFolder()
      let files = try ["whole.jpg", "whole.png"].map {
        try album.write(Self.bytes($0), to: RawName($0))
      }
      try album.age(by: 60)
      let session = try Session(on: try Displays.plain(), album: album, names: files)
      try session.reporting {
        try session.viewer.wait(for: "exact page=1")
        _ = try session.rest(onPage: 1) { try session.x.key("Right") }
      }
      let screen = try session.x.steadyScreenshot(of: session.window)
      #expect(Self.signs(in: screen, Self.bottom) == 0)
      #expect(!session.viewer.traces().contains { $0.name == "notice" })
    }

    @Test func `a truncated picture shows the warning only after the idle time`() throws {
      let album = try ScratchFolder()
      let whole = Self.bytes("cut.png")
      let written = Pace.milliseconds
      let file = try album.write(Array(whole[..<(whole.count / 2)]), to: "cut.png")
      let session = try Session(on: try Displays.plain(), album: album, names: [file])
      try session.reporting { try session.viewer.wait(for: "notice page=0") }
      #expect(Pace.milliseconds - written >= 2900)
    }

    @Test func `cells of truncated pictures have a warning mark, complete pictures have none`()
      throws
    {
      let album = try ScratchFolder()
      for (name, share) in [("a.jpg", 2), ("b.png", 2), ("c.png", 1), ("d.png", 1)] {
        let whole = Self.bytes(name)
        try album.write(Array(whole[..<(whole.count / share)]), to: RawName(name))
      }
      try album.age(by: 60)
      let session = try Session(gridOf: album, on: try Displays.plain(), items: 4)
      for index in 0..<4 {
        let cell = try session.focus(index)
        let corner = Rect(
          x: (cell.maxX - 40).rounded(), y: (cell.maxY - 40).rounded(), width: 40, height: 40)
        let (screen, isRight) = try session.x.look(at: session.window) {
          (Self.signs(in: $0, corner, above: 0xa0) > 5) == (index < 2)
        }
        #expect(isRight, "\(index) kept \(isRight ? "-" : screen.keep(as: "mark-\(index)"))")
      }
    }

    @Test(arguments: [
      ("a.jpg", "damaged"), ("a.cr3", "Camera RAW"), ("a.xcf", "GIMP image"),
    ])
    func `an error card gives the reason, without the file name and without Retry`(
      name: String, words: String
    ) throws {
      let album = try ScratchFolder()
      let contents: [String: [UInt8]] = [
        "a.jpg": [0xff, 0xd8, 0xff, 0xe0] + (0..<4000).map { UInt8($0 * 37 & 0xff) },
        "a.cr3": Array("\0\0\0\u{18}ftypcrx \0\0\0\u{01}crx isom".utf8),
        "a.xcf": Array("gimp xcf v011".utf8),
      ]
      let file = try album.write(try #require(contents[name]), to: RawName(name))
      try album.age(by: 60)
      let viewer = try ViewerProcess(
        ["--render", RawName("\(album.path)/out.png"), file], display: nil, traced: false)
      #expect(viewer.process.exitCode() == 1)
      let errors = viewer.process.errors.first(from: 0, within: 5) { $0 } ?? "nothing"
      #expect(
        errors.contains(words) && errors.components(separatedBy: name).count == 2, "\(errors)")
      let session = try Session(starting: [file], on: try Displays.plain(), album: album)
      try session.reporting { try session.viewer.wait(for: "failed page=0") }
      let (screen, _) = try session.x.look(at: session.window) {
        $0.cropped(to: Rect(x: 250, y: 250, width: 500, height: 300)).colours > 8
      }
      // A Retry button would be the widest run of light pixels.
      let middle = screen.cropped(to: Rect(x: 250, y: 250, width: 500, height: 300))
      let lightest = (0..<300).map { y in
        (0..<500).count { middle.pixels[y * 500 + $0] & 0xff > 0xd8 }
      }
      #expect((lightest.max() ?? 0) < 100, "kept \(screen.keep(as: "card-\(name)"))")
    }
  }
}

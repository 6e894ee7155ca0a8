import Foundation
import Geometry
import TestSupport
import Testing

private let hasPoppler: Bool = {
  guard let library = dlopen("libpoppler-glib.so.8", RTLD_NOW) else { return false }
  dlclose(library)
  return true
}()

extension EndToEnd {
  /// Documents that open like folders of their pages.
  @Suite(.needsDisplay, .enabled(if: hasPoppler, "libpoppler-glib8 is not installed"))
  struct DocumentTests {
    private static let colors: [(Double, Double, Double)] = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    private static let document = DocumentSamples.pdf(
      colors.map { .filled(300, 200, $0.0, $0.1, $0.2) })

    private func middle(_ session: Session, is color: UInt32) throws -> Bool {
      try session.x.look(at: session.window) { screenshot in
        let middle = Point(x: Double(screenshot.width / 2), y: Double(screenshot.height / 2))
        return screenshot[middle] == color
      }.1
    }

    @Test func `a PDF opens at its first page, turns through its pages and leads to its grid`()
      throws
    {
      let album = try ScratchFolder()
      let path = try album.write(Self.document, to: "report.pdf")
      let session = try Session(on: try Displays.plain(), album: album, names: [path])
      try session.reporting {
        try session.viewer.wait(for: "list count=3")
        try session.viewer.wait(for: "filmstrip first=0 last=2 page=0")
        #expect(try middle(session, is: 0xFF0000))
        for (page, color) in [(1, 0x00FF00), (2, 0x0000FF)] as [(Int, UInt32)] {
          _ = try session.rest(onPage: page) { try session.x.key("Right") }
          #expect(try middle(session, is: color))
        }
        let start = session.viewer.mark
        try session.x.key("Delete")
        try session.viewer.wait(for: "refused archive command=delete", since: start)
        try session.x.key("F7")
        try session.viewer.wait(for: "refused archive command=copyTo", since: start)
        try session.x.key("BackSpace")
        try session.viewer.wait(for: "grid items=3", since: start)
        try session.viewer.wait(for: "scene name=grid", since: start)
        let file = URL(filePath: "\(album.path)/report.pdf")
        #expect(try Array(Data(contentsOf: file)) == Self.document)
      }
    }

    @Test func `pages are listed and drawn by their paths, and a password is reported`() throws {
      let album = try ScratchFolder()
      let path = try album.write(Self.document, to: "report.pdf")
      let list = try Self.run(["--print-list", path])
      #expect(
        list.output.split(separator: "\n").map { $0.dropFirst(album.path.count + 1) }
          == (1...3).map { "report.pdf/Page \($0).pdf" })
      let info = try Self.run(["--info", RawName(bytes: path.bytes + Array("/Page 3.pdf".utf8))])
      #expect(info.code == 0 && info.output.contains("400 × 267"))
      let secret = try album.write(DocumentSamples.encrypted, to: "secret.pdf")
      let refused = try Self.run(["--render", album.path / "x.png", secret])
      #expect(refused.code == 1)
      #expect(
        refused.errors.first?.hasSuffix("secret.pdf: the document is encrypted with a password")
          == true)
    }

    private static func run(
      _ arguments: [RawName]
    ) throws -> (code: Int32?, output: String, errors: [String]) {
      let viewer = try ViewerProcess(arguments, display: nil, traced: false)
      let code = viewer.process.exitCode(within: 20)
      viewer.process.end()
      let output = viewer.process.output.wholeOutput(within: 5) ?? []
      _ = viewer.process.errors.wholeOutput(within: 5)
      return (code, String(decoding: output, as: UTF8.self), viewer.process.errors.lines)
    }
  }

  /// The exposure of pictures with high dynamic range.
  @Suite(.needsDisplay)
  struct ExposureTests {
    /// A Radiance picture of light 1/8, 64 × 48 pixels.
    private static let picture: [UInt8] =
      Array("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 48 +X 64\n".utf8)
      + (0..<64 * 48).flatMap { _ in [128, 128, 128, 126] as [UInt8] }

    @Test func `Alt+E and Alt+Shift+E change the exposure by a stop, and Ctrl+Alt+E takes it back`()
      throws
    {
      let album = try ScratchFolder()
      let path = try album.write(Self.picture, to: "a.hdr")
      let session = try Session(on: try Displays.plain(), album: album, names: [path])
      func middle(is level: UInt32) throws -> Bool {
        try session.x.look(at: session.window) { screenshot in
          let middle = Point(x: Double(screenshot.width / 2), y: Double(screenshot.height / 2))
          return screenshot[middle] == level * 0x01_0101
        }.1
      }
      try session.reporting {
        #expect(try middle(is: 0x63))
        try session.viewer.wait(for: "exposure page=0 stops=1") {
          try session.x.key("e", holding: ["Alt_L"])
        }
        #expect(try middle(is: 0x89))
        try session.viewer.wait(for: "exposure page=0 stops=0") {
          try session.x.key("e", holding: ["Control_L", "Alt_L"])
        }
        #expect(try middle(is: 0x63))
        try session.viewer.wait(for: "exposure page=0 stops=-1") {
          try session.x.key("e", holding: ["Alt_L", "Shift_L"])
        }
        #expect(try middle(is: 0x47))
      }
    }
  }
}

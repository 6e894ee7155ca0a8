import Foundation
import Geometry
import Testing

/// Whether the decoder supports SVG on this machine.
private let drawsVectors: Bool = {
  let formats = try? ChildProcess(
    Programs.decoder, ["--formats"], environment: ["PATH": "/usr/bin:/bin"])
  let lines = formats?.output.wholeOutput(within: 10) ?? []
  return String(decoding: lines, as: UTF8.self).contains("SVG\tsvg,svgz\tyes")
}()

extension EndToEnd {
  @Suite(.enabled(if: drawsVectors, "no loader for SVG (Debian package librsvg2-common)"))
  struct VectorTests {
    /// The x coordinate of the white–black edge, in points of the picture.
    private static let edge = 31.4
    private static let (width, height) = (60.0, 40.0)
    private static let picture = """
      <svg xmlns="http://www.w3.org/2000/svg" width="60" height="40">\
      <rect width="60" height="40" fill="white"/>\
      <rect x="31.4" width="28.6" height="40"/></svg>
      """

    private static func album() throws -> (ScratchFolder, RawName) {
      let album = try ScratchFolder()
      return (album, try album.write(Array(picture.utf8), to: "edge.svg"))
    }

    /// The number of grey pixels in a row, and the x position of the edge in window pixels.
    private static func edge(
      in row: Int, of screen: Screenshot, _ frame: Rect
    ) -> (greys: Int, place: Double) {
      let columns = max(0, Int(frame.minX))..<min(screen.width, Int(frame.maxX))
      let greens = columns.map {
        screen[Point(x: Double($0), y: Double(row))].map { $0 >> 8 & 0xff } ?? 0
      }
      let white = greens.reduce(0.0) { $0 + Double($1) / 255 }
      return (greens.count { (8...247).contains($0) }, Double(columns.lowerBound) + white)
    }

    @Test(.needsDisplay)
    func `a vector picture fills its page and is sharp at thirty times its size`() throws {
      let (album, file) = try Self.album()
      let session = try Session(on: try Displays.plain(), album: album, names: [file])
      let fit = try #require(session.rest)
      #expect(fit.pixels.width == Double(Session.width), "\(fit.pixels)")
      let place = Point(
        x: fit.frame.minX + Self.edge * fit.scale, y: fit.frame.midY)
      session.x.move(to: try session.onScreen(place))
      let near = try session.rest(onPage: 0) {
        try session.x.holding("Control_L") { session.x.wheel(.wheelUp, notches: 8) }
      } where: {
        $0.scale > 30
      }
      #expect(near.scale > 30)
      let want = near.pixels.minX + Self.edge * near.pixels.width / Self.width
      let (screen, isSharp) = try session.x.look(at: session.window) { screenshot in
        Self.edge(in: Int(place.y) + 40, of: screenshot, near.frame).greys <= 1
      }
      let found = Self.edge(in: Int(place.y) + 40, of: screen, near.frame)
      #expect(isSharp, "\(found) \(screen.keep(as: "vector-not-sharp"))")
      #expect(abs(found.place - want) < 1.1, "\(found) instead of \(want)")
    }

    @Test func `--render draws a vector picture sharp at the page's size`() throws {
      let (album, file) = try Self.album()
      let process = try ChildProcess(
        Programs.viewer,
        ["--render", album.path / "out.png", "--size", "1000x800", file],
        environment: ["PATH": "/usr/bin:/bin"])
      #expect(process.exitCode() == 0)
      guard Programs.has("Xvfb") else { return }
      let session = try Session(
        on: try Displays.plain(), album: album, names: [album.path / "out.png"])
      let rest = try #require(session.rest)
      #expect(rest.scale == 1 && rest.pixels.width == 1000)
      let (screen, isSharp) = try session.x.look(at: session.window) { screenshot in
        Self.edge(in: 400, of: screenshot, rest.frame).greys <= 1
      }
      #expect(isSharp, "\(screen.keep(as: "render-not-sharp"))")
    }
  }
}

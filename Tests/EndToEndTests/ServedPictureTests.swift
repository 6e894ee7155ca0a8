import Foundation
import Geometry
import TestSupport
import Testing

extension EndToEnd {
  /// Pictures larger than the machine, on an image server.
  @Suite(.needsDisplay)
  struct ServedPictureTests {
    private static let pyramid = ServedPyramid(width: 20_000, height: 12_000)
    /// The tolerated rounding difference per channel.
    private static let slack = 3

    private static func server() throws -> WebServer {
      try WebServer { request in
        pyramid.answer(to: request.path, host: "http://\(request.headers["host"] ?? "")").steps
      }
    }

    private static func session(_ path: String, on server: WebServer) throws -> Session {
      let album = try ScratchFolder()
      let session = try Session(
        starting: [RawName(server.address + path)], on: try Displays.plain(), album: album,
        environment: ["no_proxy": "127.0.0.1", "XDG_CACHE_HOME": album.path])
      // Key events go to the window under the pointer.
      session.x.move(to: Session.middle)
      return session
    }

    /// A description of the first sampled window position with a wrong pixel; nil when all match.
    private static func wrong(_ rest: Session.Rest, in screen: Screenshot) -> String? {
      for y in stride(from: 60, to: Session.height - 60, by: 13) {
        for x in stride(from: 20, to: Session.width - 20, by: 11) {
          let want = pyramid.color(
            x: x - Int(rest.pixels.minX), y: y - Int(rest.pixels.minY), factor: 1)
          guard let seen = screen[Point(x: Double(x), y: Double(y))] else { return "nothing" }
          let isSame = [0, 8, 16].allSatisfy { shift in
            abs(Int(seen >> shift & 0xFF) - Int(want >> shift & 0xFF)) <= slack
          }
          guard isSame else {
            return "\(x),\(y): \(String(seen, radix: 16)) instead of \(String(want, radix: 16))"
          }
        }
      }
      return nil
    }

    @Test(arguments: ["/two/info.json", "/p.dzi"])
    func `a picture on a server is there after two requests, and at 100 % with its own pixels`(
      path: String
    ) throws {
      let server = try Self.server()
      defer { server.stop() }
      let session = try Self.session(path, on: server)
      try session.reporting { try session.viewer.wait(for: "preview page=0") }
      try session.reporting { try session.viewer.wait(for: "sharp page=0") }
      let first = server.requests.prefix(2).map(\.path)
      #expect(first.first == path && first.last?.hasSuffix(".json") == false)
      let start = session.viewer.mark
      let rest = try session.rest(onPage: 0) {
        try session.x.key("1")
      } where: {
        $0.scale == 1
      }
      try session.reporting { try session.viewer.wait(for: "sharp page=0", since: start) }
      let (screen, isExact) = try session.x.look(at: session.window) {
        Self.wrong(rest, in: $0) == nil
      }
      #expect(isExact, "\(Self.wrong(rest, in: screen) ?? "") kept \(screen.keep(as: "served"))")
    }

    @Test func `a picture whose address redirects is requested where it is`() throws {
      let server = try WebServer { request in
        request.path == "/short"
          ? WebAnswer([], [("Location", "/p.dzi")], status: "302 Found").steps
          : Self.pyramid.answer(to: request.path).steps
      }
      defer { server.stop() }
      let session = try Self.session("/short", on: server)
      try session.reporting { try session.viewer.wait(for: "sharp page=0") }
      #expect(server.requests.dropFirst(2).allSatisfy { $0.path.hasPrefix("/p_files/") })
    }

    /// The limit of the size ends the download; that of silence would only do so after 30 s.
    @Test func `a description that is too large is refused before its end`() throws {
      let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"
      let server = try WebServer { _ in
        [.send(Array(head.utf8)), .send([UInt8](repeating: 0x20, count: 5 << 20)), .silence]
      }
      defer { server.stop() }
      let session = try Self.session("/info.json", on: server)
      try session.reporting { try session.viewer.wait(for: "failed page=0") }
      #expect(server.requests.count == 1)
    }

    @Test func `a manifest is a grid, and each of its cells opens a picture on a server`() throws {
      let server = try Self.server()
      defer { server.stop() }
      let session = try Self.session("/manifest.json", on: server)
      try session.reporting {
        try session.viewer.wait(for: "collection page=0 count=2")
        try session.viewer.wait(for: "grid items=2")
        try session.viewer.wait(for: "thumbs")
      }
      try session.focus(0)
      let start = session.viewer.mark
      try session.reporting {
        try session.x.key("Return")
        try session.viewer.wait(for: "sharp page=0", since: start)
      }
      let paths = server.requests.map(\.path)
      #expect(paths.contains("/two/full/!400,400/0/default.jpg"))
      #expect(paths.contains("/two/info.json"))
    }
  }
}

import Foundation
import Geometry
import TestSupport
import Testing

extension EndToEnd {
  /// Pages loaded from a local HTTP server with configurable faults.
  @Suite(.needsDisplay)
  struct WebTests {
    private static func picture(_ number: Int) -> [UInt8] {
      Pictures.png(.init(number: number, width: 600, height: 400))
    }

    /// A session on URLs and file paths.
    private static func session(
      _ names: [String], album: ScratchFolder, input: [UInt8] = []
    ) throws -> Session {
      let session = try Session(
        starting: names.map { RawName($0) }, on: try Displays.plain(), album: album, input: input,
        environment: ["no_proxy": "127.0.0.1", "XDG_CACHE_HOME": album.path])
      // Key events go to the window under the pointer.
      session.x.move(to: Session.middle)
      return session
    }

    /// Runs the server until `isDone` returns true.
    private static func wait(for server: WebServer, until isDone: () -> Bool) throws {
      let end = Pace.milliseconds + ViewerProcess.timeout * 1000
      while !isDone() {
        guard Pace.milliseconds < end else { throw HarnessError("the server sees nothing of it") }
        var watched = [pollfd(fd: server.descriptor, events: Int16(POLLIN), revents: 0)]
        poll(&watched, 1, 100)
        server.drain()
      }
    }

    @Test func `a partial download shows the rows received so far`() throws {
      let gate = Gate()
      let bytes = Self.picture(3)
      let server = try WebServer { _ in
        WebAnswer(bytes).steps(cutAt: [bytes.count / 2], [gate])
      }
      defer { server.stop() }
      let session = try Self.session([server.address + "/a.png"], album: try ScratchFolder())
      try session.reporting {
        try session.viewer.wait(for: "download page=0 of=\(bytes.count)") {
          $0["got"] == Double(bytes.count / 2)
        }
        try session.viewer.wait(for: "preview page=0")
      }
      // The picture is 600 × 400 in the middle of 1000 × 800: the upper half is shown, the lower
      // half is missing, and the progress ring is between them.
      let (screen, isHalf) = try session.x.look(at: session.window) { screenshot in
        session.cell(at: Point(x: 500, y: 300), in: screenshot)?.picture == 3
          && session.cell(at: Point(x: 500, y: 500), in: screenshot) == nil
          && screenshot.cropped(to: Rect(x: 470, y: 370, width: 60, height: 60)).pixels.contains {
            $0 & 0xff > 0xc0 && $0 >> 8 & 0xff > 0xc0 && $0 >> 16 & 0xff > 0xc0
          }
      }
      #expect(isHalf, "kept \(isHalf ? "-" : screen.keep(as: "half"))")
      gate.open()
      try session.reporting { try session.viewer.wait(for: "exact page=0") }
      #expect(try session.shows(picture: 3))
    }

    @Test(arguments: ["key", "button"])
    func `after a server error F5 and the Retry button load the page again`(hand: String) throws {
      let isUp = Gate()
      let server = try WebServer { _ in
        isUp.isOpen
          ? WebAnswer(Self.picture(5)).steps : WebAnswer(status: "503 Service Unavailable").steps
      }
      defer { server.stop() }
      let session = try Self.session([server.address + "/a.png"], album: try ScratchFolder())
      try session.reporting { try session.viewer.wait(for: "failed page=0") }
      isUp.open()
      try session.reporting {
        try session.viewer.wait(for: "exact page=0") {
          if hand == "key" { try session.x.key("F5") } else { try Self.pressRetry(session) }
        }
      }
      #expect(try session.shows(picture: 5))
    }

    /// Clicks the Retry button: the widest run of light pixels on the error card.
    private static func pressRetry(_ session: Session) throws {
      var button = Point.zero
      let (screen, isThere) = try session.x.look(at: session.window) { screenshot in
        let rows = (300..<600).map { y in
          (y, (200..<800).filter { screenshot.pixels[y * screenshot.width + $0] & 0xff > 0xe0 })
        }
        guard let (y, columns) = rows.max(by: { $0.1.count < $1.1.count }), columns.count > 40,
          let first = columns.first, let last = columns.last
        else { return false }
        button = Point(x: Double(first + last) / 2, y: Double(y))
        return true
      }
      #expect(isThere, "kept \(isThere ? "-" : screen.keep(as: "no-button"))")
      session.x.click(at: try session.onScreen(button))
    }

    @Test func `the download of a page is cancelled after the page is left`() throws {
      let server = try WebServer { request in
        let bytes = Self.picture(Int(request.path.dropFirst().prefix { $0 != "." }) ?? 0)
        return request.path == "/0.png"
          ? [.send(WebAnswer(bytes).head + bytes[..<1000]), .silence] : WebAnswer(bytes).steps
      }
      defer { server.stop() }
      let names = (0..<6).map { server.address + "/\($0).png" }
      let session = try Self.session(names, album: try ScratchFolder())
      try session.reporting { try session.viewer.wait(for: "download page=0") }
      // No neighbour is fetched while the current page waits.
      #expect(server.requests.map(\.path) == ["/0.png"])
      try session.reporting {
        try session.viewer.wait(for: "exact page=5") { try session.x.key("End") }
      }
      try Self.wait(for: server) { server.hangUps == 1 }
      #expect(try session.shows(picture: 5))
    }

    @Test func `the next pages are prefetched`() throws {
      let server = try WebServer { request in
        WebAnswer(Self.picture(Int(request.path.dropFirst().prefix { $0 != "." }) ?? 0)).steps
      }
      defer { server.stop() }
      let names = (0..<6).map { server.address + "/\($0).png" }
      let session = try Self.session(names, album: try ScratchFolder())
      try session.reporting { try session.viewer.wait(for: "exact page=0") }
      try Self.wait(for: server) { server.requests.count == 4 }
      #expect(Set(server.requests.map(\.path)) == ["/0.png", "/1.png", "/2.png", "/3.png"])
    }

    @Test func `an unresponsive server does not delay local files`() throws {
      let server = try WebServer { _ in [.silence] }
      defer { server.stop() }
      let album = try ScratchFolder()
      let file = try album.write(Pictures.bmp(.init(number: 2)), to: "a.bmp")
      let other = try album.write(Pictures.bmp(.init(number: 4)), to: "b.bmp")
      let list = [file.bytes, Array((server.address + "/slow.png").utf8), other.bytes]
      let session = try Self.session(
        ["-"], album: album, input: Array(list.joined(separator: [UInt8(ascii: "\n")])))
      try session.reporting { try session.viewer.wait(for: "exact page=0") }
      #expect(try session.shows(picture: 2))
      try session.reporting {
        try session.viewer.wait(for: "page index=1") { try session.x.key("Right") }
        try session.viewer.wait(for: "page index=2") { try session.x.key("Right") }
        try session.viewer.wait(for: "rest page=2")
      }
      #expect(try session.shows(picture: 4))
    }

    @Test func `a downloaded picture opens from the cache without the network`() throws {
      let album = try ScratchFolder()
      let server = try WebServer { _ in WebAnswer(Self.picture(7)).steps }
      let address = server.address + "/a.png"
      do {
        let session = try Self.session([address], album: album)
        try session.reporting { try session.viewer.wait(for: "exact page=0") }
      }
      server.stop()
      let session = try Self.session([address], album: album)
      try session.reporting { try session.viewer.wait(for: "exact page=0") }
      #expect(try session.shows(picture: 7))
      #expect(server.requests.count == 1)
    }

    @Test func `the title is the picture's name, and no password is logged`() throws {
      let server = try WebServer { _ in WebAnswer(status: "404 Not Found").steps }
      defer { server.stop() }
      let secret = server.address.replacingOccurrences(of: "//", with: "//ann:secret@")
      let session = try Self.session(
        [secret + "/photos/a%20%E2%80%AEb%0A.png?size=2"], album: try ScratchFolder())
      try session.reporting { try session.viewer.wait(for: "failed page=0") }
      #expect(session.x.title(of: session.window).hasPrefix("a \u{FFFD}b\u{240A}.png"))
      #expect(!session.viewer.process.errors.lines.contains { $0.contains("secret") })
      // The server gets the credentials.
      #expect(server.requests[0].headers["authorization"]?.hasPrefix("Basic ") == true)
    }
  }
}

import TestSupport
import Testing

@testable import Network

/// Servers that are slow, send wrong lengths, redirect, disconnect or send something other than a
/// picture.
@MainActor
struct HostileServerTests {
  private nonisolated static let picture = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
  private var picture: [UInt8] { Self.picture }

  @Test func `progress updates report received bytes, total and share`() throws {
    let gate = Gate()
    let rig = try WebRig { _ in WebAnswer(Self.picture).steps(cutAt: [50_000], [gate]) }
    let task = try rig.load("/a.jpg")
    try rig.wait { rig.updates.contains { $0.part?.byteCount == 50_000 } }
    guard case .progress(let progress)? = rig.updates.last else {
      throw WebRig.Stalled(log: rig.log)
    }
    #expect(progress.total == 200_000)
    #expect(progress.receivedFraction == 0.25)
    // The partial file is readable during the transfer.
    #expect(progress.part.flatMap(WebRig.bytes) == Array(picture[..<50_000]))
    gate.open()
    try rig.wait { task.isFinished }
    #expect(rig.updates.last?.bytes == picture)
  }

  @Test func `progress has no share without a total length`() throws {
    let gate = Gate()
    let rig = try WebRig { _ in
      var answer = WebAnswer(Self.picture)
      answer.tellsLength = false
      return answer.steps(cutAt: [10], [gate])
    }
    let task = try rig.load("/a.jpg")
    try rig.wait { rig.log.contains("progress") }
    guard case .progress(let progress)? = rig.updates.last else {
      throw WebRig.Stalled(log: rig.log)
    }
    #expect(progress.received == 10)
    #expect(progress.receivedFraction == nil)
    gate.open()
    try rig.wait { task.isFinished }
    #expect(rig.updates.last?.bytes == picture)
  }

  @Test func `a picture that arrives in single bytes is complete at the end`() throws {
    let gates = (0..<60).map { _ in Gate() }
    let body = Array(Self.picture[..<61])
    let rig = try WebRig { _ in WebAnswer(body).steps(cutAt: Array(1...60), gates) }
    let task = try rig.load("/a.jpg")
    for (number, gate) in gates.enumerated() {
      try rig.wait { rig.updates.last?.part?.byteCount == number + 1 }
      gate.open()
    }
    try rig.wait { task.isFinished }
    #expect(rig.updates.last?.bytes == body)
  }

  @Test func `a Content-Length that is too large is a lost connection`() throws {
    let rig = try WebRig { _ in
      [.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n".utf8) + Self.picture[..<300])]
    }
    let update = try rig.fetch("/a.jpg")
    #expect(update.failure?.sentence == "the connection broke off after 300 of 500 bytes")
    #expect(update.part.flatMap(WebRig.bytes) == Array(picture[..<300]))
    // Without a validator the partial file is not resumed: no second request is sent.
    #expect(rig.server.requests.count == 1)
  }

  @Test func `a Content-Length that is too small truncates the picture`() throws {
    let rig = try WebRig { _ in
      [.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 300\r\n\r\n".utf8) + Self.picture[..<500])]
    }
    #expect(try rig.fetch("/a.jpg").bytes == Array(picture[..<300]))
  }

  @Test func `ten redirects are followed`() throws {
    let rig = try WebRig { request in
      let number = Int(request.path.dropFirst()) ?? 0
      return number == 10
        ? WebAnswer(Self.picture).steps
        : WebAnswer([], [("Location", "/\(number + 1)")], status: "302 Found").steps
    }
    #expect(try rig.fetch("/0").bytes == picture)
    #expect(rig.server.requests.count == 11)
  }

  @Test func `a file names the address to which its request was redirected`() throws {
    let rig = try WebRig { request in
      request.path == "/b/c.jpg"
        ? WebAnswer(Self.picture, [("Cache-Control", "max-age=600")]).steps
        : WebAnswer([], [("Location", "/b/c.jpg")], status: "302 Found").steps
    }
    let target = rig.server.address + "/b/c.jpg"
    #expect(try rig.fetch("/a.jpg").file?.redirection == target)
    rig.restart()
    #expect(try rig.fetch("/a.jpg").file?.redirection == target)
    #expect(rig.server.requests.count == 2, "the second file comes from the cache")
    #expect(try rig.fetch("/b/c.jpg").file?.redirection == "")
  }

  @Test func `more than ten redirects are an error`() throws {
    let rig = try WebRig { _ in WebAnswer([], [("Location", "/a")], status: "301 Moved").steps }
    let update = try rig.fetch("/a")
    #expect(update.failure?.sentence == "the server redirected more than 10 times")
    #expect(rig.server.requests.count == 11)
  }

  @Test(arguments: ["file:///etc/hostname", "ftp://127.0.0.1/a", "gopher://127.0.0.1/", "dict://x"])
  func `a redirect to another scheme than HTTP is refused`(address: String) throws {
    let rig = try WebRig { _ in WebAnswer([], [("Location", address)], status: "302 Found").steps }
    let update = try rig.fetch("/a")
    #expect(
      update.failure?.sentence == "the server redirected to an address that is not on the web")
    #expect(update.part == nil)
  }

  @Test(arguments: [
    ("404 Not Found", "the server answered 404 (Not Found)"),
    ("403 Whatever", "the server answered 403 (Forbidden)"),
    ("503 Busy", "the server answered 503 (Service Unavailable)"),
    ("599 Odd", "the server answered 599"),
    ("204 No Content", "the server answered 204 (No Content)"),
    ("206 Partial", "the server answered 206"), ("304 Not Modified", "the server answered 304"),
  ])
  func `an unexpected status code is reported`(status: String, sentence: String) throws {
    let rig = try WebRig { _ in WebAnswer(Array("<html>".utf8), status: status).steps }
    #expect(try rig.fetch("/a").failure?.sentence == sentence)
  }

  @Test func `an empty body is an error`() throws {
    let rig = try WebRig { _ in WebAnswer([]).steps }
    #expect(try rig.fetch("/a").failure?.sentence == "the server sent an empty file")
  }

  @Test func `the content type of a web page is reported`() throws {
    let rig = try WebRig { _ in
      WebAnswer(Array("<html>".utf8), [("Content-Type", "text/html; charset=utf-8")]).steps
    }
    guard case .finished(let file) = try rig.fetch("/a.jpg") else {
      throw WebRig.Stalled(log: rig.log)
    }
    #expect(file.contentType == "text/html")
  }

  /// The output of `printf 'a picture' | gzip -n`.
  nonisolated private static let packed: [UInt8] = [
    0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0x4b, 0x54, 0x28, 0xc8, 0x4c,
    0x2e, 0x29, 0x2d, 0x4a, 0x05, 0x00, 0xe8, 0x73, 0xd0, 0xdf, 0x09, 0x00, 0x00, 0x00,
  ]

  @Test func `a gzip body has a limit of its own for the decompressed bytes`() throws {
    let rig = try WebRig { request in
      let body = request.path == "/packed" ? Self.packed : Array("a picture".utf8)
      return WebAnswer(body, request.path == "/packed" ? [("Content-Encoding", "gzip")] : []).steps
    }
    rig.configuration.maxDecompressedBytes = 8
    #expect(try rig.fetch("/packed").failure?.kind == .tooLarge)
    #expect(try rig.fetch("/plain").bytes == Array("a picture".utf8))
  }

  @Test func `gzip content is decoded although identity was requested`() throws {
    let rig = try WebRig { _ in WebAnswer(Self.packed, [("Content-Encoding", "gzip")]).steps }
    #expect(try rig.fetch("/a.jpg").bytes == Array("a picture".utf8))
    #expect(rig.server.requests[0].headers["accept-encoding"] == "identity")
  }

  @Test func `an endless header is refused`() throws {
    let line = Array("X-Long: \(String(repeating: "x", count: 1000))\r\n".utf8)
    let rig = try WebRig { _ in
      [.send(Array("HTTP/1.1 200 OK\r\n".utf8))] + (0..<1000).map { _ in .send(line) } + [.silence]
    }
    let failure = try rig.fetch("/a").failure
    #expect(failure?.kind == .invalidResponse)
    #expect(failure?.sentence.contains("header does not end") == true)
  }

  @Test func `a Content-Length above the limit is refused`() throws {
    let rig = try WebRig { _ in WebAnswer(Self.picture).steps }
    rig.configuration.maxBytes = 1000
    let update = try rig.fetch("/a")
    #expect(update.failure?.sentence == "the picture has more than 1.0 kB")
    #expect(update.part == nil)
  }

  @Test func `a body without a length ends at the size limit`() throws {
    let rig = try WebRig { _ in
      [.send(Array("HTTP/1.1 200 OK\r\n\r\n".utf8))]
        + (0..<1000).map { _ in .send(Self.picture) } + [.silence]
    }
    rig.configuration.maxBytes = 1_000_000
    #expect(try rig.fetch("/a").failure?.kind == .tooLarge)
    try rig.wait { rig.server.hangUps == 1 }
  }

  @Test func `a server that never responds times out`() throws {
    let rig = try WebRig { _ in [.silence] }
    // The request is sent before the timeout, also on a busy machine.
    rig.configuration.stallTimeout = 1
    let failure = try rig.fetch("/a").failure
    #expect(failure?.kind == .unreachable)
    #expect(failure?.sentence == "the server did not answer within 1 second")
    try rig.wait { rig.server.hangUps == 1 }
  }

  @Test func `a server that stops sending times out`() throws {
    let rig = try WebRig { _ in
      [.send(WebAnswer(Self.picture).head + Self.picture[..<20_000]), .silence]
    }
    // On a busy machine, the server may begin to send only after a short timeout.
    var update: WebUpdate?
    for timeout in [0.1, 1, 10] where update?.part?.byteCount != 20_000 {
      rig.restart()
      rig.configuration.stallTimeout = timeout
      update = try rig.fetch("/a")
    }
    #expect(update?.failure?.sentence == "the server stopped sending after 20 of 200 kB")
    #expect(update?.part?.byteCount == 20_000)
  }

  @Test func `a refused connection is reported`() throws {
    let rig = try WebRig { _ in [] }
    let dead = try WebServer.DeadAddress()
    let address = try #require(WebAddress(dead.text + "/a.jpg"))
    let task = try rig.load(address)
    try rig.wait { task.isFinished }
    withExtendedLifetime(dead) {}
    #expect(rig.updates.last?.failure?.sentence == "the server refuses the connection")
  }

  @Test func `an unknown host name is reported`() throws {
    let rig = try WebRig { _ in [] }
    // The top-level domain .invalid never exists (RFC 2606).
    let task = try rig.load(try #require(WebAddress("http://nowhere.invalid/a.jpg")))
    try rig.wait { task.isFinished }
    let sentence = rig.updates.last?.failure?.sentence
    #expect(sentence == "there is no server nowhere.invalid, or no way to ask for it")
  }

  @Test func `a connection reset during the transfer is a lost connection`() throws {
    let gate = Gate()
    let rig = try WebRig { _ in
      [.send(WebAnswer(Self.picture).head + Self.picture[..<5000]), .wait(gate), .reset]
    }
    let task = try rig.load("/a")
    try rig.wait { rig.log.contains("progress") }
    gate.open()
    try rig.wait { task.isFinished }
    #expect(rig.updates.last?.failure?.kind == .connectionLost)
  }

  @Test func `a response that is not HTTP is reported`() throws {
    let rig = try WebRig { _ in [.send(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8))] }
    #expect(try rig.fetch("/a").failure?.kind == .invalidResponse)
  }
}

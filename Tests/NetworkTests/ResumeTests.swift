import Synchronization
import TestSupport
import Testing

@testable import Network

/// Resumed transfers after a lost connection.
@MainActor
struct ResumeTests {
  private nonisolated static let picture = (0..<9000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
  private nonisolated static let tag = ("ETag", "\"v1\"")

  /// A response that ends after `count` body bytes, with `tag` as validator.
  private nonisolated static func broken(after count: Int, _ tag: (String, String) = tag)
    -> [WebServer.Step]
  {
    let answer = WebAnswer(picture, [tag])
    return [.send(answer.head + answer.body[..<count])]
  }

  private nonisolated static func rest(from start: Int, upTo end: Int = picture.count)
    -> [WebServer.Step]
  {
    var answer = WebAnswer(
      Array(picture[start...]),
      [tag, ("Content-Range", "bytes \(start)-\(picture.count - 1)/\(picture.count)")],
      status: "206 Partial Content")
    let head = answer.head
    answer.body = Array(picture[start..<end])
    return [.send(head + answer.body)]
  }

  @Test func `a lost connection is resumed with a range request`() throws {
    let rig = try WebRig { request in
      request.headers["range"] == "bytes=4000-" && request.headers["if-range"] == "\"v1\""
        ? Self.rest(from: 4000) : Self.broken(after: 4000)
    }
    #expect(try rig.fetch("/a").bytes == Self.picture)
    #expect(rig.server.requests.count == 2)
    // The number of received bytes never decreases.
    let counts = rig.updates.compactMap { $0.part?.byteCount }
    #expect(counts == counts.sorted())
  }

  @Test func `resuming repeats up to the limit while new bytes arrive`() throws {
    let rig = try WebRig { request in
      switch request.headers["range"] {
      case "bytes=1000-": Self.rest(from: 1000, upTo: 2000)
      case "bytes=2000-": Self.rest(from: 2000, upTo: 3000)
      default: Self.broken(after: 1000)
      }
    }
    let update = try rig.fetch("/a")
    #expect(update.failure?.sentence == "the connection broke off after 3.0 of 9.0 kB")
    #expect(rig.server.requests.count == 3)
  }

  @Test func `resuming stops when no new bytes arrive`() throws {
    let rig = try WebRig { request in
      request.headers["range"] == nil ? Self.broken(after: 1000) : Self.rest(from: 1000, upTo: 1000)
    }
    #expect(try rig.fetch("/a").failure?.kind == .connectionLost)
    #expect(rig.server.requests.count == 2)
  }

  @Test func `a 200 response to a range request replaces the partial file`() throws {
    let rig = try WebRig { request in
      request.headers["range"] == nil
        ? Self.broken(after: 4000) : WebAnswer(Self.picture, [Self.tag]).steps
    }
    #expect(try rig.fetch("/a").bytes == Self.picture)
    #expect(rig.server.requests.count == 2)
  }

  @Test func `a 200 response of another version replaces the partial file`() throws {
    let other = Self.picture.reversed() as [UInt8]
    let rig = try WebRig { request in
      request.headers["range"] == nil
        ? Self.broken(after: 4000) : WebAnswer(other, [("ETag", "\"v2\"")]).steps
    }
    #expect(try rig.fetch("/a").bytes == other)
  }

  @Test(arguments: ["bytes 0-8999/9000", "bytes 4001-8999/9000", "nonsense"])
  func `a 206 response with a wrong range is not joined`(range: String) throws {
    let rig = try WebRig { request in
      if request.headers["range"] != nil {
        return WebAnswer(
          Array(Self.picture[4001...]), [("Content-Range", range)], status: "206 Partial Content"
        ).steps
      }
      return request.path == "/a" && request.headers["x"] == nil ? Self.broken(after: 4000) : []
    }
    // The whole picture is requested, the connection is lost again and the transfer fails without a
    // wrong picture.
    let update = try rig.fetch("/a")
    #expect(update.bytes == nil)
    #expect(update.part.flatMap(WebRig.bytes) == Array(Self.picture[..<4000]))
  }

  @Test func `a 416 response leads to a request for the whole picture`() throws {
    let whole = Atomic(0)
    let rig = try WebRig { request in
      guard request.headers["range"] == nil else {
        return WebAnswer([], status: "416 Range Not Satisfiable").steps
      }
      let isFirst = whole.wrappingAdd(1, ordering: .relaxed).oldValue == 0
      return isFirst ? Self.broken(after: 4000) : WebAnswer(Self.picture, [Self.tag]).steps
    }
    rig.configuration.maxResumes = 0
    #expect(try rig.fetch("/a").failure != nil)
    rig.restart()
    #expect(try rig.fetch("/a").bytes == Self.picture)
    #expect(rig.server.requests.map { $0.headers["range"] } == [nil, "bytes=4000-", nil])
  }

  @Test func `a partial file of an earlier session is resumed`() throws {
    let rig = try WebRig { request in
      request.headers["range"] == "bytes=4000-" ? Self.rest(from: 4000) : Self.broken(after: 4000)
    }
    rig.configuration.maxResumes = 0
    #expect(try rig.fetch("/a").failure != nil)
    rig.restart()
    #expect(try rig.fetch("/a").bytes == Self.picture)
    #expect(rig.server.requests.count == 2)
  }

  @Test func `a cancelled transfer is resumed by the next load`() throws {
    let gate = Gate()
    let rig = try WebRig { request in
      request.headers["range"] == "bytes=4000-"
        ? Self.rest(from: 4000) : WebAnswer(Self.picture, [Self.tag]).steps(cutAt: [4000], [gate])
    }
    let task = try rig.load("/a")
    try rig.wait { rig.updates.last?.part?.byteCount == 4000 }
    task.cancel()
    try rig.wait { rig.server.hangUps == 1 }
    #expect(try rig.fetch("/a").bytes == Self.picture)
  }

  @Test func `a partial file that another program writes is not touched`() throws {
    let gate = Gate()
    let rig = try WebRig { _ in
      WebAnswer(Self.picture, [Self.tag]).steps(cutAt: [4000], [gate])
    }
    let task = try rig.load("/a")
    try rig.wait { rig.updates.last?.part?.byteCount == 4000 }
    // A second session with the same cache folder simulates a second program.
    let second = try rig.secondProgram()
    var updates: [WebUpdate] = []
    let also = try second.load(rig.address("/a")) { updates.append($0) }
    try rig.wait { updates.last?.part?.byteCount == 4000 }
    #expect(rig.server.requests.map { $0.headers["range"] } == [nil, nil])
    gate.open()
    try rig.wait { task.isFinished && also.isFinished }
    #expect(rig.updates.last?.bytes == Self.picture)
    #expect(updates.last?.bytes == Self.picture)
  }

  // MARK: Invalid 206 responses

  private nonisolated static let hugeLength = "9223372036854775807"

  /// Header fields of 206 responses whose lengths overflow an `Int` when added to the received
  /// bytes.
  private nonisolated static let overflowingHeads = [
    "Content-Range: bytes 4000-*/*\r\nX-A: b\r\n Content-Length: \(hugeLength)\r\n",
    "Content-Range: bytes 4000-/\r\nX-A: b\r\n\tContent-Length: \(hugeLength)\r\n",
    "Content-Range: bytes 4000-9/*\r\nTransfer-Encoding: chunked\r\nContent-Length: \(hugeLength)\r\n",
    "Content-Range: bytes 4000-8999/\(hugeLength)\r\n",
    "Content-Range: bytes 4000-\(hugeLength)/*\r\n",
  ]

  private nonisolated static func partial(_ head: String, _ body: [UInt8]) -> [WebServer.Step] {
    let start = "HTTP/1.1 206 Partial Content\r\nETag: \"v1\"\r\nConnection: close\r\n"
    return [.send(Array((start + head + "\r\n").utf8) + body)]
  }

  @Test(arguments: overflowingHeads)
  func `a 206 response with an overflowing length is never joined`(
    head: String
  ) throws {
    let rig = try WebRig { request in
      request.headers["range"] == nil && request.path == "/a"
        ? Self.broken(after: 4000) : Self.partial(head, Array(Self.picture[4000...]))
    }
    rig.configuration.maxResumes = 0
    #expect(try rig.fetch("/a").failure?.kind == .connectionLost)
    rig.configuration.maxResumes = 2
    // Each session starts with the cache of the session before.
    for _ in 0..<2 {
      rig.restart()
      #expect(try rig.fetch("/a").bytes == nil)
    }
  }

  @Test(arguments: [
    [("ETag", "\"v2\"")], [("ETag", "W/\"v1\"")],
    [("ETag", "\"v1\""), ("Last-Modified", "Sun, 22 Nov 2026 10:00:00 GMT")],
  ])
  func `a 206 response of another version restarts the transfer`(
    headers: [(String, String)]
  ) throws {
    let other = Self.picture.reversed() as [UInt8]
    let isSecond = Gate()
    let rig = try WebRig { request in
      if request.headers["range"] != nil {
        return WebAnswer(
          Array(other[4000...]), headers + [("Content-Range", "bytes 4000-8999/9000")],
          status: "206 Partial Content"
        ).steps
      }
      defer { isSecond.open() }
      guard !isSecond.isOpen else { return WebAnswer(other, [("ETag", "\"v2\"")]).steps }
      let answer = WebAnswer(
        Self.picture, [Self.tag, ("Last-Modified", "Sat, 21 Nov 2026 10:00:00 GMT")])
      return [.send(answer.head + answer.body[..<4000])]
    }
    #expect(try rig.fetch("/a").bytes == other)
    #expect(rig.server.requests.map { $0.headers["range"] } == [nil, "bytes=4000-", nil])
  }

  @Test(arguments: [
    [("ETag", "\"v1\"")],
    [
      ("Last-Modified", "Sat, 21 Nov 2026 10:00:00 GMT"),
      ("Date", "Sat, 21 Nov 2026 11:00:00 GMT"),
    ],
  ])
  func `206 responses without validators continue the file whose validator was sent`(
    headers: [(String, String)]
  ) throws {
    let rig = try WebRig { request in
      guard request.headers["if-range"] == headers[0].1 else {
        let answer = WebAnswer(Self.picture, headers)
        return [.send(answer.head + answer.body[..<4000])]
      }
      let start = request.headers["range"] == "bytes=4000-" ? 4000 : 6000
      let answer = WebAnswer(
        Array(Self.picture[start...]), [("Content-Range", "bytes \(start)-8999/9000")],
        status: "206 Partial Content")
      return [.send(answer.head + answer.body[..<(start == 4000 ? 2000 : 3000)])]
    }
    #expect(try rig.fetch("/a").bytes == Self.picture)
    #expect(rig.server.requests.map { $0.headers["range"] } == [nil, "bytes=4000-", "bytes=6000-"])
  }

  @Test(arguments: [
    [("Last-Modified", "Sat, 21 Nov 2026 10:00:00 GMT")],
    [
      ("ETag", "W/\"v1\""), ("Last-Modified", "Sat, 21 Nov 2026 10:00:00 GMT"),
      ("Date", "Sat, 21 Nov 2026 11:00:00 GMT"),
    ],
  ])
  func `a file without a strong validator is not resumed`(headers: [(String, String)]) throws {
    let rig = try WebRig { _ in
      let answer = WebAnswer(Self.picture, headers)
      return [.send(answer.head + answer.body[..<4000])]
    }
    #expect(try rig.fetch("/a").failure?.kind == .connectionLost)
    rig.restart()
    #expect(try rig.fetch("/a").failure?.kind == .connectionLost)
    #expect(rig.server.requests.map { $0.headers["range"] } == [nil, nil])
  }

  @Test func `a 206 response of another total length restarts the transfer`() throws {
    let isSecond = Gate()
    let rig = try WebRig { request in
      if request.headers["range"] != nil {
        return WebAnswer(
          Array(Self.picture[4000...]), [Self.tag, ("Content-Range", "bytes 4000-8999/12000")],
          status: "206 Partial Content"
        ).steps
      }
      defer { isSecond.open() }
      return isSecond.isOpen ? WebAnswer(Self.picture).steps : Self.broken(after: 4000)
    }
    #expect(try rig.fetch("/a").bytes == Self.picture)
    #expect(rig.server.requests.map { $0.headers["range"] } == [nil, "bytes=4000-", nil])
  }

  @Test func `a 206 response longer than its range restarts the transfer`() throws {
    let isSecond = Gate()
    let rig = try WebRig { request in
      if request.headers["range"] != nil {
        let end = "\r\nContent-Range: bytes 4000-8999/9000\r\nConnection: close\r\n\r\n"
        return [
          .send(
            Array("HTTP/1.1 206 Partial Content\r\nETag: \"v1\"\(end)".utf8)
              + Self.picture[4000...] + [1, 2, 3])
        ]
      }
      defer { isSecond.open() }
      return isSecond.isOpen ? WebAnswer(Self.picture).steps : Self.broken(after: 4000)
    }
    #expect(try rig.fetch("/a").bytes == Self.picture)
  }
}

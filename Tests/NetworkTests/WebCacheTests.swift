import CLinux
import TestSupport
import Testing

@testable import Network

/// Tests of the cache of downloaded pictures: storage, freshness and eviction.
@MainActor
struct WebCacheTests {
  private nonisolated static let picture = [UInt8](repeating: 5, count: 3000)
  private nonisolated static let tag = ("ETag", "\"v1\"")

  /// A clock that the test advances.
  private final class Clock: @unchecked Sendable {
    // Only the main actor uses the value.
    var now = 1_800_000_000
  }

  private func rig(
    _ clock: Clock, _ script: @escaping @Sendable (WebServer.Request) -> [WebServer.Step]
  ) throws -> WebRig {
    let rig = try WebRig(script)
    rig.configuration.clock = { clock.now }
    return rig
  }

  @Test func `a fresh picture is delivered without asking the server`() throws {
    let clock = Clock()
    let rig = try rig(clock) { _ in
      WebAnswer(Self.picture, [("Cache-Control", "max-age=100")]).steps
    }
    try rig.fetch("/a.jpg")
    rig.restart()
    clock.now += 99
    #expect(try rig.load("/a.jpg").isFinished)
    #expect(rig.log == ["finished"])
    #expect(rig.updates.last?.bytes == Self.picture)
    #expect(rig.server.requests.count == 1)
  }

  @Test func `a stale picture is delivered while the server is asked for changes`() throws {
    let clock = Clock()
    let rig = try rig(clock) { request in
      request.headers["if-none-match"] == "\"v1\""
        ? WebAnswer([], [("Cache-Control", "max-age=50")], status: "304 Not Modified").steps
        : WebAnswer(Self.picture, [Self.tag, ("Cache-Control", "max-age=10")]).steps
    }
    try rig.fetch("/a.jpg")
    clock.now += 20
    rig.restart()
    try rig.fetch("/a.jpg")
    #expect(rig.log == ["kept", "confirmed"])
    #expect(rig.updates.map(\.bytes) == [Self.picture, Self.picture])
    // A revalidated picture is fresh again.
    rig.restart()
    clock.now += 49
    #expect(try rig.load("/a.jpg").isFinished)
    #expect(rig.server.requests.count == 2)
  }

  @Test func `a reload asks the server even for a fresh picture`() throws {
    let rig = try rig(Clock()) { request in
      request.headers["if-none-match"] == nil
        ? WebAnswer(Self.picture, [Self.tag, ("Cache-Control", "max-age=1000")]).steps
        : WebAnswer([], status: "304 Not Modified").steps
    }
    try rig.fetch("/a.jpg")
    var updates: [WebUpdate] = []
    let task = try rig.session().load(rig.address("/a.jpg"), mustRevalidate: true) {
      updates.append($0)
    }
    try rig.wait { task.isFinished }
    #expect(updates.map(\.bytes) == [Self.picture, Self.picture])
    #expect(rig.server.requests.count == 2)
  }

  @Test func `a changed picture replaces the cached one`() throws {
    let clock = Clock()
    let rig = try rig(clock) { request in
      request.headers["if-modified-since"] == nil
        ? WebAnswer(Self.picture, [("Last-Modified", "Monday")]).steps : WebAnswer([1, 2, 3]).steps
    }
    try rig.fetch("/a.jpg")
    clock.now += 1000
    #expect(try rig.fetch("/a.jpg").bytes == [1, 2, 3])
    #expect(rig.log.contains("kept"))
    #expect(rig.server.requests.count == 2)
    #expect(try rig.fetch("/a.jpg").bytes == [1, 2, 3])
    #expect(rig.server.requests.count == 2)
  }

  @Test(arguments: ["503 Busy", "500 Broken"])
  func `a server error delivers the cached picture`(status: String) throws {
    let clock = Clock()
    let rig = try rig(clock) { request in
      request.headers["if-none-match"] == nil
        ? WebAnswer(Self.picture, [Self.tag]).steps : WebAnswer([], status: status).steps
    }
    try rig.fetch("/a.jpg")
    clock.now += 1000
    let update = try rig.fetch("/a.jpg")
    #expect(rig.log.last == "stale")
    #expect(update.bytes == Self.picture)
  }

  @Test func `without a network the cached picture is delivered`() throws {
    let clock = Clock()
    let rig = try rig(clock) { request in
      request.headers["if-none-match"] == nil ? WebAnswer(Self.picture, [Self.tag]).steps : [.reset]
    }
    try rig.fetch("/a.jpg")
    clock.now += 1000
    #expect(try rig.fetch("/a.jpg").bytes == Self.picture)
    #expect(rig.log.last == "stale")
  }

  @Test func `a picture that is gone from the server is removed from the cache`() throws {
    let clock = Clock()
    let rig = try rig(clock) { request in
      request.headers["if-none-match"] == nil
        ? WebAnswer(Self.picture, [Self.tag]).steps : WebAnswer([], status: "404 Gone").steps
    }
    try rig.fetch("/a.jpg")
    clock.now += 1000
    #expect(try rig.fetch("/a.jpg").failure?.kind == .status(404))
    #expect(names(rig).isEmpty)
  }

  @Test func `a no-store picture is removed when the program ends`() throws {
    let rig = try rig(Clock()) { _ in
      WebAnswer(Self.picture, [("Cache-Control", "no-store")]).steps
    }
    #expect(try rig.fetch("/a.jpg").bytes == Self.picture)
    rig.restart()
    #expect(names(rig).isEmpty)
    try rig.fetch("/a.jpg")
    #expect(rig.server.requests.count == 2)
  }

  @Test func `the cache knows the addresses of which it has files`() throws {
    let rig = try rig(Clock()) { _ in
      WebAnswer(Self.picture, [("Cache-Control", "no-store")]).steps
    }
    try rig.fetch("/a.jpg")
    let cache = try #require(rig.configuration.cache)
    let address = try rig.address("/a.jpg")
    let all: Set<WebAddress> = try [address, rig.address("/b.jpg")]
    #expect(cache.cachedAddresses(among: all) == [address])
    cache.remove(address)
    #expect(cache.cachedAddresses(among: all).isEmpty)
  }

  @Test func `a damaged cached picture is requested again`() throws {
    let rig = try rig(Clock()) { _ in WebAnswer(Self.picture, [Self.tag]).steps }
    guard case .finished(let file) = try rig.fetch("/a.jpg") else {
      throw WebRig.Stalled(log: rig.log)
    }
    truncate(file.path, 100)
    #expect(try rig.fetch("/a.jpg").bytes == Self.picture)
    #expect(!rig.log.contains("kept"))
    #expect(rig.server.requests.count == 2)
    #expect(rig.server.requests.allSatisfy { $0.headers["if-none-match"] == nil })
  }

  @Test func `a forgotten picture is requested again`() throws {
    let rig = try rig(Clock()) { _ in WebAnswer(Self.picture).steps }
    try rig.fetch("/a.jpg")
    try rig.session().forget(rig.address("/a.jpg"))
    #expect(names(rig).isEmpty)
    try rig.fetch("/a.jpg")
    #expect(rig.server.requests.count == 2)
  }

  @Test func `cache files are readable by the owner only and have the extension of their type`()
    throws
  {
    let rig = try rig(Clock()) { _ in
      WebAnswer(Self.picture, [("Content-Type", "image/png")]).steps
    }
    guard case .finished(let file) = try rig.fetch("/a.jpg?x=1") else {
      throw WebRig.Stalled(log: rig.log)
    }
    #expect(file.path.hasSuffix(".png"))
    for name in names(rig) { #expect(mode(rig.folder.file("web/" + name)) == 0o600, "\(name)") }
    #expect(mode(rig.folder.file("web")) == 0o700)
    #expect(names(rig).count == 2)
  }

  @Test(arguments: [".jpg", ""])
  func `the cache stays within its budget`(ending: String) throws {
    let rig = try rig(Clock()) { _ in WebAnswer(Self.picture).steps }
    rig.configuration.cache = WebCache(folder: rig.folder.file("web"), budget: 10_000)
    for number in 0..<12 {
      try rig.fetch("/\(number)\(ending)")
      // The system's clock has seconds only, so the earlier files are made older.
      age(rig)
    }
    let total = names(rig).reduce(0) { $0 + size(rig.folder.file("web/" + $1)) }
    #expect(total <= 10_000)
    #expect(total > 5000)
    #expect(try rig.load("/11\(ending)").isFinished)
  }

  @Test func `two addresses with one cache key are distinguished`() throws {
    let rig = try rig(Clock()) { _ in WebAnswer(Self.picture).steps }
    try rig.fetch("/a.jpg")
    let key = WebCacheKey(try rig.address("/a.jpg")).text
    let path = rig.folder.file("web/\(key).entry")
    let other = CacheEntry(
      address: "http://elsewhere/a.jpg", fileName: "\(key).jpg", length: 3000, contentType: "",
      entityTag: "", lastModified: "", freshUntil: 1_800_000_050)
    try rig.folder.write(Array(other.text.utf8), named: "web/\(key).entry")
    #expect(size(path) > 0)
    try rig.fetch("/a.jpg")
    #expect(rig.server.requests.count == 2)
  }

  @Test func `pictures load without a usable cache folder`() throws {
    let rig = try rig(Clock()) { _ in WebAnswer(Self.picture).steps }
    try rig.folder.write([], named: "web")
    #expect(try rig.fetch("/a.jpg").bytes == Self.picture)
    rig.configuration.cache = nil
    rig.restart()
    #expect(try rig.fetch("/a.jpg").bytes == Self.picture)
  }

  // MARK: Bound

  @Test(arguments: [
    [("ETag", "\"v1\"")], [("Last-Modified", "Sat, 21 Nov 2026 10:00:00 GMT")], [],
    [
      ("Last-Modified", "Sat, 21 Nov 2026 10:00:00 GMT"),
      ("Date", "Sat, 21 Nov 2026 11:00:00 GMT"),
    ],
    [("ETag", "\"v1\""), ("Cache-Control", "no-store")], [("Content-Encoding", "gzip")],
  ])
  func `cancelled downloads keep the cache within its budget`(
    headers: [(String, String)]
  ) throws {
    let rig = try WebRig { _ in
      [.send(WebAnswer(Self.picture, headers).head + Self.picture[..<2500]), .silence]
    }
    rig.configuration.cache = WebCache(folder: rig.folder.file("web"), budget: 10_000)
    let packed = headers.contains { $0.0 == "Content-Encoding" }
    for number in 0..<12 {
      let task = try rig.load("/\(number).jpg")
      if packed {
        try rig.wait { rig.server.requests.count == number + 1 }
      } else {
        try rig.wait { rig.updates.last?.part?.byteCount == 2500 }
      }
      task.cancel()
      age(rig)
      #expect(total(rig) <= 10_000)
    }
    let canResume = [["ETag"], ["Last-Modified", "Date"]].contains(headers.map { $0.0 })
    #expect(names(rig).contains { $0.hasSuffix(".part") } == canResume)
  }

  @Test func `refused downloads leave no files`() throws {
    let rig = try WebRig { _ in
      [.send(Array("HTTP/1.1 200 OK\r\nETag: \"v1\"\r\n\r\n".utf8))]
        + (0..<20).map { _ in .send(Self.picture) } + [.silence]
    }
    rig.configuration.maxBytes = 20_000
    for number in 0..<3 {
      let update = try rig.fetch("/\(number)")
      #expect(update.failure?.kind == .tooLarge)
      #expect(update.part == nil)
    }
    #expect(names(rig).isEmpty)
  }

  @Test func `broken downloads keep the cache within its budget and are removed at the end`()
    throws
  {
    let rig = try WebRig { _ in [.send(WebAnswer(Self.picture).head + Self.picture[..<2500])] }
    rig.configuration.cache = WebCache(folder: rig.folder.file("web"), budget: 10_000)
    for number in 0..<12 {
      let update = try rig.fetch("/\(number).jpg")
      // The received bytes stay readable.
      #expect(update.part.flatMap(WebRig.bytes) == Array(Self.picture[..<2500]))
      age(rig)
      #expect(total(rig) <= 10_000)
    }
    rig.restart()
    #expect(names(rig).isEmpty)
  }

  @Test func `a new session trims the cache and removes orphaned files`() throws {
    let rig = try WebRig { _ in WebAnswer([1, 2, 3]).steps }
    rig.configuration.cache = WebCache(folder: rig.folder.file("web"), budget: 10_000)
    mkdir(rig.folder.file("web"), 0o700)
    // The files are those of a killed program: without validator and entry.
    for number in 0..<8 {
      let key = WebCacheKey(try rig.address("/old\(number)")).text
      try rig.folder.write(Self.picture, named: "web/\(key).part")
    }
    try rig.fetch("/a.jpg")
    #expect(!names(rig).contains { $0.hasSuffix(".part") })
    #expect(total(rig) <= 10_000)
  }

  @Test func `a running download is not evicted`() throws {
    let gate = Gate()
    let rig = try WebRig { request in
      request.path == "/slow"
        ? WebAnswer(Self.picture, [Self.tag]).steps(cutAt: [2000], [gate])
        : WebAnswer(Self.picture).steps
    }
    rig.configuration.cache = WebCache(folder: rig.folder.file("web"), budget: 10_000)
    let slow = try rig.load("/slow")
    try rig.wait { rig.updates.last?.part?.byteCount == 2000 }
    for number in 0..<6 {
      age(rig)
      try rig.fetch("/\(number).jpg")
    }
    gate.open()
    try rig.wait { slow.isFinished }
    #expect(rig.updates.last?.bytes == Self.picture)
  }

  // MARK: Credentials

  @Test func `user name and password are never in the cache, and their pictures are removed`()
    throws
  {
    let gate = Gate()
    let rig = try WebRig { request in
      request.path == "/half"
        ? WebAnswer(Self.picture, [Self.tag]).steps(cutAt: [1000], [gate])
        : WebAnswer(Self.picture, [Self.tag, ("Cache-Control", "max-age=1000")]).steps
    }
    let host = rig.server.address.dropFirst("http://".count)
    let secret = try #require(WebAddress("http://ann:pass%77ord@\(host)/a.jpg"))
    let task = try rig.load(secret)
    try rig.wait { task.isFinished }
    let half = try rig.load(try #require(WebAddress("http://ann:pass%77ord@\(host)/half")))
    try rig.wait { rig.updates.last?.part?.byteCount == 1000 }
    #expect(!names(rig).isEmpty)
    for name in names(rig) {
      let text = String(decoding: try rig.folder.read("web/" + name), as: UTF8.self)
      #expect(!text.contains("ann") && !text.contains("pass"), "\(name)")
    }
    // The picture is cached within the session, for this user only.
    #expect(try rig.load(secret).isFinished)
    #expect(try !rig.load(try #require(WebAddress("http://bob:x@\(host)/a.jpg"))).isFinished)
    #expect(try !rig.load("/a.jpg").isFinished)
    half.cancel()
    for task in rig.tasks { task.cancel() }
    rig.restart()
    #expect(names(rig).isEmpty)
  }

  private func total(_ rig: WebRig) -> Int {
    names(rig).reduce(0) { $0 + size(rig.folder.file("web/" + $1)) }
  }

  // MARK: Files

  private func names(_ rig: WebRig) -> [String] {
    guard let list = opendir(rig.folder.file("web")) else { return [] }
    defer { closedir(list) }
    var names: [String] = []
    while let entry = readdir(list) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private func status(_ path: String) -> stat {
    var status = stat()
    stat(path, &status)
    return status
  }

  private func mode(_ path: String) -> UInt32 { status(path).st_mode & 0o777 }
  private func size(_ path: String) -> Int { Int(status(path).st_size) }

  /// Makes every file ten seconds older.
  private func age(_ rig: WebRig) {
    for name in names(rig) {
      let path = rig.folder.file("web/" + name)
      var times = [status(path).st_mtim, status(path).st_mtim]
      for i in 0...1 { times[i].tv_sec -= 10 }
      utimensat(AT_FDCWD, path, times, 0)
    }
  }
}

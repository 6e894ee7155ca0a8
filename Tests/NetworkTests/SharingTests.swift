import CLinux
import TestSupport
import Testing

@testable import Network

/// Several tasks for one address, cancellation and priorities.
@MainActor
struct SharingTests {
  private nonisolated static let picture = [UInt8](repeating: 7, count: 5000)

  @Test func `two loads of the same address share one transfer`() throws {
    let gate = Gate()
    let rig = try WebRig { _ in WebAnswer(Self.picture).steps(cutAt: [100], [gate]) }
    let first = try rig.load("/a")
    try rig.wait { rig.log == ["progress"] }
    let second = try rig.load("/a")
    // The later task receives the current progress at once.
    #expect(rig.log == ["progress", "progress"])
    gate.open()
    try rig.wait { first.isFinished && second.isFinished }
    #expect(rig.log.suffix(2) == ["finished", "finished"])
    #expect(rig.server.requests.count == 1)
  }

  @Test func `the connection closes only when the last task is cancelled`() throws {
    let rig = try WebRig { _ in [.send(WebAnswer(Self.picture).head + [1, 2, 3]), .silence] }
    let first = try rig.load("/a")
    let second = try rig.load("/a")
    try rig.wait { rig.log.count == 2 }
    first.cancel()
    #expect(try rig.load("/a").isFinished == false)
    #expect(rig.server.requests.count == 1)
    for task in rig.tasks { task.cancel() }
    #expect(second.isFinished)
    try rig.wait { rig.server.hangUps == 1 }
    #expect(!rig.log.contains { $0.hasPrefix("failed") })
  }

  @Test func `a visible load delays prefetch loads`() throws {
    let gate = Gate()
    let rig = try WebRig { request in
      request.path == "/seen"
        ? WebAnswer(Self.picture).steps(cutAt: [10], [gate]) : WebAnswer(Self.picture).steps
    }
    let next = try rig.load("/next", .prefetch)
    try rig.wait { next.isFinished }
    let seen = try rig.load("/seen")
    let later = try rig.load("/later", .prefetch)
    try rig.wait { rig.updates.last?.part?.byteCount == 10 }
    #expect(rig.server.requests.map(\.path) == ["/next", "/seen"])
    gate.open()
    try rig.wait { later.isFinished }
    #expect(seen.isFinished)
    #expect(rig.server.requests.map(\.path) == ["/next", "/seen", "/later"])
  }

  @Test func `a queued prefetch starts at once when it becomes visible`() throws {
    let rig = try WebRig { request in
      request.path == "/stuck" ? [.silence] : WebAnswer(Self.picture).steps
    }
    try rig.load("/stuck")
    let next = try rig.load("/next", .prefetch)
    try rig.wait { rig.server.requests.count == 1 }
    next.urgency = .visible
    try rig.wait { next.isFinished }
    #expect(rig.log.last == "finished")
  }

  @Test func `an update callback may start a load and cancel its task`() throws {
    let rig = try WebRig { _ in WebAnswer(Self.picture).steps }
    var second: WebTask?
    var first: WebTask?
    first = try rig.session().load(rig.address("/a")) { _ in
      first?.cancel()
      second = try? rig.load("/b")
    }
    try rig.wait { second?.isFinished == true }
    #expect(rig.log.last == "finished")
  }

  @Test func `an idle session with a kept connection causes no wake-ups`() throws {
    let rig = try WebRig { _ in
      let head = "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n"
      return [.send(Array(head.utf8) + Self.picture), .nextRequest]
    }
    try rig.fetch("/a")
    // One more call cleans up the finished transfer.
    try rig.session().serve()
    var watched = [pollfd(fd: try rig.session().descriptor, events: Int16(POLLIN), revents: 0)]
    var count: Int32
    repeat { count = poll(&watched, 1, 1500) } while count < 0 && pbview_errno() == EINTR
    #expect(count == 0)
    try rig.fetch("/b")
    #expect(rig.server.requests.count == 2)
  }
}

import CLinux
import Network
import TestSupport
import Testing

/// A session, a server that does what it is told, and a folder for both.
@MainActor
final class WebRig {
  let server: WebServer
  let folder: TemporaryFolder
  var configuration = WebConfiguration()
  /// Everything the session said, one word or two each.
  private(set) var log: [String] = []
  private(set) var updates: [WebUpdate] = []
  private var opened: WebSession?
  private var others: [WebSession] = []
  private(set) var tasks: [WebTask] = []

  init(_ script: @escaping @Sendable (WebServer.Request) -> [WebServer.Step]) throws {
    // The machine may be told to ask a proxy.
    setenv("no_proxy", "127.0.0.1", 1)
    server = try WebServer(script)
    folder = try TemporaryFolder()
    configuration.cache = WebCache(folder: folder.file("web"))
  }

  isolated deinit { server.stop() }

  /// The session; another one after ``restart()``.
  func session() throws -> WebSession {
    if let opened { return opened }
    let session = try WebSession(configuration)
    opened = session
    return session
  }

  /// Ends the session, as if the program had ended; the next one finds what it kept.
  func restart() {
    opened?.stop()
    opened = nil
    log = []
    updates = []
  }

  /// A session beside the first, with the same folder.
  func secondProgram() throws -> WebSession {
    let session = try WebSession(configuration)
    others.append(session)
    return session
  }

  func address(_ path: String) throws -> WebAddress {
    try #require(WebAddress(server.address + path))
  }

  @discardableResult
  func load(_ path: String, _ urgency: WebTask.Urgency = .visible) throws -> WebTask {
    try load(address(path), urgency)
  }

  @discardableResult
  func load(_ address: WebAddress, _ urgency: WebTask.Urgency = .visible) throws -> WebTask {
    let task = try session().load(address, urgency: urgency) { [weak self] update in
      self?.updates.append(update)
      self?.log.append(Self.word(update))
    }
    tasks.append(task)
    return task
  }

  /// Loads it and waits for the end.
  @discardableResult
  func fetch(_ path: String) throws -> WebUpdate {
    let task = try load(path)
    try wait { task.isFinished }
    return try #require(updates.last)
  }

  /// Works until `isDone`; fails when nothing happens for `patience` seconds.
  func wait(patience: Int32 = 20, until isDone: () -> Bool) throws {
    let sessions = try [session()] + others
    while !isDone() {
      var watched = ([server.descriptor] + sessions.map(\.descriptor)).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let count = poll(&watched, nfds_t(watched.count), patience * 1000)
      guard count > 0 else { throw Stalled(log: log) }
      if watched[0].revents != 0 { server.drain() }
      for (number, session) in sessions.enumerated() where watched[number + 1].revents != 0 {
        session.serve()
      }
    }
  }

  struct Stalled: Error { var log: [String] }

  /// The bytes of a file, nil when it cannot be read.
  nonisolated static func bytes(_ file: WebFile) -> [UInt8]? {
    let number = linux_open_for_reading(file.path)
    guard number >= 0 else { return nil }
    defer { close(number) }
    var all: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(number, &part, part.count)
      guard count > 0 else { return all }
      all += part[..<count]
    }
  }

  private nonisolated static func word(_ update: WebUpdate) -> String {
    switch update {
    case .progress: "progress"
    case .kept: "kept"
    case .finished: "finished"
    case .confirmed: "confirmed"
    case .stale: "stale"
    case .failed(let failure, _): "failed \(failure.kind)"
    }
  }
}

extension WebUpdate {
  /// What came, whole.
  var bytes: [UInt8]? {
    switch self {
    case .finished(let file), .confirmed(let file), .kept(let file), .stale(let file, _):
      WebRig.bytes(file)
    case .progress, .failed: nil
    }
  }

  var failure: NetworkFailure? {
    switch self {
    case .failed(let failure, _), .stale(_, let failure): failure
    default: nil
    }
  }

  var part: WebFile? {
    switch self {
    case .progress(let progress): progress.part
    case .failed(_, let part): part
    default: nil
    }
  }
}

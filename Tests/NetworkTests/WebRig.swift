import CLinux
import Network
import TestSupport
import Testing

/// A session, a scripted server and a temporary cache folder.
@MainActor
final class WebRig {
  let server: WebServer
  let folder: TemporaryFolder
  var configuration = WebConfiguration()
  /// The kinds of all updates in order, such as "progress" or "failed tooLarge".
  private(set) var log: [String] = []
  private(set) var updates: [WebUpdate] = []
  private var opened: WebSession?
  private var others: [WebSession] = []
  private(set) var tasks: [WebTask] = []

  /// Whether a proxy of the machine does not apply to the local server. The variable is set once,
  /// because other threads read the environment.
  private static let hasNoProxy = setenv("no_proxy", "127.0.0.1", 1) == 0

  init(_ script: @escaping @Sendable (WebServer.Request) -> [WebServer.Step]) throws {
    try #require(Self.hasNoProxy)
    server = try WebServer(script)
    folder = try TemporaryFolder()
    configuration.cache = WebCache(folder: folder.file("web"))
  }

  isolated deinit { server.stop() }

  /// The current session; a new one after ``restart()``.
  func session() throws -> WebSession {
    if let opened { return opened }
    let session = try WebSession(configuration)
    opened = session
    return session
  }

  /// Ends the session, as if the program had ended, and clears the log. The cache stays.
  func restart() {
    opened?.stop()
    opened = nil
    log = []
    updates = []
  }

  /// A second session with the same cache folder.
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

  /// Loads `path`, waits for the end and returns the last update.
  @discardableResult
  func fetch(_ path: String) throws -> WebUpdate {
    let task = try load(path)
    try wait { task.isFinished }
    return try #require(updates.last)
  }

  /// Serves the sessions until `isDone`. Throws `Stalled` when no descriptor becomes readable for
  /// `timeout` seconds.
  func wait(timeout: Int32 = 30, until isDone: () -> Bool) throws {
    let sessions = try [session()] + others
    while !isDone() {
      var watched = ([server.descriptor] + sessions.map(\.descriptor)).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let count = poll(&watched, nfds_t(watched.count), timeout * 1000)
      if count < 0, pbview_errno() == EINTR { continue }
      guard count > 0 else { throw Stalled(log: log) }
      if watched[0].revents != 0 { server.drain() }
      for (number, session) in sessions.enumerated() where watched[number + 1].revents != 0 {
        session.serve()
      }
    }
  }

  struct Stalled: Error { var log: [String] }

  /// The bytes of a file; nil when the file cannot be opened.
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
    case .cachedCopy: "kept"
    case .finished: "finished"
    case .confirmed: "confirmed"
    case .stale: "stale"
    case .failed(let failure, _): "failed \(failure.kind)"
    }
  }
}

extension WebUpdate {
  /// The file with the complete picture; nil for partial pictures and failures.
  var file: WebFile? {
    switch self {
    case .finished(let file), .confirmed(let file), .cachedCopy(let file), .stale(let file, _): file
    case .progress, .failed: nil
    }
  }

  /// The bytes of the complete picture; nil for partial pictures and failures.
  var bytes: [UInt8]? { file.flatMap { WebRig.bytes($0) } }

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

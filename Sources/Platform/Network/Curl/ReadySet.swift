import CLinux

/// Many sockets and two instants behind one descriptor: whoever watches it for something to read
/// has watched them all.
nonisolated final class ReadySet {
  /// What has happened.
  enum Event: Equatable {
    case socket(Int32, canRead: Bool, canWrite: Bool, hasFailed: Bool)
    /// The instant of this number has come.
    case instant(Instant)
  }
  /// The two instants.
  enum Instant: Int, CaseIterable {
    /// What libcurl waits for.
    case library
    /// When somebody has been silent for too long.
    case silence
  }

  /// Readable when something has happened.
  let descriptor: Int32
  private let timers: [Int32]
  private var sockets: Set<Int32> = []

  /// Events taken at a time; the rest is there the next time.
  private static let most = 32

  init() throws(NetworkFailure) {
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    timers = Instant.allCases.map { _ in
      timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
    }
    for timer in timers { control(EPOLL_CTL_ADD, timer, EPOLLIN.rawValue) }
    guard descriptor >= 0, timers.allSatisfy({ $0 >= 0 }) else {
      throw NetworkFailure(.noRoom, "there are too many open files")
    }
  }

  deinit {
    for open in timers + [descriptor] where open >= 0 { close(open) }
  }

  /// Watches a socket for these from now on; for neither, no more.
  func watch(_ socket: Int32, forReading: Bool, forWriting: Bool) {
    guard forReading || forWriting else {
      if sockets.remove(socket) != nil { control(EPOLL_CTL_DEL, socket, 0) }
      return
    }
    let events =
      (forReading ? EPOLLIN.rawValue : 0) | (forWriting ? EPOLLOUT.rawValue : 0)
    let isNew = sockets.insert(socket).inserted
    if !control(isNew ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, socket, events), !isNew {
      // It was closed meanwhile, and its number given to another one.
      control(EPOLL_CTL_ADD, socket, events)
    }
  }

  /// Tells of an instant `seconds` from this moment, nil to tell no more.
  func set(_ instant: Instant, after seconds: Double?) {
    var spec = itimerspec()
    if let seconds {
      // All zero would mean never.
      let wait = max(seconds, 1e-9)
      spec.it_value.tv_sec = Int(wait)
      spec.it_value.tv_nsec = Int((wait - wait.rounded(.down)) * 1e9)
      if spec.it_value.tv_sec == 0, spec.it_value.tv_nsec == 0 { spec.it_value.tv_nsec = 1 }
    }
    timerfd_settime(timers[instant.rawValue], 0, &spec, nil)
  }

  /// What has happened, without waiting.
  func take() -> [Event] {
    var found = [epoll_event](repeating: epoll_event(), count: Self.most)
    let count = epoll_wait(descriptor, &found, Int32(found.count), 0)
    return found.prefix(Int(max(0, count))).map { event in
      let number = event.data.fd
      if let instant = timers.firstIndex(of: number).flatMap(Instant.init) {
        var expirations: UInt64 = 0
        read(number, &expirations, MemoryLayout.size(ofValue: expirations))
        return .instant(instant)
      }
      func has(_ flag: EPOLL_EVENTS) -> Bool { event.events & flag.rawValue != 0 }
      return .socket(
        number, canRead: has(EPOLLIN) || has(EPOLLHUP), canWrite: has(EPOLLOUT),
        hasFailed: has(EPOLLERR))
    }
  }

  @discardableResult
  private func control(_ operation: Int32, _ number: Int32, _ events: UInt32) -> Bool {
    var event = epoll_event()
    event.events = events
    event.data.fd = number
    return epoll_ctl(descriptor, operation, number, &event) == 0
  }
}

import CLinux
import Descriptors
import Localization

/// A set of sockets and two timers that are watched through one epoll descriptor.
nonisolated final class EpollSet {
  /// An event of a watched socket or timer.
  enum Event: Equatable {
    case socket(Int32, canRead: Bool, canWrite: Bool, hasFailed: Bool)
    /// The expiry of a timer.
    case timer(TimerID)
  }
  /// The timers of the set.
  enum TimerID: Int, CaseIterable {
    /// The timer that libcurl requests.
    case libcurl
    /// The timer for the stall timeout of the transfer that has received nothing for the longest
    /// time.
    case stallTimeout
  }

  /// The epoll descriptor, which is readable while the set has events.
  var descriptor: Int32 { epoll.number }
  private let epoll: OwnedDescriptor
  private let timers: [OwnedDescriptor]
  private var sockets: Set<Int32> = []

  /// The maximum number of events that one call returns; the next call returns the rest.
  private static let maxEvents = 32

  init() throws(NetworkFailure) {
    epoll = OwnedDescriptor(epoll_create1(Int32(EPOLL_CLOEXEC)))
    timers = TimerID.allCases.map { _ in
      OwnedDescriptor(timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK | TFD_CLOEXEC)))
    }
    for timer in timers { control(EPOLL_CTL_ADD, timer.number, EPOLLIN.rawValue) }
    guard descriptor >= 0, timers.allSatisfy({ $0.number >= 0 }) else {
      throw NetworkFailure(.outOfSpace, tr("there are too many open files"))
    }
  }

  /// Watches a socket for reading, writing or both; with neither, the socket is removed from the
  /// set.
  func watch(_ socket: Int32, forReading: Bool, forWriting: Bool) {
    guard forReading || forWriting else {
      if sockets.remove(socket) != nil { control(EPOLL_CTL_DEL, socket, 0) }
      return
    }
    let events =
      (forReading ? EPOLLIN.rawValue : 0) | (forWriting ? EPOLLOUT.rawValue : 0)
    let isNew = sockets.insert(socket).inserted
    if !control(isNew ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, socket, events), !isNew {
      // The kernel does not know the number: the socket was closed meanwhile, and a new socket has
      // got its number.
      control(EPOLL_CTL_ADD, socket, events)
    }
  }

  /// Starts a timer that expires after `seconds`; nil stops the timer.
  func set(_ timer: TimerID, after seconds: Double?) {
    var spec = itimerspec()
    if let seconds {
      // A value of zero would stop the timer.
      let wait = max(seconds, 1e-9)
      spec.it_value.tv_sec = Int(wait)
      spec.it_value.tv_nsec = Int((wait - wait.rounded(.down)) * 1e9)
      if spec.it_value.tv_sec == 0, spec.it_value.tv_nsec == 0 { spec.it_value.tv_nsec = 1 }
    }
    timerfd_settime(timers[timer.rawValue].number, 0, &spec, nil)
  }

  /// The pending events of the set; does not block.
  func pendingEvents() -> [Event] {
    var found = [epoll_event](repeating: epoll_event(), count: Self.maxEvents)
    let count = epoll_wait(descriptor, &found, Int32(found.count), 0)
    return found.prefix(Int(max(0, count))).map { event in
      let number = event.data.fd
      if let timer = timers.firstIndex(where: { $0.number == number }).flatMap(TimerID.init) {
        var expirations: UInt64 = 0
        read(number, &expirations, MemoryLayout.size(ofValue: expirations))
        return .timer(timer)
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

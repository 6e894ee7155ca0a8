import CLinux
import Descriptors
public import Motion

/// The event loop of the main thread, which handles X events, timers, tasks of the main actor,
/// signals and file descriptors.
@MainActor
public final class EventLoop {
  /// The connection to the X server; nil for a loop without windows.
  private let display: DisplayConnection?
  private let timers: TimerQueue
  private let ownedTimer: OwnedDescriptor
  private var timerDescriptor: Int32 { ownedTimer.number }
  private let mainQueueDescriptor: Int32?
  private var ownedSignals: OwnedDescriptor?
  private var signalDescriptor: Int32? { ownedSignals?.number }
  private var watches: [UInt64: WatchEntry] = [:]
  private var lastWatchID: UInt64 = 0
  private var armedTime: Timestamp?
  private var exitCode: Int32?
  /// The set of the loop's file descriptors, which another event loop can wait for; nil until
  /// ``pollDescriptor`` is read.
  private var pollSet: PollSet?

  private struct WatchEntry {
    let descriptor: Int32
    let handler: () -> Void
  }

  /// Called with the number of a received SIGTERM, SIGINT or SIGHUP. Setting it blocks these
  /// signals in the calling thread, so that the loop receives them. Threads that were started
  /// earlier must block them as well, and child processes need an empty signal mask. SIGINT and
  /// SIGHUP stay ignored when the process was started with them ignored.
  public var onTerminate: ((Int32) -> Void)? {
    didSet { if onTerminate != nil { receiveSignals() } }
  }

  /// Called when timers are due, instead of ``runTimers()``, which it must call. Default: nil.
  package var onTimersDue: (() -> Void)?

  /// The number of times that `poll` has returned with a ready file descriptor; for tests and
  /// benchmarks.
  public private(set) var wakeUps = 0

  /// Makes the event loop for a connection to an X server.
  ///
  /// - Throws: `system` when the timer descriptor cannot be created.
  public convenience init(_ display: DisplayConnection) throws(WindowingError) {
    try self.init(display, display.timers)
  }

  /// Makes a loop without a connection to an X server. Its timers are called only by
  /// ``runTimers()``.
  ///
  /// - Throws: `system` when the timer descriptor cannot be created.
  package convenience init() throws(WindowingError) { try self.init(nil, TimerQueue()) }

  private init(
    _ display: DisplayConnection?, _ timers: TimerQueue
  ) throws(WindowingError) {
    self.display = display
    self.timers = timers
    let timer = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
    guard timer >= 0 else { throw .system(call: "timerfd_create", errno: pbview_errno()) }
    ownedTimer = OwnedDescriptor(timer)
    mainQueueDescriptor =
      LibraryWorkarounds.isFirstThread ? _dispatch_get_main_queue_handle_4CF() : nil
  }

  /// The present instant on `CLOCK_MONOTONIC`; the same as `Timestamp.now`.
  public var now: Timestamp { .now }

  /// Calls `handler` whenever a file descriptor is readable, until the returned watch is cancelled
  /// or released.
  public func watch(descriptor: Int32, handler: @escaping () -> Void) -> DescriptorWatch {
    lastWatchID += 1
    watches[lastWatchID] = WatchEntry(descriptor: descriptor, handler: handler)
    pollSet?.add(descriptor)
    return DescriptorWatch(id: lastWatchID, loop: self)
  }

  /// Calls `handler` once at `time`, unless the returned deadline is cancelled or released before.
  public func schedule(at time: Timestamp, handler: @escaping () -> Void) -> LoopTimer {
    timers.schedule(at: time, handler: handler)
  }

  /// Handles events until ``stop(_:)`` is called or the connection to the X server is lost.
  ///
  /// - Returns: the code passed to ``stop(_:)``, or 3 after the loss of the connection.
  public func run() -> Int32 {
    processPending()
    while exitCode == nil && !isLost {
      wait(nil)
      processPending()
    }
    let code = exitCode ?? DisplayConnection.serverLostStatus
    exitCode = nil
    return code
  }

  /// Makes ``run()`` return `code` after the current turn of the loop. Only the first call counts.
  public func stop(_ code: Int32) { exitCode = exitCode ?? code }

  /// Handles the pending events, waits once for more, and handles those.
  ///
  /// - Parameter limit: the maximum time to wait in seconds; nil for no limit.
  package func runOnce(waitingUpTo limit: Double? = nil) {
    processPending()
    guard exitCode == nil, !isLost else { return }
    wait(limit)
    processPending()
  }

  // MARK: For another event loop

  /// A file descriptor that is readable while one of the loop's descriptors is; −1 when the process
  /// has no descriptor left.
  package var pollDescriptor: Int32 {
    if let pollSet { return pollSet.descriptor }
    let set = PollSet()
    let own =
      [timerDescriptor]
      + [display?.server.fileDescriptor, mainQueueDescriptor, signalDescriptor].compactMap(\.self)
    for descriptor in own + watches.values.map(\.descriptor) { set.add(descriptor) }
    pollSet = set
    return set.descriptor
  }

  /// Sends the buffered requests and sets the timer, before another event loop waits for
  /// ``pollDescriptor``.
  ///
  /// - Returns: the maximum time that the other loop may wait, in seconds; nil for no limit.
  package func prepareToWait() -> Double? {
    guard exitCode == nil, !isLost else { return nil }
    flushAndArmTimer()
    return isBusy ? 0 : nil
  }

  /// Handles everything that has arrived or is due, without waiting.
  package func dispatch() { runOnce(waitingUpTo: 0) }

  // MARK: One turn

  private func processPending() {
    guard let display, !display.isLost else { return }
    display.processEvents()
    guard !display.isLost else { return }
    if let onTimersDue, let next = timers.nextTime, next <= .now {
      onTimersDue()
    } else {
      runTimers()
    }
    for window in display.windows { window.finishLoopTurn() }
    display.server.logErrors()
  }

  /// Calls the callbacks of timers that are due.
  package func runTimers() { timers.run(until: .now) }

  /// Runs the tasks of the main actor that wait for this loop.
  package func runTasks() {
    guard let mainQueueDescriptor else { return }
    var entry = pollfd(fd: mainQueueDescriptor, events: Int16(POLLIN), revents: 0)
    while poll(&entry, 1, 0) > 0 { drainMainQueue() }
  }

  /// The code with which ``stop(_:)`` was called since ``run()`` last returned; nil when it was not
  /// called.
  package var stopCode: Int32? { exitCode }

  private var isLost: Bool { display?.isLost ?? false }

  /// Whether work is pending that no file descriptor reports.
  private var isBusy: Bool {
    guard let display else { return false }
    return display.server.hasQueuedEvents || display.windows.contains(where: \.isFrameDue)
  }

  private func flushAndArmTimer() {
    display?.flush()
    armTimer()
  }

  private func wait(_ limit: Double?) {
    flushAndArmTimer()
    let server = display?.server.fileDescriptor ?? -1
    var descriptors = [pollfd(fd: server, events: Int16(POLLIN), revents: 0)]
    descriptors.append(pollfd(fd: timerDescriptor, events: Int16(POLLIN), revents: 0))
    descriptors.append(pollfd(fd: mainQueueDescriptor ?? -1, events: Int16(POLLIN), revents: 0))
    descriptors.append(pollfd(fd: signalDescriptor ?? -1, events: Int16(POLLIN), revents: 0))
    let fixed = descriptors.count
    let watched = watches.sorted { $0.key < $1.key }
    for (_, entry) in watched {
      descriptors.append(pollfd(fd: entry.descriptor, events: Int16(POLLIN), revents: 0))
    }
    let timeout = isBusy ? 0 : limit.map { Int32(($0 * 1000).rounded(.up)) } ?? -1
    guard poll(&descriptors, nfds_t(descriptors.count), timeout) > 0 else { return }
    wakeUps += 1
    if descriptors[1].revents != 0 { drainTimer() }
    if descriptors[3].revents != 0 { drainSignals() }
    for (i, (id, entry)) in watched.enumerated()
    where descriptors[fixed + i].revents != 0 && watches[id] != nil {
      entry.handler()
    }
    if descriptors[2].revents != 0 { drainMainQueue() }
  }

  private func armTimer() {
    let next = timers.nextTime
    guard next != armedTime else { return }
    armedTime = next
    var spec = itimerspec()
    if let next {
      // A time of zero would disarm the timer, so it is raised to a nanosecond; an instant in the
      // past fires at once.
      let seconds = max(next.seconds, 1e-9)
      spec.it_value.tv_sec = Int(seconds)
      spec.it_value.tv_nsec = Int((seconds - seconds.rounded(.down)) * 1e9)
    }
    timerfd_settime(timerDescriptor, Int32(TFD_TIMER_ABSTIME), &spec, nil)
  }

  private func drainTimer() {
    var count: UInt64 = 0
    read(timerDescriptor, &count, MemoryLayout.size(ofValue: count))
    armedTime = nil
  }

  private func drainMainQueue() {
    guard let mainQueueDescriptor else { return }
    var count: UInt64 = 0
    read(mainQueueDescriptor, &count, MemoryLayout.size(ofValue: count))
    _dispatch_main_queue_callback_4CF(nil)
  }

  private func receiveSignals() {
    guard signalDescriptor == nil else { return }
    ProcessSignals.blockTerminationSignals()
    var set = ProcessSignals.terminationSet
    let descriptor = signalfd(-1, &set, Int32(SFD_NONBLOCK | SFD_CLOEXEC))
    guard descriptor >= 0 else { return }
    ownedSignals = OwnedDescriptor(descriptor)
    pollSet?.add(descriptor)
  }

  private func drainSignals() {
    guard let signalDescriptor else { return }
    var info = signalfd_siginfo()
    while read(signalDescriptor, &info, MemoryLayout.size(ofValue: info))
      == MemoryLayout.size(ofValue: info)
    {
      onTerminate?(Int32(info.ssi_signo))
    }
  }

  fileprivate func unwatch(_ id: UInt64) {
    guard let entry = watches.removeValue(forKey: id) else { return }
    pollSet?.remove(entry.descriptor)
  }
}

/// The watch of a file descriptor by an event loop. Releasing the last reference to this object
/// ends the watch; the descriptor stays open.
@MainActor
public final class DescriptorWatch {
  private let id: UInt64
  private weak var loop: EventLoop?

  fileprivate init(id: UInt64, loop: EventLoop) {
    self.id = id
    self.loop = loop
  }

  isolated deinit { loop?.unwatch(id) }

  /// Ends the watch; the descriptor stays open.
  public func cancel() { loop?.unwatch(id) }
}

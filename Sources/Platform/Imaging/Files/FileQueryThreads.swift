import CLinux
import Synchronization
import Threads

/// Access to files on threads of their own; each query that blocks occupies one thread.
///
/// A responsive disk needs some ten microseconds, so the main actor waits briefly for the result of
/// a query. It does not wait while another query is unanswered.
@MainActor
package final class FileQueryThreads: FileQuerying {
  /// The maximum time in seconds that the main actor waits for a result: longer than a lookup on
  /// any solid-state disk, and an eighth of a frame.
  private static let maxWait = 0.002

  private let loop: any DescriptorWatching
  private let queue: FileQueryQueue
  /// The number of queries whose results have not been delivered.
  private var pendingCount = 0
  private var watching: Cancellation?

  /// Makes file access whose late results are delivered by the event loop `loop`.
  ///
  /// - Parameter startThread: Runs a closure on a new thread, and returns false when no thread can
  ///   be created.
  package init(
    loop: any DescriptorWatching,
    startThread: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool = {
      PosixThread.detach($0)
    }
  ) {
    self.loop = loop
    queue = FileQueryQueue(spawnThread: startThread)
  }

  isolated deinit {
    watching?.cancel()
    queue.close()
  }

  package func ask<Answer: Sendable>(
    waits: Bool, _ question: @escaping @Sendable () -> Answer,
    then: @escaping @MainActor (Answer) -> Void
  ) {
    ask(within: waits ? Self.maxWait : 0, question, then: then)
  }

  /// Runs `question` on another thread and waits up to `seconds` for its result; nil when it takes
  /// longer. While another query is unanswered, returns nil at once.
  package func answer<Answer: Sendable>(
    within seconds: Double, _ question: @escaping @Sendable () -> Answer
  ) -> Answer? {
    let box = AnswerBox<Answer>()
    ask(within: seconds, question) { box.answer = $0 }
    return box.answer
  }

  private func ask<Answer: Sendable>(
    within seconds: Double, _ question: @escaping @Sendable () -> Answer,
    then: @escaping @MainActor (Answer) -> Void
  ) {
    let isAlone = pendingCount == 0
    pendingCount += 1
    queue.enqueue {
      let answer = question()
      return { then(answer) }
    }
    // Only one result is delivered while the main actor waits. If it leads to further queries, the
    // event loop delivers their results, one after the other: a replayed recording of events
    // depends on that order.
    if seconds > 0, isAlone, queue.waitForAnswer(within: seconds) {
      return deliverAnswers(atMost: 1)
    }
    if watching == nil {
      watching = loop.watch(descriptor: queue.answerEvent.number) { [weak self] in
        self?.deliverAnswers(atMost: .max)
      }
    }
  }

  private func deliverAnswers(atMost limit: Int) {
    var count = 0
    while count < limit, let answer = queue.dequeueAnswer() {
      count += 1
      pendingCount -= 1
      answer()
    }
    guard pendingCount == 0 else { return }
    // Without pending queries the event loop must be able to end.
    watching?.cancel()
    watching = nil
  }
}

/// The queue of queries for the threads, and of results for the main actor.
private final class FileQueryQueue: Sendable {
  typealias Question = @Sendable () -> @MainActor () -> Void
  private struct State {
    var questions: [Question] = []
    var answers: [@MainActor () -> Void] = []
    /// The number of threads, those that wait for a query included.
    var threadCount = 0
    /// The number of threads that wait for a query, or are being started and will wait for one.
    var idleThreadCount = 0
    var isClosed = false
  }
  /// The maximum number of threads. With this many blocked queries, further ones wait.
  private static let maxThreads = 32
  /// The maximum number of threads that are kept, sleeping, when there are no queries.
  private static let maxIdleThreads = 1

  /// An eventfd that is readable while results wait for the main actor.
  let answerEvent = OwnedDescriptor(eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)))
  /// An eventfd semaphore that counts the queries that no thread has taken yet.
  private let questionSemaphore = OwnedDescriptor(
    eventfd(0, Int32(EFD_CLOEXEC | EFD_SEMAPHORE)))
  private let state = Mutex(State())
  private let spawnThread: @Sendable (@escaping @Sendable () -> Void) -> Bool

  init(spawnThread: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool) {
    self.spawnThread = spawnThread
  }

  func enqueue(_ question: @escaping Question) {
    let needsThread = state.withLock { state in
      state.questions.append(question)
      guard state.questions.count > state.idleThreadCount, state.threadCount < Self.maxThreads
      else {
        return false
      }
      state.threadCount += 1
      state.idleThreadCount += 1
      return true
    }
    eventfd_write(questionSemaphore.number, 1)
    if needsThread { startThread() }
  }

  /// Waits up to `seconds` until a result is available, and returns whether it is.
  func waitForAnswer(within seconds: Double) -> Bool {
    var polled = pollfd(fd: answerEvent.number, events: Int16(POLLIN), revents: 0)
    let whole = Int(seconds)
    var pause = timespec(tv_sec: whole, tv_nsec: Int((seconds - Double(whole)) * 1e9))
    return ppoll(&polled, 1, &pause, nil) > 0
  }

  func dequeueAnswer() -> (@MainActor () -> Void)? {
    state.withLock { state in
      if state.answers.count <= 1 {
        var count: UInt64 = 0
        eventfd_read(answerEvent.number, &count)
      }
      return state.answers.isEmpty ? nil : state.answers.removeFirst()
    }
  }

  /// Ends the threads after their current query. Waiting queries are dropped.
  func close() {
    let threads = state.withLock { state in
      state.isClosed = true
      state.questions = []
      return state.threadCount
    }
    eventfd_write(questionSemaphore.number, UInt64(threads))
  }

  // MARK: Threads

  private func startThread() {
    if spawnThread({ self.runThread() }) { return }
    let isAlone = state.withLock { state in
      state.threadCount -= 1
      state.idleThreadCount -= 1
      return state.threadCount == 0
    }
    // Without threads, the main actor answers the queries itself. While a thread runs, it must
    // not: it would wait for a query that the thread has taken already.
    while isAlone, state.withLock({ !$0.questions.isEmpty }), serveOne() {}
  }

  private func runThread() {
    while serveOne() {
      let stays = state.withLock { state in
        let stays = state.idleThreadCount <= Self.maxIdleThreads || !state.questions.isEmpty
        if !stays {
          state.threadCount -= 1
          state.idleThreadCount -= 1
        }
        return stays
      }
      if !stays { return }
    }
  }

  /// Waits for a query and answers it.
  ///
  /// - Returns: False when the queue is closed, or another thread has taken the query.
  private func serveOne() -> Bool {
    var count: UInt64 = 0
    while eventfd_read(questionSemaphore.number, &count) != 0, pbview_errno() == EINTR {}
    let question = state.withLock { state -> Question? in
      guard !state.isClosed, !state.questions.isEmpty else { return nil }
      state.idleThreadCount -= 1
      return state.questions.removeFirst()
    }
    guard let question else { return false }
    let answer = question()
    state.withLock { state in
      state.idleThreadCount += 1
      state.answers.append(answer)
      // The eventfd is written with the lock held, so that it is never readable without an answer.
      eventfd_write(answerEvent.number, 1)
    }
    return true
  }
}

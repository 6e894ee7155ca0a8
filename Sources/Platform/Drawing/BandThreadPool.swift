import Glibc
import Threads

/// A pool of threads that draw bands of rows of one picture. Starting threads for each frame would
/// cost more than the bands save, and Dispatch's pool, once started, wakes up every second.
final class BandThreadPool: @unchecked Sendable {
  // Sendable because `threads` is only used while `lock` is locked.

  /// The pool of the process: made when the first large picture is drawn, and never ended.
  static let shared = BandThreadPool()

  /// The maximum number of bands of one picture, one of which the calling thread draws; further
  /// bands would be too small to be worth a thread.
  private static let maxBands = 4

  private let threads: [BandThread]
  /// The lock of the pool. A caller that finds it locked draws all bands itself.
  private let lock: UnsafeMutablePointer<pthread_mutex_t>

  private init() {
    let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    // One processor is left for the display server, but at least two threads draw.
    let count = max(2, min(Self.maxBands, processors - 1))
    threads = (1..<count).compactMap { _ in BandThread() }
    lock = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
  }

  /// Divides `rows` into bands and calls `work` with each, on the threads of the pool and the
  /// calling one at the same time. Returns when all bands are done. While another caller uses the
  /// pool, `work` is called once with all rows.
  func run(_ rows: Range<Int>, _ work: @escaping @Sendable (Range<Int>) -> Void) {
    guard !threads.isEmpty, pthread_mutex_trylock(lock) == 0 else { return work(rows) }
    defer { pthread_mutex_unlock(lock) }
    let height = (rows.count + threads.count) / (threads.count + 1)
    var rest = rows
    var busy: [BandThread] = []
    for thread in threads where rest.count > height {
      let band = rest.suffix(height)
      rest = rest.lowerBound..<band.lowerBound
      thread.begin { work(band) }
      busy.append(thread)
    }
    work(rest)
    for thread in busy { thread.wait() }
  }
}

/// One thread of the pool, which sleeps until ``begin(_:)``.
private final class BandThread: @unchecked Sendable {
  // Sendable because `work` is written only by the caller that has locked the pool while the thread
  // waits for `beginSemaphore`, and read only between `beginSemaphore` and `endSemaphore`; the
  // semaphores order the accesses.
  private let beginSemaphore: UnsafeMutablePointer<sem_t>
  private let endSemaphore: UnsafeMutablePointer<sem_t>
  private var work: (@Sendable () -> Void)?

  /// Starts a thread; nil when the system cannot create one.
  init?() {
    beginSemaphore = .allocate(capacity: 1)
    endSemaphore = .allocate(capacity: 1)
    sem_init(beginSemaphore, 0, 0)
    sem_init(endSemaphore, 0, 0)
    guard PosixThread.detach({ self.serve() }) else { return nil }
  }

  private func serve() {
    while true {
      while sem_wait(beginSemaphore) != 0 {}
      work?()
      sem_post(endSemaphore)
    }
  }

  func begin(_ work: @escaping @Sendable () -> Void) {
    self.work = work
    sem_post(beginSemaphore)
  }

  func wait() {
    while sem_wait(endSemaphore) != 0 {}
    work = nil
  }
}

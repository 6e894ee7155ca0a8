import Glibc

/// Threads that wait for one band after the other: making them for each frame costs more than the
/// bands save, and Dispatch's pool, once it has begun, wakes up every second ever after.
final class BandThreads: @unchecked Sendable {
  // Sendable because `threads` is only used by who holds `user`.

  /// The ones there are; made for the first large picture, and never ended.
  static let shared = BandThreads()

  /// More bands than this are too small to pay.
  private static let most = 4

  private let threads: [BandThread]
  /// Held by whoever uses the threads; who finds it held does all bands itself.
  private let user: UnsafeMutablePointer<pthread_mutex_t>

  private init() {
    let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    // Where there are several, the display server needs one, too.
    let count = max(2, min(Self.most, processors - 1))
    threads = (1..<count).compactMap { _ in BandThread() }
    user = .allocate(capacity: 1)
    pthread_mutex_init(user, nil)
  }

  /// Divides `rows` into bands, does all of them at the same time, one of them here, and returns
  /// when all are done.
  func run(_ rows: Range<Int>, _ work: @escaping @Sendable (Range<Int>) -> Void) {
    guard !threads.isEmpty, pthread_mutex_trylock(user) == 0 else { return work(rows) }
    defer { pthread_mutex_unlock(user) }
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

/// One of them.
private final class BandThread: @unchecked Sendable {
  // The rule that makes this Sendable: `work` is written only by its user while the thread waits at
  // `begun`, and read only between `begun` and `ended`; the semaphores order the two.
  private let begun: UnsafeMutablePointer<sem_t>
  private let ended: UnsafeMutablePointer<sem_t>
  private var work: (@Sendable () -> Void)?

  /// Starts one; nil when the system has none.
  init?() {
    begun = .allocate(capacity: 1)
    ended = .allocate(capacity: 1)
    sem_init(begun, 0, 0)
    sem_init(ended, 0, 0)
    var thread = pthread_t()
    let me = Unmanaged.passRetained(self)
    let status = pthread_create(
      &thread, nil,
      { pointer in
        guard let pointer else { return nil }
        Unmanaged<BandThread>.fromOpaque(pointer).takeUnretainedValue().serve()
        return nil
      }, me.toOpaque())
    guard status == 0 else {
      me.release()
      return nil
    }
    pthread_detach(thread)
  }

  private func serve() {
    while true {
      while sem_wait(begun) != 0 {}
      work?()
      sem_post(ended)
    }
  }

  func begin(_ work: @escaping @Sendable () -> Void) {
    self.work = work
    sem_post(begun)
  }

  func wait() {
    while sem_wait(ended) != 0 {}
    work = nil
  }
}

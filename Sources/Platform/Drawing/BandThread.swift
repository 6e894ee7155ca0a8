import Glibc

/// A thread that waits for one band after the other: making one for each frame costs more than the
/// band saves, and Dispatch's pool, once it has begun, wakes up every second ever after.
final class BandThread: @unchecked Sendable {
  /// The one there is; made for the first large picture, and never ended.
  static let shared = BandThread()

  // The rule that makes this Sendable: `work` is written only by who holds `user` while the thread
  // waits at `begin`, and read only between `begin` and `end`; the semaphores order the two.
  private let begin: UnsafeMutablePointer<sem_t>
  private let end: UnsafeMutablePointer<sem_t>
  private var work: (@Sendable () -> Void)?
  private var isRunning = false
  /// Held by whoever uses the thread; who finds it held does both parts itself.
  private let user: UnsafeMutablePointer<pthread_mutex_t>

  private init() {
    begin = .allocate(capacity: 1)
    end = .allocate(capacity: 1)
    user = .allocate(capacity: 1)
    pthread_mutex_init(user, nil)
    sem_init(begin, 0, 0)
    sem_init(end, 0, 0)
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { pointer in
        guard let pointer else { return nil }
        Unmanaged<BandThread>.fromOpaque(pointer).takeUnretainedValue().serve()
        return nil
      }, Unmanaged.passUnretained(self).toOpaque())
    isRunning = status == 0
    if isRunning { pthread_detach(thread) }
  }

  private func serve() {
    while true {
      while sem_wait(begin) != 0 {}
      work?()
      sem_post(end)
    }
  }

  /// Does both at the same time, `side` on the other thread, and returns when both are done.
  func run(_ side: @escaping @Sendable () -> Void, beside main: () -> Void) {
    guard isRunning, pthread_mutex_trylock(user) == 0 else {
      side()
      return main()
    }
    defer { pthread_mutex_unlock(user) }
    work = side
    sem_post(begin)
    main()
    while sem_wait(end) != 0 {}
    work = nil
  }
}

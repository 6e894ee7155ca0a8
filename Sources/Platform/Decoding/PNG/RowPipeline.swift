import CLinux

/// Makes rows behind the inflater's back: on a second thread, or at once where that is not worth it.
final class RowPipeline: @unchecked Sendable {
  // Sendable because `rows` is used by one thread only between start and join, and the two numbers
  // only under the lock.
  private let rows: PNGRows
  private var thread: pthread_t?
  private var available = 0
  private var isFinished = false
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let signal = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init(_ rows: PNGRows, onThread: Bool) {
    self.rows = rows
    pthread_mutex_init(lock, nil)
    pthread_cond_init(signal, nil)
    guard onThread else { return }
    let me = Unmanaged.passRetained(self)
    var started = pthread_t()
    if pthread_create(&started, nil, Self.start, me.toOpaque()) == 0 {
      thread = started
    } else {
      me.release()
    }
  }

  deinit {
    pthread_mutex_destroy(lock)
    pthread_cond_destroy(signal)
    lock.deallocate()
    signal.deallocate()
  }

  /// The first `count` bytes are final.
  func reached(_ count: Int) {
    guard thread != nil else {
      rows.advance(to: count)
      return
    }
    pthread_mutex_lock(lock)
    available = count
    pthread_cond_signal(signal)
    pthread_mutex_unlock(lock)
  }

  /// Waits until every row that can be made is.
  func finish() {
    guard let thread else { return }
    pthread_mutex_lock(lock)
    isFinished = true
    pthread_cond_signal(signal)
    pthread_mutex_unlock(lock)
    pthread_join(thread, nil)
    self.thread = nil
  }

  private func work() {
    var done = 0
    while true {
      pthread_mutex_lock(lock)
      while available == done, !isFinished { pthread_cond_wait(signal, lock) }
      let reached = available
      let isLast = isFinished
      pthread_mutex_unlock(lock)
      rows.advance(to: reached)
      done = reached
      if isLast { return }
    }
  }

  private static let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
    {
      pointer in
      guard let pointer else { return nil }
      Unmanaged<RowPipeline>.fromOpaque(pointer).takeRetainedValue().work()
      return nil
    }
}

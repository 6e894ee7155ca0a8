import CLinux

/// A mutex with a condition variable, and the state that the mutex protects.
final class ConditionMutex<State>: @unchecked Sendable {
  // Sendable because the state is accessed only while the mutex is locked.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var state: State

  init(_ state: State) {
    self.state = state
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Calls `body`, which can change the state, and wakes all waiting threads.
  func with<Result>(_ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    return body(&state)
  }

  /// Waits until `poll`, which is called after every change of the state, returns a value.
  ///
  /// - Returns: the value; nil when `seconds` have passed without one.
  func wait<Found>(within seconds: Double, _ poll: (inout State) -> Found?) -> Found? {
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    let whole = Int(seconds)
    end.tv_sec += whole
    end.tv_nsec += Int((seconds - Double(whole)) * 1e9)
    if end.tv_nsec >= 1_000_000_000 {
      end.tv_nsec -= 1_000_000_000
      end.tv_sec += 1
    }
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let found = poll(&state) { return found }
      if pthread_cond_timedwait(condition, mutex, &end) == ETIMEDOUT { return poll(&state) }
    }
  }
}

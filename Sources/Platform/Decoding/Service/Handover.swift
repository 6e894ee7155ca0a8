import CLinux

/// What one thread finds one after the other, for other threads to do.
final class Handover<Work>: @unchecked Sendable {
  // Everything below is guarded by the lock.
  private var lock = pthread_mutex_t()
  private var change = pthread_cond_t()
  private var waiting: [Work] = []
  private var isOver = false
  private var isGivenUp = false

  init() {
    pthread_mutex_init(&lock, nil)
    pthread_cond_init(&change, nil)
  }

  deinit {
    pthread_cond_destroy(&change)
    pthread_mutex_destroy(&lock)
  }

  /// How much nobody has begun.
  var waitingCount: Int { locked { waiting.count } }

  /// True when somebody gave up.
  var hasFailed: Bool { locked { isGivenUp } }

  /// Adds something to do.
  func give(_ work: Work) {
    locked { waiting.append(work) }
    pthread_cond_signal(&change)
  }

  /// Nothing more comes.
  func end() {
    locked { isOver = true }
    pthread_cond_broadcast(&change)
  }

  /// Nothing of it is worth doing any more.
  func giveUp() {
    locked { isGivenUp = true }
    pthread_cond_broadcast(&change)
  }

  /// The oldest thing to do, once there is one.
  ///
  /// - Returns: nil when everything was begun, or somebody gave up.
  func take() -> Work? {
    locked {
      while waiting.isEmpty, !isOver, !isGivenUp { pthread_cond_wait(&change, &lock) }
      return waiting.isEmpty || isGivenUp ? nil : waiting.removeFirst()
    }
  }

  private func locked<T>(_ body: () -> T) -> T {
    pthread_mutex_lock(&lock)
    defer { pthread_mutex_unlock(&lock) }
    return body()
  }
}

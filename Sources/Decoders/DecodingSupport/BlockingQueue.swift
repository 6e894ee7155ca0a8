import CLinux

/// A blocking producer–consumer queue: one thread adds items, others take them.
package final class BlockingQueue<Work>: @unchecked Sendable {
  // All properties below are guarded by the lock.
  private var lock = pthread_mutex_t()
  private var condition = pthread_cond_t()
  private var queuedItems: [Work] = []
  /// The reason why no more items follow; nil while they may.
  private var ending: Ending?

  private enum Ending {
    /// The remaining items are taken.
    case complete
    /// The remaining items are dropped.
    case cancelled
  }

  package init() {
    pthread_mutex_init(&lock, nil)
    pthread_cond_init(&condition, nil)
  }

  deinit {
    pthread_cond_destroy(&condition)
    pthread_mutex_destroy(&lock)
  }

  /// Number of items that have not been taken.
  package var pendingCount: Int { locked { queuedItems.count } }

  /// Whether ``cancel()`` was called.
  package var isCancelled: Bool { locked { ending == .cancelled } }

  /// Appends an item and wakes a waiting thread.
  package func put(_ work: Work) {
    locked { queuedItems.append(work) }
    pthread_cond_signal(&condition)
  }

  /// Ends the queue: no more items follow, and threads that wait for one are woken.
  package func end() {
    locked {
      guard ending == nil else { return }
      ending = .complete
    }
    pthread_cond_broadcast(&condition)
  }

  /// Cancels the queue: the remaining items are never taken.
  package func cancel() {
    locked { ending = .cancelled }
    pthread_cond_broadcast(&condition)
  }

  /// Removes the oldest item; blocks until there is one.
  ///
  /// - Returns: nil when the queue has ended and is empty, or was cancelled.
  package func take() -> Work? {
    locked {
      while queuedItems.isEmpty, ending == nil { pthread_cond_wait(&condition, &lock) }
      return queuedItems.isEmpty || ending == .cancelled ? nil : queuedItems.removeFirst()
    }
  }

  private func locked<T>(_ body: () -> T) -> T {
    pthread_mutex_lock(&lock)
    defer { pthread_mutex_unlock(&lock) }
    return body()
  }
}

import CLinux

/// A thread that runs one closure and must be joined.
package final class SecondThread {
  private var thread = pthread_t()

  /// Starts a thread with `work`.
  ///
  /// - Returns: nil when no thread can be created; `work` is not run then.
  package init?(_ work: @escaping @Sendable () -> Void) {
    let retained = Unmanaged.passRetained(Work(work))
    guard pthread_create(&thread, nil, Self.run, retained.toOpaque()) == 0 else {
      retained.release()
      return nil
    }
  }

  /// Waits until the work is done. Must be called exactly once.
  package func join() { pthread_join(thread, nil) }

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
    { pointer in
      guard let pointer else { return nil }
      Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
      return nil
    }
}

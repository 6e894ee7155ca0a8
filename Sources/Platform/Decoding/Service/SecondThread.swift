import CLinux

/// Work that is done beside the work of this thread, which waits for it in the end.
final class SecondThread {
  private var thread = pthread_t()

  /// Begins with `work`.
  ///
  /// - Returns: nil when there is no thread for it; then nothing was begun.
  init?(_ work: @escaping @Sendable () -> Void) {
    let retained = Unmanaged.passRetained(Work(work))
    guard pthread_create(&thread, nil, Self.run, retained.toOpaque()) == 0 else {
      retained.release()
      return nil
    }
  }

  /// Waits until it is done. To be called once.
  func join() { pthread_join(thread, nil) }

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

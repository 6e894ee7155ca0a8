public import Imaging

/// A loop in which nothing ever happens.
@MainActor public final class StillLoop: DescriptorWatching {
  /// Makes one.
  public init() {}

  /// Never says anything.
  public func watch(descriptor: Int32, onReadable: @escaping @MainActor () -> Void) -> Cancellation
  {
    Cancellation {}
  }

  /// Does nothing.
  public func schedule(
    after seconds: Double, _ action: @escaping @MainActor () -> Void
  ) -> Cancellation {
    Cancellation {}
  }
}

public import Imaging

/// An event loop without events: no timer fires and no descriptor is readable.
@MainActor public final class StillLoop: DescriptorWatching {
  public init() {}

  /// Never calls `onReadable`.
  public func watch(descriptor: Int32, onReadable: @escaping @MainActor () -> Void) -> Cancellation
  {
    Cancellation {}
  }

  /// Never calls `action`.
  public func schedule(
    after seconds: Double, _ action: @escaping @MainActor () -> Void
  ) -> Cancellation {
    Cancellation {}
  }
}

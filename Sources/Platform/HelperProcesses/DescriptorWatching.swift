/// The event loop as the owners of helpers use it. The viewer's own loop conforms, so that one
/// `poll` serves the window and the helpers, and a reply becomes a frame without a thread switch.
@MainActor
public protocol DescriptorWatching: AnyObject {
  /// Calls `onReadable` whenever `descriptor` is readable or hung up, until cancelled.
  /// Level-triggered.
  func watch(descriptor: Int32, onReadable: @escaping @MainActor () -> Void) -> Cancellation

  /// Calls `action` once after `seconds`, unless cancelled before.
  func schedule(after seconds: Double, _ action: @escaping @MainActor () -> Void) -> Cancellation
}

/// A handle to cancel a watch or a scheduled action. Cancelling twice is harmless.
@MainActor
public struct Cancellation {
  private let action: @MainActor () -> Void

  /// Makes a handle that performs `action` on cancellation.
  public init(_ action: @escaping @MainActor () -> Void) { self.action = action }

  public func cancel() { action() }
}

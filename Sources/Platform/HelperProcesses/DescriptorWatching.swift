/// The event loop as the owners of helper processes use it. The viewer's own event loop conforms,
/// so that one `poll` serves the window and the helpers, and a reply becomes a frame without a
/// thread switch.
@MainActor
public protocol DescriptorWatching: AnyObject {
  /// Calls `onReadable` in every turn of the event loop in which `descriptor` is readable or hung
  /// up, until the watch is cancelled.
  func watch(descriptor: Int32, onReadable: @escaping @MainActor () -> Void) -> Cancellation

  /// Calls `action` once, when `seconds` have passed, unless it is cancelled before.
  func schedule(after seconds: Double, _ action: @escaping @MainActor () -> Void) -> Cancellation
}

/// A handle that cancels a watched descriptor or a scheduled action. Cancelling twice is harmless.
@MainActor
public struct Cancellation {
  private let action: @MainActor () -> Void

  /// Makes a handle that calls `action` on cancellation.
  public init(_ action: @escaping @MainActor () -> Void) { self.action = action }

  public func cancel() { action() }
}

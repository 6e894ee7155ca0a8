/// What the pipeline needs of an event loop. The program's own loop conforms to it, so that one
/// `poll` serves the window and the helpers, and a reply becomes a frame without a hop.
@MainActor
public protocol DescriptorWatching: AnyObject {
  /// Calls `onReadable` whenever `descriptor` has something to read or has been hung up, until
  /// cancelled. Level-triggered.
  func watch(descriptor: Int32, onReadable: @escaping @MainActor () -> Void) -> Cancellation

  /// Calls `action` once, `seconds` from this moment, unless cancelled before.
  func schedule(after seconds: Double, _ action: @escaping @MainActor () -> Void) -> Cancellation
}

/// A way to stop something that was started. Calling it again does nothing harmful.
@MainActor
public struct Cancellation {
  private let action: @MainActor () -> Void

  /// Makes one from what it has to do.
  public init(_ action: @escaping @MainActor () -> Void) { self.action = action }

  /// Stops it.
  public func cancel() { action() }
}

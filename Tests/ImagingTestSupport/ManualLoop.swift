public import Imaging

/// An event loop whose timers fire on `fire()` and whose descriptors are never readable.
@MainActor public final class ManualLoop: DescriptorWatching {
  private let longest: Double
  private var timers: [Int: @MainActor () -> Void] = [:]
  private var last = 0

  /// Creates a loop without timers. Timers of `longest` seconds or more are discarded: they are
  /// timeouts for failures, such as a helper that never responds.
  public init(forgettingAbove longest: Double = .infinity) { self.longest = longest }

  /// The number of running timers.
  public var timerCount: Int { timers.count }

  /// Never calls `onReadable`.
  public func watch(descriptor: Int32, onReadable: @escaping @MainActor () -> Void) -> Cancellation
  {
    Cancellation {}
  }

  /// Adds a timer. `seconds` only decides whether it is discarded.
  public func schedule(
    after seconds: Double, _ action: @escaping @MainActor () -> Void
  ) -> Cancellation {
    guard seconds < longest else { return Cancellation {} }
    last += 1
    let number = last
    timers[number] = action
    return Cancellation { [weak self] in self?.timers[number] = nil }
  }

  /// Fires all running timers; timers added meanwhile wait for the next call.
  public func fire() {
    let due = timers.values
    timers = [:]
    for action in due { action() }
  }
}

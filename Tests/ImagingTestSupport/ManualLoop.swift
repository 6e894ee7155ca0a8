public import Imaging

/// A loop whose timers fire when the test says so, and whose descriptors never do.
@MainActor public final class ManualLoop: DescriptorWatching {
  private let longest: Double
  private var timers: [Int: @MainActor () -> Void] = [:]
  private var last = 0

  /// Makes one without timers. Those of more than `longest` seconds are forgotten at once: such waits
  /// are for things that go wrong, like a helper that never answers.
  public init(forgettingAbove longest: Double = .infinity) { self.longest = longest }

  /// How many timers are running.
  public var timerCount: Int { timers.count }

  /// Never says anything.
  public func watch(descriptor: Int32, onReadable: @escaping @MainActor () -> Void) -> Cancellation
  {
    Cancellation {}
  }

  /// Starts a timer, whose seconds only tell whether it is kept.
  public func schedule(
    after seconds: Double, _ action: @escaping @MainActor () -> Void
  ) -> Cancellation {
    guard seconds < longest else { return Cancellation {} }
    last += 1
    let number = last
    timers[number] = action
    return Cancellation { [weak self] in self?.timers[number] = nil }
  }

  /// Fires all that are running; what they set meanwhile waits for the next time.
  public func fire() {
    let due = timers.values
    timers = [:]
    for action in due { action() }
  }
}

import Desktop
import Synchronization
import Testing

@testable import ViewerApp

@MainActor @Suite struct IdleGuardTests {
  /// A count of the requests to the session, all of which fail.
  private final class Questions: Sendable {
    private let count = Mutex(0)
    var number: Int { count.withLock { $0 } }
    func ask() -> IdleInhibitor? {
      count.withLock { $0 += 1 }
      return nil
    }
  }

  /// Yields the main actor until a condition holds, at most 100,000 times.
  private func until(_ isSo: () -> Bool) async {
    for _ in 0..<100_000 where !isSo() { await Task.yield() }
  }

  @Test func `the session is asked once for each request and not before`() async {
    let questions = Questions()
    let idleGuard = IdleGuard { questions.ask() }
    #expect(questions.number == 0)
    idleGuard.isWanted = true
    idleGuard.isWanted = true
    await until { questions.number == 1 }
    #expect(questions.number == 1)
    // A service that does not answer is asked again.
    idleGuard.isWanted = false
    idleGuard.isWanted = true
    await until { questions.number > 1 }
    #expect((1...2).contains(questions.number))
  }
}

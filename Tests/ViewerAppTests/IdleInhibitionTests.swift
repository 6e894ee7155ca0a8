import Desktop
import Synchronization
import Testing

@testable import ViewerApp

@MainActor @Suite struct IdleInhibitionTests {
  /// A count of the requests to the session, all of which fail.
  private final class Questions: Sendable {
    private let count = Mutex(0)
    var number: Int { count.withLock { $0 } }
    func ask() -> IdleInhibitor? {
      count.withLock { $0 += 1 }
      return nil
    }
  }

  /// Yields the main actor until a condition holds, at most `count` times.
  private func until(atMost count: Int = .max, _ isSo: () -> Bool) async {
    var left = count
    while left > 0, !isSo() {
      left -= 1
      await Task.yield()
    }
  }

  @Test func `the session is asked once for each request and not before`() async {
    let questions = Questions()
    let inhibition = IdleInhibition { questions.ask() }
    #expect(questions.number == 0)
    inhibition.isWanted = true
    inhibition.isWanted = true
    await until { questions.number == 1 }
    #expect(questions.number == 1)
    // A service that does not answer is asked again.
    inhibition.isWanted = false
    inhibition.isWanted = true
    await until(atMost: 100_000) { questions.number > 1 }
    #expect((1...2).contains(questions.number))
  }
}

import Glibc
import Synchronization
import Testing

@testable import Threads

/// The signals that a new thread takes.
@Suite struct PosixThreadTests {
  private static let termination = [SIGTERM, SIGINT, SIGHUP]

  /// The termination signals that are blocked in the calling thread.
  private static var blocked: [Int32] {
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &mask)
    return termination.filter { sigismember(&mask, $0) == 1 }
  }

  @Test func `a thread blocks termination signals, and its starter does not`() throws {
    let before = Self.blocked
    let found = Mutex<[Int32]>([])
    let thread = try #require(
      PosixThread {
        let blocked = Self.blocked
        found.withLock { $0 = blocked }
      })
    thread.join()
    #expect(found.withLock { $0 } == Self.termination)
    #expect(Self.blocked == before)
  }
}

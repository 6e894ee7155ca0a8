import Glibc
import Synchronization
import Testing

@testable import Threads

@Suite struct TwoThreadsTests {
  @Test(arguments: [0, 1, 7, 8, 1000]) func `results are in the order of the elements`(count: Int) {
    let calls = Mutex(0)
    let results = TwoThreads.map(Array(0..<count)) { number in
      calls.withLock { $0 += 1 }
      return number * number
    }
    #expect(results == (0..<count).map { $0 * $0 })
    #expect(calls.withLock { $0 } == count, "each element is taken once")
  }

  @Test func `two elements are worked on at the same time`() {
    // Each of the first two calls waits for the other.
    let arrived = Mutex(0)
    let results = TwoThreads.map(Array(0..<8)) { number -> Bool in
      let mine = arrived.withLock { count -> Int in
        count += 1
        return count
      }
      while mine <= 2, arrived.withLock({ $0 }) < 2 { sched_yield() }
      return true
    }
    #expect(results == Array(repeating: true, count: 8))
  }
}

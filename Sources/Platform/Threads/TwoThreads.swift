import Synchronization

/// Work that is divided between the calling thread and another one.
package enum TwoThreads {
  /// The minimum number of elements for which a second thread is started.
  private static let minCount = 8

  /// The results of a function for all elements, in their order. The function is called on both
  /// threads at the same time, with one element after the other.
  package static func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], _ body: @escaping @Sendable (Element) -> Result
  ) -> [Result] {
    guard elements.count >= minCount else { return elements.map(body) }
    let share = SharedWork(elements, body)
    let second = PosixThread { share.run() }
    share.run()
    second?.join()
    return share.results
  }

  /// The results of two functions, which are called on both threads at the same time.
  package static func both<First: Sendable, Second: Sendable>(
    _ first: @escaping @Sendable () -> First, and second: @escaping @Sendable () -> Second
  ) -> (First, Second) {
    let result = Mutex<First?>(nil)
    let thread = PosixThread {
      let value = first()
      result.withLock { $0 = value }
    }
    let other = second()
    thread?.join()
    return (result.withLock { $0 } ?? first(), other)
  }

  /// The work that both threads share: the elements, the number of those that a thread has taken,
  /// and the results.
  private final class SharedWork<Element: Sendable, Result: Sendable>: Sendable {
    private let elements: [Element]
    private let body: @Sendable (Element) -> Result
    private let next = Atomic(0)
    private let done = Mutex<[(index: Int, result: Result)]>([])

    init(_ elements: [Element], _ body: @escaping @Sendable (Element) -> Result) {
      self.elements = elements
      self.body = body
    }

    /// Takes elements until none is left.
    func run() {
      var own: [(index: Int, result: Result)] = []
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < elements.count else { break }
        own.append((index, body(elements[index])))
      }
      done.withLock { $0 += own }
    }

    /// All results in the order of the elements.
    var results: [Result] {
      done.withLock { $0 }.sorted { $0.index < $1.index }.map(\.result)
    }
  }
}

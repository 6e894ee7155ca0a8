import Synchronization

/// Functions that divide work between the calling thread and a second one, and return when both
/// have finished.
package enum TwoThreads {
  /// The minimum number of elements for which ``map(_:_:)`` starts a second thread.
  private static let minCount = 8

  /// The results of a function for all elements, in the order of the elements. The calling thread
  /// and a second one take the next element in turn and call the function at the same time. With
  /// fewer than 8 elements, or when no thread can be created, the calling thread does all.
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

  /// The results of two functions that run at the same time: `first` on a second thread, `second`
  /// on the calling one. When no thread can be created, they run one after the other.
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

  /// The state that both threads share: the elements, the index of the next element to take, and
  /// the results with their indices.
  private final class SharedWork<Element: Sendable, Result: Sendable>: Sendable {
    private let elements: [Element]
    private let body: @Sendable (Element) -> Result
    private let nextIndex = Atomic(0)
    private let finished = Mutex<[(index: Int, result: Result)]>([])

    init(_ elements: [Element], _ body: @escaping @Sendable (Element) -> Result) {
      self.elements = elements
      self.body = body
    }

    /// Takes elements and calls the function with them until no element is left.
    func run() {
      var own: [(index: Int, result: Result)] = []
      while true {
        let index = nextIndex.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < elements.count else { break }
        own.append((index, body(elements[index])))
      }
      finished.withLock { $0 += own }
    }

    /// The results of the function for all elements, in the order of the elements.
    var results: [Result] {
      finished.withLock { $0 }.sorted { $0.index < $1.index }.map(\.result)
    }
  }
}

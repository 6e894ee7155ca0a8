import BrowserHost
import PhotoIndex
import Testing

@testable import ViewerApp

/// The order in which the indexer reads the facts of photos.
@Suite struct PhotoIndexQueueTests {
  private var queue = PhotoIndexQueue()

  private func requests(_ names: String...) -> [PhotoIndexer.Request] {
    names.map {
      PhotoIndexer.Request(
        path: FilePath("/p/\($0)"), stamp: IndexedPhoto.Stamp(modified: 1, size: 1))
    }
  }

  /// Takes out requests until none may start.
  private mutating func start(running: Int = 0) -> [String] {
    var names: [String] = []
    while let next = queue.next(running: running + names.count) {
      names.append(next.request.path.displayName + (next.isUrgent ? "!" : ""))
    }
    return names
  }

  @Test mutating func `requests start in their order, each once, four at a time`() {
    queue.append(requests("a", "b", "c"))
    queue.append(requests("b", "d", "e"))
    let first = start()
    let second = start()
    #expect(first == ["a", "b", "c", "d"] && second == ["e"])
    #expect(queue.isEmpty)
  }

  @Test mutating func `photos for which the user waits come first, while others run, too`() {
    queue.append(requests("a", "b", "c", "d", "e", "f"))
    let library = start()
    queue.prepend(requests("f", "g", "a"))
    let urgent = start(running: library.count)
    #expect(library == ["a", "b", "c", "d"])
    #expect(urgent == ["f!", "g!"], "a photo that is being read is not read twice")
    var answers: [Bool] = []
    for request in requests("a", "f", "g", "b") { answers.append(queue.didAnswer(request)) }
    #expect(answers == [false, false, true, false])
    let rest = start()
    #expect(rest == ["e"])
  }

  @Test mutating func `an answered request is added again only when it is forgotten`() {
    queue.append(requests("a"))
    _ = start()
    queue.append(requests("a"))
    #expect(queue.isEmpty)
    queue.forget(requests("a")[0])
    queue.prepend(requests("a"))
    #expect(queue.count == 1)
  }
}

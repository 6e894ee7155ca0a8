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

  /// Takes requests out of the queue until none may start, and returns the names of their photos:
  /// with `!` where the user waits for them, with `-` where they only fill the index.
  private mutating func start(running: Int = 0, holdsFilling: Bool = false) -> [String] {
    var names: [String] = []
    while let next = queue.takeNext(running: running + names.count, holdsFilling: holdsFilling) {
      let mark =
        switch next.purpose {
        case .awaited: "!"
        case .listed: ""
        case .filling: "-"
        }
      names.append(next.request.path.displayName + mark)
    }
    return names
  }

  @Test mutating func `requests start in their order, each once, four at a time`() {
    queue.append(requests("a", "b", "c"))
    queue.append(requests("b", "d", "e"))
    let first = start()
    let second = start()
    #expect(first == ["a", "b", "c", "d"] && second == ["e"])
    #expect(queue.isEmptyExceptFilling)
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

  @Test mutating func `a request that is joined to another one passes on that the user waits`() {
    queue.append(requests("a"))
    _ = start()
    queue.prepend(requests("b"))
    _ = start()
    queue.join(requests("b")[0], to: requests("a")[0])
    let joined = queue.didAnswer(requests("b")[0])
    let other = queue.didAnswer(requests("a")[0])
    #expect(!joined && other)
  }

  @Test mutating func `an answered request is added again only when it is forgotten`() {
    queue.append(requests("a"))
    _ = start()
    queue.append(requests("a"))
    #expect(queue.isEmptyExceptFilling)
    queue.allowAgain(requests("a")[0])
    queue.prepend(requests("a"))
    #expect(queue.countWithoutFilling == 1)
  }

  @Test mutating func `photos that fill the index come after all others, and not while held`() {
    queue.appendFilling(requests("a", "b", "c"))
    queue.append(requests("d"))
    #expect(queue.countWithoutFilling == 1 && !queue.isFillingDone)
    let held = start(holdsFilling: true)
    #expect(held == ["d"] && queue.isEmptyExceptFilling)
    let filling = start(running: held.count)
    #expect(filling == ["a-", "b-", "c-"] && queue.runningFillingCount == 3)
    for request in requests("a", "b", "c") {
      #expect(queue.isFilling(request))
      _ = queue.didAnswer(request)
    }
    #expect(queue.isFillingDone)
  }

  @Test mutating func `running photos that fill the index leave room for the others`() {
    queue.appendFilling(requests("a", "b", "c", "d", "e"))
    let filling = start()
    #expect(filling == ["a-", "b-", "c-", "d-"])
    queue.append(requests("f", "g", "h", "i", "j"))
    let listed = start(running: 4)
    #expect(listed == ["f", "g", "h", "i"])
  }

  @Test mutating func `a photo that is to fill the index is read before when it is wanted`() {
    queue.appendFilling(requests("a", "b", "c"))
    queue.append(requests("c"))
    queue.prepend(requests("b"))
    let order = start()
    #expect(order == ["b!", "c", "a-"])
    let recalled = queue.removeFilling(requests("a", "c")).map(\.path.displayName)
    #expect(recalled == ["a"] && queue.isFillingDone)
    queue.append(requests("a", "c"))
    let again = start(running: 2)
    #expect(again == ["a"], "“c” is being read")
  }

  @Test mutating func `a photo that failed to fill the index is read for other purposes only`() {
    queue.appendFilling(requests("a", "b"))
    _ = start()
    for request in requests("a", "b") { _ = queue.didAnswer(request) }
    queue.didFailFilling(requests("a")[0])
    queue.allowAnsweredAgain()
    queue.appendFilling(requests("a", "b"))
    let filling = start()
    #expect(filling == ["b-"])
    queue.append(requests("a"))
    let listed = start(running: 1)
    #expect(listed == ["a"])
  }

  @Test mutating func `a photo fills the index in the state that was requested last`() {
    var changed = requests("a")[0]
    changed.stamp = IndexedPhoto.Stamp(modified: 2, size: 1)
    queue.appendFilling(requests("a"))
    queue.appendFilling([changed])
    let next = queue.takeNext(running: 0)
    let rest = start(running: 1)
    #expect(next?.request == changed && rest.isEmpty)
  }

  @Test mutating func `photos that fill the index are removed, and may be added again`() {
    queue.appendFilling(requests("a", "b", "c", "d", "e"))
    _ = start()
    let running = queue.removeFilling().map(\.path.displayName)
    #expect(running.sorted() == ["a", "b", "c", "d"] && queue.isFillingDone)
    queue.append(requests("a", "e"))
    #expect(queue.countWithoutFilling == 2)
    _ = start()
    queue.appendFilling(requests("f"))
    for request in requests("a", "e") { _ = queue.didAnswer(request) }
    queue.allowAnsweredAgain()
    queue.append(requests("a"))
    queue.appendFilling(requests("f"))
    let last = start()
    #expect(last == ["a", "f-"])
  }
}

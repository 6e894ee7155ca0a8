import CLinux
import DecoderWire
import Imaging
import Synchronization
import Testing
import Threads

/// A barrier that blocks `wait()` until the test calls `open()`.
private final class Gate: Sendable {
  private let descriptor = OwnedDescriptor(eventfd(0, Int32(EFD_CLOEXEC)))

  func wait() {
    var count: UInt64 = 0
    while eventfd_read(descriptor.number, &count) != 0, pbview_errno() == EINTR {}
  }

  func open() { eventfd_write(descriptor.number, 1) }
}

/// A number that several threads count up.
private final class Counter: Sendable {
  private let count = Mutex(0)

  /// The number before it is counted up.
  func next() -> Int {
    count.withLock { count in
      defer { count += 1 }
      return count
    }
  }
}

@MainActor
struct FileThreadsTests {
  private let loop = FakeLoop()
  private let files: FileQueryThreads

  init() { files = FileQueryThreads(loop: loop) }

  @Test func `a fast query is answered synchronously`() {
    for number in 0..<1000 { #expect(files.answer(within: 20) { number } == number) }
    #expect(loop.timerCount == 0)
  }

  @Test func `a query that hangs does not block the caller and is answered later`() {
    let gate = Gate()
    var answers: [String] = []
    files.ask(waits: true) {
      gate.wait()
    } then: {
      answers.append("late")
    }
    #expect(answers.isEmpty)
    // While one query hangs, later queries are asynchronous.
    for number in 0..<3 {
      files.ask(waits: true) {
        "\(number)"
      } then: {
        answers.append($0)
      }
    }
    #expect(loop.serve { answers.count == 3 })
    #expect(Set(answers) == ["0", "1", "2"])
    gate.open()
    #expect(loop.serve { answers.last == "late" })
    #expect(files.answer(within: 20) { 7 } == 7, "synchronous again")
  }

  @Test func `a query that an answer leads to is not answered within the first one`() {
    for _ in 0..<200 {
      let gate = Gate()
      var isAsking = true
      var answers: [Bool] = []
      files.ask(waits: true) {
      } then: {
        files.ask(waits: false) {
          gate.open()
        } then: {
          answers.append(isAsking)
        }
        gate.wait()
      }
      isAsking = false
      #expect(loop.serve { !answers.isEmpty })
      #expect(answers == [false])
    }
  }

  @Test func `queries are answered when no thread can be started`() {
    let files = FileQueryThreads(loop: loop) { _ in false }
    for number in 0..<10 { #expect(files.answer(within: 20) { number } == number) }
  }

  @Test func `without another thread a running one answers, and the caller does not wait`() {
    let (held, answered, starts) = (Gate(), Gate(), Counter())
    let files = FileQueryThreads(loop: loop) { work in
      if starts.next() == 0 { return PosixThread.detach(work) }
      // The only thread takes both queries before the start fails.
      held.open()
      answered.wait()
      return false
    }
    var answers: [String] = []
    files.ask(waits: true) {
      held.wait()
    } then: {
      answers.append("first")
    }
    files.ask(waits: true) {
      answered.open()
    } then: {
      answers.append("second")
    }
    #expect(loop.serve { answers == ["first", "second"] })
  }

  @Test func `twenty queries that hang do not block another query`() {
    let gates = (0..<20).map { _ in Gate() }
    var count = 0
    for gate in gates {
      files.ask(waits: false) {
        gate.wait()
      } then: {
        count += 1
      }
    }
    var answer: Int?
    files.ask(waits: false) {
      42
    } then: {
      answer = $0
    }
    #expect(loop.serve { answer == 42 })
    #expect(count == 0)
    for gate in gates { gate.open() }
    #expect(loop.serve { count == gates.count })
  }
}

/// Pages and thumbnails from a disk with scripted response times.
@MainActor
struct SlowDiskTests {
  /// Holds every query until the test answers it.
  private final class HeldFiles: FileQuerying {
    private var held: [@MainActor () -> Void] = []
    var count: Int { held.count }

    func ask<Answer: Sendable>(
      waits: Bool, _ question: @escaping @Sendable () -> Answer,
      then: @escaping @MainActor (Answer) -> Void
    ) {
      held.append { then(question()) }
    }

    func answerOne() { held.removeFirst()() }

    func answerAll() { while !held.isEmpty { answerOne() } }
  }

  private let files = HeldFiles()
  private let f: Fixture

  init() { f = Fixture(files: files) { $0.helpers = 1 } }

  @Test func `a page request is sent after its file query is answered`() {
    let a = f.folder.file("a.png")
    f.ask(a)
    #expect(f.asked.isEmpty && f.log.isEmpty && files.count == 1)
    files.answerAll()
    #expect(f.asked == ["a.png exact"])
    f.launcher.helpers[0].succeed()
    #expect(f.log == ["a.png exact"])
    #expect(f.loop.timerCount == 2, "the timers for further helpers and for idle helpers")
  }

  @Test func `a file query without an answer fails the page at the deadline`() {
    f.ask(f.folder.file("a.png"))
    f.loop.advance(by: 29.9)
    #expect(f.log.isEmpty)
    f.loop.advance(by: 0.2)
    #expect(f.log == ["a.png unreadable"])
    files.answerAll()
    #expect(f.log.count == 1 && f.asked.isEmpty)
  }

  @Test func `a file that opens after the deadline fails once`() {
    f.ask(f.folder.file("a.png"))
    files.answerOne()
    f.loop.advance(by: 30.1)
    #expect(f.log == ["a.png unreadable"])
    files.answerAll()
    #expect(f.log.count == 1 && f.asked.isEmpty)
  }

  @Test func `a cancelled page request does not open its file`() {
    let task = f.ask(f.folder.file("a.png"))
    task.cancel()
    files.answerAll()
    #expect(f.asked.isEmpty && f.log.isEmpty)
    f.loop.advance(by: 31)
    #expect(f.log.isEmpty)
  }

  @Test func `priorities are also set for requests whose files are still being examined`() {
    let (a, b) = (f.folder.file("a.png"), f.folder.file("b.png"))
    let first = f.ask(a, .prefetch, .next(distance: 1))
    let second = f.ask(b, .prefetch, .background)
    f.pipeline.setPriorities([b: .visible])
    #expect(first.priority == .background)
    #expect(second.priority == .visible)
  }

  @Test func `at most eight thumbnail file queries are pending at a time`() {
    let paths = (0..<40).map { f.folder.file("\($0).png") }
    for path in paths { f.askSmall(path) }
    #expect(files.count == 8)
    var rounds = 0
    while f.log.count < 40, rounds < 1000 {
      rounds += 1
      if files.count > 0 { files.answerOne() }
      if let helper = f.launcher.helpers.first, helper.isBusy { helper.succeed() }
    }
    #expect(f.log.count == 40)
    #expect(f.loop.timerCount == 1, "the timer for idle helpers")
  }

  @Test func `thumbnails on a disk without answers fail at the deadline`() {
    for number in 0..<10 { f.askSmall(f.folder.file("\(number).png")) }
    f.loop.advance(by: 61)
    #expect(f.log.count == 10 && f.log.allSatisfy { $0.hasSuffix("unreadable") })
  }
}

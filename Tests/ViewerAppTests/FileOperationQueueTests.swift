import Testing

@testable import ViewerApp

@MainActor @Suite struct FileOperationQueueTests {
  private let queue = FileOperationQueue()

  /// The names of the operations that have begun, and of the calls at their end.
  private final class Events {
    var names: [String] = []
  }
  private let events = Events()

  private func enqueue(_ name: String) {
    queue.enqueue { [events] in events.names.append(name) }
  }

  @Test func `operations run one after the other`() {
    for name in ["copy", "mark"] { enqueue(name) }
    #expect(events.names == ["copy"])
    queue.finish()
    #expect(events.names == ["copy", "mark"])
    queue.finish()
    enqueue("trash")
    #expect(events.names == ["copy", "mark", "trash"])
  }

  private func waitForEnd() -> Bool {
    queue.deferUntilIdle { [events] in events.names.append("end") }
  }

  @Test func `an idle queue has no end to wait for`() {
    let waitedBefore = waitForEnd()
    enqueue("copy")
    queue.finish()
    let waitedAfter = waitForEnd()
    #expect(!waitedBefore && !waitedAfter && events.names == ["copy"])
  }

  @Test func `the end waits for operations that are enqueued meanwhile`() {
    enqueue("copy")
    let waits = waitForEnd()
    enqueue("mark")
    queue.finish()
    #expect(waits && events.names == ["copy", "mark"])
    queue.finish()
    #expect(events.names == ["copy", "mark", "end"])
    enqueue("trash")
    queue.finish()
    #expect(events.names == ["copy", "mark", "end", "trash"], "the end is reported once")
  }

  @Test func `operations do not wait for a question to the user, but the end does`() {
    for name in ["wallpaper", "mark"] { enqueue(name) }
    queue.waitForUserOutsideQueue()
    #expect(events.names == ["wallpaper", "mark"])
    queue.finish()
    let waits = waitForEnd()
    enqueue("trash")
    queue.finish()
    #expect(waits && events.names == ["wallpaper", "mark", "trash"])
    queue.finishWaitForUser()
    #expect(events.names == ["wallpaper", "mark", "trash", "end"])
  }

  @Test func `the end waits for operations that run after the answer of the user`() {
    enqueue("wallpaper")
    queue.waitForUserOutsideQueue()
    enqueue("mark")
    let waits = waitForEnd()
    queue.finishWaitForUser()
    #expect(waits && events.names == ["wallpaper", "mark"])
    queue.finish()
    #expect(events.names == ["wallpaper", "mark", "end"])
  }
}

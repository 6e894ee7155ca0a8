/// Asynchronous access to the file system, which may block: a disk spins up, or a network mount
/// never responds. The main thread continues meanwhile.
@MainActor
package protocol FileQuerying: AnyObject {
  /// Runs `question` on another thread, and then `then` with its answer on the main actor: before
  /// the method returns if the answer comes while it waits, otherwise later or never.
  ///
  /// - Parameter waits: Whether to wait a short time for the answer; false returns at once.
  func ask<Answer: Sendable>(
    waits: Bool, _ question: @escaping @Sendable () -> Answer,
    then: @escaping @MainActor (Answer) -> Void)
}

extension FileQuerying {
  /// The answer to `question`; nil when it has not arrived within the short time that ``ask``
  /// waits. A later answer is dropped.
  package func answer<Answer: Sendable>(
    _ question: @escaping @Sendable () -> Answer
  ) -> Answer? {
    let slot = Slot<Answer>()
    ask(waits: true, question) { slot.answer = $0 }
    return slot.answer
  }
}

/// A box that receives an answer.
@MainActor
final class Slot<Answer> {
  var answer: Answer?
}

/// File access on the main actor itself, for files that are sure to respond.
package final class SynchronousFileQueries: FileQuerying {
  package init() {}

  package func ask<Answer: Sendable>(
    waits: Bool, _ question: @escaping @Sendable () -> Answer,
    then: @escaping @MainActor (Answer) -> Void
  ) {
    then(question())
  }
}

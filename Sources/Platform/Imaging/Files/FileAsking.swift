/// Asks the file system, which may take its time: a disk sleeps, a network mount has gone and never
/// answers. Pages, frames and keys go on meanwhile.
@MainActor
package protocol FileAsking: AnyObject {
  /// Does `question` beside the main actor, and `then` with its answer on it: before this returns
  /// where the answer is there at once, else whenever it comes, which may be never.
  ///
  /// - Parameter waits: false to come back at once in any case.
  func ask<Answer: Sendable>(
    waits: Bool, _ question: @escaping @Sendable () -> Answer,
    then: @escaping @MainActor (Answer) -> Void)
}

extension FileAsking {
  /// What `question` finds out; nil where that is not there at once.
  package func answer<Answer: Sendable>(
    _ question: @escaping @Sendable () -> Answer
  ) -> Answer? {
    let slot = Slot<Answer>()
    ask(waits: true, question) { slot.answer = $0 }
    return slot.answer
  }
}

/// Where an answer is put.
@MainActor
final class Slot<Answer> {
  var answer: Answer?
}

/// Asks on the main actor itself: for files that are sure to answer.
package final class PromptFiles: FileAsking {
  /// Makes one.
  package init() {}

  package func ask<Answer: Sendable>(
    waits: Bool, _ question: @escaping @Sendable () -> Answer,
    then: @escaping @MainActor (Answer) -> Void
  ) {
    then(question())
  }
}

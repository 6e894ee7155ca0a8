/// Asynchronous queries of the file system, which may block while a disk spins up, or for ever on a
/// network mount that does not respond. The main actor waits for a short time at most, if
/// the caller asks for that; only ``SynchronousFileQueries`` blocks it.
@MainActor
package protocol FileQuerying: AnyObject {
  /// Runs `question` on another thread, and then `then` with its result on the main actor: before
  /// this method returns if the result arrives while this method waits, otherwise later, or never
  /// when the file system does not respond.
  ///
  /// - Parameter waits: Whether to wait a short time for the result; false returns at once.
  func ask<Answer: Sendable>(
    waits: Bool, _ question: @escaping @Sendable () -> Answer,
    then: @escaping @MainActor (Answer) -> Void)
}

extension FileQuerying {
  /// The result of `question`; nil when it does not arrive within the short time that
  /// ``ask(waits:_:then:)`` waits. A later result is dropped.
  package func answer<Answer: Sendable>(
    _ question: @escaping @Sendable () -> Answer
  ) -> Answer? {
    let box = AnswerBox<Answer>()
    ask(waits: true, question) { box.answer = $0 }
    return box.answer
  }
}

/// An object that receives the result of a query; its value is nil until then.
@MainActor
final class AnswerBox<Answer> {
  var answer: Answer?
}

/// File queries that run on the main actor and block it, for tests and for files that are sure to
/// respond.
package final class SynchronousFileQueries: FileQuerying {
  package init() {}

  package func ask<Answer: Sendable>(
    waits: Bool, _ question: @escaping @Sendable () -> Answer,
    then: @escaping @MainActor (Answer) -> Void
  ) {
    then(question())
  }
}

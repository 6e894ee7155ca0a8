/// A call of another program to this one over the session bus.
nonisolated package enum ApplicationCall: Sendable {
  /// The startup notification of the caller.
  package struct Platform: Hashable, Sendable {
    /// The startup notification ID; nil without one.
    package var startupID: String?

    package init(startupID: String? = nil) { self.startupID = startupID }
  }

  /// The program is to show its window.
  case activate(Platform)
  /// The program is to open URIs, of files or other addresses.
  case open([String], Platform)
  /// The program is to perform an action of its desktop entry.
  case action(String, Platform)
  /// The program is to perform a command, or to answer a question; the strings are the arguments.
  case command(String, [String], Platform, ApplicationReply)
}

/// The reply to a command of another program, sent once from any thread.
nonisolated package final class ApplicationReply: Sendable {
  private let send: @Sendable (Result<String, ApplicationFailure>) -> Void

  package init(_ send: @escaping @Sendable (Result<String, ApplicationFailure>) -> Void) {
    self.send = send
  }

  /// Answers with a text, which is empty when there is no message.
  package func answer(_ text: String = "") { send(.success(text)) }

  /// Answers with the reason why the command cannot be performed.
  package func refuse(_ reason: String) { send(.failure(ApplicationFailure(reason: reason))) }
}

/// The reason why a command of another program cannot be performed.
nonisolated package struct ApplicationFailure: Error, Hashable, Sendable {
  package var reason: String
}

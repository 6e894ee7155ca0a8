/// A D-Bus call in which another program asks this one to do something.
nonisolated package enum ApplicationCall: Sendable {
  /// The platform data of a call: the caller's startup notification.
  package struct PlatformData: Hashable, Sendable {
    /// The startup notification ID of the caller; nil when the call has none.
    package var startupID: String?

    package init(startupID: String? = nil) { self.startupID = startupID }
  }

  /// The call asks the program to show its window.
  case activate(PlatformData)
  /// The call asks the program to open URIs, of files or other addresses.
  case open(uris: [String], PlatformData)
  /// The call asks the program to perform an action of its desktop entry; the string is the
  /// action's name.
  case action(name: String, PlatformData)
  /// The call asks the program to perform a command of its own, or to return information. The
  /// strings are the command's name and its arguments.
  case command(name: String, arguments: [String], PlatformData, ApplicationReply)
}

/// The reply to a command that another program sent over D-Bus; it is sent once, from any thread.
nonisolated package final class ApplicationReply: Sendable {
  private let send: @Sendable (Result<String, ApplicationFailure>) -> Void

  package init(_ send: @escaping @Sendable (Result<String, ApplicationFailure>) -> Void) {
    self.send = send
  }

  /// Sends the text that the command returns; empty when it returns nothing.
  package func answer(_ text: String = "") { send(.success(text)) }

  /// Sends an error with the reason why the command cannot be performed.
  package func fail(_ reason: String) { send(.failure(ApplicationFailure(reason: reason))) }
}

/// The reason why a command that another program sent cannot be performed.
nonisolated package struct ApplicationFailure: Error, Hashable, Sendable {
  package var reason: String
}

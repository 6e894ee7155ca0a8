import BrowserHost
import Desktop
import Windowing

/// The program in a session that is restored at the next login.
extension Viewer {
  /// Connects to the session manager, if there is one. Called after the first picture.
  func joinSession() {
    guard session == nil, !options.private else { return }
    let previous = options.sessionID
    WorkerThread.run {
      SessionClient.connect(previousID: previous)
    } finish: { [weak self] connection in
      guard let self, let connection, let view else { return }
      let client = SessionClient(connection)
      client.restoreCommand = { [weak self] in self?.restoreCommand ?? [] }
      client.onEnd = { [weak self] in self?.finish(ExitCode.done) }
      session = client
      sessionWatch = view.loop.watch(descriptor: connection.descriptor) { [weak self] in
        guard let self, let session else { return }
        if !session.process() { sessionWatch = nil }
      }
      view.window.setSessionID(connection.id)
      log.trace("session joined")
    }
  }
}

import HelperProcesses

/// A ``ConnectionBroker`` served by the program's loop: it connects a player to the sound server while
/// the player lives. Each turn of the loop answers one call, so that a player that makes many cannot
/// hold up the window.
final class SoundBroker {
  private var broker: ConnectionBroker?
  private var stopWatching: (@MainActor () -> Void)?

  /// Makes a broker for the player that `listener` belongs to; nil when there is no server here.
  init?(_ listener: OwnedDescriptor, server: SoundServer, loop: any PlayerLoop) {
    guard let path = server.path else { return nil }
    broker = ConnectionBroker(listener, server: path)
    stopWatching = loop.watchPlayer(descriptor: listener.number) { [weak self] in
      guard let self, broker?.answer() != true else { return }
      stop()
    }
  }

  /// Answers no further call. The listener is closed, so that the kernel refuses those that come.
  func stop() {
    stopWatching?()
    stopWatching = nil
    broker = nil
  }
}

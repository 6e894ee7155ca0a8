import HelperProcesses

/// The server of a ``ConnectionBroker`` on the program's event loop; it connects one player to the
/// sound server. Each turn of the loop answers one call, so that a player that makes many calls
/// cannot block the window.
final class SoundBroker {
  private var broker: ConnectionBroker?
  private var watching: Cancellation?

  /// Makes the broker for the player of `listener`; nil when there is no local server.
  init?(_ listener: OwnedDescriptor, server: SoundServer, loop: any DescriptorWatching) {
    guard let path = server.path else { return nil }
    broker = ConnectionBroker(listener, server: path)
    watching = loop.watch(descriptor: listener.number) { [weak self] in
      guard let self, broker?.answer() != true else { return }
      stop()
    }
  }

  /// Stops answering. The listener is closed, so that the kernel refuses further calls.
  func stop() {
    watching?.cancel()
    watching = nil
    broker = nil
  }
}

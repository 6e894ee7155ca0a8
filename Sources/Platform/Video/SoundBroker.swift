import HelperProcesses

/// The part of the viewer that runs a ``ConnectionBroker`` on the event loop and so connects one
/// player to the sound server. Each turn of the loop answers one call, so that a player that makes
/// many calls cannot block the window.
final class SoundBroker {
  private var broker: ConnectionBroker?
  private var watching: Cancellation?

  /// Starts answering the `connect` calls of a player; nil when the sound server is not a local
  /// one.
  ///
  /// - Parameter listener: the seccomp notification descriptor of the player.
  init?(_ listener: OwnedDescriptor, server: SoundServer, loop: any DescriptorWatching) {
    guard let path = server.path else { return nil }
    broker = ConnectionBroker(listener, server: path)
    watching = loop.watch(descriptor: listener.number) { [weak self] in
      guard let self, broker?.answerNextCall() != true else { return }
      stop()
    }
  }

  /// Stops answering calls. The notification descriptor is closed, so that the kernel refuses
  /// further calls of the player.
  func stop() {
    watching?.cancel()
    watching = nil
    broker = nil
  }
}

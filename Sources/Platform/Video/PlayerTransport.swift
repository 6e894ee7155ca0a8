package import HelperProcesses

/// The connection to one player: a process behind a socket, or a test double.
@MainActor
package protocol PlayerTransport: AnyObject, Sendable {
  /// The sound server to which this player may be connected.
  var soundServer: SoundServer { get }

  /// Called for every event; set once, before any event can arrive.
  var onEvent: (@MainActor (PlayerEvent) -> Void)? { get set }

  /// Sends one message, from any thread. The sender keeps `descriptor`; −1 sends none.
  ///
  /// - Returns: false when the player has ended, or its socket buffer is full.
  nonisolated func send(_ message: [UInt8], descriptor: Int32) -> Bool

  /// Kills the player. No event follows.
  func end()
}

/// An event from a player.
package enum PlayerEvent {
  /// A message.
  case message([UInt8])
  /// A message with a descriptor. A player may send one descriptor in all.
  case descriptor([UInt8], OwnedDescriptor)
  /// An invalid message, or one with descriptors that are not allowed.
  case garbled
  /// The player has ended.
  case closed
}

/// Starts players.
@MainActor
package protocol PlayerLauncher: AnyObject {
  func launch() throws(VideoFailure) -> any PlayerTransport
}

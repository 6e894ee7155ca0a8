package import HelperProcesses

/// The line to one player. The real one is a process behind a socket; a test has its own.
@MainActor
package protocol PlayerTransport: AnyObject, Sendable {
  /// The sound server this player may be connected to.
  var soundServer: SoundServer { get }

  /// Called for everything that comes; set once, before anything can come.
  var onEvent: (@MainActor (PlayerEvent) -> Void)? { get set }

  /// Sends one message with a descriptor, which stays the sender's, or −1; from any thread.
  ///
  /// - Returns: false when the player is gone, or has not listened for long.
  nonisolated func send(_ message: [UInt8], descriptor: Int32) -> Bool

  /// Ends the player, whatever it is doing. No event comes after this.
  func end()
}

/// What comes from a player.
package enum PlayerEvent {
  /// One message.
  case message([UInt8])
  /// One message with a descriptor. A player may send one in its life.
  case descriptor([UInt8], OwnedDescriptor)
  /// A message that did not fit, or brought what it must not.
  case garbled
  /// The player has ended.
  case closed
}

/// How players are started.
@MainActor
package protocol PlayerLauncher: AnyObject {
  /// Starts one.
  func launch() throws(VideoFailure) -> any PlayerTransport
}

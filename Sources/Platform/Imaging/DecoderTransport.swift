package import DecoderWire

/// The connection to one helper. The real one is a process behind a socket; tests have their own.
@MainActor
package protocol DecoderTransport: AnyObject {
  /// Called for every event; set once, before the first event.
  var onEvent: (@MainActor (TransportEvent) -> Void)? { get set }

  /// Sends one message with descriptors, which the sender keeps; false when the helper has ended.
  func send(_ message: [UInt8], descriptors: [Int32]) -> Bool

  /// Lowers the scheduling priority of the helper from now on.
  func lowerPriority()

  /// Gives the helper only the processor and disk time that nobody else wants, from now on.
  func becomeIdle()

  /// Ends the helper, also in the middle of a decode. No event comes after this.
  func end()
}

extension DecoderTransport {
  package func lowerPriority() {}
  package func becomeIdle() {}
}

extension HelperProcess: DecoderTransport {}

/// An event from a helper.
package typealias TransportEvent = HelperSocket.Event

/// A factory of helpers.
@MainActor
package protocol DecoderLauncher: AnyObject {
  /// Starts one helper.
  ///
  /// - Parameter loadsAll: Whether the helper loads the libraries of all formats at once, instead
  ///   of those of its first picture: see ``DecodeReply/Result/declined``.
  /// - Throws: `.noDecoder` when no helper can be started.
  func launch(loadsAll: Bool) throws(DecodeFailure) -> any DecoderTransport
}

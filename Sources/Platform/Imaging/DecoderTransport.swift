package import DecoderWire

/// The line to one helper. The real one is a process behind a socket; a test has its own.
@MainActor
package protocol DecoderTransport: AnyObject {
  /// Called for everything that comes; set once, before anything can come.
  var onEvent: (@MainActor (TransportEvent) -> Void)? { get set }

  /// Sends one message with descriptors, which stay the sender's; false when the helper is gone.
  func send(_ message: [UInt8], descriptors: [Int32]) -> Bool

  /// Lets others have the processor first, from now on.
  func yieldProcessor()

  /// Ends the helper, whatever it is doing. No event comes after this.
  func end()
}

extension DecoderTransport {
  /// Does nothing.
  package func yieldProcessor() {}
}

/// An event from a helper.
package typealias TransportEvent = HelperSocket.Event

/// How helpers are started.
@MainActor
package protocol DecoderLauncher: AnyObject {
  /// Starts one helper.
  ///
  /// - Parameter loadsAll: it loads the libraries of all formats at once, instead of those of its first
  ///   picture: see ``DecodeReply/Result/declined``.
  /// - Throws: `.noDecoder` when there is none.
  func launch(loadsAll: Bool) throws(DecodeFailure) -> any DecoderTransport
}

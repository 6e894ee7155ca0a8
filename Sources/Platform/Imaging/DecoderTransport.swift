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

/// What comes from a helper.
package enum TransportEvent {
  /// One message and the descriptors that rode along.
  case message([UInt8], [OwnedDescriptor])
  /// A message that did not fit, or a broken line: the helper is not to be trusted any more.
  case garbled
  /// The helper has ended.
  case closed
}

/// How helpers are started.
@MainActor
package protocol DecoderLauncher: AnyObject {
  /// Starts one helper.
  ///
  /// - Throws: `.noDecoder` when there is none.
  func launch() throws(DecodeFailure) -> any DecoderTransport
}

package import DecoderWire

/// The connection to one helper: a process behind a socket or, in tests, an object.
@MainActor
package protocol DecoderTransport: AnyObject {
  /// Called with every event of the helper; set once, before the first event.
  var onEvent: (@MainActor (TransportEvent) -> Void)? { get set }

  /// Sends one message with file descriptors, which the caller still owns.
  ///
  /// - Returns: False when the helper has ended.
  func send(_ message: [UInt8], descriptors: [Int32]) -> Bool

  /// Lowers the processor priority of the helper from now on.
  func lowerPriority()

  /// Gives the helper from now on only the processor and disk time that no other process wants.
  func useIdlePriority()

  /// Ends the helper, also in the middle of a decode; ``onEvent`` is not called any more.
  func end()
}

extension DecoderTransport {
  package func lowerPriority() {}
  package func useIdlePriority() {}
}

extension HelperProcess: DecoderTransport {}

/// A message from a helper, or the end of the connection.
package typealias TransportEvent = HelperSocket.Event

/// A factory of connections to new helpers.
@MainActor
package protocol DecoderLauncher: AnyObject {
  /// Starts one helper.
  ///
  /// - Parameter loadsAllLibraries: Whether the helper loads the libraries of all formats at its
  ///   start, instead of those of its first picture: see ``DecodeReply/Result/declined``.
  /// - Throws: `.noDecoder` when no helper can be started.
  func launch(loadsAllLibraries: Bool) throws(DecodeFailure) -> any DecoderTransport
}

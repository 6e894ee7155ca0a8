/// The data of one selection request while it arrives from the selection's owner: at once, or in
/// chunks (INCR). A value without connection: events go in, steps come out.
///
/// - Source: ICCCM 2.0, sections 2.4 and 2.7.2.
nonisolated struct IncomingSelection {
  /// The content of the property into which the selection's owner writes the data.
  enum Content: Hashable {
    /// The owner's announcement that the data follows in chunks.
    case incremental
    /// The data of a property of format 8.
    case bytes([UInt8])
    /// The data of a property of format 32.
    case longs([UInt])
    /// No usable data: the property does not exist, has another format, or has more bytes than were
    /// requested.
    case unusable
  }

  /// The next step of the program that has requested the data.
  enum Step: Hashable {
    /// The program does nothing until the next X event about the request.
    case wait
    /// The program reads and deletes the property.
    case read
    /// The request has ended; the content is nil when it has failed.
    case done(Content?)
  }

  private enum State {
    /// The owner of the selection has not replied yet.
    case requested
    /// Chunks arrive; the payload is the bytes received so far.
    case incremental([UInt8])
    case ended
  }

  private var state = State.requested
  /// The maximum number of bytes of the data; a request for more fails.
  private let maxBytes: Int

  init(maxBytes: Int) { self.maxBytes = maxBytes }

  /// The number of bytes that may still arrive before the limit is exceeded.
  var remainingCapacity: Int {
    if case .incremental(let bytes) = state { return maxBytes - bytes.count }
    return maxBytes
  }

  /// Handles the reply of the selection's owner, with or without a property that has the data.
  mutating func receiveReply(hasProperty: Bool) -> Step {
    guard case .requested = state else { return .wait }
    return hasProperty ? .read : end(nil)
  }

  /// Handles the event that the property has a new value.
  func propertyAppeared() -> Step {
    if case .incremental = state { .read } else { .wait }
  }

  /// Handles the content that was read from the property.
  mutating func receive(_ content: Content) -> Step {
    switch (state, content) {
    case (.requested, .incremental):
      state = .incremental([])
      return .wait
    case (.requested, .bytes(let bytes)): return end(bytes.count <= maxBytes ? content : nil)
    case (.requested, .longs): return end(content)
    case (.incremental, .bytes(let chunk)): return append(chunk)
    case (.ended, _): return .wait
    default: return end(nil)
    }
  }

  private mutating func append(_ chunk: [UInt8]) -> Step {
    guard case .incremental(var all) = state else { return .wait }
    // The state is released first, so that `all` is the only reference to the bytes and the chunk
    // is appended without copying them.
    state = .ended
    // A chunk of zero bytes ends the transfer.
    if chunk.isEmpty { return .done(.bytes(all)) }
    guard chunk.count <= maxBytes - all.count else { return .done(nil) }
    all += chunk
    state = .incremental(all)
    return .wait
  }

  /// Handles the end of the timeout: the owner did not continue in time.
  mutating func expire() -> Step {
    if case .ended = state { .wait } else { end(nil) }
  }

  private mutating func end(_ content: Content?) -> Step {
    state = .ended
    return .done(content)
  }
}

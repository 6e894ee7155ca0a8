/// The data of one selection request while it arrives: at once, or in chunks (INCR). A value
/// without connection.
///
/// - Source: ICCCM 2.0, sections 2.4 and 2.7.2.
nonisolated struct IncomingSelection {
  /// The content of the requestor's property.
  enum Content: Hashable {
    /// The announcement of chunks.
    case incremental
    /// Items of format 8.
    case bytes([UInt8])
    /// Items of format 32.
    case longs([UInt])
    /// There is no property, its format is another one, or it has more bytes than were requested.
    case unusable
  }

  /// The next step of the requestor, which waits for data.
  enum Step: Hashable {
    /// The next event is awaited.
    case wait
    /// The property is read and deleted.
    case read
    /// The request has ended; nil when it has failed.
    case done(Content?)
  }

  private enum State {
    /// The owner has not answered.
    case requested
    /// Chunks arrive; the payload is the bytes received so far.
    case incremental([UInt8])
    case ended
  }

  private var state = State.requested
  /// The maximum number of bytes of the data that are accepted.
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// The number of bytes that may still arrive before the limit is exceeded.
  var room: Int {
    if case .incremental(let bytes) = state { return limit - bytes.count }
    return limit
  }

  /// Takes the owner's answer, with or without a property.
  mutating func answered(hasProperty: Bool) -> Step {
    guard case .requested = state else { return .wait }
    return hasProperty ? .read : end(nil)
  }

  /// Takes the notification that the property has a new value.
  func propertyAppeared() -> Step {
    if case .incremental = state { .read } else { .wait }
  }

  /// Takes the content that was read from the property.
  mutating func received(_ content: Content) -> Step {
    switch (state, content) {
    case (.requested, .incremental):
      state = .incremental([])
      return .wait
    case (.requested, .bytes(let bytes)): return end(bytes.count <= limit ? content : nil)
    case (.requested, .longs): return end(content)
    case (.incremental, .bytes(let chunk)): return append(chunk)
    case (.ended, _): return .wait
    default: return end(nil)
    }
  }

  private mutating func append(_ chunk: [UInt8]) -> Step {
    guard case .incremental(var all) = state else { return .wait }
    // Without a second owner of the bytes, the chunk is appended in place.
    state = .ended
    // A chunk of zero bytes ends the transfer.
    if chunk.isEmpty { return .done(.bytes(all)) }
    guard chunk.count <= limit - all.count else { return .done(nil) }
    all += chunk
    state = .incremental(all)
    return .wait
  }

  /// Takes the end of the time limit: the owner did not continue in time.
  mutating func expired() -> Step {
    if case .ended = state { .wait } else { end(nil) }
  }

  private mutating func end(_ content: Content?) -> Step {
    state = .ended
    return .done(content)
  }
}

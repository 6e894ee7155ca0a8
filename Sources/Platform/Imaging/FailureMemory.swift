import DecoderWire

/// Which files have failed for good: asking a helper again would give the same answer, or end it.
struct FailureMemory {
  /// After so many ended helpers a picture is not tried again.
  private static let mostCrashes = 2

  private struct Entry {
    var identity: FileIdentity
    var crashes = 0
    var failure: DecodeFailure?
  }
  private var entries: [FilePathBytes: Entry] = [:]

  /// What `identity` fails with, if it is known to.
  func failure(of identity: FileIdentity) -> DecodeFailure? {
    guard let entry = entries[identity.path], entry.identity == identity else { return nil }
    return entry.failure
  }

  mutating func remember(_ failure: DecodeFailure, of identity: FileIdentity) {
    // These say something about the moment, not about the file.
    guard ![.unreadable, .noDecoder, .crashed].contains(failure.kind) else { return }
    entries[identity.path] = Entry(identity: identity, failure: failure)
  }

  mutating func countCrash(_ failure: DecodeFailure, of identity: FileIdentity) {
    var entry = entries[identity.path] ?? Entry(identity: identity)
    if entry.identity != identity { entry = Entry(identity: identity) }
    entry.crashes += 1
    if entry.crashes >= Self.mostCrashes { entry.failure = failure }
    entries[identity.path] = entry
  }

  mutating func forget(_ path: FilePathBytes) { entries[path] = nil }
}

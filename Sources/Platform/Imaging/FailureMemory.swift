import DecoderWire

/// Which files have failed for good: asking a helper again would give the same answer, or end it.
struct FailureMemory {
  /// After so many ended helpers a picture is not tried again.
  private static let mostCrashes = 2
  /// Most files; then the older half is forgotten. To find out anew costs one helper's answer.
  static let most = 4096

  private struct Entry {
    var identity: FileIdentity
    var crashes = 0
    var failure: DecodeFailure?
    var serial = 0
  }
  private var entries: [FilePathBytes: Entry] = [:]
  private var serial = 0

  /// The number of files.
  var count: Int { entries.count }

  /// What `identity` fails with, if it is known to.
  func failure(of identity: FileIdentity) -> DecodeFailure? {
    guard let entry = entries[identity.path], entry.identity == identity else { return nil }
    return entry.failure
  }

  mutating func remember(_ failure: DecodeFailure, of identity: FileIdentity) {
    // These say something about the moment, not about the file.
    guard ![.unreadable, .noDecoder, .crashed].contains(failure.kind) else { return }
    insert(Entry(identity: identity, failure: failure))
  }

  mutating func countCrash(_ failure: DecodeFailure, of identity: FileIdentity) {
    var entry = entries[identity.path] ?? Entry(identity: identity)
    if entry.identity != identity { entry = Entry(identity: identity) }
    entry.crashes += 1
    if entry.crashes >= Self.mostCrashes { entry.failure = failure }
    insert(entry)
  }

  mutating func forget(_ path: FilePathBytes) { entries[path] = nil }

  private mutating func insert(_ entry: Entry) {
    serial += 1
    var entry = entry
    entry.serial = serial
    entries[entry.identity.path] = entry
    guard entries.count > Self.most else { return }
    let latest = entries.values.map(\.serial).sorted()[entries.count / 2]
    entries = entries.filter { $0.value.serial >= latest }
  }
}

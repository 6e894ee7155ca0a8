import DecoderWire

/// The files whose decode has failed permanently: another attempt would fail again or crash the
/// helper.
struct FailureCache {
  /// The number of crashes of the helper after which a file is not decoded again.
  private static let maxCrashes = 2
  /// The maximum number of recorded files. When it is exceeded the older half is forgotten, which
  /// costs one decode per file at its next request.
  static let maxEntries = 4096

  private struct Entry {
    var identity: FileIdentity
    var crashes = 0
    var failure: DecodeFailure?
    var serial = 0
  }
  private var entries: [FilePathBytes: Entry] = [:]
  private var serial = 0

  var count: Int { entries.count }

  /// The recorded failure of a file; nil when none is recorded, or the file has changed since.
  func failure(of identity: FileIdentity) -> DecodeFailure? {
    guard let entry = entries[identity.path], entry.identity == identity else { return nil }
    return entry.failure
  }

  mutating func remember(_ failure: DecodeFailure, of identity: FileIdentity) {
    // Failures of these kinds are temporary and independent of the file's content, so that they
    // are not recorded.
    guard ![.unreadable, .noDecoder, .crashed].contains(failure.kind) else { return }
    insert(Entry(identity: identity, failure: failure))
  }

  mutating func countCrash(_ failure: DecodeFailure, of identity: FileIdentity) {
    var entry = entries[identity.path] ?? Entry(identity: identity)
    if entry.identity != identity { entry = Entry(identity: identity) }
    entry.crashes += 1
    if entry.crashes >= Self.maxCrashes { entry.failure = failure }
    insert(entry)
  }

  mutating func forget(_ path: FilePathBytes) { entries[path] = nil }

  private mutating func insert(_ entry: Entry) {
    serial += 1
    var entry = entry
    entry.serial = serial
    entries[entry.identity.path] = entry
    guard entries.count > Self.maxEntries else { return }
    let latest = entries.values.map(\.serial).sorted()[entries.count / 2]
    entries = entries.filter { $0.value.serial >= latest }
  }
}

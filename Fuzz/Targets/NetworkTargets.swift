import ImageServers
import Network
import Pixels
import Tiles

extension FuzzTarget {
  /// The maximum size of a downloaded picture in these targets, in bytes: small, so that inputs
  /// have lengths on both sides of it.
  private static let maxBytes = 1000

  /// The targets for responses of servers and records of the cache, which the viewer itself parses.
  static let network = [
    FuzzTarget("head") { bytes in
      var head = ResponseHead(maxBytes: maxBytes)
      for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
        head.parse(line + [0x0A])
      }
      let lengths = [head.length, head.range?.last, head.range?.total].compactMap(\.self)
      precondition(lengths.allSatisfy { 0...maxBytes ~= $0 }, "lengths above the limit: \(lengths)")
      precondition(
        head.remainingFreshness.map { 0...ResponseHead.maxFreshnessLifetime ~= $0 } ?? true,
        "an age")
      precondition(head.status == 0 || 100...999 ~= head.status, "status \(head.status)")
      for text in [head.validator, head.entityTag, head.lastModified] {
        precondition(isVisible(text), "a value that cannot be sent back: \(text)")
      }
      guard let known = CacheEntry(record) else { preconditionFailure("the record is one") }
      for count in [0, 1, 50, maxBytes, .max] {
        guard head.continues(known, after: count) else { continue }
        precondition(head.range?.first == count, "a part is joined where it does not belong")
        precondition(["", known.entityTag].contains(head.entityTag), "versions are mixed")
      }
    },
    FuzzTarget("entry") { bytes in
      guard let entry = CacheEntry(String(decoding: bytes, as: UTF8.self)) else { return }
      precondition(CacheEntry(entry.text) == entry, "\(entry) is not read as it was written")
      precondition(entry.length >= 0 && !entry.fileName.contains("/"), "\(entry)")
      for text in [entry.contentType, entry.entityTag, entry.lastModified] {
        precondition(isVisible(text), "a value that cannot be sent: \(text)")
      }
    },
    FuzzTarget("range", maxBytes: 128) { bytes in
      guard let range = ContentRange(String(decoding: bytes, as: UTF8.self)) else { return }
      precondition(0...range.last ~= range.first, "\(range)")
      precondition(range.total.map { range.last < $0 } ?? true, "\(range)")
      let total = range.total.map { "\($0)" } ?? "*"
      let again = ContentRange("bytes \(range.first)-\(range.last)/\(total)")
      precondition(again == range, "\(range) is not read as it was written")
    },
    FuzzTarget("description") { bytes in
      let address = "https://h/iiif/p.dzi"
      switch try? ServedDocument.read(bytes, from: address, languages: ["de"]) {
      case .picture(let picture):
        precondition(!picture.natural.isEmpty, "a picture without pixels")
        for level in 0..<picture.pyramid.levelCount {
          let all = picture.pyramid.tiles(at: level)
          let last = TileRun(
            level: level, row: all.rows.upperBound - 1,
            columns: all.columns.upperBound - 1..<all.columns.upperBound)
          guard let request = picture.request(for: last) else {
            preconditionFailure("level \(level) has no last tile")
          }
          precondition(request.address.hasPrefix("https://h/"), "a request to another server")
        }
      case .collection(let collection):
        precondition(!collection.entries.isEmpty, "an empty list")
        for entry in collection.entries {
          precondition(ServerAddress(entry.address) != nil, entry.address)
        }
      case nil: break
      }
    },
  ]

  private static let record = """
    pbview web picture 1
    address http://a/
    file k.part
    length 100
    type image/jpeg
    etag "a"
    modified Monday
    fresh 0

    """

  private static func isVisible(_ text: String) -> Bool {
    text.utf8.allSatisfy { 0x20...0x7E ~= $0 }
  }
}

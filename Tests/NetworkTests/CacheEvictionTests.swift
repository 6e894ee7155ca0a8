import TestSupport
import Testing

@testable import Network

@Suite(.tags(.seeded)) struct CacheEvictionTests {
  private func items(_ parts: (String, Int, Int)...) -> [CacheEviction.Candidate] {
    parts.map { CacheEviction.Candidate(key: $0.0, bytes: $0.1, lastUse: $0.2) }
  }

  @Test func `nothing is evicted within the budget`() {
    #expect(CacheEviction.removals(from: items(("a", 50, 1), ("b", 50, 2)), budget: 100).isEmpty)
    #expect(CacheEviction.removals(from: [], budget: 0).isEmpty)
  }

  @Test func `the least recently used entry is evicted first`() {
    let items = items(("new", 40, 9), ("old", 40, 1), ("middle", 40, 5))
    #expect(CacheEviction.removals(from: items, budget: 100) == ["old"])
    #expect(CacheEviction.removals(from: items, budget: 79) == ["old", "middle"])
  }

  @Test func `the most recently used entry is never evicted`() {
    #expect(CacheEviction.removals(from: items(("a", 500, 3), ("b", 1, 2)), budget: 100) == ["b"])
  }

  @Test(arguments: Seeds.block(0, of: 40))
  func `random entries are evicted least recently used first, down to the budget`(
    seed: Int
  ) {
    var dice = SeededGenerator(seed: UInt64(seed))
    let items = (0..<40).map { number in
      CacheEviction.Candidate(
        key: "\(number)", bytes: Int.random(in: 0...100, using: &dice),
        lastUse: Int.random(in: 0...20, using: &dice))
    }
    let budget = Int.random(in: 200...3000, using: &dice)
    let gone = Set(CacheEviction.removals(from: items, budget: budget))
    let total = items.reduce(0) { $0 + $1.bytes }
    let left = items.filter { !gone.contains($0.key) }
    #expect(left.reduce(0) { $0 + $1.bytes } <= budget)
    #expect(total > budget || gone.isEmpty)
    let youngestGone = items.filter { gone.contains($0.key) }.map(\.lastUse).max() ?? 0
    #expect(left.allSatisfy { $0.lastUse >= youngestGone })
  }

  @Test func `a download in progress counts towards the budget and is not evicted`() {
    var items = items(("busy", 90, 1), ("old", 40, 2), ("new", 40, 3))
    items[0].isBusy = true
    #expect(CacheEviction.removals(from: items, budget: 100) == ["old"])
  }

  @Test func `huge sizes do not overflow`() {
    let huge = items(("a", .max, 1), ("b", .max, 2), ("c", .max, 3))
    #expect(CacheEviction.removals(from: huge, budget: 100) == ["a", "b"])
  }

  @Test func `the cache is trimmed after the first download and after enough new bytes`() {
    var schedule = TrimSchedule(budget: 1600)
    var isDue: [Bool] = []
    for (bytes, hasEnded) in [(0, false), (0, true), (0, true), (100, true), (Int.max, false)] {
      schedule.recordWritten(bytes)
      schedule.recordWritten(bytes)
      isDue.append(schedule.beginTrimIfDue(hasEndedDownload: hasEnded))
    }
    isDue.append(schedule.beginTrimIfDue(hasEndedDownload: true))
    #expect(isDue == [false, true, false, true, true, false])
  }

  @Test func `a cache entry is read back as written`() {
    var entry = CacheEntry(
      address: "http://example.org/a b", fileName: "k.jpg", length: 12, contentType: "image/jpeg",
      entityTag: "\"a b\"", lastModified: "", freshUntil: 99)
    #expect(CacheEntry(entry.text) == entry)
    entry.redirection = "http://example.org/c"
    #expect(CacheEntry(entry.text) == entry)
  }

  @Test func `a truncated or invalid cache entry is rejected`() {
    let entry = CacheEntry(
      address: "http://example.org/", fileName: "k", length: 12, contentType: "", entityTag: "",
      lastModified: "", freshUntil: 99)
    for length in 0..<entry.text.count {
      #expect(CacheEntry(String(entry.text.prefix(length))) == nil)
    }
    for lie in [
      "length -1", "length +1", "length 99999999999999999999x", "file ../../etc/passwd",
      "fresh soon", "etag \"a\"\rHost: b",
    ] {
      let name = lie.prefix { $0 != " " }
      let text = entry.text.split(separator: "\n").map { $0.hasPrefix(name) ? lie : String($0) }
      #expect(CacheEntry(text.joined(separator: "\n") + "\n") == nil, "\(lie)")
    }
  }
}

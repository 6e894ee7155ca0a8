import TestSupport
import Testing

@testable import Desktop

/// The UTF-8 bytes of a path.
func path(_ text: String) -> [UInt8] { Array(text.utf8) }

@Suite(.tags(.seeded)) struct ChangeMergerTests {
  private typealias Event = ChangeMerger.FileEvent

  /// The changes reported after `events`, which follow each other by one millisecond, and after all
  /// waiting periods.
  private func merged(_ events: (Event, String)...) -> [FolderChange] {
    var merger = ChangeMerger()
    var time = 0.0
    for (event, name) in events {
      time += 0.001
      merger.receive(event, of: path(name), at: time)
    }
    return merger.takeSettledChanges(at: time) + merger.takeSettledChanges(at: time + 10)
  }

  @Test func `a copied file is reported once, after close`() {
    var merger = ChangeMerger()
    merger.receive(.created, of: path("/a"), at: 0)
    for step in 1...50 { merger.receive(.modified, of: path("/a"), at: Double(step) * 0.1) }
    #expect(merger.takeSettledChanges(at: 5) == [])
    merger.receive(.closed, of: path("/a"), at: 5.1)
    #expect(merger.takeSettledChanges(at: 5.1) == [.appeared(path("/a"))])
    #expect(merger.deadline == nil)
  }

  @Test func `a file without a close event is reported after the quiet time`() {
    var merger = ChangeMerger()
    merger.receive(.created, of: path("/a"), at: 0)
    merger.receive(.modified, of: path("/a"), at: 1)
    #expect(merger.deadline == 1 + ChangeMerger.quietTime)
    #expect(merger.takeSettledChanges(at: 1.4) == [])
    #expect(merger.takeSettledChanges(at: 1.5) == [.appeared(path("/a"))])
    merger.receive(.modified, of: path("/a"), at: 2)
    merger.receive(.closed, of: path("/a"), at: 2.1)
    #expect(merger.takeSettledChanges(at: 2.1) == [.rewritten(path("/a"))])
  }

  @Test func `a deletion is reported after a grace period in which the file may reappear`() {
    var merger = ChangeMerger()
    merger.receive(.deleted, of: path("/a"), at: 0)
    #expect(merger.takeSettledChanges(at: 0.05) == [])
    #expect(merger.takeSettledChanges(at: ChangeMerger.removalDelay) == [.removed(path("/a"))])
    #expect(merged((.deleted, "/a"), (.created, "/a"), (.closed, "/a")) == [.rewritten(path("/a"))])
  }

  @Test func `a file created and deleted within the grace period is not reported`() {
    #expect(merged((.created, "/a"), (.closed, "/a"), (.deleted, "/a")) == [])
    #expect(merged((.created, "/a"), (.movedFrom(cookie: 1), "/a")) == [])
  }

  @Test func `two move events with one cookie are a rename`() {
    let renamed = FolderChange.renamed(from: path("/a"), to: path("/b"))
    #expect(merged((.movedFrom(cookie: 7), "/a"), (.movedTo(cookie: 7), "/b")) == [renamed])
    #expect(merged((.movedFrom(cookie: 7), "/a")) == [.removed(path("/a"))])
    #expect(merged((.movedTo(cookie: 7), "/a")) == [.appeared(path("/a"))])
  }

  @Test func `several renames are reported as one from the first to the last name`() {
    // A file of the intermediate name may have existed before: its removal is reported in any case.
    #expect(
      merged(
        (.movedFrom(cookie: 7), "/a"), (.movedTo(cookie: 7), "/x"), (.movedFrom(cookie: 8), "/x"),
        (.movedTo(cookie: 8), "/b"))
        == [.renamed(from: path("/a"), to: path("/b")), .removed(path("/x"))])
  }

  @Test func `the two events of a rename may arrive in two reads`() {
    var merger = ChangeMerger()
    merger.receive(.movedFrom(cookie: 1), of: path("/a"), at: 0)
    #expect(merger.takeSettledChanges(at: 0.01) == [])
    merger.receive(.movedTo(cookie: 1), of: path("/b"), at: 0.02)
    #expect(merger.takeSettledChanges(at: 0.02) == [.renamed(from: path("/a"), to: path("/b"))])
    #expect(merger.deadline == nil)
  }

  @Test func `a move event after the grace period is a new file`() {
    var merger = ChangeMerger()
    merger.receive(.movedFrom(cookie: 1), of: path("/a"), at: 0)
    #expect(merger.takeSettledChanges(at: 1) == [.removed(path("/a"))])
    merger.receive(.movedTo(cookie: 1), of: path("/b"), at: 1.1)
    #expect(merger.takeSettledChanges(at: 1.1) == [.appeared(path("/b"))])
  }

  @Test func `swapped names are reported together`() {
    #expect(
      merged(
        (.movedFrom(cookie: 1), "/a"), (.movedTo(cookie: 1), "/t"), (.movedFrom(cookie: 2), "/b"),
        (.movedTo(cookie: 2), "/a"), (.movedFrom(cookie: 3), "/t"), (.movedTo(cookie: 3), "/b"))
        == [
          .renamed(from: path("/b"), to: path("/a")), .renamed(from: path("/a"), to: path("/b")),
          .removed(path("/t")),
        ])
  }

  @Test func `saving through a temporary file is one change`() {
    #expect(
      merged(
        (.created, "/.a.tmp"), (.modified, "/.a.tmp"), (.closed, "/.a.tmp"),
        (.movedFrom(cookie: 1), "/.a.tmp"), (.movedTo(cookie: 1), "/a")) == [.appeared(path("/a"))])
  }

  @Test func `a name reused after a rename is a new file`() {
    #expect(
      merged(
        (.movedFrom(cookie: 1), "/a"), (.movedTo(cookie: 1), "/b"), (.created, "/a"),
        (.closed, "/a"))
        == [.renamed(from: path("/a"), to: path("/b")), .appeared(path("/a"))])
  }

  @Test func `a file renamed during writing is reported under its last name`() {
    var merger = ChangeMerger()
    merger.receive(.created, of: path("/a.part"), at: 0)
    merger.receive(.movedFrom(cookie: 1), of: path("/a.part"), at: 0.1)
    merger.receive(.movedTo(cookie: 1), of: path("/a.jpg"), at: 0.1)
    #expect(merger.takeSettledChanges(at: 0.2) == [])
    merger.receive(.closed, of: path("/a.jpg"), at: 0.3)
    #expect(merger.takeSettledChanges(at: 0.3) == [.appeared(path("/a.jpg"))])
  }

  @Test func `a removed folder drops its pending events except renames from other folders`() {
    var merger = ChangeMerger()
    merger.receive(.created, of: path("/d/a"), at: 0)
    merger.receive(.movedFrom(cookie: 1), of: path("/x"), at: 0)
    merger.receive(.movedTo(cookie: 1), of: path("/d/x"), at: 0)
    merger.receive(.closed, of: path("/dd"), at: 0)
    merger.forget(below: path("/d"), at: 0)
    #expect(merger.takeSettledChanges(at: 10) == [.removed(path("/x")), .rewritten(path("/dd"))])
  }

  /// A simulated folder of four names and a listener that knows only the reported changes.
  private struct World {
    var merger = ChangeMerger()
    /// The files by name. The value identifies the contents and increases with every write.
    var files: [[UInt8]: Int] = [:]
    /// The contents that the listener knows, by name.
    var known: [[UInt8]: Int] = [:]
    var version = 0
    var cookie: UInt32 = 0

    mutating func step(at time: Double, using chance: inout SeededGenerator) {
      let names = ["/a", "/b", "/c", "/d"].map(path)
      let (one, other) = (
        names[Int.random(in: 0..<4, using: &chance)],
        names[Int.random(in: 0..<4, using: &chance)]
      )
      version += 1
      switch Int.random(in: 0..<6, using: &chance) {
      case 0 where files[one] == nil:
        files[one] = version
        merger.receive(.created, of: one, at: time)
        if Bool.random(using: &chance) { merger.receive(.closed, of: one, at: time) }
      case 1 where files[one] != nil:
        files[one] = version
        merger.receive(.modified, of: one, at: time)
        if Bool.random(using: &chance) { merger.receive(.closed, of: one, at: time) }
      case 2 where files[one] != nil:
        files[one] = nil
        merger.receive(.deleted, of: one, at: time)
      case 3 where files[one] != nil && one != other:
        cookie += 1
        files[other] = files.removeValue(forKey: one)
        merger.receive(.movedFrom(cookie: cookie), of: one, at: time)
        if Int.random(in: 0..<4, using: &chance) == 0 { hear(at: time) }
        merger.receive(.movedTo(cookie: cookie), of: other, at: time)
      case 4 where files[one] != nil:
        cookie += 1
        files[one] = nil
        merger.receive(.movedFrom(cookie: cookie), of: one, at: time)
      case 5:
        cookie += 1
        files[one] = version
        merger.receive(.movedTo(cookie: cookie), of: one, at: time)
      default: break
      }
    }

    mutating func hear(at time: Double) {
      let changes = merger.takeSettledChanges(at: time)
      let before = known
      for case .renamed(let from, _) in changes { known[from] = nil }
      for change in changes {
        switch change {
        case .renamed(let from, let to): known[to] = before[from]
        case .removed(let name): known[name] = nil
        case .appeared(let name), .rewritten(let name): known[name] = files[name]
        default: Issue.record("unexpected change: \(change)")
        }
      }
    }
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func `the listener knows the final folder after random events`(_ seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    var world = World()
    var time = 0.0
    for _ in 0..<60 {
      time += Double.random(in: 0...0.08, using: &chance)
      world.step(at: time, using: &chance)
      if Int.random(in: 0..<3, using: &chance) == 0 { world.hear(at: time) }
    }
    world.hear(at: time + 10)
    #expect(world.known == world.files, "seed \(seed)")
    #expect(world.merger.deadline == nil)
  }
}

import TestSupport
import Testing

@testable import Desktop

/// A path of text.
func path(_ text: String) -> [UInt8] { Array(text.utf8) }

@Suite struct ChangeMergerTests {
  private typealias Event = ChangeMerger.Event

  /// What is told after `events`, each a millisecond after the one before, and when all is calm.
  private func told(_ events: (Event, String)...) -> [FolderChange] {
    var merger = ChangeMerger()
    var time = 0.0
    for (event, name) in events {
      time += 0.001
      merger.receive(event, of: path(name), at: time)
    }
    return merger.settled(at: time) + merger.settled(at: time + 10)
  }

  @Test func `a copied file is told once, when it is closed`() {
    var merger = ChangeMerger()
    merger.receive(.created, of: path("/a"), at: 0)
    for step in 1...50 { merger.receive(.modified, of: path("/a"), at: Double(step) * 0.1) }
    #expect(merger.settled(at: 5) == [])
    merger.receive(.closed, of: path("/a"), at: 5.1)
    #expect(merger.settled(at: 5.1) == [.appeared(path("/a"))])
    #expect(merger.deadline == nil)
  }

  @Test func `a file that nobody closes is told after a quiet time`() {
    var merger = ChangeMerger()
    merger.receive(.created, of: path("/a"), at: 0)
    merger.receive(.modified, of: path("/a"), at: 1)
    #expect(merger.deadline == 1 + ChangeMerger.quietTime)
    #expect(merger.settled(at: 1.4) == [])
    #expect(merger.settled(at: 1.5) == [.appeared(path("/a"))])
    merger.receive(.modified, of: path("/a"), at: 2)
    merger.receive(.closed, of: path("/a"), at: 2.1)
    #expect(merger.settled(at: 2.1) == [.rewritten(path("/a"))])
  }

  @Test func `what goes is told after a moment in which it may come back`() {
    var merger = ChangeMerger()
    merger.receive(.deleted, of: path("/a"), at: 0)
    #expect(merger.settled(at: 0.05) == [])
    #expect(merger.settled(at: ChangeMerger.grace) == [.removed(path("/a"))])
    #expect(told((.deleted, "/a"), (.created, "/a"), (.closed, "/a")) == [.rewritten(path("/a"))])
  }

  @Test func `what came and went is not told`() {
    #expect(told((.created, "/a"), (.closed, "/a"), (.deleted, "/a")) == [])
    #expect(told((.created, "/a"), (.movedFrom(cookie: 1), "/a")) == [])
  }

  @Test func `two halves with one cookie are a rename`() {
    let renamed = FolderChange.renamed(from: path("/a"), to: path("/b"))
    #expect(told((.movedFrom(cookie: 7), "/a"), (.movedTo(cookie: 7), "/b")) == [renamed])
    #expect(told((.movedFrom(cookie: 7), "/a")) == [.removed(path("/a"))])
    #expect(told((.movedTo(cookie: 7), "/a")) == [.appeared(path("/a"))])
  }

  @Test func `of several renames the last name counts`() {
    // Nobody says whether there was another file by the name in between: it is gone in any case.
    #expect(
      told(
        (.movedFrom(cookie: 7), "/a"), (.movedTo(cookie: 7), "/x"), (.movedFrom(cookie: 8), "/x"),
        (.movedTo(cookie: 8), "/b"))
        == [.renamed(from: path("/a"), to: path("/b")), .removed(path("/x"))])
  }

  @Test func `the halves of a rename may come in two readings`() {
    var merger = ChangeMerger()
    merger.receive(.movedFrom(cookie: 1), of: path("/a"), at: 0)
    #expect(merger.settled(at: 0.01) == [])
    merger.receive(.movedTo(cookie: 1), of: path("/b"), at: 0.02)
    #expect(merger.settled(at: 0.02) == [.renamed(from: path("/a"), to: path("/b"))])
    #expect(merger.deadline == nil)
  }

  @Test func `a half that comes too late is a new file`() {
    var merger = ChangeMerger()
    merger.receive(.movedFrom(cookie: 1), of: path("/a"), at: 0)
    #expect(merger.settled(at: 1) == [.removed(path("/a"))])
    merger.receive(.movedTo(cookie: 1), of: path("/b"), at: 1.1)
    #expect(merger.settled(at: 1.1) == [.appeared(path("/b"))])
  }

  @Test func `names that were swapped are told together`() {
    #expect(
      told(
        (.movedFrom(cookie: 1), "/a"), (.movedTo(cookie: 1), "/t"), (.movedFrom(cookie: 2), "/b"),
        (.movedTo(cookie: 2), "/a"), (.movedFrom(cookie: 3), "/t"), (.movedTo(cookie: 3), "/b"))
        == [
          .renamed(from: path("/b"), to: path("/a")), .renamed(from: path("/a"), to: path("/b")),
          .removed(path("/t")),
        ])
  }

  @Test func `saving through a temporary file is one change of the file`() {
    #expect(
      told(
        (.created, "/.a.tmp"), (.modified, "/.a.tmp"), (.closed, "/.a.tmp"),
        (.movedFrom(cookie: 1), "/.a.tmp"), (.movedTo(cookie: 1), "/a")) == [.appeared(path("/a"))])
  }

  @Test func `a name that is taken again after a rename is a new file`() {
    #expect(
      told(
        (.movedFrom(cookie: 1), "/a"), (.movedTo(cookie: 1), "/b"), (.created, "/a"),
        (.closed, "/a"))
        == [.renamed(from: path("/a"), to: path("/b")), .appeared(path("/a"))])
  }

  @Test func `a file renamed while it is written is told by its last name`() {
    var merger = ChangeMerger()
    merger.receive(.created, of: path("/a.part"), at: 0)
    merger.receive(.movedFrom(cookie: 1), of: path("/a.part"), at: 0.1)
    merger.receive(.movedTo(cookie: 1), of: path("/a.jpg"), at: 0.1)
    #expect(merger.settled(at: 0.2) == [])
    merger.receive(.closed, of: path("/a.jpg"), at: 0.3)
    #expect(merger.settled(at: 0.3) == [.appeared(path("/a.jpg"))])
  }

  @Test func `a folder that goes takes what is pending with it, but not what came from elsewhere`()
  {
    var merger = ChangeMerger()
    merger.receive(.created, of: path("/d/a"), at: 0)
    merger.receive(.movedFrom(cookie: 1), of: path("/x"), at: 0)
    merger.receive(.movedTo(cookie: 1), of: path("/d/x"), at: 0)
    merger.receive(.closed, of: path("/dd"), at: 0)
    merger.forget(below: path("/d"), at: 0)
    #expect(merger.settled(at: 10) == [.removed(path("/x")), .rewritten(path("/dd"))])
  }

  /// A folder of a few names, and someone who knows it only from what is told.
  private struct World {
    var merger = ChangeMerger()
    /// What lies where, told apart by a number that grows with every write.
    var files: [[UInt8]: Int] = [:]
    /// What the listener has read, by name.
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
      let changes = merger.settled(at: time)
      let before = known
      for case .renamed(let from, _) in changes { known[from] = nil }
      for change in changes {
        switch change {
        case .renamed(let from, let to): known[to] = before[from]
        case .removed(let name): known[name] = nil
        case .appeared(let name), .rewritten(let name): known[name] = files[name]
        default: Issue.record("a merger of files told of \(change)")
        }
      }
    }
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func `whatever happens, the listener knows in the end what is there`(_ seed: UInt64) {
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

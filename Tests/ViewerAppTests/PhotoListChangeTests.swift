import BrowserHost
import TestSupport
import Testing

@testable import ViewerApp

@Suite(.tags(.seeded)) struct PhotoListChangeTests {
  private func items(_ ids: [UInt32]) -> [PhotoItem] {
    ids.map { PhotoItem(id: $0, path: FilePath("\($0).jpg")) }
  }

  private func steps(_ old: [UInt32], _ new: [UInt32], shown: Int? = nil) -> [PhotoListChange] {
    PhotoListChange.steps(for: LibraryDiff(from: items(old), to: items(new)), shown: shown)
  }

  @Test func `insertions and removals leave the other pages untouched`() {
    #expect(steps([1, 2, 3], [1, 2, 3]) == [])
    #expect(steps([1, 2, 3], [1, 3]) == [.remove(at: 1)])
    #expect(
      steps([1, 2], [8, 1, 9, 10, 2]) == [.insert(count: 1, at: 0), .insert(count: 2, at: 2)])
    #expect(
      steps([1, 2, 3], [2, 4]) == [.remove(at: 2), .remove(at: 0), .insert(count: 1, at: 1)])
    #expect(steps([1], []) == [.remove(at: 0)])
    #expect(steps([], [1, 2]) == [.replaceAll(showing: 0)])
  }

  @Test func `a rewritten file reloads the page at its final index`() {
    var after = items([9, 1, 2])
    after[2].revision = 1
    #expect(
      PhotoListChange.steps(for: LibraryDiff(from: items([1, 2]), to: after), shown: 0)
        == [.insert(count: 1, at: 0), .reload(at: 2)])
  }

  @Test func `the shown page stays when its file is renamed, and the others move`() {
    #expect(
      steps([1, 2, 3, 4], [2, 3, 4, 1], shown: 0)
        == [.remove(at: 3), .remove(at: 2), .remove(at: 1), .insert(count: 3, at: 0)])
    #expect(
      steps([1, 2, 3, 4], [2, 3, 4, 1], shown: 3) == [.remove(at: 0), .insert(count: 1, at: 3)])
  }

  @Test func `a list without common items is replaced as a whole`() {
    #expect(steps([1, 2], [3, 4, 5], shown: 1) == [.replaceAll(showing: 0)])
  }

  @Test func `a reversed list is replaced as a whole at the same picture`() {
    let ids = Array(0..<1000 as Range<UInt32>)
    #expect(steps(ids, ids.reversed(), shown: 10) == [.replaceAll(showing: 989)])
    // The next picture is shown in place of a removed one.
    #expect(
      steps(ids, ids.reversed().filter { $0 != 10 }, shown: 10) == [.replaceAll(showing: 988)])
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `the steps turn the old list into the new one and keep the shown page`(_ seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    var old = items(Array(0..<UInt32.random(in: 0...12, using: &chance)))
    old.shuffle(using: &chance)
    var new = old.filter { _ in Int.random(in: 0..<4, using: &chance) > 0 }
    if Bool.random(using: &chance) { new.shuffle(using: &chance) }
    for number in new.indices where Int.random(in: 0..<4, using: &chance) == 0 {
      new[number].revision += 1
      new[number].path = FilePath("other \(number)")
    }
    for id in 100..<UInt32.random(in: 100...106, using: &chance) {
      new.insert(items([id])[0], at: Int.random(in: 0...new.count, using: &chance))
    }
    let shown = old.isEmpty ? nil : Int.random(in: old.indices, using: &chance)
    var list = old.map(\.id)
    var index = shown
    var reloaded: Set<UInt32> = []
    for step in PhotoListChange.steps(for: LibraryDiff(from: old, to: new), shown: shown) {
      step.apply(to: &list, from: new.map(\.id))
      switch step {
      case .insert(let count, let at): if let i = index, at <= i { index = i + count }
      case .remove(let at):
        #expect(at != index || !new.contains { $0.id == old[shown ?? 0].id }, "seed \(seed)")
        if let i = index, at < i { index = i - 1 }
        #expect(!list.isEmpty || new.isEmpty, "seed \(seed): no pages on the way")
      case .reload(let at): reloaded.insert(list[at])
      case .replaceAll(let showing): index = showing
      }
    }
    #expect(list == new.map(\.id), "seed \(seed)")
    if let shown, let wanted = new.firstIndex(where: { $0.id == old[shown].id }) {
      #expect(index == wanted, "seed \(seed)")
    }
    let rewritten = Set(new.filter { $0.revision > 0 }.map(\.id))
    #expect(reloaded.isSubset(of: rewritten))
  }
}

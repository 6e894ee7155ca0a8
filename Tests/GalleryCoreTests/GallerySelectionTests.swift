import GalleryCore
import TestSupport
import Testing

@Suite(.tags(.seeded)) struct GallerySelectionTests {
  @Test(arguments: 0..<20) func `a selection behaves like a set of items`(seed: Int) {
    var dice = SeededRandom(seed: seed)
    var selection = GallerySelection()
    var model: Set<Int> = []
    for _ in 0..<200 {
      let low = dice.whole(0...60)
      let range = low..<low + dice.whole(0...12)
      switch dice.whole(0...3) {
      case 0:
        selection.insert(range)
        model.formUnion(range)
      case 1:
        selection.toggle(low)
        model.formSymmetricDifference([low])
      case 2:
        selection = selection.inverted(count: 70)
        model = Set(0..<70).subtracting(model)
      default:
        selection = selection.union(GallerySelection(range))
        model.formUnion(range)
      }
      model = model.filter { $0 < 73 }
      #expect(Array(selection.items.filter { $0 < 73 }) == model.sorted(), "seed \(seed)")
      #expect(selection.items.allSatisfy(selection.contains))
      #expect(selection.count == Array(selection.items).count)
      for (a, b) in zip(selection.runs, selection.runs.dropFirst()) {
        #expect(a.upperBound < b.lowerBound && !a.isEmpty)
      }
    }
  }

  @Test func `100000 adjacent items are one run`() {
    var all = GallerySelection(0..<100_000)
    #expect(all.runs.count == 1 && all.count == 100_000)
    all.toggle(50_000)
    #expect(all.runs == [0..<50_000, 50_001..<100_000])
    #expect(all.inverted(count: 100_000).runs == [50_000..<50_001])
  }
}

@Suite(.tags(.seeded)) struct GalleryChangeTests {
  @Test func `a change maps kept, removed and inserted items`() {
    let change = GalleryChange(from: ["a", "b", "c", "d"], to: ["d", "x", "a", "c"])
    #expect((0..<4).map(change.newIndex) == [2, nil, 3, 0])
    #expect((0..<4).map(change.oldIndex) == [3, nil, 0, 2])
    #expect(change.newIndex(of: 9) == nil && change.oldIndex(of: -1) == nil)
    #expect(change.newIndexOrNearestRemaining(of: 1) == 3)
    #expect(change.sections == GridSections([4]))
  }

  @Test func `a removed item is succeeded by the next one, or by the previous one at the end`() {
    let change = GalleryChange(from: Array("abcdef"), to: Array("abc"))
    #expect((0..<6).map(change.newIndexOrNearestRemaining) == [0, 1, 2, 2, 2, 2])
    let none = GalleryChange(from: Array("abc"), to: [])
    #expect(none.newIndexOrNearestRemaining(of: 1) == nil)
  }

  @Test func `equal items keep their order`() {
    let change = GalleryChange(from: Array("aabab"), to: Array("babaaa"))
    #expect((0..<6).map(change.oldIndex) == [2, 0, 4, 1, 3, nil])
  }

  @Test func `sections are matched by identity, not by position`() {
    let change = GalleryChange(
      from: [("x", [1, 2]), ("y", [3])], to: [("y", [3, 4]), ("z", []), ("x", [2])])
    #expect(change.sections == GridSections([2, 0, 1]))
    #expect((0..<3).map(change.newIndex) == [nil, 2, 0])
  }

  @Test(arguments: 0..<10) func `a selection follows its items`(seed: Int) {
    var dice = SeededRandom(seed: seed)
    let old = Array(0..<200).shuffled(using: &dice)
    let new = Array(50..<260).shuffled(using: &dice)
    var selection = GallerySelection()
    for _ in 0..<30 {
      let low = dice.whole(0...190)
      selection.insert(low..<low + dice.whole(1...10))
    }
    let followed = selection.adapted(to: GalleryChange(from: old, to: new))
    let chosen = Set(selection.items.map { old[$0] })
    #expect(Set(followed.items.map { new[$0] }) == chosen.intersection(new), "seed \(seed)")
  }

  @Test func `reversing 100000 items gives the right indices and selection`() {
    let list = Array(0..<100_000)
    let change = GalleryChange(from: list, to: list.reversed())
    #expect(change.newIndex(of: 0) == 99_999 && change.oldIndex(of: 10) == 99_989)
    #expect(GallerySelection(10..<20).adapted(to: change).runs == [99_980..<99_990])
  }
}

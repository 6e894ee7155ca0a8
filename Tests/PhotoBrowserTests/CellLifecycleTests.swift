import TestSupport
import Testing

@testable import PhotoBrowser

/// Tests of the appear and disappear events of cells, without a browser.
@Suite(.tags(.seeded)) struct CellLifecycleTests {
  private typealias Law = CellLifecycle<Int>

  /// The events of one step in short form: "wa2" for willAppear of page 2, "dd1" for didDisappear.
  private func text(_ calls: [Law.Call]) -> String {
    calls.map { call in
      switch call.event {
      case .willAppear: "wa\(call.page)"
      case .didAppear: "da\(call.page)"
      case .willDisappear: "wd\(call.page)"
      case .didDisappear: "dd\(call.page)"
      }
    }.joined(separator: " ")
  }

  private func visibility(
    _ visible: Set<Int>, to destination: Int?, rests: Bool = false
  ) -> Law.Visibility {
    Law.Visibility(visiblePages: visible, destination: destination, isAtRest: rests)
  }

  @Test func `the first page appears and rests at once`() {
    var law = Law()
    #expect(text(law.adopt(visibility([4], to: 4, rests: true))) == "wa4 da4")
    #expect(law.pageInPlace == 4)
    #expect(text(law.adopt(visibility([4], to: 4, rests: true))) == "", "no call comes twice")
  }

  @Test func `a page turn sends its events step by step`() {
    var law = Law()
    _ = law.adopt(visibility([0], to: 0, rests: true))
    #expect(text(law.adopt(destination: 1)) == "wd0", "before anything is seen to move")
    #expect(text(law.adopt(visibility([0, 1], to: 1))) == "wa1")
    #expect(text(law.adopt(visibility([0, 1], to: 1))) == "")
    #expect(text(law.adopt(visibility([1], to: 1, rests: true))) == "dd0 da1")
  }

  @Test func `a neighbour that is visible for a moment gets no events`() {
    var law = Law()
    _ = law.adopt(visibility([0], to: 0, rests: true))
    #expect(text(law.adopt(visibility([0, 1], to: 0))) == "")
    #expect(text(law.adopt(visibility([0], to: 0, rests: true))) == "")
  }

  @Test func `pages passed by a jump get no events`() {
    var law = Law()
    _ = law.adopt(visibility([0], to: 0, rests: true))
    var log = text(law.adopt(destination: 9))
    for page in 0..<9 { log += " " + text(law.adopt(visibility([page, page + 1], to: 9))) }
    log += " " + text(law.adopt(visibility([9], to: 9, rests: true)))
    #expect(log.split(separator: " ") == ["wd0", "dd0", "wa9", "da9"])
  }

  @Test func `a turn that is reversed half-way ends with the opposite did events`() {
    var law = Law()
    _ = law.adopt(visibility([0], to: 0, rests: true))
    #expect(text(law.adopt(visibility([0, 1], to: 1))) == "wd0 wa1")
    #expect(text(law.adopt(visibility([0, 1], to: 0))) == "")
    #expect(text(law.adopt(visibility([0], to: 0, rests: true))) == "dd1 da0")
  }

  @Test func `removing a cell ends its visit in any phase`() {
    var law = Law()
    #expect(text(law.endVisit(to: 0)) == "", "one that never was has no end")
    _ = law.adopt(visibility([0], to: 0, rests: true))
    #expect(text(law.endVisit(to: 0)) == "wd0 dd0")
    _ = law.adopt(visibility([0], to: 0))
    #expect(text(law.endVisit(to: 0)) == "dd0")
    _ = law.adopt(visibility([0], to: 0, rests: true))
    _ = law.adopt(destination: nil)
    #expect(text(law.endVisit(to: 0)) == "dd0")
    #expect(law.pageInPlace == nil)
  }

  @Test(arguments: 0..<8)
  func `random visits follow the specified order`(block: Int) {
    for seed in Seeds.block(block, of: 40) {
      var dice = SeededRandom(seed: seed)
      var law = Law()
      var watch = VisitWatch()
      for step in 0..<120 {
        let middle = dice.whole(0...5)
        let visible = dice.chance(0.1) ? [] : Set(middle...(middle + dice.whole(0...1)))
        let destination = dice.chance(0.15) ? nil : dice.chance(0.7) ? middle : dice.whole(0...6)
        var calls: [Law.Call] = []
        switch dice.whole(0...9) {
        case 0: calls = law.adopt(destination: destination)
        case 1: calls = law.endVisit(to: middle)
        default: calls = law.adopt(visibility(visible, to: destination, rests: dice.chance(0.5)))
        }
        for call in calls { watch.record(call.event, of: call.page) }
        #expect(watch.complaints.isEmpty, "seed \(seed), step \(step): \(watch.complaints)")
        #expect(watch.inPlace == law.pageInPlace.map { [$0] } ?? [])
      }
      for page in 0...7 {
        for call in law.endVisit(to: page) { watch.record(call.event, of: page) }
      }
      #expect(watch.isOver, "seed \(seed)")
    }
  }
}

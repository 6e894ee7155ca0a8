import Geometry
import TestSupport
import Testing

@testable import Windowing

/// The messages of a drag out of a window, against scripted targets.
@Suite(.tags(.seeded)) struct DragProtocolTests {
  private let target = DragProtocol.Target(window: 7, messageWindow: 7, version: 5)
  private let other = DragProtocol.Target(window: 9, messageWindow: 10, version: 4)
  private let point = Point(x: 100, y: 50)

  private func moved(
    _ hit: DragProtocol.Hit, to point: Point? = nil, _ action: DragAction = .copy
  ) -> DragProtocol.Event {
    .moved(point ?? self.point, hit, action, time: 1)
  }

  /// A drag over a target that has answered.
  private func over(_ answer: DragAction?) -> DragProtocol {
    var drag = DragProtocol()
    _ = drag.receive(moved(.target(target)))
    _ = drag.receive(.status(from: 7, acceptedAction: answer))
    return drag
  }

  @Test func `a target gets an enter message, then the position`() {
    var drag = DragProtocol()
    let effects = drag.receive(moved(.target(target)))
    #expect(effects.contains(.enter(target)))
    #expect(effects.contains(.position(target, point, .copy, time: 1)))
    #expect(effects.contains(.setTimer(seconds: DragProtocol.statusTimeout)))
  }

  @Test func `the next position waits for the answer`() {
    var drag = DragProtocol()
    _ = drag.receive(moved(.target(target)))
    let next = Point(x: 101, y: 51)
    #expect(drag.receive(moved(.target(target), to: next)).isEmpty)
    let effects = drag.receive(.status(from: 7, acceptedAction: .copy))
    #expect(effects.contains(.position(target, next, .copy, time: 1)))
    #expect(effects.contains(.feedback(.accepted(.copy))))
  }

  @Test func `a drop on a target that accepts ends when the target has finished`() {
    var drag = over(.move)
    #expect(
      drag.receive(.released(time: 3)) == [
        .drop(target, time: 3), .releaseInput, .setTimer(seconds: DragProtocol.finishTimeout),
      ])
    #expect(drag.receive(.dataRequested) == [.setTimer(seconds: DragProtocol.finishTimeout)])
    #expect(
      drag.receive(.finished(from: 7, performedAction: .move)) == [
        .cancelTimer, .end(.dropped(.move)),
      ])
  }

  @Test func `a drop on a target that refuses leaves it`() {
    var drag = over(nil)
    #expect(
      drag.receive(.released(time: 3)) == [.leave(target), .cancelTimer, .end(.refused)])
  }

  @Test func `a release before the target's answer waits for the answer`() {
    var drag = DragProtocol()
    _ = drag.receive(moved(.target(target)))
    #expect(drag.receive(.released(time: 2)).isEmpty)
    #expect(!drag.isDragging)
    #expect(drag.receive(.status(from: 7, acceptedAction: .copy)).contains(.drop(target, time: 2)))
  }

  @Test func `a target that never answers refuses`() {
    var drag = DragProtocol()
    _ = drag.receive(moved(.target(target)))
    _ = drag.receive(.timeoutExpired)
    #expect(drag.receive(.released(time: 2)).contains(.end(.refused)))
  }

  @Test func `a target that never answers after the release refuses`() {
    var drag = DragProtocol()
    _ = drag.receive(moved(.target(target)))
    _ = drag.receive(.released(time: 2))
    #expect(drag.receive(.timeoutExpired) == [.leave(target), .cancelTimer, .end(.refused)])
  }

  @Test func `a target that never finishes ends the drag`() {
    var drag = over(.copy)
    _ = drag.receive(.released(time: 3))
    #expect(drag.receive(.timeoutExpired) == [.cancelTimer, .end(.dropped(nil))])
  }

  @Test func `another window is entered after the first is left`() {
    var drag = over(.copy)
    let effects = drag.receive(moved(.target(other)))
    let left = effects.firstIndex(of: .leave(target))
    let entered = effects.firstIndex(of: .enter(other))
    #expect(left != nil && entered != nil && left.map { $0 < entered ?? 0 } ?? false)
    #expect(
      drag.receive(.status(from: 7, acceptedAction: .copy)).isEmpty, "a late answer has no effect")
  }

  @Test func `a cancelled drag tells its target that it has left`() {
    var drag = over(.copy)
    #expect(drag.receive(.cancelled) == [.leave(target), .cancelTimer, .end(.cancelled)])
    #expect(drag.receive(.released(time: 4)).isEmpty)
  }

  @Test func `a resting pointer is reported again`() {
    var drag = over(.copy)
    #expect(drag.receive(.timeoutExpired).contains(.position(target, point, .copy, time: 1)))
  }

  @Test func `the release over no window refuses`() {
    var drag = DragProtocol()
    _ = drag.receive(moved(.nothing))
    #expect(drag.receive(.released(time: 1)) == [.cancelTimer, .end(.refused)])
  }

  @Test func `arbitrary events end a drag once, and every entered target is left or dropped on`() {
    var random = SeededGenerator(seed: 11)
    let hits: [DragProtocol.Hit] = [.target(target), .target(other), .nothing, .ownWindow]
    for _ in 0..<3000 {
      var drag = DragProtocol()
      var effects: [DragProtocol.Effect] = []
      for _ in 0..<20 {
        let answer = DragAction.allCases.randomElement(using: &random)
        let isAccepted = Bool.random(using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<5:
          effects += drag.receive(
            moved(hits.randomElement(using: &random) ?? .ownWindow, answer ?? .copy))
        case 5, 6:
          effects += drag.receive(.status(from: 7, acceptedAction: isAccepted ? answer : nil))
        case 7: effects += drag.receive(.status(from: 9, acceptedAction: isAccepted ? answer : nil))
        case 8: effects += drag.receive(.timeoutExpired)
        case 9: effects += drag.receive(.released(time: 5))
        case 10:
          effects += drag.receive(.finished(from: isAccepted ? 7 : 9, performedAction: answer))
        default: effects += drag.receive(.cancelled)
        }
      }
      _ = drag.receive(.cancelled)
      effects += drag.receive(.released(time: 5)) + drag.receive(.timeoutExpired)
      effects += drag.receive(.timeoutExpired)
      var inside: DragProtocol.Target?
      var ends = 0
      for effect in effects {
        switch effect {
        case .enter(let target):
          #expect(inside == nil)
          inside = target
        case .leave(let target), .drop(let target, _):
          #expect(inside == target)
          inside = nil
        case .position(let target, _, _, _): #expect(inside == target)
        case .end: ends += 1
        default: break
        }
      }
      #expect(ends <= 1)
    }
  }
}

/// The messages of a drag of another program over a window.
@Suite struct DropProtocolTests {
  private let point = Point(x: 3, y: 4)

  private func entered() -> DropProtocol {
    var drop = DropProtocol()
    _ = drop.receive(.enter(source: 5, version: 5))
    return drop
  }

  @Test func `a position gets a status message as its answer`() {
    var drop = entered()
    #expect(
      drop.receive(.position(source: 5, point, time: 9, .move)) == [.ask(point, .move, time: 9)])
    #expect(
      drop.answer(.move)
        == [.status(DropProtocol.HoveringDrag(source: 5, version: 5, acceptedAction: .move))])
  }

  @Test func `a drop needs an accepted position`() {
    var drop = entered()
    let drag = DropProtocol.HoveringDrag(source: 5, version: 5, acceptedAction: nil)
    #expect(drop.receive(.drop(source: 5, time: 1)) == [.refuse(drag), .end])
    drop = entered()
    _ = drop.answer(.copy)
    let accepted = DropProtocol.HoveringDrag(source: 5, version: 5, acceptedAction: .copy)
    #expect(drop.receive(.drop(source: 5, time: 1)) == [.drop(accepted, time: 1)])
  }

  @Test func `messages of other programs have no effect`() {
    var drop = entered()
    #expect(drop.receive(.position(source: 6, point, time: 1, .copy)).isEmpty)
    #expect(drop.receive(.leave(source: 6)).isEmpty)
    #expect(drop.receive(.drop(source: 6, time: 1)).isEmpty)
    #expect(drop.hoveringDrag?.source == 5)
  }

  @Test func `old protocol versions are ignored, newer ones are treated as version 5`() {
    var drop = DropProtocol()
    #expect(drop.receive(.enter(source: 5, version: 2)).isEmpty)
    _ = drop.receive(.enter(source: 5, version: 255))
    #expect(drop.hoveringDrag?.version == 5)
  }

  @Test func `a drag ends when its program vanishes or another one enters`() {
    var drop = entered()
    #expect(drop.receive(.enter(source: 8, version: 5)) == [.end, .begin(source: 8)])
    #expect(drop.receive(.sourceVanished) == [.end])
    #expect(drop.receive(.sourceVanished).isEmpty)
  }
}

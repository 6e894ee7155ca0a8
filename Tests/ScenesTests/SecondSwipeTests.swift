import Drawing
import Geometry
import Gestures
import Input
import Motion
import Scenes
import TestSupport
import Testing
import Transitions
import Views

/// Tests of swipes after a cancelled one, over a scene that handles vertical drags.
@MainActor @Suite struct SecondSwipeTests {
  private let rig = SceneRig(320, 240)
  private let scenes = [FollowingScene(), FollowingScene(), FollowingScene()]
  private let container: SceneContainer
  private let stack: SceneStack

  init() {
    container = SceneContainer(scenes.map { SceneContainer.Tab($0, icon: .folder) })
    container.swipeProfile = .objcIO
    stack = SceneStack(root: container)
    rig.show(stack)
  }

  private func left(_ index: Int) -> Double { scenes[index].view.originInStage.x }

  /// Drags one finger from `start` to each of `positions`, and lifts it at the last one.
  private func swipe(from start: Double, _ positions: Double..., id: UInt32) {
    rig.touch(.began, start, 120, id: id)
    for position in positions { rig.touchDrag(to: position, 120, over: 0.25, id: id) }
    rig.touch(.ended, positions.last ?? start, 120, id: id)
  }

  @Test(arguments: [[1, 1, 1], [1, 2, 3]] as [[UInt32]])
  func `a swipe after a cancelled one changes the tab`(ids: [UInt32]) {
    swipe(from: 280, 40, 280, id: ids[0])
    rig.settle()
    #expect(container.selectedIndex == 0)
    for name in [KeyEvent.Name.end, .home] {
      rig.stage.receive(.key(KeyEvent(name, time: rig.now)))
      rig.wait(0.05)
    }
    rig.touch(.began, 280, 120, id: ids[1])
    rig.touchDrag(to: 108, 120, over: 0.25, id: ids[1])
    rig.frame()
    // The drag is 160 points beyond the slop, half of the width 320; the scene moves by a quarter
    // of 336.
    #expect(left(0) == -84)
    rig.touch(.ended, 108, 120, id: ids[1])
    rig.settle()
    #expect(container.selectedIndex == 1)
    swipe(from: 280, 40, id: ids[2])
    rig.settle()
    #expect(container.selectedIndex == 2)
  }

  @Test(arguments: [[1, 1], [1, 2]] as [[UInt32]])
  func `a scene follows the next finger after a swipe took its first one`(ids: [UInt32]) {
    swipe(from: 280, 40, 280, id: ids[0])
    rig.settle()
    #expect(scenes[0].board.translation == nil)
    rig.touch(.began, 200, 60, id: ids[1])
    rig.touchDrag(to: 200, 160, over: 0.2, id: ids[1])
    #expect(scenes[0].board.translation == 88, "the slop of a finger is taken out")
    #expect(container.isAtRest)
  }

  @Test func `a finger lifted before the first frame cancels the swipe`() {
    rig.touch(.began, 280, 120)
    rig.touch(.moved, 240, 120)
    rig.touch(.ended, 240, 120)
    rig.settle()
    #expect(container.selectedIndex == 0)
    #expect(left(0) == 0)
  }

  @Test(arguments: [[1, 1], [1, 2]] as [[UInt32]])
  func `an edge swipe after a cancelled one goes back`(ids: [UInt32]) {
    let page = FollowingScene()
    stack.push(page, at: rig.now)
    rig.settle()
    swipe(from: 10, 200, 10, id: ids[0])
    rig.settle()
    #expect(stack.depth == 2)
    rig.touch(.began, 10, 120, id: ids[1])
    rig.touchDrag(to: 122, 120, over: 0.25, id: ids[1])
    rig.frame()
    #expect(page.view.originInStage.x == 100)
    rig.touchDrag(to: 300, 120, over: 0.25, id: ids[1])
    rig.touch(.ended, 300, 120, id: ids[1])
    rig.settle()
    #expect(stack.depth == 1)
    swipe(from: 280, 40, id: 9)
    rig.settle()
    #expect(container.selectedIndex == 1)
  }
}

/// A scene that handles vertical drags, as a list does.
@MainActor private final class FollowingScene: Scene {
  let board = FollowingBoard()
  var view: View { board }
  let title = "Following"
}

@MainActor private final class FollowingBoard: View {
  private var arena = GestureArena(tuning: GestureTuning(doubleTapEnabled: false))
  /// The downward distance of the finger; nil without a drag.
  private(set) var translation: Double?

  override var nextDeadline: Timestamp? { arena.deadline }

  override func update(at frame: FrameTime) { follow(arena.advance(to: frame.presentation)) }

  override func receive(_ event: InputEvent) -> Bool {
    if case .key = event { return false }
    follow(arena.receive(event))
    return true
  }

  private func follow(_ events: [GestureEvent]) {
    for case .pan(let pan) in events {
      switch pan.phase {
      case .began, .changed: translation = pan.translation.dy
      case .ended, .cancelled: translation = nil
      }
    }
  }
}

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

/// Tests of swipes in a container with the profile `objcIO`: the scenes move by half of the drag,
/// and a drag of a fifth of the width completes the change.
@MainActor @Suite struct TabSwipeTests {
  private let rig = SceneRig(320, 240)
  private let scenes = [TestScene.first(), .second(), .third()]
  private let container: SceneContainer
  private let listener = ContainerListener()

  init() {
    container = SceneContainer(
      scenes.map { SceneContainer.Tab($0, icon: .folder) }, selected: 1)
    container.swipeProfile = .objcIO
    container.delegate = listener
    rig.show(container)
    container.willAppear()
    container.didAppear()
    for scene in scenes { _ = scene.newCalls() }
  }

  private var newCalls: [[String]] { scenes.map { $0.newCalls() } }
  private func left(_ index: Int) -> Double { scenes[index].view.originInStage.x }

  @Test func `the scenes move half as far as the contact`() {
    rig.press(200, 120)
    rig.drag(to: 34, 120, over: 0.4)
    rig.frame()
    // The drag is 160 points beyond the slop, half of the width 320; the scenes move by a quarter
    // of 336.
    #expect(left(1) == -84)
    #expect(left(2) == 252)
    #expect(container.selectedIndex == 1)
    #expect(newCalls == [[], ["will disappear"], ["will appear"]])
    rig.drag(to: 300, 120, over: 0.2)
    rig.frame()
    #expect(left(1) == 0, "back beyond the beginning it rests there")
  }

  @Test func `a swipe beyond a fifth finishes uniformly and is reported as a choice`() {
    rig.press(100, 120)
    rig.drag(to: 250, 120, over: 0.4)
    rig.release()
    var positions: [Double] = []
    rig.afterFrame = { if !container.isAtRest { positions.append(left(1)) } }
    rig.wait(0.4)
    #expect(container.selectedIndex == 1)
    let steps = zip(positions, positions.dropFirst()).map { $1 - $0 }
    #expect(steps.allSatisfy { $0 >= 4 && $0 <= 7 }, "\(steps)")
    rig.settle()
    #expect(container.selectedIndex == 0)
    #expect(listener.chosen == [0])
    #expect(newCalls == [["will appear", "did appear"], ["will disappear", "did disappear"], []])
  }

  @Test func `in a mirrored interface the next tab comes from the left`() {
    LayoutDirection.isRightToLeft = true
    defer { LayoutDirection.isRightToLeft = false }
    rig.press(100, 120)
    rig.drag(to: 250, 120, over: 0.4)
    rig.frame()
    #expect(left(1) > 0 && left(2) < 0)
    rig.release()
    rig.settle()
    #expect(container.selectedIndex == 2)
  }

  @Test func `a shorter swipe is cancelled and changes nothing`() {
    let before = rig.picture
    rig.press(100, 120)
    rig.drag(to: 220, 120, over: 0.4)
    rig.release()
    rig.settle()
    #expect(container.selectedIndex == 1)
    #expect(listener.chosen.isEmpty)
    #expect(listener.finished == [false])
    #expect(newCalls == [["will appear", "did disappear"], ["will disappear", "did appear"], []])
    #expect(scenes[0].view.stage == nil, "it is not adopted any more")
    #expect(rig.picture.isSame(as: before))
  }

  @Test func `twice the completion speed halves the remaining time`() {
    func time() -> Double {
      rig.press(100, 120)
      rig.drag(to: 180, 120, over: 0.2)
      rig.release()
      let start = rig.now
      rig.settle()
      return rig.now - start
    }
    let usual = time()
    container.swipeProfile.completionSpeed = 2
    #expect(abs(time() - usual / 2) < 0.04)
  }

  @Test func `a swipe beyond the first tab starts nothing`() {
    container.select(0, isAnimated: false, at: rig.now)
    _ = newCalls
    rig.press(100, 120)
    rig.drag(to: 300, 120, over: 0.2)
    rig.release()
    #expect(container.isAtRest)
    #expect(newCalls == [[], [], []])
  }

  @Test func `a press catches a released swipe, which continues from there`() {
    rig.press(100, 120)
    rig.drag(to: 250, 120, over: 0.2)
    rig.release()
    rig.wait(0.1)
    rig.press(150, 120)
    rig.frame()
    let held = left(1)
    #expect(held > 70)
    rig.wait(0.3)
    #expect(left(1) == held)
    rig.release()
    rig.settle()
    #expect(container.selectedIndex == 0)
  }

  @Test func `a transition started by a command is not caught`() {
    container.select(2, at: rig.now)
    rig.wait(0.1)
    let position = left(2)
    rig.press(150, 120)
    rig.wait(0.05)
    #expect(left(2) < position)
  }

  @Test func `a touch swipe changes the tab, and the touch of the scene is cancelled`() {
    rig.touch(.began, 200, 120)
    rig.touchDrag(to: 40, 130, over: 0.3)
    #expect(
      scenes[1].board.events.contains {
        if case .cancelled = $0 { return true }
        return false
      })
    rig.touch(.ended, 40, 130)
    rig.settle()
    #expect(container.selectedIndex == 2)
  }

  @Test func `two fingers on a touchpad swipe sideways and scroll vertically`() {
    rig.scroll(0.1, 0.05)
    for _ in 0..<20 {
      rig.wait(0.008)
      rig.scroll(0.3, 0)
    }
    rig.frame()
    #expect(left(1) < -80)
    rig.scroll(0, 0, isEnd: true)
    rig.settle()
    #expect(container.selectedIndex == 2)
    _ = newCalls
    rig.wait(1)
    for _ in 0..<20 {
      rig.wait(0.008)
      rig.scroll(0.05, 0.3)
    }
    rig.scroll(0, 0, isEnd: true)
    #expect(newCalls == [[], [], []])
    #expect(scenes[2].board.events.count >= 20)
  }

  @Test func `a downward drag is left to the scene`() {
    rig.press(200, 80)
    rig.drag(to: 190, 200, over: 0.2)
    rig.drag(to: 40, 200, over: 0.2)
    #expect(container.isAtRest)
    #expect(newCalls == [[], [], []])
    rig.release()
  }

  @Test func `a drag cancelled by the system returns to the tab`() {
    rig.press(200, 120)
    rig.drag(to: 10, 120, over: 0.3)
    rig.cancel()
    rig.settle()
    #expect(container.selectedIndex == 1)
    #expect(listener.finished == [false])
  }

  @Test func `the delegate and the options restrict swiping`() {
    listener.allowsSwipe = false
    rig.press(200, 120)
    rig.drag(to: 40, 120, over: 0.2)
    rig.release()
    #expect(container.isAtRest)
    listener.allowsSwipe = true
    container.swipeKinds = [.touch]
    rig.press(200, 120)
    rig.drag(to: 40, 120, over: 0.2)
    rig.release()
    #expect(container.isAtRest)
  }

  @Test func `the finger profile keeps the scenes under the finger and their speed`() {
    container.swipeProfile =
      SceneContainer([SceneContainer.Tab(scenes[0], icon: .folder)])
      .swipeProfile
    #expect(container.swipeProfile == .finger)
    rig.press(200, 120)
    rig.drag(to: 94, 120, over: 0.3)
    rig.frame()
    // The scenes move by 100/320 of the distance 336.
    #expect(left(1) == -105)
    rig.release()
    rig.settle()
    #expect(container.selectedIndex == 2)
  }
}

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

/// A delegate that records the events of a container.
@MainActor final class ContainerListener: SceneContainer.Delegate {
  var chosen: [Int] = []
  var finished: [Bool] = []
  var animator: (any SceneAnimator)?
  var interaction: (any SceneInteraction)?
  var allowsSwipe = true

  func container(_ container: SceneContainer, didSelect index: Int) { chosen.append(index) }
  func container(
    _ container: SceneContainer, animatorFrom index: Int, to other: Int
  ) -> (any SceneAnimator)? { animator }
  func container(
    _ container: SceneContainer, interactionFor animator: any SceneAnimator
  ) -> (any SceneInteraction)? { interaction }
  func container(
    _ container: SceneContainer, allowsSwipeFrom point: Point, by kind: PointerKind
  ) -> Bool { allowsSwipe }
  func container(_ container: SceneContainer, didFinish isComplete: Bool, to index: Int) {
    finished.append(isComplete)
  }
}

/// The interaction in the demonstration of the source: progress 0.25 at 0.5 s, 0.5 at 1 s, and the
/// end at 1.5 s.
final class FakeInteraction: SceneInteraction {
  let completionSpeed = 2.0
  var isCancelled = false

  func step(after seconds: Double) -> SceneInteractionStep {
    switch seconds {
    case ..<0.5: .move(0)
    case ..<1: .move(0.25)
    case ..<1.5: .move(0.5)
    default: isCancelled ? .cancel : .finish
    }
  }
}

@MainActor @Suite struct ContainerTests {
  private let rig = SceneRig(320, 240)
  private let scenes = [TestScene.first(), .second(), .third()]
  private let container: SceneContainer
  private let listener = ContainerListener()

  init() {
    container = SceneContainer(
      [Icon.folder, .clock, .tiles].enumerated().map { [scenes] index, icon in
        SceneContainer.Tab(scenes[index], icon: icon)
      })
    container.delegate = listener
    rig.show(container)
    container.willAppear()
    container.didAppear()
  }

  /// Clicks the middle of a button.
  private func click(_ index: Int) { rig.click(160 + (Double(index) - 1) * 64, 24) }
  private var newCalls: [[String]] { scenes.map { $0.newCalls() } }

  @Test func `the first scene appears without a transition, below the bar`() {
    #expect(container.isAtRest)
    #expect(newCalls == [["will appear", "did appear"], [], []])
    #expect(scenes[0].view.originInStage == Point(x: 0, y: 48))
    #expect(scenes[0].board.sizes.last == Size(width: 320, height: 192))
    #expect(listener.chosen.isEmpty)
    #expect(rig.pixel(2, 60) == scenes[0].board.color.premultiplied)
  }

  @Test func `every tap is reported, and the highlight changes at once`() {
    click(2)
    #expect(container.selectedIndex == 2)
    rig.settle()
    click(2)
    #expect(container.isAtRest)
    #expect(listener.chosen == [2, 2])
    #expect(listener.finished == [true])
    #expect(scenes[2].view.originInStage == Point(x: 0, y: 48))
  }

  @Test func `a selection by the program is not reported`() {
    container.select(1, at: rig.now)
    #expect(container.selectedIndex == 1)
    rig.settle()
    #expect(listener.chosen.isEmpty)
    #expect(listener.finished == [true])
  }

  @Test func `a selection to the right slides to the left, and vice versa`() {
    container.select(1, at: rig.now)
    rig.wait(0.15)
    #expect(scenes[0].view.originInStage.x < 0)
    #expect(scenes[1].view.originInStage.x > 0)
    // The gap between the scenes is 16 points.
    #expect(scenes[1].view.originInStage.x - scenes[0].view.originInStage.x == 336)
    rig.settle()
    container.select(0, at: rig.now)
    rig.wait(0.15)
    #expect(scenes[1].view.originInStage.x > 0)
    #expect(scenes[0].view.originInStage.x < 0)
  }

  @Test func `a change takes one second, and the buttons work again after it`() {
    let began = rig.now
    click(1)
    while !container.isAtRest, rig.now - began < 3 { rig.frame() }
    // The spring has an initial velocity, so it settles a little later than the duration.
    #expect(rig.now - began < 1.1)
    #expect(rig.now - began > 0.9)
    click(0)
    #expect(listener.chosen == [1, 0])
  }

  @Test func `buttons are disabled during a change, and a choice by key waits`() {
    _ = newCalls
    click(1)
    rig.wait(0.2)
    click(0)
    #expect(listener.chosen == [1])
    #expect(container.receive(.key(KeyEvent(.tab, modifiers: .control, time: rig.now))))
    #expect(listener.chosen == [1, 2])
    #expect(container.selectedIndex == 1)
    #expect(newCalls == [["will disappear"], ["will appear"], []])
    rig.settle()
    #expect(container.selectedIndex == 2)
    #expect(
      newCalls == [
        ["did disappear"], ["did appear", "will disappear", "did disappear"],
        ["will appear", "did appear"],
      ])
  }

  @Test func `keys cycle through the tabs and select one by number`() {
    func key(_ name: KeyEvent.Name, _ modifiers: Modifiers) -> Bool {
      defer { rig.settle() }
      return container.receive(.key(KeyEvent(name, modifiers: modifiers, time: rig.now)))
    }
    #expect(key(.tab, [.control, .shift]))
    #expect(container.selectedIndex == 2)
    #expect(key(.tab, .control))
    #expect(container.selectedIndex == 0)
    #expect(key(.character("2"), .control))
    #expect(container.selectedIndex == 1)
    #expect(!key(.character("4"), .control))
    #expect(!key(.character("3"), []))
    #expect(!key(.tab, []))
    #expect(container.selectedIndex == 1)
    #expect(listener.chosen == [2, 0, 1])
  }

  @Test func `the stage leaves Ctrl+Tab to the views`() {
    rig.stage.setFocus(scenes[0].view)
    rig.stage.receive(.key(KeyEvent(.tab, modifiers: .control, time: rig.now)))
    #expect(container.selectedIndex == 1)
  }

  @Test func `a floating strip lies in the upper fifth`() {
    container.style = .floating
    rig.frame()
    #expect(scenes[0].view.originInStage == .zero)
    rig.click(160 + 64, 48)
    #expect(container.selectedIndex == 2)
  }

  @Test func `the buttons can lie in a bar of the host's`() {
    container.style = .external
    rig.frame()
    #expect(container.sceneTabBar.parent == nil)
    #expect(scenes[0].view.originInStage == .zero)
    container.sceneTabBar.frame = Rect(
      origin: Point(x: 20, y: 180), size: container.sceneTabBar.naturalSize(at: 1))
    rig.stage.root.add(container.sceneTabBar)
    rig.frame()
    rig.click(20 + 64 + 32, 202)
    rig.settle()
    #expect(container.selectedIndex == 1)
    #expect(listener.chosen == [1])
    container.style = .bar
    rig.frame()
    #expect(container.sceneTabBar.parent === container)
  }

  @Test func `the delegate's animator is used, or the default one if it has no plan`() {
    listener.animator = ShrinkSceneAnimator()
    container.select(1, at: rig.now)
    rig.wait(0.3)
    #expect(scenes[0].view.originInStage.x == 0)
    rig.settle()
    listener.animator = Unable()
    container.select(0, at: rig.now)
    rig.wait(0.15)
    #expect(scenes[1].view.originInStage.x > 0)
  }

  @Test func `the delegate's interaction drives the change, which counts only at its end`() {
    listener.animator = SlideSceneAnimator()
    listener.interaction = FakeInteraction()
    click(1)
    rig.wait(0.6)
    rig.frame()
    #expect(container.selectedIndex == 0)
    #expect(scenes[0].view.originInStage.x == -84)
    rig.wait(0.5)
    #expect(scenes[0].view.originInStage.x == -168)
    rig.wait(0.4)
    rig.settle(within: 0.6)
    #expect(container.selectedIndex == 1)
    #expect(listener.chosen == [1])
  }

  @Test func `an interaction is requested only with an animator of the delegate`() {
    listener.interaction = FakeInteraction()
    click(1)
    #expect(container.selectedIndex == 1)
  }

  @Test func `an interaction can cancel the change`() {
    let fake = FakeInteraction()
    fake.isCancelled = true
    listener.animator = SlideSceneAnimator()
    listener.interaction = fake
    _ = newCalls
    container.select(1, at: rig.now)
    rig.wait(1.6)
    rig.settle()
    #expect(container.selectedIndex == 0)
    #expect(newCalls == [["will disappear", "did appear"], ["will appear", "did disappear"], []])
    #expect(listener.finished == [false])
  }

  @Test func `twice the speed halves the duration`() {
    func time() -> Double {
      let start = rig.now
      container.select(1 - container.selectedIndex, at: rig.now)
      rig.settle()
      return rig.now - start
    }
    let usual = time()
    container.animationSpeed = 2
    #expect(abs(time() - usual / 2) < 0.04)
    container.reducesMotion = true
    #expect(time() < 0.04)
  }

  @Test func `new tabs replace all scenes, and kept scenes are not notified again`() {
    container.select(1, at: rig.now)
    rig.wait(0.1)
    _ = newCalls
    let newcomer = TestScene.first()
    container.replaceTabs(
      [.init(scenes[1], icon: .clock), .init(newcomer, icon: .folder)], selected: 0)
    #expect(newCalls == [["did disappear"], ["did appear"], []])
    #expect(newcomer.newCalls().isEmpty)
    rig.settle()
    #expect(scenes[1].view.originInStage == Point(x: 0, y: 48))
    container.select(1, isAnimated: false, at: rig.now)
    #expect(newcomer.newCalls() == ["will appear", "did appear"])
    #expect(newCalls == [[], ["will disappear", "did disappear"], []])
  }

  @Test func `a container covered in a stack notifies its scene`() {
    let stack = SceneStack(root: SceneContainer([.init(scenes[0], icon: .folder)]))
    _ = newCalls
    let rig = SceneRig(320, 240)
    rig.show(stack)
    #expect(scenes[0].newCalls() == ["will appear", "did appear"])
    stack.push(TestScene.second(), at: rig.now)
    #expect(scenes[0].newCalls() == ["will disappear"])
    rig.settle()
    #expect(scenes[0].newCalls() == ["did disappear"])
    stack.pop(at: rig.now)
    rig.settle()
    #expect(scenes[0].newCalls() == ["will appear", "did appear"])
  }

  @Test func `a transition continues in the new size after a resize`() {
    container.select(1, at: rig.now)
    rig.wait(0.1)
    rig.stage.size = Size(width: 300, height: 200)
    rig.wait(0.05)
    #expect(scenes[1].view.originInStage.x - scenes[0].view.originInStage.x == 316)
    rig.settle()
    #expect(scenes[1].view.originInStage == Point(x: 0, y: 48))
    #expect(scenes[1].board.sizes.last == Size(width: 300, height: 152))
  }
}

private struct Unable: SceneAnimator {
  func timing(in context: SceneTransitionPlan.Context) -> TransitionTiming { .timed(9, .linear) }
  func plan(_ context: SceneTransitionPlan.Context) -> SceneTransitionPlan? { nil }
}

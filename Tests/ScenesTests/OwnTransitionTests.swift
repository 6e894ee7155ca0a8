import Drawing
import Geometry
import Motion
import Scenes
import TestSupport
import Testing
import Views

/// Tests of scenes with a transition of their own, such as the flight of the photo browser.
@MainActor @Suite struct OwnTransitionTests {
  private let rig = SceneRig()
  private let root = TestScene.first()
  private let page = TestScene.second()
  private let stack: SceneStack

  init() {
    stack = SceneStack(root: root)
    rig.show(stack)
    _ = root.newCalls()
    page.leaves = true
    page.view.isOpaque = false
    page.view.alpha = 0.5
  }

  @Test func `both scenes are live until the new one reports its arrival`() {
    stack.push(page, by: .selfAnimated, at: rig.now)
    rig.frame()
    #expect(page.newCalls() == ["will appear"])
    #expect(root.newCalls() == ["will disappear"])
    root.board.color = .black
    rig.frame()
    let mixed = rig.pixel(2, 2)
    #expect(mixed != page.board.color.premultiplied && mixed != Color.black.premultiplied)
    rig.press(120, 80)
    #expect(page.board.events.count == 1, "the scene that comes feels")
    rig.release()
    page.view.alpha = 1
    stack.finishPush(of: page, at: rig.now)
    rig.frame()
    #expect(page.newCalls() == ["did appear"])
    #expect(root.newCalls() == ["did disappear"])
    #expect(root.view.parent?.isHidden == true)
    #expect(stack.isAtRest)
  }

  @Test func `a pop requests the scene to leave and ends when the scene reports it`() {
    stack.push(page, by: .selfAnimated, at: rig.now)
    stack.finishPush(of: page, at: rig.now)
    rig.frame()
    _ = page.newCalls()
    _ = root.newCalls()
    #expect(stack.pop(at: rig.now))
    #expect(page.leaveRequests == 1)
    #expect(stack.depth == 2)
    rig.frame()
    #expect(page.newCalls() == ["will disappear"])
    #expect(root.newCalls() == ["will appear"])
    #expect(root.view.parent?.isHidden == false)
    stack.finishPop(of: page, at: rig.now)
    rig.frame()
    #expect(page.newCalls() == ["did disappear"])
    #expect(root.newCalls() == ["did appear"])
    #expect(stack.depth == 1)
  }

  @Test func `a scene that is pulled and released returns to its place`() {
    stack.push(page, by: .selfAnimated, at: rig.now)
    stack.finishPush(of: page, at: rig.now)
    _ = page.newCalls()
    _ = root.newCalls()
    stack.reveal(under: page, at: rig.now)
    stack.finishPush(of: page, at: rig.now)
    #expect(page.newCalls() == ["will disappear", "did appear"])
    #expect(root.newCalls() == ["will appear", "did disappear"])
    rig.frame()
    #expect(root.view.parent?.isHidden == true)
  }

  @Test func `a pop during its own arrival requests the scene to turn back`() {
    stack.push(page, by: .selfAnimated, at: rig.now)
    #expect(stack.pop(at: rig.now))
    #expect(page.leaveRequests == 1)
    stack.finishPop(of: page, at: rig.now)
    rig.frame()
    #expect(stack.depth == 1)
    #expect(page.newCalls() == ["will appear", "did disappear"])
    #expect(root.newCalls() == ["will disappear", "did appear"])
  }

  @Test func `a push during another push waits`() {
    let other = TestScene.third()
    stack.push(page, by: .selfAnimated, at: rig.now)
    stack.push(other, at: rig.now)
    rig.frame()
    #expect(other.newCalls().isEmpty)
    stack.finishPush(of: page, at: rig.now)
    rig.settle()
    #expect(stack.top === other)
  }

  @Test func `a pop that waited for a scene that left by itself has no effect`() {
    let other = TestScene.third()
    stack.push(page, by: .selfAnimated, at: rig.now)
    stack.finishPush(of: page, at: rig.now)
    page.leaves = false
    stack.reveal(under: page, at: rig.now)
    #expect(stack.pop(at: rig.now))
    stack.push(other, at: rig.now)
    stack.finishPop(of: page, at: rig.now)
    rig.settle()
    #expect(stack.scenes.count == 2 && stack.top === other && stack.isAtRest)
  }

  @Test func `only reports of the top scene have an effect`() {
    stack.push(page, by: .selfAnimated, at: rig.now)
    stack.finishPush(of: root, at: rig.now)
    stack.finishPop(of: root, at: rig.now)
    #expect(stack.depth == 2)
    #expect(!stack.isAtRest)
  }

  @Test func `an edge swipe moves a scene back if the scene allows it`() {
    page.view.alpha = 1
    stack.push(page, by: .selfAnimated, at: rig.now)
    stack.finishPush(of: page, at: rig.now)
    rig.frame()
    page.allowsEdgeSwipe = false
    rig.press(5, 80)
    rig.drag(to: 150, 80, over: 0.3)
    #expect(page.view.originInStage.x == 0)
    rig.release()
    page.allowsEdgeSwipe = true
    rig.press(5, 80)
    rig.drag(to: 185, 80, over: 0.3)
    rig.frame()
    #expect(page.view.originInStage.x > 160)
    rig.release()
    rig.settle()
    #expect(stack.depth == 1)
    #expect(page.leaveRequests == 0)
  }
}

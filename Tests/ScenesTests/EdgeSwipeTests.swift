import Drawing
import Geometry
import Input
import Motion
import Scenes
import TestSupport
import Testing
import Views

@MainActor @Suite struct EdgeSwipeTests {
  private let rig = SceneRig()
  private let root = TestScene.first()
  private let page = TestScene.second()
  private let stack: SceneStack

  init() {
    stack = SceneStack(root: root)
    rig.show(stack)
    stack.push(page, at: rig.now)
    rig.settle()
    _ = root.newCalls()
    _ = page.newCalls()
  }

  private var left: Double { page.view.originInStage.x }

  @Test func `the scene follows the pointer to the pixel`() {
    rig.press(10, 80)
    rig.drag(to: 110, 80, over: 0.3)
    rig.frame()
    // The slop of a mouse, 6 points, is subtracted.
    #expect(left == 94)
    #expect(root.newCalls() == ["will appear"])
    #expect(page.newCalls() == ["will disappear"])
    rig.drag(to: 60, 80, over: 0.2)
    rig.frame()
    #expect(left == 44)
    #expect(!stack.isAtRest)
    #expect(stack.isMoving && stack.isHeld)
    rig.wait(1)
    #expect(left == 44, "a hand that rests holds it")
  }

  @Test func `in a mirrored interface the swipe begins at the right edge`() {
    LayoutDirection.isRightToLeft = true
    defer { LayoutDirection.isRightToLeft = false }
    let width = page.view.bounds.width
    rig.press(10, 80)
    rig.drag(to: 160, 80, over: 0.5)
    rig.frame()
    #expect(left == 0)
    rig.release()
    rig.press(width - 10, 80)
    rig.drag(to: width - 110, 80, over: 0.3)
    rig.frame()
    #expect(left == -94)
    rig.drag(to: width - 220, 80, over: 0.2)
    rig.wait(0.3)
    rig.release()
    rig.settle()
    #expect(stack.depth == 1)
  }

  @Test func `a swipe of half the width goes back`() {
    rig.press(10, 80)
    rig.drag(to: 160, 80, over: 0.5)
    rig.wait(0.3)
    rig.release()
    rig.settle()
    #expect(stack.depth == 1)
    #expect(page.newCalls() == ["will disappear", "did disappear"])
    #expect(root.newCalls() == ["will appear", "did appear"])
  }

  @Test func `a shorter swipe is cancelled and changes nothing`() {
    let before = rig.picture
    rig.press(10, 80)
    rig.drag(to: 90, 80, over: 0.5)
    rig.wait(0.3)
    rig.release()
    #expect(stack.depth == 2)
    rig.settle()
    #expect(stack.depth == 2)
    #expect(page.newCalls() == ["will disappear", "did appear"])
    #expect(root.newCalls() == ["will appear", "did disappear"])
    #expect(rig.picture.isSame(as: before))
    #expect(root.view.parent?.isHidden == true)
  }

  @Test func `a flick goes back at the finger's speed`() {
    rig.press(10, 80)
    rig.drag(to: 60, 80, over: 0.06)
    rig.frame()
    let before = left
    rig.release()
    rig.frame()
    #expect(left - before > 5, "half a frame later, at some 830 points a second")
    rig.settle()
    #expect(stack.depth == 1)
  }

  @Test func `a touch swipe goes back, and the touch of the scene is cancelled`() {
    rig.touch(.began, 12, 80)
    #expect(page.board.events.count == 1)
    rig.touchDrag(to: 200, 85, over: 0.3)
    #expect(
      page.board.events.last == .cancelled(rig.now)
        || page.board.events.contains {
          if case .cancelled = $0 { return true }
          return false
        })
    rig.touch(.ended, 200, 85)
    rig.settle()
    #expect(stack.depth == 1)
  }

  @Test func `a drag from outside the edge zone or downwards is left to the scene`() {
    rig.press(40, 80)
    rig.drag(to: 200, 80, over: 0.2)
    rig.release()
    rig.press(10, 20)
    rig.drag(to: 12, 140, over: 0.2)
    rig.drag(to: 200, 140, over: 0.2)
    rig.release()
    rig.frame()
    #expect(stack.depth == 2)
    #expect(left == 0)
    #expect(page.newCalls().isEmpty)
  }

  @Test func `a click in the edge zone is left to the scene`() {
    rig.click(10, 80)
    #expect(page.board.events.count == 2)
    #expect(stack.isAtRest)
  }

  @Test func `a drag cancelled by the system returns the scene`() {
    rig.press(10, 80)
    rig.drag(to: 200, 80, over: 0.3)
    rig.cancel()
    rig.settle()
    #expect(stack.depth == 2)
    #expect(left == 0)
  }

  @Test func `a press holds a running transition, and its release continues it`() {
    stack.pop(at: rig.now)
    rig.wait(0.1)
    rig.frame()
    rig.press(120, 80)
    rig.frame()
    let held = left
    #expect(held > 20 && held < 230)
    rig.wait(0.7)
    #expect(left == held)
    rig.release()
    rig.settle()
    #expect(stack.depth == 1)
  }

  @Test func `a caught move can be pushed back`() {
    stack.pop(at: rig.now)
    rig.wait(0.1)
    rig.frame()
    rig.press(200, 80)
    rig.frame()
    let held = left
    rig.drag(to: 174, 80, over: 0.1)
    rig.frame()
    #expect(left == max(0, held - 20))
    rig.drag(to: 40, 80, over: 0.1)
    rig.release()
    rig.settle()
    #expect(stack.depth == 2)
    #expect(left == 0)
    #expect(page.newCalls() == ["will disappear", "did appear"])
  }

  @Test func `a command can drive a pop like a drag`() {
    #expect(stack.beginPop(at: rig.now))
    stack.movePop(to: 0.25, at: rig.now)
    rig.frame()
    #expect(left == 60)
    stack.endPop(finishes: true, at: rig.now)
    rig.settle()
    #expect(stack.depth == 1)
  }

  @Test func `a pop during a drag runs to its end`() {
    rig.press(10, 80)
    rig.drag(to: 60, 80, over: 0.2)
    #expect(stack.pop(at: rig.now))
    rig.settle()
    #expect(stack.depth == 1)
    rig.release()
    rig.settle()
    #expect(stack.depth == 1)
  }
}

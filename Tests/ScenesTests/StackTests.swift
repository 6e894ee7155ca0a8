import Drawing
import Geometry
import Input
import Motion
import Scenes
import TestSupport
import Testing
import Transitions
import Views

@MainActor @Suite struct StackTests {
  private let rig = SceneRig()
  private let root = TestScene.first()
  private let page = TestScene.second()
  private let other = TestScene.third()
  private let stack: SceneStack

  init() {
    stack = SceneStack(root: root)
    rig.show(stack)
  }

  /// The x coordinate at which a scene's left edge is drawn.
  private func left(_ scene: TestScene) -> Double { scene.view.originInStage.x }

  @Test func `the first scene appears in the first frame without a transition`() {
    #expect(root.newCalls() == ["will appear", "did appear"])
    #expect(stack.isAtRest)
    #expect(stack.depth == 1)
    #expect(rig.pixel(2, 2) == root.board.color.premultiplied)
    #expect(root.board.sizes.last == Size(width: 240, height: 160))
  }

  @Test func `a scene can be inserted below the root, which can be popped from then on`() {
    _ = root.newCalls()
    #expect(stack.insertRoot(page, at: rig.now))
    #expect(stack.depth == 2 && stack.top === root && stack.sceneBelow === page)
    #expect(page.newCalls() == ["will appear"])
    #expect(root.newCalls() == ["will disappear"])
    rig.frame()
    #expect(page.board.sizes.last == Size(width: 240, height: 160))
    stack.finishPop(of: root, at: rig.now)
    rig.frame()
    #expect(stack.top === page && stack.isAtRest)
    #expect(rig.pixel(2, 2) == page.board.color.premultiplied)
    #expect(root.newCalls() == ["did disappear"])
    #expect(page.newCalls() == ["did appear"])
  }

  @Test func `no scene is inserted below a root that has scenes above`() {
    stack.push(page, at: rig.now)
    rig.settle()
    #expect(!stack.insertRoot(other, at: rig.now))
    #expect(stack.depth == 2 && other.newCalls().isEmpty)
  }

  @Test func `the root is never popped`() {
    #expect(!stack.pop(at: rig.now))
    #expect(stack.depth == 1)
    #expect(!stack.beginPop(at: rig.now))
  }

  @Test func `a push notifies both scenes once and in order`() {
    _ = root.newCalls()
    stack.push(page, at: rig.now)
    #expect(stack.depth == 2)
    #expect(root.newCalls() == ["will disappear"])
    #expect(page.newCalls() == ["will appear"])
    rig.settle()
    #expect(root.newCalls() == ["did disappear"])
    #expect(page.newCalls() == ["did appear"])
    #expect(stack.isAtRest)
    #expect(left(page) == 0)
    #expect(rig.pixel(2, 2) == page.board.color.premultiplied)
    #expect(stack.top === page)
  }

  @Test func `a pop uncovers the live scene and releases the other`() {
    stack.push(page, at: rig.now)
    rig.settle()
    _ = root.newCalls()
    _ = page.newCalls()
    #expect(stack.pop(at: rig.now))
    #expect(stack.depth == 1)
    rig.wait(0.1)
    // The scene is drawn live while it is visible in part, not as a picture of itself.
    root.board.color = .black
    rig.wait(0.05)
    #expect(rig.pixel(2, 2) == Color.black.premultiplied)
    rig.settle()
    #expect(root.newCalls() == ["will appear", "did appear"])
    #expect(page.newCalls() == ["will disappear", "did disappear"])
    #expect(page.view.stage == nil)
  }

  @Test func `a covered scene gets a new window size when it is uncovered`() {
    stack.push(page, at: rig.now)
    rig.settle()
    rig.stage.size = Size(width: 200, height: 100)
    rig.frame()
    #expect(root.board.sizes.last == Size(width: 240, height: 160))
    stack.pop(at: rig.now)
    rig.frame()
    #expect(root.board.sizes.last == Size(width: 200, height: 100))
  }

  @Test(arguments: [0.05, 0.12, 0.2, 0.3])
  func `a pop during a push reverses without a jump`(moment: Double) {
    // The stage is wide and has a high frame rate, so that a continuous change is small in each
    // frame.
    let rig = SceneRig(2400, 8, rate: 960)
    let stack = SceneStack(root: root)
    rig.show(stack)
    _ = root.newCalls()
    stack.push(page, at: rig.now)
    var positions: [Double] = []
    rig.afterFrame = { [stack, page] in if !stack.isAtRest { positions.append(left(page)) } }
    rig.wait(moment)
    #expect(stack.pop(at: rig.now))
    #expect(stack.depth == 1)
    rig.settle()
    #expect(stack.depth == 1)
    #expect(page.view.stage == nil)
    #expect(root.newCalls() == ["will disappear", "did appear"])
    #expect(page.newCalls() == ["will appear", "did disappear"])
    let steps = zip(positions, positions.dropFirst()).map { $1 - $0 }
    let jumps = zip(steps, steps.dropFirst()).map { abs($1 - $0) }
    #expect(jumps.allSatisfy { $0 <= 4 }, "velocity jumps: \(steps)")
  }

  @Test func `requests during a transition are performed after it`() {
    stack.push(page, at: rig.now)
    rig.wait(0.1)
    stack.push(other, at: rig.now)
    #expect(stack.depth == 2)
    rig.settle()
    #expect(stack.depth == 3)
    #expect(stack.top === other)
    stack.pop(at: rig.now)
    rig.wait(0.05)
    stack.pop(at: rig.now)
    rig.wait(0.05)
    #expect(!stack.pop(at: rig.now), "only the root would be left")
    rig.settle()
    #expect(stack.depth == 1)
    #expect(stack.top === root)
  }

  @Test func `queued requests are performed in order`() {
    let last = TestScene("Last", .white)
    for scene in [page, other] {
      stack.push(scene, at: rig.now)
      rig.settle()
    }
    stack.pop(at: rig.now)
    rig.wait(0.05)
    stack.pop(at: rig.now)
    stack.push(last, at: rig.now)
    stack.push(last, at: rig.now)
    rig.settle()
    #expect(stack.scenes.map(\.title) == ["First", "Last"])
    #expect(
      page.newCalls().suffix(4) == ["will appear", "did appear", "will disappear", "did disappear"])
  }

  @Test func `a pop cancels a queued push`() {
    stack.push(page, at: rig.now)
    rig.wait(0.1)
    stack.push(other, at: rig.now)
    #expect(stack.pop(at: rig.now))
    rig.settle()
    #expect(stack.top === page)
    #expect(other.newCalls().isEmpty)
  }

  @Test func `Alt+Left and the back button go back`() {
    stack.push(page, at: rig.now)
    rig.settle()
    let key = KeyEvent(.left, modifiers: .alt, time: rig.now)
    #expect(stack.receive(.key(key)))
    rig.settle()
    #expect(stack.depth == 1)
    #expect(!stack.receive(.key(KeyEvent(.left, modifiers: .alt, time: rig.now))))
    stack.push(page, at: rig.now)
    rig.settle()
    rig.pointer(.pressed(.back), 120, 80)
    rig.pointer(.released(.back), 120, 80)
    #expect(stack.depth == 1)
    #expect(
      !page.board.events.contains {
        if case .pointer(let pointer) = $0 { return pointer.kind == .pressed(.back) }
        return false
      })
    rig.settle()
    // At the root the scene gets the thumb button.
    rig.pointer(.pressed(.back), 120, 80)
    let event = InputEvent.Pointer(.pressed(.back), at: Point(x: 120, y: 80), time: rig.now)
    #expect(root.board.events.last == .pointer(event))
  }

  @Test func `a change of the top scene is reported as soon as it is decided`() {
    var tops: [String] = []
    stack.onTopChange = { [stack] in tops.append(stack.top.title) }
    stack.push(page, at: rig.now)
    #expect(tops == ["Second"])
    rig.wait(0.1)
    stack.pop(at: rig.now)
    #expect(tops == ["Second", "First"])
    stack.push(page, at: rig.now)
    #expect(tops == ["Second", "First", "Second"])
    #expect(stack.scenes.map(\.title) == ["First", "Second"])
    rig.settle()
    // The top scene does not change while the drag is held.
    stack.beginPop(at: rig.now)
    stack.movePop(to: 0.9, at: rig.now)
    #expect(tops.count == 3)
    stack.endPop(at: rig.now)
    #expect(tops == ["Second", "First", "Second", "First"])
    rig.settle()
    #expect(tops.count == 4)
  }

  @Test func `a scene is never twice in the stack`() {
    stack.push(page, at: rig.now)
    stack.push(page, at: rig.now)
    stack.push(root, at: rig.now)
    rig.settle()
    #expect(stack.scenes.map(\.title) == ["First", "Second"])
  }

  @Test func `with reduced motion a push ends in the next frame`() {
    stack.reducesMotion = true
    stack.push(page, at: rig.now)
    rig.frame()
    #expect(stack.isAtRest)
    #expect(left(page) == 0)
  }

  @Test func `closing the window notifies every visible scene`() {
    stack.push(page, at: rig.now)
    rig.wait(0.1)
    _ = root.newCalls()
    _ = page.newCalls()
    stack.close()
    #expect(root.newCalls() == ["did disappear"])
    #expect(page.newCalls() == ["did disappear"])
    rig.frame()
    #expect(root.newCalls().isEmpty)
  }

  @Test func `a pop returns the keyboard focus to its view`() {
    let field = View(frame: Rect(x: 0, y: 0, width: 10, height: 10))
    root.view.add(field)
    rig.stage.setFocus(field)
    stack.push(page, at: rig.now)
    #expect(rig.stage.focus == nil)
    rig.settle()
    stack.pop(at: rig.now)
    rig.settle()
    #expect(rig.stage.focus === field)
  }

  @Test func `a scene may push the next one when it has appeared`() {
    page.onCall = { [stack, rig, other] call in
      if call == "did appear", stack.top !== other { stack.push(other, at: rig.now) }
    }
    stack.push(page, at: rig.now)
    rig.settle()
    #expect(stack.top === other)
    #expect(
      page.newCalls() == ["will appear", "did appear", "will disappear", "did disappear"])
  }
}

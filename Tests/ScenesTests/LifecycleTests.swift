import Drawing
import Geometry
import Input
import Motion
import Scenes
import TestSupport
import Testing
import Transitions
import Views

/// Tests with random input: every scene gets its calls in pairs, and the scene in place is shown.
@MainActor @Suite(.tags(.seeded)) struct LifecycleTests {
  /// The state of one scene, whose lifecycle calls are checked as they arrive.
  private final class Witness {
    private var isVisible = false
    private(set) var isInPlace = false
    private(set) var visits = 0
    private let name: String
    init(_ name: String) { self.name = name }

    func record(_ call: String) {
      switch call {
      case "will appear":
        #expect(!isVisible, "\(name): \(call)")
        isVisible = true
        visits += 1
      case "did appear":
        #expect(isVisible && !isInPlace, "\(name): \(call)")
        isInPlace = true
      case "will disappear":
        #expect(isVisible && isInPlace, "\(name): \(call)")
        isInPlace = false
      default:
        #expect(isVisible && !isInPlace, "\(name): \(call)")
        isVisible = false
      }
    }
    var isGone: Bool { !isVisible }
  }

  private func scene(_ index: Int, _ witnesses: inout [Witness]) -> TestScene {
    let scene = TestScene("\(index)", Color(white: Double(index % 7) / 7))
    let witness = Witness("\(index)")
    witnesses.append(witness)
    scene.onCall = { witness.record($0) }
    return scene
  }

  @Test(arguments: 0..<12)
  func `a stack keeps the order of notifications under random input`(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    var witnesses: [Witness] = []
    let rig = SceneRig(120, 60)
    let stack = SceneStack(root: scene(0, &witnesses))
    rig.show(stack)
    var own: TestScene?
    for step in 1...60 {
      switch Int.random(in: 0..<11, using: &chance) {
      case 0, 1: stack.push(scene(step, &witnesses), at: rig.now)
      case 2, 3: stack.pop(at: rig.now)
      case 4: stack.push(scene(step, &witnesses), by: .animated(ShrinkSceneAnimator()), at: rig.now)
      case 5:
        let next = scene(step, &witnesses)
        next.leaves = Bool.random(using: &chance)
        own = next
        stack.push(next, by: .selfAnimated, at: rig.now)
      case 6:
        guard let own else { break }
        switch Int.random(in: 0..<3, using: &chance) {
        case 0: stack.finishPush(of: own, at: rig.now)
        case 1: stack.reveal(under: own, at: rig.now)
        default: stack.finishPop(of: own, at: rig.now)
        }
      case 7, 8:
        rig.press(Double.random(in: 0..<40, using: &chance), 30)
        rig.drag(to: Double.random(in: 0..<120, using: &chance), 30, over: 0.1)
        if Bool.random(using: &chance) { rig.release() } else { rig.cancel() }
      case 9: rig.stage.size = Size(width: Double.random(in: 60..<200, using: &chance), height: 60)
      default: rig.settleQuietly()
      }
      rig.wait(Double.random(in: 0..<0.3, using: &chance))
      #expect(stack.depth >= 1)
      let inPlace = witnesses.filter(\.isInPlace).count
      #expect(inPlace == (stack.isAtRest ? 1 : 0), "seed \(seed), step \(step)")
    }
    rig.release()
    stack.close()
    #expect(!witnesses.contains { !$0.isGone }, "seed \(seed)")
  }

  @Test(arguments: 0..<12)
  func `a container keeps the order of notifications under random input`(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    var witnesses: [Witness] = []
    let rig = SceneRig(240, 120)
    let scenes = (0..<4).map { scene($0, &witnesses) }
    let container = SceneContainer(scenes.map { SceneContainer.Tab($0, icon: .folder) })
    let stack = SceneStack(root: container)
    rig.show(stack)
    for step in 1...60 {
      switch Int.random(in: 0..<9, using: &chance) {
      case 0, 1:
        container.select(Int.random(in: -1...4, using: &chance), at: rig.now)
      case 2: rig.click(Double.random(in: 0..<240, using: &chance), 24)
      case 3, 4:
        rig.press(Double.random(in: 0..<240, using: &chance), 80)
        rig.drag(to: Double.random(in: 0..<240, using: &chance), 80, over: 0.1)
        if Bool.random(using: &chance) { rig.release() } else { rig.cancel() }
      case 5: container.select(step % 4, isAnimated: false, at: rig.now)
      case 6: stack.push(scene(4 + step, &witnesses), at: rig.now)
      case 7: stack.pop(at: rig.now)
      default:
        container.replaceTabs(
          scenes.shuffled(using: &chance).map { SceneContainer.Tab($0, icon: .clock) },
          selected: Int.random(in: 0..<4, using: &chance))
      }
      rig.wait(Double.random(in: 0..<0.6, using: &chance))
      let inPlace = witnesses.filter(\.isInPlace).count
      let isQuiet = stack.isAtRest && (stack.depth > 1 || container.isAtRest)
      #expect(inPlace == (isQuiet ? 1 : 0), "seed \(seed), step \(step)")
    }
    rig.release()
    stack.close()
    #expect(!witnesses.contains { !$0.isGone }, "seed \(seed)")
  }
}

extension SceneRig {
  /// Advances the time, without a check that everything has come to rest.
  fileprivate func settleQuietly() { wait(2) }
}

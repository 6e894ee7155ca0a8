import Geometry
import Input
import Motion
import Scenes
import TestSupport
import Testing
import Transitions
import Views

/// Filmstrips of every animator, held by a drag at 0, 25, 50, 75 and 100 %.
@MainActor @Suite struct SceneFilmstripTests {
  private struct Strip: Sendable, CustomTestStringConvertible {
    let name: String
    let entersFromRight: Bool
    var testDescription: String { "\(name)-\(entersFromRight ? "right" : "left")" }
  }
  nonisolated private static var tabStrips: [Strip] {
    animators.keys.sorted().flatMap { name in
      [true, false].map { Strip(name: name, entersFromRight: $0) }
    }
  }
  nonisolated private static var animators: [String: any SceneAnimator] {
    [
      "slide": SlideSceneAnimator(), "shrink": ShrinkSceneAnimator(),
      "cover": CoverSceneAnimator(),
    ]
  }

  @Test(arguments: tabStrips)
  private func `tab swipes match the recorded frames`(strip: Strip) throws {
    let rig = SceneRig(160, 168)
    let container = SceneContainer(
      [.init(TestScene.first(), icon: .folder), .init(TestScene.second(), icon: .clock)],
      selected: strip.entersFromRight ? 0 : 1)
    container.animator = try #require(Self.animators[strip.name])
    container.swipeProfile = .finger
    rig.show(container)
    let start = rig.picture
    rig.press(80, 100)
    let sign: Double = strip.entersFromRight ? -1 : 1
    for step in 0...4 {
      // The slop of 6 points begins the swipe; 40 points are a quarter of the width.
      rig.drag(to: 80 + sign * (6.001 + 40 * Double(step)), 100, over: 0.1)
      rig.capture()
    }
    #expect(rig.film[0].isSame(as: start), "the first frame is the one at rest")
    rig.release()
    rig.settle()
    rig.capture()
    try rig.check("tabs-\(strip.testDescription)", columns: 6)
  }

  @Test(arguments: [true, false])
  func `pushes and pops match the recorded frames`(isPush: Bool) throws {
    let rig = SceneRig(160, 120)
    let stack = SceneStack(root: TestScene.first())
    rig.show(stack)
    let page = TestScene.second()
    stack.push(page, at: rig.now)
    if !isPush { rig.settle() }
    if isPush {
      // A press catches the push at once; a drag then moves the scene.
      rig.press(150, 60)
      for step in 0...4 {
        rig.drag(to: 150 - (step == 0 ? 0 : 6) - 40 * Double(step), 60, over: 0.1)
        rig.capture()
      }
    } else {
      #expect(stack.beginPop(at: rig.now))
      for step in 0...4 {
        stack.movePop(to: Double(step) / 4, at: rig.now)
        rig.capture()
      }
    }
    try rig.check(isPush ? "stack-push" : "stack-pop", columns: 5)
    let last = rig.picture
    if isPush { rig.release() } else { stack.endPop(finishes: true, at: rig.now) }
    rig.settle()
    #expect(rig.picture.isSame(as: last), "the last frame is the one at rest")
  }

  /// The animation without a drag: the spring overshoots a little.
  @Test func `the slide matches the recorded frames`() throws {
    let rig = SceneRig(160, 168)
    let container = SceneContainer(
      [.init(TestScene.first(), icon: .folder), .init(TestScene.second(), icon: .clock)])
    rig.show(container)
    container.select(1, at: rig.now)
    for _ in 0..<10 {
      rig.wait(0.07)
      rig.capture()
    }
    try rig.check("slide-in-time", columns: 5)
  }

  @Test(arguments: [1.0, 2])
  func `the tab strip matches the recorded pictures`(scale: Double) throws {
    for style in [SceneContainer.TabBarStyle.bar, .floating] {
      let rig = SceneRig(Int(240 * scale), Int(120 * scale), scale: scale)
      let container = SceneContainer(
        [
          .init(TestScene.first(), icon: .folder), .init(TestScene.second(), icon: .clock),
          .init(TestScene.third(), icon: .tiles),
        ], selected: 1)
      container.style = style
      rig.show(container)
      rig.pointer(.moved, 184 * scale, 24 * scale)
      rig.wait(0.3)
      rig.capture()
      try rig.check("strip-\(style)-\(Int(scale))", columns: 5)
    }
  }
}

import Geometry
import Motion
import Testing
import Transitions

struct SceneAnimatorTests {
  /// The built-in animators, and one of a host.
  private static var animators: [String: any SceneAnimator] {
    [
      "slide": SlideSceneAnimator(), "shrink": ShrinkSceneAnimator(),
      "cover": CoverSceneAnimator(), "immediate": ImmediateSceneAnimator(),
      "grow": GrowSceneAnimator(from: Rect(x: 20, y: 50, width: 60, height: 5)),
      "host's": HostAnimator(),
    ]
  }
  private static var contexts: [SceneTransitionPlan.Context] {
    [true, false].flatMap { entersFromRight in
      [
        (Rect(x: 0, y: 0, width: 800, height: 600), 1.0),
        (Rect(x: 10, y: 48, width: 99, height: 9), 2),
      ]
      .map {
        SceneTransitionPlan.Context(
          bounds: $0.0, entersFromRight: entersFromRight, uiScale: $0.1)
      }
    }
  }

  private static func isVisible(
    _ appearance: SceneTransitionPlan.Appearance, in bounds: Rect
  ) -> Bool {
    appearance.alpha > 0 && bounds.offset(by: appearance.translation).intersection(bounds) != nil
  }

  @Test(arguments: animators.keys.sorted())
  func `every animator starts with the old scene and ends with the new one`(name: String) throws {
    let animator = try #require(Self.animators[name])
    for context in Self.contexts {
      let (plan, _) = animator.resolved(in: context)
      let first = plan.state(at: 0)
      let last = plan.state(at: 1)
      #expect(first.from == .resting, "\(name)")
      #expect(last.to == .resting, "\(name)")
      // The new scene is invisible or behind at the start, the old one at the end.
      #expect(!Self.isVisible(first.to, in: context.bounds) || plan.front == .from, "\(name)")
      #expect(!Self.isVisible(last.from, in: context.bounds) || plan.front == .to, "\(name)")
      // The dimming and the shadow are zero over a resting scene.
      if plan.front == .to { #expect(first.dim == 0 && first.shadow == 0, "\(name)") }
      if plan.front == .from { #expect(last.dim == 0 && last.shadow == 0, "\(name)") }
    }
  }

  @Test(arguments: animators.keys.sorted())
  func `every animator shows a scene with finite numbers at every progress`(
    name: String
  ) throws {
    let animator = try #require(Self.animators[name])
    for context in Self.contexts {
      let (plan, timing) = animator.resolved(in: context)
      #expect(timing.duration >= 0 && timing.duration < 10, "\(name)")
      for step in -20...120 {
        let state = plan.state(at: Double(step) / 100)
        for appearance in [state.from, state.to] {
          #expect(
            appearance.translation.isFinite && appearance.scale > 0 && appearance.scale <= 1,
            "\(name)")
          #expect((0...1).contains(appearance.alpha), "\(name)")
        }
        #expect((0...1).contains(state.dim) && (0...1).contains(state.shadow), "\(name)")
        let sides = [state.from, state.to]
        #expect(sides.contains { Self.isVisible($0, in: context.bounds) }, "\(name) at \(step) %")
      }
    }
  }

  @Test(arguments: animators.keys.sorted())
  func `every animator moves in small steps or not at all`(name: String) throws {
    guard name != "immediate" else { return }
    let animator = try #require(Self.animators[name])
    for context in Self.contexts {
      let (plan, _) = animator.resolved(in: context)
      for step in 0..<1000 {
        let a = plan.state(at: Double(step) / 1000)
        let b = plan.state(at: Double(step + 1) / 1000)
        for (old, next) in [(a.from, b.from), (a.to, b.to)] {
          let length = context.bounds.width + 16 * context.uiScale
          #expect((old.translation - next.translation).length < 0.002 * length, "\(name)")
          #expect(abs(old.alpha - next.alpha) < 0.002, "\(name)")
          #expect(abs(old.scale - next.scale) < 0.002, "\(name)")
        }
      }
    }
  }

  @Test func `the four rectangles are the initial and final frames of both scenes`() {
    let bounds = Rect(x: 0, y: 40, width: 300, height: 200)
    let right = SceneTransitionPlan.Context(bounds: bounds, entersFromRight: true)
    #expect(right.travel == -300)
    #expect(right.initialFrameOfFrom == bounds)
    #expect(right.finalFrameOfFrom == bounds.offset(by: Vector(dx: -300, dy: 0)))
    #expect(right.initialFrameOfTo == bounds.offset(by: Vector(dx: 300, dy: 0)))
    #expect(right.finalFrameOfTo == bounds)
    #expect(!right.newSceneMovesRight)
    let left = SceneTransitionPlan.Context(bounds: bounds, entersFromRight: false)
    #expect(left.travel == 300)
    #expect(left.initialFrameOfTo == bounds.offset(by: Vector(dx: -300, dy: 0)))
    #expect(left.newSceneMovesRight)
    #expect(left.isAnimated && !left.isInteractive)
  }

  @Test func `the slide keeps sixteen points between the two scenes`() {
    let context = SceneTransitionPlan.Context(
      bounds: Rect(x: 0, y: 0, width: 300, height: 200), entersFromRight: true, uiScale: 2)
    let state = SlideSceneAnimator().resolved(in: context).plan.state(at: 0.5)
    #expect(
      state.from == SceneTransitionPlan.Appearance(translation: Vector(dx: -166, dy: 0), alpha: 0.5)
    )
    #expect(
      state.to == SceneTransitionPlan.Appearance(translation: Vector(dx: 166, dy: 0), alpha: 0.5))
  }

  @Test func `a context without frames slides to the left`() {
    for entersFromRight in [true, false] {
      var context = SceneTransitionPlan.Context(
        bounds: Rect(x: 0, y: 0, width: 300, height: 200), entersFromRight: entersFromRight)
      context.initialFrameOfTo = .zero
      context.finalFrameOfTo = .zero
      let state = SlideSceneAnimator().resolved(in: context).plan.state(at: 0.25)
      #expect(state.from.translation.dx == -79)
    }
  }

  @Test func `the spring of the slide overshoots slightly and settles after a second`() {
    let context = SceneTransitionPlan.Context(
      bounds: Rect(x: 0, y: 0, width: 300, height: 200), entersFromRight: true)
    let timing = SlideSceneAnimator().timing(in: context)
    guard case .spring(let spring, let velocity) = timing.motionCurve else {
      Issue.record("no spring")
      return
    }
    #expect(spring.damping == 0.75)
    #expect(velocity == 0.5)
    #expect(abs(timing.duration - 1) < 0.1)
    var progress = TransitionProgress(0)
    progress.run(to: 1, timing, at: .zero)
    let values = (0...100).map { progress.value(at: Timestamp(seconds: Double($0) / 100)) }
    let farthest = values.max() ?? 0
    #expect(farthest > 1.01 && farthest < 1.05)
    #expect(values[1...20].allSatisfy { $0 > 0 })
    #expect(abs(progress.value(at: Timestamp(seconds: 1)) - 1) < 0.002)
  }

  @Test func `a pop is a push in reverse`() {
    let bounds = Rect(x: 0, y: 0, width: 300, height: 200)
    let push = SceneTransitionPlan.Context(bounds: bounds, entersFromRight: true)
    let pop = SceneTransitionPlan.Context(bounds: bounds, entersFromRight: false)
    let animator = CoverSceneAnimator()
    let there = animator.resolved(in: push).plan
    let back = animator.resolved(in: pop).plan
    #expect(there.front == .to)
    #expect(back.front == .from)
    for step in 0...100 {
      let a = there.state(at: Double(step) / 100)
      let b = back.state(at: 1 - Double(step) / 100)
      #expect(abs(a.from.translation.dx - b.to.translation.dx) < 1e-9)
      #expect(abs(a.to.translation.dx - b.from.translation.dx) < 1e-9)
      #expect(abs(a.dim - b.dim) < 1e-9)
      #expect(abs(a.shadow - b.shadow) < 1e-9)
      // Both together always cover everything.
      #expect(a.from.translation.dx + 300 >= a.to.translation.dx)
    }
    #expect(there.state(at: 0.5).from.translation.dx == -45)
  }

  @Test func `the speed scales only the time`() {
    let spring = TransitionTiming.spring(
      .settling(in: 1, damping: 0.75), velocity: 0.5)
    for timing in [spring, .timed(1, .easeInOut)] {
      var usual = TransitionProgress(0)
      var fast = TransitionProgress(0)
      usual.run(to: 1, timing, at: .zero)
      fast.run(to: 1, timing.atSpeed(2.5), at: .zero)
      for step in 0...40 {
        let t = Double(step) / 40
        let a = usual.value(at: Timestamp(seconds: t))
        let b = fast.value(at: Timestamp(seconds: t / 2.5))
        #expect(abs(a - b) < 1e-3)
      }
      #expect(timing.atSpeed(0) == timing)
      #expect(timing.atSpeed(.nan) == timing)
    }
  }
}

/// An animator of a host: the old scene is wiped away from the new one.
private struct HostAnimator: SceneAnimator {
  func timing(in context: SceneTransitionPlan.Context) -> TransitionTiming {
    .timed(0.25, .linear)
  }
  func plan(_ context: SceneTransitionPlan.Context) -> SceneTransitionPlan? {
    SceneTransitionPlan(front: .from) { progress in
      let share = min(max(progress, 0), 1)
      return SceneTransitionPlan.State(
        from: SceneTransitionPlan.Appearance(
          translation: Vector(dx: 0, dy: -share * context.bounds.height)),
        to: .resting)
    }
  }
}

import Geometry
import Motion
import Testing
import Transitions

@Suite struct ShowFlightTests {
  private static let viewport = Size(width: 1000, height: 700)
  private static let content = Rect(x: 0, y: 100, width: 1000, height: 500)

  private static func plan(
    _ x: Double = 100, _ y: Double = 50, animator: any TransitionAnimator = MorphAnimator(),
    content: Rect = content
  ) -> TransitionPlan {
    animator.resolved(
      TransitionPlan.Context(
        direction: .show, viewport: viewport,
        thumbnail: TransitionPlan.Context.Thumbnail(
          frame: Rect(x: x, y: y, width: 120, height: 120), cornerRadius: 6,
          bitmapSize: Size(width: 256, height: 128)),
        content: content))
  }

  private static func numbers(_ state: TransitionState) -> [Double] {
    state.layers.flatMap { layer in
      [layer.clip, layer.picture].flatMap { [$0.minX, $0.minY, $0.width, $0.height] }
        + [layer.cornerRadius, layer.alpha * 100]
    } + [state.backdrop * 100, state.chrome * 100]
  }

  /// The largest difference of position, and of velocity, between two flights at `t`.
  private static func jump(_ a: Flight, _ b: Flight, at t: Timestamp) -> (Double, Double) {
    let h = 1e-5
    let distance = zip(numbers(a.state(at: t)), numbers(b.state(at: t))).map { abs($0 - $1) }
    // The velocities before the hand-over, of the first flight, and after it, of the second.
    let before = zip(numbers(a.state(at: t)), numbers(a.state(at: t - h))).map { ($0 - $1) / h }
    let after = zip(numbers(b.state(at: t + h)), numbers(b.state(at: t))).map { ($0 - $1) / h }
    let speed = zip(before, after).map { abs($0 - $1) }
    return (distance.max() ?? 0, speed.max() ?? 0)
  }

  @Test func `a picture removed in flight is replaced by the host's view`() {
    let frame = Rect(x: 40, y: 60, width: 50, height: 50)
    var context = TransitionPlan.Context(
      direction: .show, viewport: Size(width: 800, height: 600),
      thumbnail: TransitionPlan.Context.Thumbnail(frame: frame),
      content: Rect(x: -400, y: 0, width: 1600, height: 600), flyingViewFrame: frame)
    let animator = SmoothZoomAnimator()
    let start = Timestamp(seconds: 0)
    var flight = Flight(animator.resolved(context), to: .page, at: start)
    let t = start + 0.2
    let before = flight.state(at: t).topLayer
    context.hasPicture = false
    flight.retarget(to: animator.resolved(context), at: t)
    let after = flight.state(at: t).topLayer
    #expect(before?.source == .picture && after?.source == .flyingView)
    #expect(before.map { abs($0.clip.minX - (after?.clip.minX ?? .nan)) < 1e-6 } ?? false)
    #expect(before.map { abs($0.clip.width - (after?.clip.width ?? .nan)) < 1e-6 } ?? false)
  }

  @Test func `the rate is the slope of the state`() {
    var flight = Flight(Self.plan(), to: .page, at: .zero)
    flight.retarget(to: Self.plan(500, 400), at: Timestamp(seconds: 0.1))
    let h = 1e-6
    for seconds in [0.12, 0.2, 0.31] {
      let t = Timestamp(seconds: seconds)
      let rate = Self.numbers(flight.rate(at: t))
      let slope = zip(Self.numbers(flight.state(at: t + h)), Self.numbers(flight.state(at: t - h)))
        .map { ($0 - $1) / (2 * h) }
      for (a, b) in zip(rate, slope) { #expect(abs(a - b) < 0.5, "at \(seconds)") }
    }
  }

  @Test(arguments: 0..<40) func `any chain of hand-overs has no jump in place or velocity`(
    seed: Int
  ) {
    var generator = Chance(seed: seed)
    let animators: [any TransitionAnimator] = [MorphAnimator(), SpringAnimator(), ZoomAnimator()]
    let animator = animators[seed % 3]
    var t = Timestamp(seconds: 10)
    var flight = Flight(Self.plan(animator: animator), to: .page, at: t)
    for step in 0..<8 {
      t = t + generator.number(0.01...0.25)
      var next = flight
      switch generator.whole(4) {
      case 0: next.run(to: .thumbnail, at: t)
      case 1: next.run(to: .page, at: t)
      case 2:
        next.retarget(
          to: Self.plan(generator.number(0...800), generator.number(0...600), animator: animator),
          at: t)
      default:
        let k = generator.number(0.5...1.5)
        next.retarget(
          to: Self.plan(
            animator: animator,
            content: Rect(x: 30, y: 60, width: 1000 * k, height: 500 * k)), at: t)
      }
      let (distance, speed) = Self.jump(flight, next, at: t)
      // Progress within the tolerance counts as complete: a tenth of a point on the longest path.
      #expect(distance < 0.1, "seed \(seed), step \(step)")
      // The tolerance covers the curvature over the two small steps: up to 1e6 points per second² ·
      // 1e-5 s.
      #expect(speed < 12, "seed \(seed), step \(step)")
      for layer in next.state(at: t + 0.05).layers {
        #expect(abs(layer.picture.size.aspectRatio - 2) < 1e-6, "seed \(seed), step \(step)")
      }
      flight = next
    }
    #expect(flight.isSettled(at: t + 3))
    #expect(flight.state(at: t + 3) == flight.plan.state(at: flight.goal.progress))
  }

  @Test func `a flight from a drag starts at the drag's position and velocity`() throws {
    let t = Timestamp(seconds: 3)
    let layer = TransitionState.Layer(
      .picture, clip: Rect(x: 200, y: 300, width: 600, height: 300),
      picture: Rect(x: 200, y: 300, width: 600, height: 300))
    let shown = TransitionState(layers: [layer], backdrop: 0.4, chrome: 0)
    let speed = Rect(x: 300, y: 2000, width: -400, height: -200)
    let rate = TransitionState(
      layers: [TransitionState.Layer(.picture, clip: speed, picture: speed, alpha: 0)],
      backdrop: 0, chrome: 0)
    let flight = Flight(
      Self.plan().returning(from: shown), from: 1, to: .thumbnail, shown: (shown, rate),
      at: t)
    let lead = try #require(flight.state(at: t).topLayer)
    #expect(lead.picture == layer.picture && lead.alpha == 1)
    let h = 1e-6
    let later = try #require(flight.state(at: t + h).topLayer)
    #expect(abs((later.picture.minY - lead.picture.minY) / h - 2000) < 1)
    #expect(abs((later.picture.width - lead.picture.width) / h + 400) < 1)
    // The backdrop decreases monotonically from that of the drag.
    var backdrop = 0.4
    for step in 1...60 {
      let next = flight.state(at: t + Double(step) / 100).backdrop
      #expect(next <= backdrop)
      backdrop = next
    }
    #expect(backdrop == 0)
  }
}

/// A seeded random generator: a linear congruential generator suffices for a few choices.
private struct Chance {
  private var state: UInt64

  init(seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  private mutating func next() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) / Double(1 << 53)
  }
  mutating func number(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + next() * (range.upperBound - range.lowerBound)
  }
  mutating func whole(_ count: Int) -> Int { min(count - 1, Int(next() * Double(count))) }
}

import Geometry
import Motion
import Testing
import Transitions

@Suite struct ShowAnimatorTests {
  private static let viewport = Size(width: 1000, height: 700)
  /// The tested aspect ratios, width over height, from 1:20 to 20:1.
  private static let aspects = [0.05, 0.3, 0.5625, 1, 1.5, 3, 20]

  /// The picture at fit, or as wide as the viewport if it is long.
  private static func content(_ aspect: Double) -> Rect {
    let size = Size(width: 2000 * aspect.squareRoot(), height: 2000 / aspect.squareRoot())
    let fit = aspect < 0.4 ? ContentFit.width : .fit
    var rect = fit.rect(content: size, in: Rect(origin: .zero, size: viewport))
    rect.origin.y = max(0, rect.minY)
    return rect
  }

  private static func context(
    _ aspect: Double, thumbnail: Double, alignment: ContentAlignment = .center
  ) -> TransitionPlan.Context {
    let height = 120 / thumbnail
    return TransitionPlan.Context(
      direction: .show, viewport: viewport,
      thumbnail: TransitionPlan.Context.Thumbnail(
        frame: Rect(x: 300, y: 400, width: 120, height: height), alignment: alignment,
        cornerRadius: 8, bitmapSize: Size(width: 256 * aspect, height: 256)),
      content: content(aspect))
  }

  private static func isCovered(_ layer: TransitionState.Layer) -> Bool {
    let slack = 1e-6
    return layer.picture.minX <= layer.clip.minX + slack
      && layer.picture.minY <= layer.clip.minY + slack
      && layer.picture.maxX >= layer.clip.maxX - slack
      && layer.picture.maxY >= layer.clip.maxY - slack
  }

  @Test(arguments: aspects, aspects)
  func `no aspect ratio is stretched, and the picture fills its clip`(
    aspect: Double, thumbnail: Double
  ) throws {
    for animator in [MorphAnimator(), ZoomAnimator(), SpringAnimator()] as [any TransitionAnimator]
    {
      for alignment in ContentAlignment.allCases {
        let plan = try #require(
          animator.plan(Self.context(aspect, thumbnail: thumbnail, alignment: alignment)))
        for step in 0...20 {
          for layer in plan.state(at: Double(step) / 20).layers {
            let share = layer.picture.size.aspectRatio / aspect
            #expect(abs(share - 1) < 1e-9, "\(animator) \(layer)")
            #expect(Self.isCovered(layer), "\(animator) \(aspect) \(thumbnail) \(layer)")
          }
        }
      }
    }
  }

  @Test func `the morph begins as the thumbnail and ends as the page`() throws {
    let context = Self.context(1.5, thumbnail: 1)
    let plan = try #require(MorphAnimator().plan(context))
    let start = plan.state(at: 0)
    #expect(start.layers.map(\.source) == [.thumbnail, .picture])
    #expect(start.layers.map(\.alpha) == [1, 0])
    #expect(start.layers[0].clip == Rect(x: 300, y: 400, width: 120, height: 120))
    #expect(start.layers[0].picture == Rect(x: 270, y: 400, width: 180, height: 120))
    #expect(start.layers[0].cornerRadius == 8)
    let end = plan.state(at: 1)
    #expect(
      end.topLayer?.picture == context.content && end.topLayer?.clip == context.visibleContent)
    #expect(end.layers.map(\.alpha) == [0, 1] && end.topLayer?.cornerRadius == 0)
  }

  @Test func `a long picture shows its top in a top-aligned thumbnail`() throws {
    let plan = try #require(
      MorphAnimator().plan(Self.context(0.05, thumbnail: 1, alignment: .top)))
    #expect(plan.state(at: 0).layers[0].picture.minY == 400)
    #expect(plan.state(at: 1).topLayer?.clip == Rect(x: 0, y: 0, width: 1000, height: 700))
    #expect(plan.state(at: 1).topLayer?.picture.height == 20_000)
  }

  @Test func `a cross-fade always has an opaque layer`() throws {
    for animator in [MorphAnimator(), ZoomAnimator()] as [any TransitionAnimator] {
      let plan = try #require(animator.plan(Self.context(1.5, thumbnail: 1)))
      for step in 0...100 {
        let layers = plan.state(at: Double(step) / 100).layers
        #expect(layers.contains { $0.alpha == 1 }, "\(animator) \(step)")
      }
    }
  }

  @Test func `without a visible thumbnail a picture fades or shrinks to a point below`() throws {
    var context = Self.context(1.5, thumbnail: 1)
    context.thumbnail?.frame.origin.y = -200
    #expect(MorphAnimator().plan(context) == nil)
    #expect(MorphAnimator().resolved(context).layers.map(\.source) == [.page])
    context.offscreen = .shrinkBelow
    let plan = try #require(MorphAnimator().plan(context))
    #expect(plan.state(at: 0).topLayer?.clip == Rect(x: 500, y: 750, width: 0, height: 0))
    context.thumbnail = nil
    #expect(MorphAnimator().plan(context) != nil)
  }

  @Test func `each animator has a substitute for missing input`() {
    var context = Self.context(1.5, thumbnail: 1)
    #expect(SmoothZoomAnimator().plan(context) == nil)
    context.flyingViewFrame = Rect(x: 10, y: 10, width: 50, height: 30)
    #expect(SmoothZoomAnimator().resolved(context).layers.map(\.source) == [.flyingView, .picture])
    context.thumbnail?.bitmapSize = nil
    #expect(ZoomAnimator().plan(context) == nil)
    #expect(MorphAnimator().resolved(context).layers.map(\.source) == [.picture])
    context.hasPicture = false
    #expect(MorphAnimator().resolved(context).layers.map(\.source) == [.page])
    context.content = .zero
    #expect(MorphAnimator().resolved(context).state(at: 1).topLayer?.picture.size == Self.viewport)
  }

  @Test func `an animator with circular substitutes cuts`() {
    struct Circular: TransitionAnimator {
      func plan(_ context: TransitionPlan.Context) -> TransitionPlan? { nil }
      var substitute: any TransitionAnimator { self }
    }
    let plan = Circular().resolved(Self.context(1, thumbnail: 1))
    #expect(plan.showTiming == .timed(0, .linear))
  }

  @Test func `showing and dismissing have their own times`() {
    var style = TransitionStyle()
    style.showDuration = 1
    style.dismissDuration = 0.1
    let context = Self.context(1, thumbnail: 1)
    for (end, seconds) in [(Flight.End.page, 1.0), (.thumbnail, 0.1)] {
      let flight = Flight(style.plan(context, reducesMotion: false), to: end, at: .zero)
      #expect(!flight.isSettled(at: Timestamp(seconds: seconds * 0.99)))
      #expect(flight.isSettled(at: Timestamp(seconds: seconds * 1.01)))
    }
    style.animator = SpringAnimator()
    let spring = style.plan(context, reducesMotion: false)
    #expect(spring.showTiming == .spring(.settling(in: 1, damping: 0.8), velocity: 0))
    style.showDuration = 0
    #expect(style.plan(context, reducesMotion: false).showTiming == .timed(0, .linear))
    #expect(style.plan(context, reducesMotion: true).dismissTiming == .timed(0, .linear))
  }
}

import PhotoBrowser
import TestSupport
import Testing

/// Tests that every registered animator has to pass, one of a host included.
@MainActor @Suite struct TransitionConformanceTests {
  /// An animator of a host: the morph with another plan.
  private struct Sideways: TransitionAnimator {
    func plan(_ context: TransitionPlan.Context) -> TransitionPlan? {
      guard var plan = MorphAnimator().plan(context) else { return nil }
      for i in plan.layers.indices { plan.layers[i].cornerRadius.start = 20 }
      return plan
    }
  }

  private static func animators() -> [(String, any TransitionAnimator)] {
    TransitionAnimators.register("sideways", description: "a host's own") { Sideways() }
    return TransitionAnimators.entries.map { ($0.name, $0.make()) }
  }

  private static let viewport = Size(width: 800, height: 600)

  /// All kinds of contexts: with and without thumbnail, bitmap, picture, size and flying view.
  private static let contexts: [TransitionPlan.Context] = {
    var result: [TransitionPlan.Context] = []
    let plain = TransitionPlan.Context.Thumbnail(
      frame: Rect(x: 500, y: 90, width: 90, height: 60), alignment: .top, cornerRadius: 5)
    var withBitmap = plain
    withBitmap.bitmapSize = Size(width: 60, height: 80)
    let contents = [
      Rect(x: 0, y: 0, width: 800, height: 4000), Rect(x: 175, y: 0, width: 450, height: 600),
      .zero,
      Rect(x: -300, y: -200, width: 1500, height: 2000),
    ]
    for direction in Flight.Direction.allCases {
      for thumbnail in [plain, withBitmap, nil] {
        for content in contents {
          for hasPicture in [true, false] {
            for flyingViewFrame in [nil, Rect(x: 5, y: 5, width: 60, height: 40)] {
              for offscreen in TransitionStyle.Offscreen.allCases {
                result.append(
                  TransitionPlan.Context(
                    direction: direction, viewport: viewport, thumbnail: thumbnail,
                    content: content, hasPicture: hasPicture, flyingViewFrame: flyingViewFrame,
                    offscreen: offscreen))
              }
            }
          }
        }
      }
    }
    return result
  }()

  @Test func `every registered name makes an animator, the host's own included`() {
    let names = Self.animators().map(\.0)
    #expect(names.count == TransitionAnimators.namesAndDescriptions.count)
    #expect(Set(names).isSuperset(of: TransitionAnimators.builtIn.map(\.name)))
    #expect(names.contains("sideways"))
    #expect(throws: UnknownName.self) { try TransitionAnimators.make("nothing") }
  }

  @Test func `every plan starts and ends in its end states and is finite between them`() {
    for (name, animator) in Self.animators() {
      for context in Self.contexts {
        let plan = animator.resolved(context)
        let start = plan.state(at: 0)
        let end = plan.state(at: 1)
        #expect(start.backdrop == 0 && start.chrome == 0, "\(name)")
        #expect(end.backdrop == 1 && end.chrome == 1, "\(name)")
        #expect(end.topLayer?.alpha == 1 && end.topLayer?.cornerRadius == 0, "\(name)")
        let rest = context.content.isEmpty ? context.bounds : context.content
        #expect(end.topLayer?.picture == rest, "\(name)")
        // The first visible layer is opaque, or only the thumbnail at its original position is
        // visible.
        if let first = start.layers.first(where: { $0.alpha > 0 }) {
          #expect(
            first.clip == context.endpoint?.frame || first.clip == context.flyingViewFrame,
            "\(name)")
        }
        var backdrop = 0.0
        for step in -5...105 {
          let state = plan.state(at: Double(step) / 100)
          #expect(state.backdrop >= backdrop, "\(name): the backdrop flickers")
          backdrop = state.backdrop
          for layer in state.layers {
            #expect((0...1).contains(layer.alpha) && layer.cornerRadius >= 0, "\(name)")
            let numbers = [layer.clip, layer.picture].flatMap {
              [$0.minX, $0.minY, $0.width, $0.height]
            }
            let isFinite = numbers.allSatisfy { $0.isFinite }
            #expect(isFinite, "\(name)")
          }
        }
      }
    }
  }

  @Test func `every flight ends, and takes no time with reduced motion`() {
    for (name, animator) in Self.animators() {
      var style = TransitionStyle()
      style.animator = animator
      for context in Self.contexts {
        for goal in [Flight.End.page, .thumbnail] {
          let full = Flight(style.plan(context, reducesMotion: false), to: goal, at: .zero)
          #expect(full.isSettled(at: Timestamp(seconds: 2)), "\(name)")
          let cut = Flight(style.plan(context, reducesMotion: true), to: goal, at: .zero)
          #expect(cut.isSettled(at: .zero), "\(name)")
          #expect(cut.state(at: .zero).backdrop == goal.progress, "\(name)")
        }
      }
    }
  }

  @Test func `a cancelled flight restores its first frame to the pixel`() {
    for (name, animator) in Self.animators() {
      var options = BrowserOptions()
      options.animator = animator
      let air = FlightRig(options: options)
      air.show(1)
      air.rig.wait(0.1)
      air.rig.perform(.close)
      air.rig.settle()
      #expect(air.rig.picture.largestDifference(from: air.bare) == 0, "\(name)")
      #expect(air.host.log.filter { $0 == "dismissed" }.count == 1, "\(name)")

      let other = FlightRig(options: options, start: 1)
      other.show()
      other.rig.settle()
      let page = other.rig.picture
      other.rig.perform(.close)
      // A cut cannot be cancelled.
      guard !other.host.log.contains("dismissed") else { continue }
      other.rig.wait(0.1)
      other.show()
      other.rig.settle()
      #expect(other.rig.picture.isSame(as: page), "\(name)")
      #expect(
        other.host.log.filter { !$0.hasPrefix("slot") }.suffix(2) == ["show 1", "at page 1"],
        "\(name)")
      #expect(!other.host.log.contains("dismissed"), "\(name)")
    }
  }

  @Test func `with reduced motion show and dismiss end at once and report all events`() {
    var options = BrowserOptions()
    options.tuning.reducesMotion = true
    let air = FlightRig(options: options)
    air.show(3)
    #expect(air.browser.isAtRest)
    air.rig.perform(.close)
    air.draw()
    #expect(air.rig.picture.largestDifference(from: air.bare) == 0)
    #expect(
      air.host.log == [
        "page 3", "show 3", "slot 3", "at page 3", "reveal 3", "slot -", "dismiss 3",
        "at thumbnail 3", "dismissed",
      ])
  }
}

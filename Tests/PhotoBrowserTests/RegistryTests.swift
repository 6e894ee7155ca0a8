import PhotoBrowser
import TestSupport
import Testing

/// Animators, page effects, indicators and overlays, by value and by name.
@MainActor @Suite(.serialized) struct RegistryTests {
  private struct Late: TransitionAnimator {
    func plan(_ context: TransitionPlan.Context) -> TransitionPlan? {
      var plan = FadeAnimator().plan(context)
      plan?.showTiming = .timed(9, .linear)
      return plan
    }
  }

  private struct Swap: PageEffect {
    func layers(of turn: PageTurn, at progress: Double) -> [PageTurn.Layer] {
      [.init(progress < 0.5 ? .old : .new, .flat(Rect(origin: .zero, size: turn.viewport)))]
    }
  }

  private final class Bar: View, PageIndicator {
    func layout(in room: BrowserOverlays.Room) { frame = room.area }
  }

  @Test func `The eight page effects are listed with a description, in order`() {
    #expect(
      PageEffects.builtIn.map(\.name) == [
        "fade", "move-in", "push", "reveal", "cube", "flip", "page-curl", "page-un-curl",
      ])
    #expect(PageEffects.builtIn.allSatisfy { !$0.description.isEmpty })
    #expect(PageEffects.builtIn.last?.title == "Page Uncurl")
  }

  @Test func `An animator by value takes effect in the options and in their tuning`() {
    for sets in [
      { $0.animator = Late() }, { $0.tuning.transition.animator = Late() },
    ] as [(inout BrowserOptions) -> Void] {
      var options = BrowserOptions()
      sets(&options)
      let flight = FlightRig(options: options)
      flight.show(1)
      flight.rig.wait(5)
      let backdrop = flight.browser.shownFrame?.backdrop ?? 1
      #expect(backdrop > 0.4 && backdrop < 0.7, "\(backdrop)")
    }
  }

  @Test func `A page effect by value turns pages, and the chooser marks none of the list`() {
    let rig = BrowserRig(.album(3))
    rig.browser.options.pageEffect = Swap()
    rig.perform(.turn(1, animated: true))
    rig.wait(0.2)
    #expect(rig.browser.isTurning)
    #expect(PageEffects.name(of: Swap()) == nil && PageEffects.name(of: CubeEffect()) == "cube")
  }

  @Test func `A registered name keeps its place when it is registered again`() throws {
    // The registries are shared with the other tests, so the registered values must pass those
    // tests.
    TransitionAnimators.register("plain", description: "a morph") { MorphAnimator() }
    TransitionAnimators.register("plainer", description: "a fade") { FadeAnimator() }
    PageIndicators.register("bar", description: "a bar") { Bar() }
    let lists = [
      PageEffects.namesAndDescriptions.map(\.0), TransitionAnimators.namesAndDescriptions.map(\.0),
      PageIndicators.namesAndDescriptions.map(\.0),
    ]
    let cube = try #require(PageEffects.entries.first { $0.name == "cube" })
    PageEffects.register("cube", description: cube.description) { CubeEffect() }
    TransitionAnimators.register("plain", description: "changed") { MorphAnimator() }
    PageIndicators.register("bar", description: "changed") { Bar() }
    #expect(
      lists == [
        PageEffects.namesAndDescriptions.map(\.0),
        TransitionAnimators.namesAndDescriptions.map(\.0),
        PageIndicators.namesAndDescriptions.map(\.0),
      ])
    #expect(TransitionAnimators.namesAndDescriptions.contains { $0 == ("plain", "changed") })
    #expect(try PageIndicators.make("bar") is Bar)
  }

  @Test func `An unknown name is an error of one sentence`() throws {
    let error = try #require(throws: UnknownName.self) { try TransitionAnimators.make("zom") }
    #expect("\(error)".hasPrefix("there is no animator “zom”; the names are morph, zoom, "))
    #expect(throws: UnknownName.self) { try PageEffects.make("cub") }
    #expect(throws: UnknownName.self) { try PageIndicators.make("dotz") }
    #expect(throws: UnknownName.self) { try BrowserOverlays.make("wobble") }
  }
}

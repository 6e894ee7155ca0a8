import PhotoBrowser
import TestSupport
import Testing

/// Filmstrips of every animator over the grid, at 0, 25, 50, 75 and 100 % of its duration, or for a
/// spring after 0, 0.1, 0.2 and 0.3 s and at rest: a landscape and a long picture, shown and
/// dismissed.
@MainActor @Suite(.tags(.recordedPictures)) struct FlightFilmstripTests {
  /// A flying view of the host.
  private final class Flying: View {
    override func draw(in canvas: Canvas, damage: Rect) {
      canvas.fillRounded(bounds, radius: 10, Color(red: 0.9, green: 0.4, blue: 0.7))
      canvas.fill(bounds.inset(by: .all(12)), Color(red: 0.3, green: 0.8, blue: 0.8))
    }
  }

  /// An animator with linear timing, with which progress is proportional to time.
  private struct Even: TransitionAnimator {
    let base: any TransitionAnimator

    func plan(_ context: TransitionPlan.Context) -> TransitionPlan? {
      var plan = base.plan(context)
      guard case .timed(let seconds, _) = plan?.showTiming.motionCurve, seconds > 0 else {
        return plan
      }
      plan?.showTiming = .timed(0.4, .linear)
      plan?.dismissTiming = .timed(0.4, .linear)
      return plan
    }
    static func == (a: Even, b: Even) -> Bool { AnyHashable(a.base) == AnyHashable(b.base) }
    func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(base)) }
  }

  private func film(_ animator: String, page: Int) throws -> [Bitmap] {
    var options = BrowserOptions()
    options.animator = Even(base: try TransitionAnimators.make(animator))
    let air = FlightRig(options: options, thumbnailsDiffer: true)
    if animator == "smooth-zoom" { air.host.flyingView = Flying() }
    if page == 2 { air.grid.alignment = .top }
    var frames: [Bitmap] = []
    for direction in Flight.Direction.allCases {
      if direction == .show {
        air.show(page)
      } else {
        air.rig.perform(.close)
        air.draw()
      }
      frames.append(air.rig.redrawn)
      for _ in 0..<3 {
        air.rig.wait(0.1)
        air.draw()
        frames.append(air.rig.redrawn)
      }
      air.rig.settle()
      frames.append(air.rig.redrawn)
    }
    return frames
  }

  @Test(arguments: ["morph", "zoom", "smooth-zoom", "spring", "fade", "none"])
  func `flights of every animator match the recorded frames`(animator: String) throws {
    let frames = try film(animator, page: 3) + film(animator, page: 2)
    try Snapshot.check(Filmstrip.picture(of: frames, columns: 5), named: "flight-\(animator)")
  }

  @Test func `without a visible thumbnail a picture fades or shrinks to a point below`() throws {
    var frames: [Bitmap] = []
    for style in TransitionStyle.Offscreen.allCases {
      var options = BrowserOptions()
      options.offscreenStyle = style
      let air = FlightRig(options: options)
      air.host.missing = [1]
      air.show(1)
      air.rig.wait(0.15)
      air.draw()
      air.rig.capture()
      air.rig.settle()
      air.rig.press(120, 40)
      air.rig.drag(to: 140, 90, over: 0.2)
      air.rig.release()
      for _ in 0..<4 {
        air.rig.wait(0.06)
        air.draw()
        air.rig.capture()
      }
      air.rig.settle()
      #expect(air.host.log.last == "dismissed")
      frames += air.rig.film
    }
    try Snapshot.check(Filmstrip.picture(of: frames, columns: 5), named: "flight-offscreen")
  }
}

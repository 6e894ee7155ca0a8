import Geometry
import Input
import Testing
import Views

/// Touches beside controls that are smaller than a finger.
@MainActor @Suite struct TouchTargetTests {
  private let fixture = StageFixture(300, 200)
  private let bar = View(frame: Rect(x: 0, y: 0, width: 300, height: 60))
  private var taps: Taps

  private final class Taps { var names: [String] = [] }

  init() {
    taps = Taps()
    fixture.stage.root.add(bar)
    for (name, x) in [("left", 100.0), ("right", 140.0)] {
      let button = IconButton(.close, label: name) { [taps] in taps.names.append(name) }
      button.frame = Rect(x: x, y: 12, width: 20, height: 20)
      bar.add(button)
    }
    fixture.frame()
  }

  private func tap(_ x: Double, _ y: Double) {
    for phase in [InputEvent.Touch.Phase.began, .ended] {
      fixture.stage.receive(
        .touch(InputEvent.Touch(id: 1, phase, at: Point(x: x, y: y), time: fixture.now)))
    }
  }

  @Test func `a touch within 44 points hits a small control, the nearest one`() {
    tap(92, 40)
    tap(126, 20)
    tap(134, 20)
    #expect(taps.names == ["left", "left", "right"])
  }

  @Test func `a touch farther away hits nothing, and a mouse has to hit exactly`() {
    tap(84, 20)
    tap(110, 60)
    fixture.click(95, 20)
    #expect(taps.names.isEmpty)
  }

  @Test func `a view in front of a control is not passed over`() {
    let cover = Control(label: "cover") { [taps] in taps.names.append("cover") }
    cover.frame = Rect(x: 60, y: 0, width: 39, height: 60)
    bar.add(cover)
    fixture.frame()
    tap(95, 20)
    #expect(taps.names == ["cover"])
    let veil = View(frame: Rect(x: 0, y: 0, width: 99, height: 60))
    bar.add(veil)
    fixture.frame()
    tap(95, 20)
    #expect(taps.names == ["cover", "cover"])
  }

  @Test func `two fingers on one control activate it once`() {
    func touch(_ id: UInt32, _ phase: InputEvent.Touch.Phase) {
      fixture.stage.receive(
        .touch(InputEvent.Touch(id: id, phase, at: Point(x: 110, y: 20), time: fixture.now)))
    }
    touch(1, .began)
    touch(2, .began)
    touch(1, .ended)
    touch(2, .ended)
    #expect(taps.names == ["left"])
    tap(110, 20)
    #expect(taps.names == ["left", "left"])
  }

  @Test func `a touch that slides off the control is cancelled`() {
    let touch = { (phase: InputEvent.Touch.Phase, x: Double) in
      _ = fixture.stage.receive(
        .touch(
          InputEvent.Touch(id: 2, phase, at: Point(x: x, y: 20), time: fixture.now)))
    }
    touch(.began, 92)
    touch(.moved, 40)
    touch(.ended, 40)
    #expect(taps.names.isEmpty)
  }
}

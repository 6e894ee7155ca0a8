import Geometry
import Input
import Motion
import Testing

@testable import Windowing

struct EventTranslatorTests {
  private let wheel = 5
  private let touchpad = 6
  private let screen = 7

  private func origin(
    _ device: Int = 1, _ time: Double = 1, state: UInt32 = 0, isEmulated: Bool = false
  ) -> ServerInput.EventContext {
    ServerInput.EventContext(
      device: device, location: Point(x: 10, y: 20), state: state, isEmulated: isEmulated,
      time: Timestamp(seconds: time))
  }

  private func axis(_ number: Int, _ axis: Axis, _ increment: Double, at value: Double?)
    -> ScrollDevices.ScrollAxis
  {
    ScrollDevices.ScrollAxis(valuator: number, axis: axis, increment: increment, value: value)
  }

  /// A translator with three devices: a wheel with a negative increment, a touchpad and a touch
  /// screen.
  private func translator() -> EventTranslator {
    var translator = EventTranslator()
    translator.devices.replaceAll(with: [
      wheel: ScrollDevices.Device(axes: [axis(3, .vertical, -1, at: 100)]),
      touchpad: ScrollDevices.Device(
        axes: [axis(2, .horizontal, 120, at: 0), axis(3, .vertical, 120, at: 0)],
        isTouchpad: true),
      screen: ScrollDevices.Device(isTouchscreen: true),
    ])
    return translator
  }

  private func scrolls(_ events: [InputEvent]) -> [InputEvent.Scroll] {
    events.compactMap {
      guard case .scroll(let e) = $0 else { return nil }
      return e
    }
  }

  // MARK: Scrolling

  @Test func `the scroll delta is the valuator change divided by the signed increment`() {
    var t = translator()
    let e = scrolls(t.translate(.motion(origin(wheel), valuators: [3: 98.5])))
    #expect(e.map(\.delta) == [Vector(dx: 0, dy: 1.5)])
    #expect(e.map(\.source) == [.wheel])
    let more = scrolls(t.translate(.motion(origin(wheel), valuators: [3: 99.5])))
    #expect(more.map(\.delta) == [Vector(dx: 0, dy: -1)])
  }

  @Test func `the scroll source follows the device, not the delta`() {
    var t = translator()
    let e = scrolls(t.translate(.motion(origin(touchpad), valuators: [2: 240, 3: 120])))
    #expect(e.map(\.source) == [.touchpad])
    #expect(e.map(\.delta) == [Vector(dx: 2, dy: 1)])
  }

  @Test func `a scroll event moves the pointer only with an x or y valuator`() {
    var t = translator()
    let both = t.translate(.motion(origin(wheel), valuators: [0: 5, 3: 99]))
    #expect(both.count == 2)
    #expect(t.translate(.motion(origin(wheel), valuators: [3: 98])).count == 1)
    #expect(t.translate(.motion(origin(), valuators: [:])).count == 1)
  }

  @Test func `the first valuator value after Enter sets the baseline`() {
    var t = translator()
    _ = t.translate(.crossing(origin(), isEnter: true, isGrab: false))
    #expect(t.translate(.motion(origin(wheel), valuators: [3: 50])) == [])
    let e = scrolls(t.translate(.motion(origin(wheel), valuators: [3: 49])))
    #expect(e.map(\.delta) == [Vector(dx: 0, dy: 1)])
  }

  @Test func `a device change sets a new increment and baseline`() {
    var t = translator()
    t.devices.update(wheel, axes: [axis(3, .vertical, 15, at: 30)])
    let e = scrolls(t.translate(.motion(origin(wheel), valuators: [3: 45])))
    #expect(e.map(\.delta) == [Vector(dx: 0, dy: 1)])
    t.devices.update(touchpad, axes: [axis(3, .vertical, 10, at: 0)])
    let still = scrolls(t.translate(.motion(origin(touchpad), valuators: [3: 10])))
    #expect(still.map(\.source) == [.touchpad])
  }

  @Test func `unchanged valuators end a touchpad scroll once`() {
    var t = translator()
    _ = t.translate(.motion(origin(touchpad, 1), valuators: [3: 60]))
    let e = scrolls(t.translate(.motion(origin(touchpad, 1.01), valuators: [3: 60])))
    #expect(e.map(\.isEnd) == [true])
    #expect(e.map(\.delta) == [.zero])
    #expect(t.translate(.motion(origin(touchpad, 1.02), valuators: [3: 60])) == [])
  }

  @Test func `a touchpad scroll ends also after a pause`() {
    var t = translator()
    _ = t.translate(.motion(origin(touchpad, 1), valuators: [3: 60]))
    let e = scrolls(t.translate(.motion(origin(touchpad, 2), valuators: [3: 60])))
    #expect(e.map(\.isEnd) == [true])
  }

  @Test func `a wheel scroll has no end event`() {
    var t = translator()
    _ = t.translate(.motion(origin(wheel), valuators: [3: 99]))
    #expect(t.translate(.motion(origin(wheel), valuators: [3: 99])) == [])
  }

  @Test func `buttons 4 to 7 are detents unless emulated`() {
    var t = translator()
    let deltas = (4...7).flatMap { number in
      scrolls(t.translate(.button(origin(), number: number, isPress: true))).map(\.delta)
    }
    #expect(
      deltas == [
        Vector(dx: 0, dy: -1), Vector(dx: 0, dy: 1), Vector(dx: -1, dy: 0), Vector(dx: 1, dy: 0),
      ])
    #expect(t.translate(.button(origin(), number: 5, isPress: false)) == [])
    #expect(t.translate(.button(origin(isEmulated: true), number: 5, isPress: true)) == [])
  }

  // MARK: Pointer and touch

  @Test func `buttons 8 and 9 are back and forward`() {
    var t = translator()
    let kinds = [8, 9].flatMap { number in
      t.translate(.button(origin(), number: number, isPress: true))
    }
    .compactMap { event -> InputEvent.Pointer.Kind? in
      guard case .pointer(let e) = event else { return nil }
      return e.kind
    }
    #expect(kinds == [.pressed(.back), .pressed(.forward)])
    #expect(t.translate(.button(origin(), number: 12, isPress: true)) == [])
  }

  @Test func `modifiers are decoded from the core state bits`() {
    #expect(Modifiers(state: 0x1 | 0x4) == [.shift, .control])
    #expect(Modifiers(state: 0x8 | 0x40) == [.alt, .command])
    #expect(Modifiers(state: 0x2 | 0x10 | 0x100) == [])
  }

  @Test func `emulated pointer events and those of a touch screen are dropped`() {
    var t = translator()
    #expect(t.translate(.motion(origin(screen), valuators: [0: 1])) == [])
    #expect(t.translate(.button(origin(screen), number: 1, isPress: true)) == [])
    #expect(t.translate(.crossing(origin(screen), isEnter: true, isGrab: false)) == [])
    #expect(t.translate(.motion(origin(isEmulated: true), valuators: [0: 1])) == [])
    #expect(t.translate(.touch(origin(screen), id: 3, phase: .began)).count == 1)
  }

  @Test func `touch updates without a begin are dropped`() {
    var t = translator()
    #expect(t.translate(.touch(origin(screen), id: 3, phase: .moved)) == [])
    #expect(t.translate(.touch(origin(screen), id: 3, phase: .ended)) == [])
  }

  @Test func `leaving with a pressed button is reported after the release`() {
    var t = translator()
    _ = t.translate(.crossing(origin(), isEnter: true, isGrab: false))
    _ = t.translate(.button(origin(), number: 1, isPress: true))
    #expect(t.translate(.crossing(origin(), isEnter: false, isGrab: false)) == [])
    let kinds = t.translate(.button(origin(), number: 1, isPress: false))
      .compactMap { event -> InputEvent.Pointer.Kind? in
        guard case .pointer(let e) = event else { return nil }
        return e.kind
      }
    #expect(kinds == [.released(.primary), .exited])
  }

  // MARK: Interruption

  @Test func `losing the focus cancels a drag once`() {
    var t = translator()
    let now = Timestamp(seconds: 2)
    #expect(t.translate(.interrupted(now)) == [])
    _ = t.translate(.button(origin(), number: 1, isPress: true))
    #expect(t.translate(.interrupted(now)) == [.cancelled(now)])
    #expect(t.translate(.interrupted(now)) == [])
    #expect(t.translate(.button(origin(), number: 1, isPress: false)) == [])
  }

  @Test func `a grab of another client cancels a drag but not a hover`() {
    var t = translator()
    #expect(t.translate(.crossing(origin(), isEnter: false, isGrab: true)) == [])
    _ = t.translate(.button(origin(), number: 1, isPress: true))
    #expect(
      t.translate(.crossing(origin(), isEnter: false, isGrab: true))
        == [.cancelled(Timestamp(seconds: 1))])
  }

  @Test func `a pinch ends the preceding scroll`() {
    var t = translator()
    _ = t.translate(.motion(origin(touchpad), valuators: [3: 60]))
    let events = t.translate(.pinch(origin(touchpad), phase: .began, scale: 1, delta: .zero))
    #expect(scrolls(events).map(\.isEnd) == [true])
    #expect(events.count == 2)
    #expect(t.translate(.interrupted(.zero)) == [.cancelled(.zero)])
    let late = t.translate(.pinch(origin(touchpad), phase: .changed, scale: 2, delta: .zero))
    #expect(late == [])
  }

  // MARK: Keys

  private func key(
    _ t: inout EventTranslator, _ name: KeyEvent.Name, isPress: Bool, state: UInt32 = 0
  ) -> [KeyEvent] {
    let symbol = KeySymbol(name: name, text: "")
    return t.translate(.key(code: 38, isPress: isPress, symbol, state: state, time: .zero))
      .compactMap {
        guard case .key(let e) = $0 else { return nil }
        return e
      }
  }

  @Test func `a second press without a release is a repeat`() {
    var t = translator()
    let a = KeyEvent.Name.character("a")
    #expect(key(&t, a, isPress: true).map(\.isRepeat) == [false])
    #expect(key(&t, a, isPress: true).map(\.isRepeat) == [true])
    #expect(key(&t, a, isPress: false).map(\.isPress) == [false])
    #expect(key(&t, a, isPress: true).map(\.isRepeat) == [false])
  }

  @Test func `press and release have the code of the key`() {
    var t = translator()
    #expect(key(&t, .character("a"), isPress: true).map(\.code) == [38])
    #expect(key(&t, .character("a"), isPress: false).map(\.code) == [38])
  }

  @Test func `a release has the key name of its press`() {
    var t = translator()
    _ = key(&t, .character("a"), isPress: true)
    #expect(key(&t, .character("A"), isPress: false, state: 1).map(\.name) == [.character("a")])
    #expect(key(&t, .character("A"), isPress: false) == [])
  }
}

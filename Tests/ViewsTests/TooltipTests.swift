import Drawing
import Geometry
import Input
import Motion
import TestSupport
import Testing

@testable import Views

@MainActor @Suite struct TooltipTests {
  private let fixture = StageFixture(400, 300)
  private let buttons: [IconButton]

  init() {
    buttons = [IconButton(.close, label: "Close"), IconButton(.menu, label: "Open Menu")]
    buttons[0].keys = ["Ctrl", "W"]
    for (number, button) in buttons.enumerated() {
      button.frame = Rect(x: 100 + 40 * Double(number), y: 10, width: 36, height: 36)
      fixture.stage.root.add(button)
    }
    fixture.frame()
  }

  /// The tooltip that is visible or fading.
  private var tooltip: TooltipView? {
    fixture.stage.root.children.lazy.compactMap { $0 as? TooltipView }.first
  }

  private func rest(on button: Int) {
    let point = buttons[button].frame.center
    fixture.pointer(.moved, point.x, point.y)
    fixture.frame()
  }

  /// Advances the time by `seconds` and draws a frame every sixtieth of a second.
  private func pass(_ seconds: Double) {
    for _ in 0..<Int((seconds * 60).rounded()) {
      fixture.frame(after: 1.0 / 60)
    }
  }

  @Test func `a tooltip appears after the pointer has rested for 600 ms`() {
    rest(on: 0)
    pass(0.5)
    #expect(tooltip == nil)
    // A movement restarts the delay.
    fixture.pointer(.moved, 120, 30)
    pass(0.5)
    #expect(tooltip == nil)
    pass(0.15)
    #expect(tooltip?.accessibilityLabel == "Close")
    pass(0.3)
    #expect(tooltip?.alpha == 1)
    #expect(fixture.picture.isSame(as: fixture.redrawn()))
  }

  @Test func `a pending tooltip needs a deadline and no frames`() {
    rest(on: 0)
    pass(0.3)
    #expect(!fixture.stage.needsFrame)
    #expect(fixture.stage.nextDeadline != nil)
    pass(1)
    #expect(tooltip != nil)
    #expect(!fixture.stage.needsFrame && fixture.stage.nextDeadline == nil)
  }

  @Test func `a tooltip appears at once after another one, and with a delay after a pause`() {
    rest(on: 0)
    pass(1)
    rest(on: 1)
    fixture.frame()
    #expect(tooltip?.accessibilityLabel == "Open Menu" && tooltip?.alpha == 1)
    fixture.pointer(.moved, 300, 250)
    pass(0.3)
    #expect(tooltip == nil)
    pass(0.3)
    rest(on: 0)
    pass(0.3)
    #expect(tooltip == nil)
    pass(0.4)
    #expect(tooltip?.accessibilityLabel == "Close")
  }

  @Test(arguments: ["press", "key", "wheel"])
  func `input hides a tooltip until the pointer reaches another button`(input: String) {
    rest(on: 0)
    pass(1)
    #expect(tooltip != nil)
    switch input {
    case "press":
      fixture.pointer(.pressed(.primary), 118, 28)
      fixture.pointer(.released(.primary), 118, 28)
    case "key": fixture.key(.down)
    default:
      fixture.stage.receive(
        .scroll(
          InputEvent.Scroll(
            .wheel, delta: Vector(dx: 0, dy: 1), at: Point(x: 118, y: 28), time: fixture.now)))
    }
    pass(0.2)
    #expect(tooltip == nil)
    fixture.pointer(.moved, 120, 30)
    pass(1)
    #expect(tooltip == nil)
    rest(on: 1)
    pass(0.3)
    #expect(tooltip == nil, "the delay applies after a dismissal")
    pass(0.4)
    #expect(tooltip != nil)
  }

  @Test func `a touch shows no tooltip`() {
    let point = buttons[0].frame.center
    for phase in [InputEvent.Touch.Phase.began, .moved] {
      fixture.stage.receive(.touch(InputEvent.Touch(id: 1, phase, at: point, time: fixture.now)))
      pass(1)
    }
    #expect(tooltip == nil)
  }

  @Test func `a tooltip disappears with its button`() {
    rest(on: 0)
    pass(1)
    buttons[0].isHidden = true
    pass(0.3)
    #expect(tooltip == nil)
  }

  @Test(arguments: [1.0, 2])
  func `a tooltip stays inside the window and beside its button`(scale: Double) {
    let window = Rect(x: 0, y: 0, width: 320 * scale, height: 200 * scale)
    let size = Size(width: 150 * scale, height: 30 * scale)
    for x in stride(from: 0.0, through: 284, by: 4) {
      for y in [0.0, 60, 164] {
        let button = Rect(x: x * scale, y: y * scale, width: 36 * scale, height: 36 * scale)
        let frame = TooltipView.frame(of: size, over: button, in: window, scale: scale)
        #expect(window.intersection(frame) == frame, "\(x), \(y)")
        #expect(frame.intersection(button) == nil, "\(x), \(y)")
      }
    }
  }

  @Test(arguments: [1.0, 2])
  func `a tooltip lies above a toast that it would cover`(scale: Double) {
    let window = Rect(x: 0, y: 0, width: 320 * scale, height: 200 * scale)
    let size = Size(width: 150 * scale, height: 30 * scale)
    let message = Rect(x: 60 * scale, y: 100 * scale, width: 200 * scale, height: 44 * scale)
    for x in [0.0, 140, 284] {
      let button = Rect(x: x * scale, y: 156 * scale, width: 36 * scale, height: 36 * scale)
      let frame = TooltipView.frame(
        of: size, over: button, in: window, avoiding: message, scale: scale)
      #expect(window.intersection(frame) == frame && frame.maxY < message.minY, "\(x)")
    }
    let high = Rect(x: 140 * scale, y: 10 * scale, width: 36 * scale, height: 36 * scale)
    #expect(
      TooltipView.frame(of: size, over: high, in: window, avoiding: message, scale: scale)
        == TooltipView.frame(of: size, over: high, in: window, scale: scale))
  }

  @Test func `the toast of a stage is not covered by the tooltip of a button below it`() {
    let toast = Toast()
    fixture.stage.root.add(toast)
    buttons[0].frame.origin = Point(x: 180, y: 260)
    toast.show("Moved to the trash", action: Toast.ToastAction("Undo") {})
    fixture.frame()
    rest(on: 0)
    pass(1)
    let (tip, message) = (tooltip?.frame ?? .zero, toast.messageFrame ?? .zero)
    #expect(!tip.isEmpty && !message.isEmpty && tip.maxY < message.minY)
  }

  @Test func `a tooltip with a long name stays inside a narrow window`() {
    let narrow = StageFixture(120, 200)
    let button = IconButton(.folder, label: "A folder with quite a long name")
    button.frame = Rect(x: 40, y: 10, width: 36, height: 36)
    narrow.stage.root.add(button)
    narrow.frame()
    narrow.pointer(.moved, 50, 20)
    narrow.frame()
    narrow.frame(after: 0.7)
    narrow.frame(after: 0.3)
    let tip = narrow.stage.root.children.lazy.compactMap { $0 as? TooltipView }.first
    #expect(tip.map { $0.frame.minX >= 0 && $0.frame.maxX <= 120 } ?? false)
  }
}

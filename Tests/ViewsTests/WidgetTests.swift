import Drawing
import Geometry
import Input
import Motion
import Pixels
import TestSupport
import Testing
import Views

@MainActor @Suite struct WidgetTests {
  @Test func `a button acts when the primary button is released inside it`() {
    let fixture = StageFixture(100, 60)
    var count = 0
    let button = IconButton(.close, label: "Close") { count += 1 }
    button.frame = Rect(x: 10, y: 10, width: 36, height: 36)
    fixture.stage.root.add(button)
    fixture.frame()
    fixture.click(20, 20)
    #expect(count == 1)
    fixture.pointer(.pressed(.primary), 20, 20)
    #expect(button.isPressed)
    fixture.pointer(.moved, 80, 20)
    #expect(!button.isPressed)
    fixture.pointer(.released(.primary), 80, 20)
    #expect(count == 1)
    fixture.pointer(.pressed(.secondary), 20, 20)
    fixture.pointer(.released(.secondary), 20, 20)
    #expect(count == 1)
    button.isEnabled = false
    fixture.click(20, 20)
    #expect(count == 1)
  }

  @Test func `Enter and Space activate a focused button`() {
    let fixture = StageFixture(100, 60)
    var count = 0
    let button = IconButton(.close, label: "Close") { count += 1 }
    button.frame = Rect(x: 10, y: 10, width: 36, height: 36)
    fixture.stage.root.add(button)
    #expect(!fixture.key(.enter))
    fixture.key(.tab)
    #expect(fixture.key(.enter))
    #expect(fixture.key(.character(" ")))
    #expect(count == 2)
  }

  @Test func `a button's hover highlight fades in and then needs no frames`() {
    let fixture = StageFixture(100, 60)
    let button = IconButton(.close, label: "Close")
    button.frame = Rect(x: 10, y: 10, width: 36, height: 36)
    fixture.stage.root.add(button)
    fixture.frame()
    fixture.pointer(.moved, 20, 20)
    #expect(fixture.stage.needsFrame)
    fixture.frame()
    #expect(button.hoverProgress == 0)
    fixture.frame(after: 0.06)
    #expect(abs(button.hoverProgress - 0.5) < 1e-9)
    fixture.frame(after: 0.07)
    #expect(button.hoverProgress == 1)
    #expect(!fixture.stage.needsFrame)
  }

  @Test func `the title bar handles all presses and its buttons act on clicks`() {
    let fixture = StageFixture(400, 100)
    var log: [String] = []
    let bar = TitleBar(
      onBack: { log.append("back") }, onFullscreen: { log.append("fullscreen") },
      onMenu: { log.append("menu") })
    bar.frame = Rect(x: 0, y: 0, width: 400, height: TitleBar.height(at: 1))
    fixture.stage.root.add(bar)
    fixture.frame()
    for button in [bar.backButton, bar.fullscreenButton, bar.menuButton] {
      fixture.click(button.frame.midX, button.frame.midY)
    }
    #expect(log == ["back", "fullscreen", "menu"])
    #expect(fixture.pointer(.pressed(.primary), 200, 20))
    fixture.pointer(.released(.primary), 200, 20)
    #expect(!fixture.pointer(.pressed(.primary), 200, 80))
  }

  @Test func `the title bar shows its text when it is no longer deferred`() {
    let fixture = StageFixture(400, 48)
    let bar = TitleBar()
    bar.frame = fixture.stage.bounds
    bar.defersText = true
    bar.title = "Holiday.jpg"
    fixture.stage.root.add(bar)
    fixture.frame()
    let without = fixture.picture
    bar.defersText = false
    let damage = fixture.frame()
    #expect(damage.allSatisfy { $0.width < 300 })
    #expect(!fixture.picture.isSame(as: without))
    #expect(fixture.picture.isSame(as: fixture.redrawn()))
  }

  @Test(arguments: [1.0, 2, 1.5])
  func `a title of any length stays between the buttons`(scale: Double) {
    for width in [60, 200, 320, 1200] {
      let fixture = StageFixture(width, Int(TitleBar.height(at: scale)), scale: scale)
      let bar = TitleBar()
      bar.frame = fixture.stage.bounds
      fixture.stage.root.add(bar)
      fixture.frame()
      let without = fixture.picture
      bar.title = String(repeating: "a very long name ", count: 12) + ".jpeg"
      bar.position = "1234 / 5678"
      fixture.frame()
      let left = Int(bar.backButton.frame.maxX)
      let right = Int(bar.fullscreenButton.frame.minX)
      for y in 0..<fixture.buffer.size.height {
        for x in 0..<width where x < left || x >= right {
          #expect(fixture.buffer.pixel(x: x, y: y) == without.pixel(x: x, y: y))
        }
      }
    }
  }

  @Test func `a toast fades in, stays two seconds and fades out`() {
    let fixture = StageFixture(300, 200)
    let toast = Toast()
    fixture.stage.root.add(toast)
    fixture.frame()
    #expect(!fixture.stage.needsFrame)
    toast.show("This is the last picture")
    fixture.frame()
    #expect(toast.alpha == 0)
    fixture.frame(after: 0.125)
    #expect(abs(toast.alpha - 0.5) < 1e-9)
    fixture.frame(after: 0.125)
    #expect(toast.alpha == 1)
    #expect(!fixture.stage.needsFrame, "no frames are needed while the toast stays")
    #expect(fixture.stage.nextDeadline == Timestamp(seconds: 2.25))
    fixture.frame(after: 2)
    #expect(fixture.stage.needsFrame)
    fixture.frame(after: 0.125)
    #expect(abs(toast.alpha - 0.5) < 1e-9)
    fixture.frame(after: 0.2)
    #expect(toast.isHidden)
    #expect(!fixture.stage.needsFrame)
    #expect(fixture.picture.isSame(as: fixture.redrawn()))
    #expect(fixture.picture.pixel(x: 150, y: 120) == 0)
  }

  @Test func `a second toast replaces the first at once and restarts the time`() {
    let fixture = StageFixture(300, 200)
    let toast = Toast()
    fixture.stage.root.add(toast)
    toast.show("one")
    fixture.frame()
    fixture.frame(after: 1)
    toast.show("another, longer one")
    fixture.frame(after: 0.016)
    #expect(toast.alpha == 1)
    #expect(fixture.picture.isSame(as: fixture.redrawn()))
    fixture.frame(after: 1.9)
    #expect(toast.alpha == 1)
  }

  @Test func `a withdrawn toast fades out from its opacity, and another toast stays`() {
    let fixture = StageFixture(300, 200)
    let toast = Toast()
    fixture.stage.root.add(toast)
    toast.show("Developing…")
    fixture.frame()
    fixture.frame(after: 0.125)
    toast.withdraw("RAW preview")
    fixture.frame()
    #expect(abs(toast.alpha - 0.5) < 1e-9)
    toast.withdraw("Developing…")
    #expect(fixture.stage.needsFrame)
    fixture.frame()
    #expect(abs(toast.alpha - 0.5) < 1e-9)
    fixture.frame(after: 0.0625)
    #expect(abs(toast.alpha - 0.25) < 1e-9)
    fixture.frame(after: 0.125)
    #expect(toast.isHidden && !fixture.stage.needsFrame)
    #expect(fixture.picture.isSame(as: fixture.redrawn()))
  }

  @Test func `a note is added to the message that is shown, which keeps its button`() {
    let fixture = StageFixture(400, 200)
    let toast = Toast()
    fixture.stage.root.add(toast)
    toast.append("All Photos")
    #expect(toast.text == "All Photos" && toast.buttonFrame == nil)
    var count = 0
    toast.show("Moved to the trash", action: Toast.ToastAction("Undo") { count += 1 })
    toast.append("All Photos")
    fixture.frame()
    fixture.frame(after: 0.3)
    #expect(toast.text == "Moved to the trash · All Photos")
    let button = toast.buttonFrame ?? .zero
    fixture.click(button.midX, button.midY)
    #expect(count == 1)
  }

  @Test func `the closure of a toast's button can read where the button is`() {
    let fixture = StageFixture(400, 200)
    let toast = Toast()
    fixture.stage.root.add(toast)
    var pressed: [Rect?] = []
    toast.show(
      "Moved to the trash",
      action: Toast.ToastAction("Undo") { [weak toast] in
        pressed.append(toast?.pressedButtonFrame)
      })
    fixture.frame()
    fixture.frame(after: 0.3)
    let button = toast.buttonFrame ?? .zero
    #expect(toast.pressedButtonFrame == nil)
    fixture.click(button.midX, button.midY)
    #expect(pressed == [button] && toast.pressedButtonFrame == nil)
  }

  /// A toast over `block`, fully faded in, with a button that calls `press`.
  private func toastWithButton(
    over block: Block, _ fixture: StageFixture, _ press: @escaping () -> Void
  ) -> Toast {
    fixture.stage.root.add(block)
    let toast = Toast()
    fixture.stage.root.add(toast)
    toast.show("Moved to the trash", action: Toast.ToastAction("Undo", perform: press))
    fixture.frame()
    fixture.frame(after: 0.3)
    return toast
  }

  @Test func `a toast's button acts on one click, and events outside the toast pass through`() {
    let fixture = StageFixture(400, 200)
    let block = Block(Rect(x: 0, y: 0, width: 400, height: 200))
    var count = 0
    let toast = toastWithButton(over: block, fixture) { count += 1 }
    var presses = 0
    block.takes = { event in
      if case .pointer(let pointer) = event, pointer.kind == .pressed(.primary) { presses += 1 }
      return true
    }
    let button = toast.buttonFrame ?? .zero
    #expect(button.height >= 44, "high enough for touch")
    fixture.click(button.midX, button.midY)
    #expect(count == 1 && toast.buttonFrame == nil)
    fixture.click(button.midX, button.midY)
    #expect(count == 1, "the second click of a double click has no effect")
    #expect(presses == 0)
    fixture.click(10, 10)
    #expect(presses == 1)
  }

  @Test func `the first Tab focuses a toast's button and Return presses it`() {
    let fixture = StageFixture(400, 200)
    let other = IconButton(.close, label: "Close")
    other.frame = Rect(x: 0, y: 0, width: 36, height: 36)
    fixture.stage.root.add(other)
    var count = 0
    let block = Block(Rect(x: 0, y: 40, width: 400, height: 160))
    let toast = toastWithButton(over: block, fixture) { count += 1 }
    fixture.key(.tab)
    #expect(fixture.stage.focus?.accessibilityLabel == "Undo")
    fixture.frame(after: 60)
    #expect(toast.alpha == 1, "the toast stays while it has the focus")
    #expect(fixture.key(.enter))
    #expect(count == 1 && fixture.stage.focus == nil)
  }

  @Test func `a toast with a button stays five seconds, and longer under the pointer`() {
    let fixture = StageFixture(400, 200)
    let block = Block(Rect(x: 0, y: 0, width: 400, height: 200))
    let toast = toastWithButton(over: block, fixture) {}
    #expect(fixture.stage.nextDeadline == Timestamp(seconds: 5.25))
    let button = toast.buttonFrame ?? .zero
    fixture.pointer(.moved, button.minX - 4, button.midY)
    fixture.frame(after: 60)
    #expect(toast.alpha == 1 && fixture.stage.nextDeadline == nil)
    fixture.pointer(.moved, 2, 2)
    fixture.frame()
    #expect(fixture.stage.nextDeadline == fixture.now + 5)
    fixture.frame(after: 5)
    fixture.frame(after: 0.3)
    #expect(toast.isHidden && !fixture.stage.needsFrame)
    #expect(fixture.picture.isSame(as: fixture.redrawn()))
  }

  @Test func `a progress ring needs frames only without a known progress`() {
    let fixture = StageFixture(60, 60)
    let ring = ProgressRing(progress: 0.3)
    ring.frame = Rect(x: 5, y: 5, width: 50, height: 50)
    fixture.stage.root.add(ring)
    fixture.frame()
    #expect(!fixture.stage.needsFrame)
    ring.progress = nil
    fixture.frame()
    #expect(fixture.stage.needsFrame)
    let before = fixture.picture
    fixture.frame(after: 0.25)
    #expect(!fixture.picture.isSame(as: before))
    ring.isHidden = true
    fixture.frame()
    #expect(!fixture.stage.needsFrame)
  }

  @Test func `a message card shows its button only with a retry action`() {
    let fixture = StageFixture(500, 400)
    var count = 0
    let card = MessageCard("The file is damaged: it ends in the middle.") { count += 1 }
    card.fillsParent = true
    fixture.stage.root.add(card)
    fixture.frame()
    let frame = card.retryButton.frame
    #expect(frame.width >= 100 && frame.height == 40)
    fixture.click(frame.midX, frame.midY)
    #expect(count == 1)
    #expect(!fixture.pointer(.pressed(.primary), 250, 40), "other presses reach the page behind")
    card.onRetry = nil
    fixture.frame()
    #expect(card.retryButton.isHidden)
    #expect(fixture.picture.isSame(as: fixture.redrawn()))
  }
}

import GalleryCore
import Geometry
import Input
import Motion
import PhotoGridTestSupport
import TestSupport
import Testing
import Views

@testable import PhotoGrid

@MainActor @Suite struct GalleryInputTests {
  // MARK: Opening and choosing

  @Test func `a click opens its cell`() {
    let rig = GalleryRig([5, 7], width: 640)
    rig.click(rig.middle(of: 6))
    #expect(rig.listener.opened == [6])
    #expect(rig.gallery.state.selection.isEmpty)
  }

  @Test func `the focus ring is hidden while a control beside the grid has the focus`() {
    let rig = GalleryRig([5])
    rig.key(.right)
    rig.settle()
    #expect(rig.gallery.cells[0]?.hasFocus == true)
    let button = PillButton("More")
    button.frame = Rect(x: 0, y: 0, width: 80, height: 32)
    rig.stage.root.add(button)
    rig.stage.setFocus(button)
    rig.settle()
    #expect(rig.gallery.cells[0]?.hasFocus == false && rig.gallery.state.focus == 0)
    rig.stage.setFocus(nil)
    rig.settle()
    #expect(rig.gallery.cells[0]?.hasFocus == true)
  }

  @Test(arguments: [1.0, 2])
  func `a toast lies above the typed text, which is above the selection bar`(scale: Double) throws {
    let rig = GalleryRig([5], width: Int(480 * scale), height: Int(320 * scale), scale: scale)
    rig.gallery.defersText = false
    rig.gallery.options.bottomInset = 52
    let toast = Toast()
    rig.stage.root.add(toast)
    #expect(rig.gallery.typedTextFrame == nil)
    rig.type("IMG")
    rig.frame()
    let typed = try #require(rig.gallery.typedTextFrame)
    toast.frame = Toast.frame(in: rig.stage.bounds, above: typed.minY, scale: scale)
    toast.show("Moved “IMG_1.jpg” to the trash", action: Toast.ToastAction("Undo") {})
    rig.frame()
    let message = try #require(toast.messageFrame)
    #expect(message.maxY < typed.minY && typed.maxY < (320 - 52) * scale)
  }

  @Test func `a click outside all cells clears the selection and opens nothing`() {
    let rig = GalleryRig([2, 7])
    rig.perform(.selectAll)
    rig.click(rig.middle(of: 1) + Vector(dx: 150, dy: 0))
    #expect(rig.listener.opened.isEmpty)
    #expect(rig.gallery.state.selection.isEmpty)
  }

  @Test func `Ctrl+click and Shift+click select and do not open`() {
    let rig = GalleryRig([5, 7], width: 640)
    rig.click(rig.middle(of: 1), .control)
    rig.click(rig.middle(of: 3), .control)
    #expect(rig.listener.selections.last == [1, 3])
    rig.click(rig.middle(of: 6), .shift)
    #expect(rig.listener.selections.last == [3, 4, 5, 6])
    rig.click(rig.middle(of: 4), .control)
    #expect(rig.listener.selections.last == [3, 5, 6])
    #expect(rig.listener.opened.isEmpty)
    #expect(rig.gallery.selectedOrFocused == [3, 5, 6])
  }

  @Test func `a click on the selection mark of a cell selects without a modifier`() {
    let rig = GalleryRig([5])
    let cell = rig.gallery.thumbnailGeometry(of: 2)?.frame ?? .zero
    let mark = Point(x: cell.maxX - 14, y: cell.minY + 14)
    rig.point(at: mark)
    rig.settle()
    rig.click(mark)
    #expect(rig.listener.selections.last == [2])
    #expect(rig.listener.opened.isEmpty)
  }

  @Test func `a mouse drag selects with a rectangle`() {
    let rig = GalleryRig([5, 7])
    rig.press(Point(x: 4, y: 60))
    rig.drag(to: rig.middle(of: 2), over: 0.2)
    rig.settleOrHold()
    #expect(rig.gallery.lastFrame?.selectionRectangle != nil)
    rig.release()
    rig.settle()
    #expect(rig.listener.selections.last == [0, 1, 2])
    #expect(rig.gallery.lastFrame?.selectionRectangle == nil)
    #expect(rig.listener.opened.isEmpty)
  }

  @Test(arguments: [
    ("Северное.jpg", [("c", "с"), ("t", "е"), ("d", "в")]),
    ("Ωμέγα.jpg", [("v", "ω"), ("m", "μ")]), ("שלום.jpg", [("a", "ש")]),
    ("2041.jpg", [("2", "2"), ("0", "0")]),
  ]) func `typing finds a name in any script on a Latin layout`(
    name: String, keys: [(String, String)]
  ) {
    let rig = GalleryRig([1])
    let names = ["City at dusk.jpg", "volcano.jpg", "atlas.jpg", name, "zebra.jpg"]
    rig.gallery.show(GalleryContents([("/pictures/x", names)]))
    for (latin, text) in keys {
      let event = KeyEvent(.character(Character(latin)), text: text, time: rig.now)
      #expect(rig.gallery.press(event))
    }
    rig.settle()
    #expect(rig.gallery.state.focus == 3)
    #expect(rig.gallery.state.typeAhead.text == keys.map(\.1).joined())
  }

  @Test func `typing finds a section by its title`() {
    let rig = GalleryRig([5, 4, 3])
    rig.type("gard")
    rig.settle()
    #expect(rig.gallery.state.focus == 5, "the first of “Garden”")
  }

  @Test func `Escape cancels the selection rectangle and restores the selection`() {
    let rig = GalleryRig([5, 7])
    rig.click(rig.middle(of: 4), .control)
    rig.press(Point(x: 4, y: 60))
    rig.drag(to: rig.middle(of: 1), over: 0.2)
    #expect(rig.key(.escape))
    #expect(rig.listener.selections.last == [4])
    #expect(rig.key(.escape))
    #expect(rig.gallery.state.selection.isEmpty)
    #expect(!rig.key(.escape), "it is the host's by then")
  }

  @Test func `the secondary button requests the menu of its cell`() {
    let rig = GalleryRig([5, 7])
    let point = rig.middle(of: 3)
    rig.pointer(.pressed(.secondary), point)
    rig.pointer(.released(.secondary), point)
    #expect(rig.listener.menus.map(\.item) == [3])
    #expect(rig.listener.menus.first?.point == point)
    #expect(rig.gallery.state.focus == 3)
    #expect(rig.listener.opened.isEmpty)
  }

  @Test func `the back and forward buttons are left to the host`() {
    let rig = GalleryRig([5])
    #expect(!rig.pointer(.pressed(.back), rig.middle(of: 1)))
    #expect(!rig.pointer(.pressed(.forward), rig.middle(of: 1)))
  }

  // MARK: Touch and wheel

  @Test func `a finger scrolls, and a tap opens its cell`() {
    let rig = GalleryRig([60])
    rig.touch(.began, Point(x: 200, y: 250))
    for step in 1...20 {
      rig.wait(0.01)
      rig.touch(.moved, Point(x: 200, y: 250 - 6 * Double(step)))
    }
    rig.frame()
    #expect(rig.offset > 90)
    rig.touch(.ended, Point(x: 200, y: 130))
    let thrown = rig.offset
    rig.wait(0.3)
    #expect(rig.offset > thrown + 20, "it goes on by itself")
    rig.settle()
    #expect(rig.listener.opened.isEmpty)
    let point = rig.middle(of: 22)
    rig.touch(.began, point)
    rig.wait(0.05)
    rig.touch(.ended, point)
    #expect(rig.listener.opened == [22])
  }

  @Test func `a tap on a scrolling grid stops the grid and opens nothing`() {
    let rig = GalleryRig([400])
    rig.touch(.began, Point(x: 200, y: 300))
    for step in 1...10 {
      rig.wait(0.008)
      rig.touch(.moved, Point(x: 200, y: 300 - 25 * Double(step)))
    }
    rig.touch(.ended, Point(x: 200, y: 50))
    rig.wait(0.2)
    rig.touch(.began, Point(x: 200, y: 150))
    rig.frame()
    let caught = rig.offset
    rig.wait(0.2)
    rig.touch(.ended, Point(x: 200, y: 150))
    rig.settle()
    #expect(abs(rig.offset - caught) < 1)
    #expect(rig.listener.opened.isEmpty)
  }

  @Test func `the wheel scrolls, and Ctrl+wheel resizes the cells`() {
    let rig = GalleryRig([60])
    rig.wheel(2, at: Point(x: 200, y: 150))
    rig.settle()
    #expect(rig.offset > 50)
    let before = rig.gallery.state.layout.columns
    rig.wheel(-1, at: Point(x: 200, y: 150), .control)
    rig.settle()
    #expect(rig.gallery.state.layout.columns < before, "larger cells, fewer of them")
  }

  @Test func `two fingers on a touchpad scroll`() {
    let rig = GalleryRig([60])
    for _ in 0..<20 {
      rig.scroll(.touchpad, 0.2, at: Point(x: 200, y: 150))
      rig.wait(0.01)
    }
    #expect(rig.offset > 80)
    rig.scroll(.touchpad, 0, at: Point(x: 200, y: 150), isEnd: true)
    rig.settle()
  }

  @Test func `a pinch makes the cells larger`() {
    let rig = GalleryRig([60])
    let before = rig.gallery.state.layout.columns
    func pinch(_ phase: InputEvent.TouchpadPhase, _ scale: Double) {
      rig.stage.receive(
        .pinch(InputEvent.Pinch(phase, at: Point(x: 240, y: 160), scale: scale, time: rig.now)))
    }
    pinch(.began, 1)
    for step in 1...10 {
      rig.wait(0.02)
      pinch(.changed, 1 + 0.1 * Double(step))
    }
    pinch(.ended, 2)
    rig.settle()
    #expect(rig.gallery.state.layout.columns < before)
  }

  @Test func `the scroll bar fades in and out to the end although nothing else moves`() {
    let rig = GalleryRig([40, 400])
    rig.settle()
    rig.point(at: Point(x: 474, y: 100))
    rig.settle()
    #expect(rig.gallery.lastFrame?.scrollBar?.alpha == 1)
    rig.point(at: Point(x: 100, y: 100))
    rig.wait(4)
    #expect(rig.gallery.lastFrame?.scrollBar?.alpha == 0)
    #expect(!rig.stage.needsFrame)
  }

  @Test func `the scroll bar's thumb can be dragged to the end`() {
    let rig = GalleryRig([40, 400])
    rig.point(at: Point(x: 474, y: 100))
    rig.wait(0.3)
    let thumb = rig.gallery.lastFrame?.scrollBar?.thumb ?? .zero
    rig.press(thumb.center)
    rig.drag(to: Point(x: 474, y: 600), over: 0.3)
    rig.wait(0.1)
    #expect(rig.gallery.lastFrame?.scrollBar?.isHeld == true)
    #expect(rig.gallery.scrollBar.label == "Garden")
    #expect(rig.offset == rig.gallery.state.layout.contentHeight - 320)
    #expect(!rig.stage.needsFrame, "a hand that holds still needs no frames")
    rig.release()
    rig.settle()
    #expect(rig.gallery.lastFrame?.scrollBar?.isHeld == false)
    #expect(rig.listener.opened.isEmpty)
    #expect(rig.gallery.state.selection.isEmpty, "it was no selection rectangle")
  }

  // MARK: Keys

  @Test func `arrow keys move the focus, Enter opens, and Shift extends the selection`() {
    let rig = GalleryRig([5, 7])
    rig.key(.right)
    rig.key(.right)
    let focus = rig.gallery.state.focus
    #expect(focus != nil)
    #expect(rig.listener.focused.last == focus)
    rig.key(.enter)
    #expect(rig.listener.opened == [focus])
    rig.key(.right, .shift)
    rig.key(.right, .shift)
    #expect(rig.gallery.state.selection.count == 3)
  }

  @Test func `the focused cell is scrolled into view`() {
    let rig = GalleryRig([200])
    rig.key(.end)
    rig.settle()
    #expect(rig.gallery.state.focus == 199)
    #expect(rig.gallery.thumbnailGeometry(of: 199) != nil)
    rig.key(.home)
    rig.settle()
    let first = rig.gallery.thumbnailGeometry(of: 0)?.frame ?? .zero
    #expect(first.minY >= 0 && rig.offset < 20)
  }

  @Test func `letters start a search by name`() {
    let rig = GalleryRig([30])
    rig.type("img_1")
    rig.settle()
    #expect(rig.gallery.item(rig.gallery.state.focus ?? 0)?.name == "IMG_1.jpg")
    rig.type("7")
    rig.settle()
    #expect(rig.gallery.item(rig.gallery.state.focus ?? 0)?.name == "IMG_17.jpg")
    #expect(rig.gallery.findPill.hasMatch)
    rig.type("x")
    rig.settle()
    #expect(!rig.gallery.findPill.hasMatch)
    rig.key(.backspace)
    rig.settle()
    #expect(rig.gallery.findPill.hasMatch)
    #expect(rig.key(.escape))
    #expect(!rig.gallery.state.typeAhead.isActive(at: rig.now))
  }

  @Test func `the caret of a closed search does not depend on its text`() {
    let rig = GalleryRig([30])
    func caretAfterSearch(for text: String) -> Rect {
      rig.type(text)
      rig.settle()
      #expect(rig.key(.escape))
      rig.settle()
      return rig.gallery.findPill.caretRect
    }
    let long = caretAfterSearch(for: "img_17")
    #expect(caretAfterSearch(for: "i") == long)
  }

  @Test func `plus and minus resize the cells, except during a search`() {
    let rig = GalleryRig([60])
    let before = rig.gallery.state.layout.columns
    rig.key(.character("+"))
    rig.settle()
    #expect(rig.gallery.state.layout.columns < before)
    rig.key(.character("0"), .control)
    rig.settle()
    #expect(rig.gallery.state.layout.meanCellWidth > 150)
    rig.type("im-")
    #expect(rig.gallery.state.typeAhead.text == "im-")
  }

  @Test func `unbound keys and keys with Alt are left to the host`() {
    let rig = GalleryRig([5])
    #expect(!rig.key(.left, .alt))
    #expect(!rig.key(.function(11)))
    #expect(!rig.key(.delete))
    #expect(!rig.key(.character("q"), .control))
    #expect(!rig.key(.character("?")))
  }
}

extension GalleryRig {
  func touch(_ phase: InputEvent.Touch.Phase, _ point: Point) {
    stage.receive(.touch(InputEvent.Touch(id: 1, phase, at: point, time: now)))
  }

  /// Advances the time by some frames while a contact is held.
  func settleOrHold() { wait(0.1) }
}

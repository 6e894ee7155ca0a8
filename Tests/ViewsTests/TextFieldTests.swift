import Geometry
import Input
import Motion
import Pixels
import TestSupport
import Testing
import Views

@MainActor @Suite struct TextFieldTests {
  private let fixture = StageFixture(300, 60)
  private let field = TextField("sunset copy.jpg", label: "Name")

  init() {
    field.frame = Rect(x: 10, y: 10, width: 280, height: TextField.height(at: 1))
    fixture.stage.root.add(field)
    fixture.stage.setFocus(field)
    fixture.frame()
  }

  private func type(_ text: String) {
    for c in text {
      fixture.stage.receive(.key(KeyEvent(.character(c), text: String(c), time: fixture.now)))
    }
  }

  @Test func `typed text replaces the selection`() {
    field.select(0..<11)
    type("dawn")
    #expect(field.text == "dawn.jpg")
    fixture.key(.home)
    type("a ")
    #expect(field.text == "a dawn.jpg")
  }

  @Test func `the keys move and delete by characters, by words and at the ends`() {
    fixture.key(.home)
    fixture.key(.delete)
    #expect(field.text == "unset copy.jpg")
    fixture.key(.right, modifiers: .control)
    type("s")
    #expect(field.text == "unsets copy.jpg")
    fixture.key(.end)
    fixture.key(.backspace)
    #expect(field.text == "unsets copy.jp")
    fixture.key(.backspace, modifiers: .control)
    #expect(field.text == "unsets copy.")
    fixture.key(.left, modifiers: [.shift, .control])
    fixture.key(.backspace)
    #expect(field.text == "unsets ")
    fixture.key(.character("a"), modifiers: .control)
    fixture.key(.delete)
    #expect(field.text.isEmpty)
  }

  @Test func `text that is written from right to left begins at the right edge`() {
    /// The distance of the caret from the right edge beyond the padding.
    func distance() -> Double { field.frame.width - 12 - field.caretRect.maxX }
    field.text = "שלום"
    fixture.key(.home)
    #expect(abs(distance()) <= 1)
    fixture.key(.end)
    #expect(distance() > 10 && distance() < 100, "the end of the word is at its left")
    field.text = ""
    #expect(distance() > 200)
    LayoutDirection.isRightToLeft = true
    defer { LayoutDirection.isRightToLeft = false }
    field.text = "sunset"
    fixture.key(.home)
    #expect(distance() > 200, "a Latin name begins at the left")
    field.text = ""
    #expect(abs(distance()) <= 1)
  }

  @Test func `a click sets the caret and a drag selects`() {
    fixture.click(290, 30)
    type("!")
    #expect(field.text == "sunset copy.jpg!")
    fixture.click(12, 30)
    type("x")
    #expect(field.text == "xsunset copy.jpg!")
    fixture.pointer(.pressed(.primary), 12, 30)
    fixture.pointer(.moved, 295, 30)
    fixture.pointer(.released(.primary), 295, 30)
    type("z")
    #expect(field.text == "z")
  }

  @Test func `changes and Enter are reported, and other keys are not handled`() {
    var log: [String] = []
    field.onChange = { log.append("change") }
    field.onCommit = { log.append("commit") }
    type("a")
    fixture.key(.left)
    fixture.key(.enter)
    #expect(log == ["change", "commit"])
    #expect(!fixture.key(.up) && !fixture.key(.function(1)))
    #expect(!fixture.key(.enter, modifiers: .control) && log == ["change", "commit"])
  }

  @Test func `moving the caret in text of any length and script equals a full redraw`() {
    for text in [
      String(repeating: "a long way home ", count: 30), "שלום עולם", "名前\u{0}\u{202E}gpj",
      "e\u{301}é",
    ] {
      field.text = text
      fixture.frame()
      for key in [KeyEvent.Name.home, .right, .right, .end, .left] {
        fixture.key(key)
        fixture.frame()
        #expect(fixture.picture.isSame(as: fixture.redrawn()), "\(text.prefix(9)) \(key)")
      }
    }
  }

  @Test func `text is edited by grapheme clusters`() {
    var text = EditedText("ae\u{301}🇳🇴")
    text.delete(forward: false)
    #expect(text.text == "ae\u{301}")
    text.insert("x\ny")
    #expect(text.text == "ae\u{301}xy" && text.caret == 4)
    text.select(1..<99)
    #expect(text.selection == 1..<4)
    text.moveCaret(by: -1, extendsSelection: false)
    #expect(text.caret == 1 && text.selection.isEmpty)
    text.moveCaret(to: -5, extendsSelection: false)
    #expect(text.caret == 0)
  }
}

import AccessibilityTree
import Geometry
import Input
import Motion
import Pixels
import TestSupport
import Testing
import Views

/// The uncommitted text of input methods in a text field.
@MainActor @Suite struct CompositionTests {
  private let fixture = StageFixture(300, 60)
  private let field = TextField("sunset.jpg", label: "Name")

  init() {
    field.frame = Rect(x: 10, y: 10, width: 280, height: TextField.height(at: 1))
    fixture.stage.root.add(field)
    fixture.stage.setFocus(field)
    fixture.frame()
  }

  private func commit(_ text: String) {
    fixture.stage.receive(.key(KeyEvent(.other(0), text: text, time: fixture.now)))
  }

  @Test func `uncommitted text is shown at the caret and is no part of the text`() {
    var text = EditedText("abc")
    text.moveCaret(to: 1, extendsSelection: false)
    text.compose(TextComposition("XYZ", caret: 2, target: 0..<1))
    #expect(text.text == "abc" && text.displayed.text == "aXYZbc")
    #expect(text.displayed.caret == 3)
    #expect(text.displayedCompositionRange == 1..<4 && text.conversionTargetRange == 1..<2)
    text.insert("é")
    #expect(text.text == "aébc" && text.composition == nil && text.caret == 2)
  }

  @Test func `uncommitted text replaces the selection, and cancelling brings it back`() {
    var text = EditedText("abcdef")
    text.select(2..<4)
    text.compose(TextComposition("é"))
    #expect(text.displayed.text == "abéef" && text.displayed.selection.isEmpty)
    text.compose(nil)
    #expect(text.displayed.text == "abcdef" && text.selection == 2..<4)
    text.compose(TextComposition("é"))
    text.insert("日本")
    #expect(text.text == "ab日本ef" && text.caret == 4)
  }

  @Test func `the characters after uncommitted text are where they are shown`() {
    var text = EditedText("abcdef")
    text.select(1..<5)
    text.compose(TextComposition("XY"))
    let indices = (0...6).map { text.displayedIndex(of: $0) }
    #expect(indices == [0, 1, 1, 1, 1, 3, 4])
    field.select(0..<10)
    field.compose(TextComposition("é"))
    let end = field.accessibleFrame(ofText: 10..<10)
    #expect(end?.minX == field.caretRect.minX)
  }

  @Test func `committed text of several characters is one change`() {
    var changes = 0
    field.onChange = { changes += 1 }
    field.select(0..<6)
    field.compose(TextComposition("にほん", caret: 3, target: 0..<3))
    fixture.frame()
    #expect(changes == 0 && field.text == "sunset.jpg")
    commit("日本")
    #expect(changes == 1 && field.text == "日本.jpg")
  }

  @Test func `a click commits the text of the input method, else what was shown`() {
    fixture.stage.endComposition = { "한" }
    field.compose(TextComposition("하"))
    fixture.click(12, 30)
    #expect(field.text == "sunset.jpg한")
    fixture.stage.endComposition = { nil }
    field.compose(TextComposition("글"))
    fixture.stage.setFocus(nil)
    #expect(field.text == "글sunset.jpg한")
  }

  @Test func `text from an assistive program ends the composition of the input method`() {
    var endings = 0
    fixture.stage.endComposition = {
      endings += 1
      return "한"
    }
    field.compose(TextComposition("하"))
    #expect(field.perform(.setText("moon.jpg"), at: fixture.now))
    #expect(endings == 1 && field.text == "moon.jpg")
    field.compose(TextComposition("하"))
    #expect(field.perform(.replaceText(0..<4, with: "sun"), at: fixture.now))
    #expect(endings == 2 && field.text == "sun.jpg")
    field.compose(TextComposition("하"))
    field.text = ""
    #expect(endings == 3 && field.text.isEmpty)
    #expect(field.perform(.setText("sea"), at: fixture.now) && endings == 3)
  }

  @Test func `composing equals a full redraw, and the caret rectangle follows`() {
    let before = field.caretRect
    for composition in [
      TextComposition("にほんご", caret: 4, target: 1..<3), TextComposition("日本語", caret: 1),
    ] {
      field.compose(composition)
      fixture.frame()
      #expect(fixture.picture.isSame(as: fixture.redrawn()))
    }
    #expect(field.caretRect.minX > before.minX && field.bounds.contains(field.caretRect.center))
    field.compose(nil)
    fixture.frame()
    #expect(field.caretRect == before)
  }
}

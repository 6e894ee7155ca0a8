import Geometry
import PhotoBrowser
import TestSupport
import Testing
import Views

@testable import ViewerApp

/// The search field over the pages.
@MainActor @Suite struct PageFindTests {
  @Test func `a term that is being typed is neither a name nor a filter`() {
    let bar = FindBar()
    var texts: [String] = []
    bar.onFilter = { texts.append($0?.text ?? "none") }
    let typed = ["rating", "rating:", "rating:x", "rating:5"].map { "\"a b\" \($0)" } + ["flag:"]
    for text in typed {
      bar.field.text = text
      bar.textDidChange()
      #expect(bar.message.isError == (text.hasSuffix(":") || text.hasSuffix("x")))
    }
    #expect(texts == ["\"a b\" rating", "\"a b\"", "\"a b\" rating:5", "none"])
  }

  @Test func `the search field is beside the information panel where there is room for both`() {
    let bar = FindBar()
    func frame(_ occupied: [Rect], width: Double) -> Rect {
      var room = BrowserOverlays.Room(area: Rect(x: 0, y: 40, width: width, height: 600))
      room.occupied = occupied
      bar.layout(in: room)
      return bar.frame
    }
    let usual = frame([], width: 1280)
    let panel = Rect(x: 944, y: 52, width: 324, height: 500)
    #expect(usual.intersection(panel) != nil)
    let beside = frame([panel], width: 1280)
    #expect(beside.maxX < panel.minX && beside.minY == usual.minY && beside.size == usual.size)
    let wide = Rect(x: 264, y: 52, width: 324, height: 500)
    #expect(frame([wide], width: 600) == frame([], width: 600))
  }

  @Test(arguments: [false, true])
  func `the search field of a grid is beside the information panel`(isRightToLeft: Bool) {
    LayoutDirection.isRightToLeft = isRightToLeft
    defer { LayoutDirection.isRightToLeft = false }
    let window = Rect(x: 0, y: 0, width: 1280, height: 640)
    let insets = InformationPanel.insets(in: window, scale: 1)
    let free = window.inset(by: insets)
    let card = FieldCard.frame(below: 40, in: free, scale: 1)
    #expect(free.width < window.width && (isRightToLeft ? free.minX > 0 : free.maxX < 1280))
    #expect(card.minX > free.minX && card.maxX < free.maxX && card.width > 400)
  }

  @Test func `the card grows for an error of several lines`() {
    let rig = StageRig(400, 240)
    let bar = FindBar()
    rig.stage.root.add(bar)
    bar.frame = FieldCard.frame(below: 0, in: Rect(x: 0, y: 0, width: 400, height: 240), scale: 1)
    func pixel(_ text: String) -> UInt32 {
      bar.open(text)
      bar.textDidChange()
      rig.frame()
      return rig.pixel(200, Int(bar.frame.maxY) + 8)
    }
    let below = pixel("fjord")
    #expect(pixel("iso:100") != below)
    #expect(pixel("fjord") == below)
  }
}

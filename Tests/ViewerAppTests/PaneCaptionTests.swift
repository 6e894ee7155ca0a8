import PhotoGrid
import Testing
import Views

@testable import ViewerApp

/// The caption of a pane of the comparison, as assistive programs read it.
@MainActor @Suite struct PaneCaptionTests {
  @Test func `marks are spoken after the name, and nothing is spoken without marks`() {
    let caption = PaneCaption()
    caption.content = .init(name: "a.jpg")
    #expect(caption.accessibilityLabel == "a.jpg")
    var marks = PhotoMarks()
    marks.stars = 3
    marks.flag = .pick
    marks.label = .red
    caption.content = .init(name: "a.jpg", marks: marks)
    #expect(caption.accessibilityLabel == "a.jpg, 3 stars, picked, red label")
    caption.content = .init()
    #expect(caption.accessibilityLabel.isEmpty)
  }
}

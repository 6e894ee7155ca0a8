import Geometry
import PhotoGrid
import TestSupport
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

  @Test(arguments: [1.0, 2])
  func `a long name stays in its pane`(scale: Double) {
    let rig = StageRig(Int(360 * scale), Int(30 * scale), scale: scale)
    let caption = PaneCaption()
    caption.frame = Rect(x: 120 * scale, y: 0, width: 120 * scale, height: 30 * scale)
    var marks = PhotoMarks()
    marks.stars = 2
    caption.content = .init(name: "A very long name of a photo.jpg", marks: marks)
    rig.stage.root.add(caption)
    rig.frame()
    let pane = Int(120 * scale)..<Int(240 * scale)
    var drawn: Set<Bool> = []
    for y in 0..<Int(30 * scale) {
      for x in 0..<Int(360 * scale) where rig.pixel(x, y) != 0 { drawn.insert(pane.contains(x)) }
    }
    #expect(drawn == [true])
  }
}

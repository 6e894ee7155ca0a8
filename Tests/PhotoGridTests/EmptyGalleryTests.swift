import Geometry
import Testing
import Views

@testable import PhotoGrid

/// The message in the middle of an empty grid.
@MainActor @Suite struct EmptyGalleryTests {
  @Test func `buttons are shown with the message only`() {
    let view = EmptyGalleryView()
    view.frame = Rect(x: 0, y: 0, width: 800, height: 600)
    view.choices = [("Open Folder…", {})]
    view.layout()
    #expect(view.children.map(\.isHidden) == [true])
    view.message = "No pictures"
    view.layout()
    #expect(view.children.map(\.isHidden) == [false])
    view.message = ""
    view.layout()
    #expect(view.children.map(\.isHidden) == [true])
  }
}

import Drawing
import Geometry
import Pixels
import TestSupport
import Testing
import Views

/// The contrast of text on rendered pictures, over photos of one brightness.
@MainActor @Suite struct ContrastTests {
  nonisolated private static let photos = [1.0, 0.5, 0]

  private func fixture(over white: Double) -> StageFixture {
    let fixture = StageFixture(700, 300)
    fixture.stage.background = Color(white: white)
    return fixture
  }

  @Test(arguments: photos) func `the title bar is legible`(white: Double) throws {
    let fixture = fixture(over: white)
    let bar = TitleBar()
    bar.title = "IMG_2041.jpg"
    bar.position = "3 / 20"
    bar.frame = Rect(x: 0, y: 0, width: 700, height: 48)
    fixture.stage.root.add(bar)
    fixture.frame()
    for area in [
      Rect(x: 200, y: 4, width: 300, height: 22), Rect(x: 250, y: 27, width: 200, height: 18),
    ] {
      let contrast = try #require(TextContrast.worst(in: fixture.picture, area))
      #expect(contrast >= TextContrast.required, "\(area): \(contrast)")
    }
  }

  @Test(arguments: photos, [false, true])
  func `a message is legible`(white: Double, hasButton: Bool) throws {
    let fixture = fixture(over: white)
    let toast = Toast()
    fixture.stage.root.add(toast)
    toast.show(
      "Moved 3 photos to the trash", action: hasButton ? Toast.ToastAction("Undo") {} : nil)
    fixture.frame()
    fixture.frame(after: 0.3)
    let contrast = try #require(
      TextContrast.worst(in: fixture.picture, Rect(x: 250, y: 204, width: 180, height: 30)))
    #expect(contrast >= TextContrast.required, "\(contrast)")
    guard let frame = toast.buttonFrame else { return }
    let button = try #require(TextContrast.worst(in: fixture.picture, frame.inset(by: .all(12))))
    #expect(button >= TextContrast.required, "\(button)")
  }

  @Test(arguments: photos) func `menus are legible`(white: Double) throws {
    let fixture = fixture(over: white)
    let menu = MenuView(
      [MenuItem("Copy to Folder…", shortcut: "Ctrl+Shift+C") {}], at: Point(x: 20, y: 20))
    menu.open(on: fixture.stage)
    fixture.frame()
    let row = menu.rowFrame(at: 0)
    for area in [
      Rect(x: row.minX, y: row.minY, width: 140, height: row.height),
      Rect(x: row.maxX - 90, y: row.minY, width: 90, height: row.height),
    ] {
      let contrast = try #require(TextContrast.worst(in: fixture.picture, area))
      #expect(contrast >= TextContrast.required, "\(contrast)")
    }
  }

  @Test(arguments: photos) func `a notice is legible`(white: Double) throws {
    let fixture = fixture(over: white)
    let notice = NoticeStrip("Only a part could be read", hint: "The file ends early") {}
    notice.frame = Rect(origin: Point(x: 60, y: 60), size: notice.size(fitting: 500))
    fixture.stage.root.add(notice)
    fixture.frame()
    let contrast = try #require(
      TextContrast.worst(in: fixture.picture, notice.frame.inset(by: .all(8))))
    #expect(contrast >= TextContrast.required, "\(contrast)")
  }
}

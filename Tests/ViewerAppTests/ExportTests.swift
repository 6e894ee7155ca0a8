import BrowserHost
import DecoderWire
import Desktop
import Input
import Pixels
import TestSupport
import Testing
import Views
import Windowing

@testable import ViewerApp

/// The choices of an export.
struct ExportTests {
  @Test func `a typed size is a width, a height or both`() {
    #expect(ExportSize("1200 × 800") == .box(width: 1200, height: 800))
    #expect(ExportSize("1200x") == .box(width: 1200, height: nil))
    #expect(ExportSize("x800") == .box(width: nil, height: 800))
    #expect(ExportSize("640") == .box(width: 640, height: nil))
    // A Cyrillic letter, and Arabic and Persian digits.
    #expect(ExportSize("1200\u{445}800") == .box(width: 1200, height: 800))
    #expect(ExportSize("٦٤٠ × ۴۸۰") == .box(width: 640, height: 480))
    for wrong in ["", "x", "0x3", "12a", "1x2x3", "-4", "100001"] {
      #expect(ExportSize(wrong) == nil, "\(wrong)")
    }
  }

  @Test func `one side of a box leaves the other free`() {
    let target = ExportSize.box(width: 1200, height: nil).target
    let request = DecodeRequest(id: 1, kind: .encode, target: target)
    let size = request.fittedSize(of: PixelSize(width: 3000, height: 4000))
    #expect(size == PixelSize(width: 1200, height: 1600))
  }

  @MainActor
  @Test func `a photo is not exported while the typed size is wrong`() throws {
    let rig = StageRig(500, 700)
    let size = ExportSize.box(width: 1200, height: nil)
    let sheet = ExportSheet(
      [FilePath("/p/a.jpg")], ExportOptions(size: size, folder: FilePath("/p")),
      loop: try EventLoop())
    var exported: [ExportOptions] = []
    sheet.onExport = { options, _ in exported.append(options) }
    sheet.reducesMotion = true
    sheet.open(on: rig.stage)
    rig.frame()
    let fields = sheet.tabStops.compactMap { $0 as? TextField }
    let field = try #require(fields.first { $0.text.hasPrefix("1200") })
    rig.stage.setFocus(field)
    func press(_ name: KeyEvent.Name, _ text: String = "") {
      rig.stage.receive(.key(KeyEvent(name, text: text, time: rig.now)))
      rig.frame()
    }
    press(.character("q"), "q")
    press(.enter)
    #expect(exported.isEmpty && !sheet.isLeaving)
    press(.backspace)
    press(.enter)
    #expect(exported.map(\.size) == [size] && sheet.isLeaving)
  }

  @MainActor
  @Test func `a typed name stays while another folder is chosen`() throws {
    let photos = [FilePath("/p/a.jpg")]
    let options = ExportOptions(folder: FilePath("/p"))
    let loop = try EventLoop()
    func nameField(of sheet: ExportSheet) throws -> TextField {
      try #require(sheet.tabStops.compactMap { $0 as? TextField }.last)
    }
    let sheet = ExportSheet(photos, options, loop: loop)
    var typed: String?
    sheet.onChangeFolder = { typed = $1 }
    #expect(try nameField(of: sheet).text == "a.jpg")
    try nameField(of: sheet).text = "new.jpg"
    let button = try #require(
      sheet.tabStops.compactMap { $0 as? PillButton }.first { $0.title == "Folder…" })
    button.action()
    #expect(typed == "new.jpg")
    let next = ExportSheet(photos, options, name: typed, loop: loop)
    #expect(try nameField(of: next).text == "new.jpg")
  }

  @Test func `a name gets the extension of the format`() {
    var options = ExportOptions()
    options.format = .webP
    #expect(options.name(for: FilePath("/a/IMG.1.jpg")) == Array("IMG.1.webp".utf8))
    #expect(options.name(for: FilePath("/a/.hidden")) == Array(".hidden.webp".utf8))
    #expect(options.name(typed: "photo.WEBP") == Array("photo.WEBP".utf8))
    #expect(options.name(typed: "photo.jpg") == Array("photo.jpg.webp".utf8))
    for wrong in ["", "a/b", ".", ".."] { #expect(options.name(typed: wrong) == nil) }
  }

  @Test func `only a chosen folder is kept for the next export`() {
    let (a, b) = (FilePath("/a/1.jpg"), FilePath("/b/2.jpg"))
    var options = ExportOptions(quality: 60).withFolder(for: a)
    #expect(options.folder == FilePath("/a"))
    let next = options.optionsForNextExport(after: a).withFolder(for: b)
    #expect(next == ExportOptions(quality: 60, folder: FilePath("/b")))
    options.folder = FilePath("/c")
    #expect(options.optionsForNextExport(after: a).withFolder(for: b).folder == FilePath("/c"))
  }

  @Test func `a cropped copy is named after its photo`() {
    #expect(PhotoCropping.croppedName(Array("a.b.jpg".utf8)) == Array("a.b (cropped).jpg".utf8))
    #expect(PhotoCropping.croppedName(Array("a".utf8)) == Array("a (cropped)".utf8))
  }

  @MainActor
  @Test func `an angle is shown with its sign and one decimal place`() {
    #expect(AngleSlider.text(0) == "0.0°" && AngleSlider.text(-0.04) == "0.0°")
    #expect(AngleSlider.text(12.34) == "+12.3°" && AngleSlider.text(-3.06) == "−3.1°")
  }
}

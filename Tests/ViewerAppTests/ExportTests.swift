import BrowserHost
import DecoderWire
import Desktop
import Pixels
import TestSupport
import Testing

@testable import ViewerApp

/// The choices of an export.
struct ExportTests {
  @Test func `a typed size is a width, a height or both`() {
    #expect(ExportSize("1200 × 800") == .box(width: 1200, height: 800))
    #expect(ExportSize("1200x") == .box(width: 1200, height: nil))
    #expect(ExportSize("x800") == .box(width: nil, height: 800))
    #expect(ExportSize("640") == .box(width: 640, height: nil))
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

  @Test func `a name gets the extension of the format`() {
    var options = ExportOptions()
    options.format = .webP
    #expect(options.name(for: FilePath("/a/IMG.1.jpg")) == Array("IMG.1.webp".utf8))
    #expect(options.name(for: FilePath("/a/.hidden")) == Array(".hidden.webp".utf8))
    #expect(options.name(typed: "photo.WEBP") == Array("photo.WEBP".utf8))
    #expect(options.name(typed: "photo.jpg") == Array("photo.jpg.webp".utf8))
    for wrong in ["", "a/b", ".", ".."] { #expect(options.name(typed: wrong) == nil) }
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

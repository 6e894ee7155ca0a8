import PhotoBrowser
import Pixels
import TestSupport
import Testing

/// Tests of the position of a caption's text, which is light on dark so that its pixels can be
/// found.
@MainActor @Suite struct CaptionStripTests {
  /// A dark page with a caption over it and an indicator of dots.
  private func rig(_ caption: Caption, _ width: Int, _ height: Int, scale: Double) -> BrowserRig {
    var options = BrowserOptions()
    options.tuning.reducesMotion = true
    let dark = Bitmap.computed(64, 48) { _, _ in 0xFF10_1214 }
    let pages = [PhotoContent](repeating: .photo(dark), count: 3)
    let rig = BrowserRig(pages, width: width, height: height, scale: scale, options: options)
    rig.perform(.mode(.fill))
    rig.browser.indicator = DotPageIndicator()
    let strip = CaptionStrip { _ in caption }
    strip.maxLines = 5
    rig.browser.addOverlay(strip)
    rig.wait(0.6)
    return rig
  }

  /// The x coordinate of the leftmost light pixel in each row of pixels that has one.
  private func starts(in rig: BrowserRig, _ width: Int, _ rows: Range<Int>) -> [Int: Int] {
    var found: [Int: Int] = [:]
    for y in rows {
      found[y] = (0..<width).first { rig.pixel($0, y) & 0xff > 120 }
    }
    return found
  }

  @Test(arguments: ["Fjord.jpg", "ساحل.jpg", "חוף הים.jpg"])
  func `names in every script are aligned with the facts`(name: String) throws {
    let rig = rig(
      Caption(name, text: "600 × 400, 0.2 MP\n/home/תמונות"), 640, 400, scale: 1)
    // The rows are above the dots, whose middle is 18.5 points above the bottom.
    let starts = starts(in: rig, 640, 0..<360)
    #expect(starts.count > 20, "three lines")
    let last = try #require(starts.keys.max())
    let text = starts.filter { $0.key > last - 70 }
    // The glyphs may begin a pixel before the margin.
    #expect(text.values.min() ?? 0 >= 19)
    #expect(text.values.max() ?? 640 < 200, "\(text)")
  }

  @Test func `the caption ends above the dots at any scale and leaves room for the picture`() {
    let path = "/home/anna/Pictures/Norway/2026/Geirangerfjord and the mountains around it/raw"
    let facts = "6000 × 4000, 24 MP  ·  4.2 MB  ·  JPEG  ·  Modified 22 Nov 2026, 14:03"
    for scale in [1.0, 2, 3] {
      for (width, height) in [(1280, 800), (800, 600), (600, 900)] {
        let rig = rig(
          Caption("IMG_2034.jpg", text: facts + "\n" + path), width, height, scale: scale)
        let dots = Int(37 * scale)
        // The columns exclude the dots, which are in the middle.
        let below = starts(in: rig, width / 4, (height - dots)..<height)
        #expect(below.isEmpty, "\(scale), \(width) × \(height)")
        let above = starts(in: rig, width / 4, 0..<(height * 3 / 10))
        #expect(above.isEmpty, "\(scale), \(width) × \(height)")
        #expect(!starts(in: rig, width / 4, 0..<height).isEmpty)
      }
    }
  }
}

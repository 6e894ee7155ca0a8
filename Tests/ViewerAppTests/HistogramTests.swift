import Geometry
import PhotoBrowser
import Pixels
import TestSupport
import Testing

@testable import ViewerApp

@Suite struct HistogramTests {
  @Test func `each pixel is counted in luma and in every component`() {
    let bitmap = Bitmap.computed(4, 2) { x, _ in x < 2 ? 0xFFFF_0000 : 0xFF00_00FF }
    let histogram = Histogram(bitmap)
    #expect(histogram.pixelCount == 8)
    #expect(histogram.red[255] == 4 && histogram.red[0] == 4)
    #expect(histogram.blue[255] == 4 && histogram.green[0] == 8)
    // BT.709: 0.2126 × 255 = 54.2; 0.0722 × 255 = 18.4.
    #expect(histogram.luma[54] == 4 && histogram.luma[18] == 4)
    #expect(histogram.clippedHighlightShare == 1)
    #expect(histogram.clippedShadowShare == 0, "a saturated colour is no shadow")
  }

  @Test func `white is the highest level, and clipped levels do not set the height`() {
    let bitmap = Bitmap.computed(10, 10) { x, y in y == 0 && x < 3 ? 0xFF80_8080 : 0xFFFF_FFFF }
    let histogram = Histogram(bitmap)
    #expect(histogram.luma[255] == 97 && histogram.luma[128] == 3)
    #expect(histogram.peakOfInnerLevels == 3)
    #expect(histogram.clippedHighlightShare == 0.97 && histogram.clippedShadowShare == 0)
  }

  @Test func `the shares of clipped pixels are those that the picture is marked with`() throws {
    let pixels: [UInt32] = [
      0xFF00_0000, 0xFF00_0001, 0xFF80_0000, 0xFFFF_0000, 0xFFFE_FEFE, 0x8000_0000, 0x8080_8080,
      0xFF00_00FF, 0xFF00_0000, 0xFF10_2030,
    ]
    let bitmap = Bitmap.computed(pixels.count, 1) { x, _ in pixels[x] }
    let histogram = Histogram(bitmap)
    #expect(histogram.clippedShadowShare == 0.2 && histogram.clippedHighlightShare == 0.2)
    let marks = try #require(ClippingOverlay.overlay(of: bitmap))
    let marked = pixels.indices.filter { marks.pixel(x: $0, y: 0) != 0 }
    #expect(marked == [0, 3, 7, 8])
  }

  @Test func `transparent pixels are left out, translucent ones count with their own colour`() {
    let bitmap = Bitmap.computed(2, 1) { x, _ in x == 0 ? 0 : 0x8040_4040 }
    let histogram = Histogram(bitmap)
    #expect(histogram.pixelCount == 1 && histogram.luma[127] == 1)
  }

  @Test func `a large picture is sampled, an empty one has no pixels`() {
    let large = Histogram(Bitmap.computed(2000, 1000) { _, _ in 0xFF10_2030 })
    #expect((100_000...400_000).contains(large.pixelCount))
    #expect(large.green[0x20] == large.pixelCount)
    let clear = Histogram(Bitmap.computed(3, 3) { _, _ in 0 })
    #expect(clear.pixelCount == 0 && clear.peakOfInnerLevels == 1 && clear.clippedShadowShare == 0)
  }

  @MainActor @Test
  func `only the visible part of a picture is counted, in the smallest sufficient bitmap`() {
    func picture(_ width: Int) -> Bitmap {
      Bitmap.computed(width, width / 2) { x, _ in x < width / 4 ? 0xFFFF_FFFF : 0xFF00_0000 }
    }
    let large = picture(1200)
    guard let picture = Picture([large, picture(400)], naturalSize: large.size) else { return }
    let content = PhotoContent.picture(picture)
    let whole = content.visiblePixels(in: nil)
    #expect(whole.map(\.bitmap.size.width) == [400])
    #expect(Histogram(whole).luma[255] == 100 * 200)
    let part = content.visiblePixels(in: Rect(x: 0, y: 0.25, width: 0.25, height: 0.5))
    #expect(part.map(\.bitmap.size.width) == [1200])
    let histogram = Histogram(part)
    #expect(histogram.pixelCount == 300 * 300 && histogram.luma[255] == histogram.pixelCount)
    let beyond = VisiblePixels(
      bitmap: large, part: Rect(x: -50, y: 590, width: 60, height: .infinity))
    #expect(beyond.columns == 0..<10 && beyond.rows.lowerBound == 590)
    #expect(PhotoContent.empty.visiblePixels(in: nil).isEmpty)
  }
}

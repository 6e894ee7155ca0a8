import Pixels
import Testing

@testable import ViewerApp

@Suite struct ClippingOverlayTests {
  private static func bitmap(_ pixels: [UInt32]) -> Bitmap {
    Bitmap(size: PixelSize(width: pixels.count, height: 1), isOpaque: false) { memory, _ in
      for (x, pixel) in pixels.enumerated() {
        memory.storeBytes(of: pixel, toByteOffset: x * 4, as: UInt32.self)
      }
    }
  }

  @Test func `highlights and shadows are marked in different colours`() throws {
    let marks = try #require(
      ClippingOverlay.overlay(
        of: Self.bitmap([0xFF80_80FF, 0xFF00_0000, 0xFF01_0000, 0xFFFE_FEFE])))
    let found = (0..<4).map { marks.pixel(x: $0, y: 0) }
    #expect(found[0] >> 24 == 0xFF && found[1] >> 24 == 0xFF && found[0] != found[1])
    #expect(found[2] == 0 && found[3] == 0)
  }

  @Test func `transparent pixels are not clipped, and a picture without clipping has no marks`() {
    #expect(ClippingOverlay.overlay(of: Self.bitmap([0, 0x80FF_FFFF, 0xFF10_2030])) == nil)
  }
}

import Geometry
import Pixels
import Testing

@testable import ViewerApp

@Suite struct FirstWindowSizeTests {
  @Test(
    arguments: [
      // An ordinary screen takes the standard size.
      (1920, 1080, 1, 1280, 800),
      // A small screen keeps a fifth of its width and height free, with the frame.
      (1280, 800, 1, 1016, 600),
      // A screen of high density scales the standard size.
      (3840, 2160, 2, 2560, 1600),
      // A large screen of ordinary density takes a larger window.
      (3840, 2160, 1, 2496, 1404),
      // A wide screen does not make a window wider than 16:9.
      (5120, 1440, 1, 1664, 936),
      (640, 480, 3, 488, 264),
      (1, 1, 8, 1, 1),
    ])
  func `the first window follows the work area and the scale`(
    width: Double, height: Double, scale: Double, wantedWidth: Int, wantedHeight: Int
  ) {
    let size = FirstWindowSize.size(in: Size(width: width, height: height), scale: scale)
    #expect(size == PixelSize(width: wantedWidth, height: wantedHeight))
  }

  @Test func `the window with its frame takes at most 80 % of the work area`() {
    for scale in [1, 1.25, 2, 3.0] {
      for width in stride(from: 400.0, through: 8000, by: 190) {
        let area = Size(width: width, height: width / 1.6)
        let size = FirstWindowSize.size(in: area, scale: scale)
        let frame = FirstWindowSize.assumedDecorationSize
        #expect(Double(size.width) + frame.width * scale <= max(area.width * 0.8, 1 + 8 * scale))
        #expect(
          Double(size.height) + frame.height * scale <= max(area.height * 0.8, 1 + 40 * scale))
      }
    }
  }
}

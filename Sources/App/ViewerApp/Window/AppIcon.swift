import Drawing
import Geometry
import Pixels
import Windowing

/// The icon of the program's window, drawn by code: a photo that is pulled down in front of another
/// one.
enum AppIcon {
  /// The widths of the icons that window managers request, in pixels.
  private static let sides = [16, 32, 48, 64, 128]

  private static let backCard = Color(red: 0.36, green: 0.45, blue: 0.62)
  private static let skyTop = Color(red: 0.27, green: 0.55, blue: 0.93)
  private static let skyBottom = Color(red: 0.73, green: 0.87, blue: 1)
  private static let sun = Color(red: 1, green: 0.85, blue: 0.38)
  private static let hill = Color(red: 0.16, green: 0.42, blue: 0.38)
  private static let farHill = Color(red: 0.30, green: 0.58, blue: 0.50)

  static func make() -> [WindowIcon] { sides.map(icon) }

  private static func icon(side: Int) -> WindowIcon {
    let size = PixelSize(width: side, height: side)
    var pixels = [UInt32](repeating: 0, count: side * side)
    pixels.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      let canvas = Canvas(PixelBuffer(size: size, stride: side * 4, bytes: base))
      draw(in: canvas, side: Double(side))
    }
    return WindowIcon(size: size, pixels: pixels.map(unpremultiplied))
  }

  private static func draw(in canvas: Canvas, side s: Double) {
    canvas.fillRounded(
      Rect(x: 0.16 * s, y: 0.05 * s, width: 0.68 * s, height: 0.5 * s), radius: 0.08 * s, backCard)
    let photo = Rect(x: 0.06 * s, y: 0.2 * s, width: 0.88 * s, height: 0.72 * s)
    canvas.saved {
      canvas.clip(toRounded: photo, radius: 0.1 * s)
      canvas.fillGradient(photo, top: skyTop, bottom: skyBottom)
      canvas.fillRounded(
        Rect(x: 0.62 * s, y: 0.3 * s, width: 0.17 * s, height: 0.17 * s), radius: 0.085 * s, sun)
      canvas.fill(mountain(s, from: 0.3, peakX: 0.68, peakY: 0.52, to: 1.1), farHill)
      canvas.fill(mountain(s, from: -0.1, peakX: 0.36, peakY: 0.42, to: 0.82), hill)
    }
  }

  private static func mountain(
    _ s: Double, from: Double, peakX: Double, peakY: Double, to: Double
  ) -> Path {
    var path = Path()
    path.move(from * s, s)
    path.line(peakX * s, peakY * s)
    path.line(to * s, s)
    path.close()
    return path
  }

  /// Converts a premultiplied pixel to straight alpha, which the property `_NET_WM_ICON` demands;
  /// both are 0xAARRGGBB.
  private static func unpremultiplied(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    guard alpha > 0, alpha < 255 else { return pixel }
    func channel(_ shift: UInt32) -> UInt32 {
      min(255, (pixel >> shift & 255) * 255 / alpha) << shift
    }
    return alpha << 24 | channel(16) | channel(8) | channel(0)
  }
}

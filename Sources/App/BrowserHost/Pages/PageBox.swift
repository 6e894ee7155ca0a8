package import BrowserCore
package import Geometry
import PhotoBrowser
package import Pixels

/// The boxes in device pixels for which the pictures of pages are decoded.
package enum PageBox {
  /// The height in pixels of a box that limits only the width.
  private static let unlimited = 1 << 20

  /// The box of pages of a size: the size itself, or only its width in a tall viewport, where long
  /// pictures fill the width.
  package static func box(for size: PixelSize, axis: Axis) -> PixelSize {
    let isTall = axis == .horizontal && size.width < size.height
    return isTall ? PixelSize(width: size.width, height: unlimited) : size
  }

  /// The box of pages of a size, as wide as they are shown with the options of `tuning`: pages of a
  /// strip have the width of its column.
  package static func box(for size: PixelSize, tuning: BrowserTuning) -> PixelSize {
    switch tuning.reading {
    case .strip:
      let column = tuning.fitsWidth ? size.width : min(size.width, size.height)
      return PixelSize(width: max(1, column), height: unlimited)
    case .spreads: return size
    case .single:
      return tuning.fitsWidth
        ? PixelSize(width: size.width, height: unlimited) : box(for: size, axis: tuning.axis)
    }
  }

  /// The box of a browser's pages.
  static func box(of browser: Browser) -> PixelSize {
    let size = browser.frame.size
    return box(
      for: PixelSize(width: Int(size.width), height: Int(size.height)),
      tuning: browser.options.tuning)
  }
}

package import BrowserCore
package import Geometry
import PhotoBrowser
package import Pixels

/// The boxes in device pixels for which the pictures of pages are decoded.
package enum PageBox {
  /// The height in pixels of a box that limits only the width.
  private static let unlimitedHeight = 1 << 20

  /// The box for pictures on pages of `size` with paging along `axis`: `size` itself, or only its
  /// width if paging is horizontal and the page is higher than wide, because long pictures then
  /// fill the width.
  package static func box(for size: PixelSize, axis: Axis) -> PixelSize {
    let isTall = axis == .horizontal && size.width < size.height
    return isTall ? PixelSize(width: size.width, height: unlimitedHeight) : size
  }

  /// The box for pictures on pages of `size` with the options of `tuning`. Pages of a strip, and
  /// pages that fit the width, limit only the width.
  package static func box(for size: PixelSize, tuning: BrowserTuning) -> PixelSize {
    switch tuning.reading {
    case .strip:
      let column = tuning.fitsWidth ? size.width : min(size.width, size.height)
      return PixelSize(width: max(1, column), height: unlimitedHeight)
    case .spreads: return size
    case .single:
      return tuning.fitsWidth
        ? PixelSize(width: size.width, height: unlimitedHeight) : box(for: size, axis: tuning.axis)
    }
  }

  /// The box for the pictures of a browser's pages, by the browser's size and options.
  static func box(of browser: Browser) -> PixelSize {
    let size = browser.frame.size
    return box(
      for: PixelSize(width: Int(size.width), height: Int(size.height)),
      tuning: browser.options.tuning)
  }
}

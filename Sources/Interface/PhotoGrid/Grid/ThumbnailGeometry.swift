package import Geometry
package import PhotoBrowser
package import Pixels
import Transitions
package import Views

/// The geometry and pixels of a thumbnail: the start and the end of its picture's flight.
package struct ThumbnailGeometry {
  /// The frame of the picture in its cell, in the stage's coordinates; whole pixels.
  package var frame: Rect
  /// The corner radius of the cell, in device pixels.
  package var radius: Double
  /// The uncropped thumbnail; nil until it is loaded.
  package var bitmap: Bitmap?
  /// The size of the full picture in pixels; nil while unknown.
  package var naturalSize: PixelSize?
  /// The pixels of the cell without hover and focus, of the same size as `frame`; nil without a
  /// picture.
  package var rendering: Bitmap?

  /// The same data as a browser's thumbnail, in the coordinates of `view`, which is the browser or
  /// a view beside it.
  package func thumbnail(for view: View) -> BrowserThumbnail {
    let isLong = bitmap.map { ThumbnailCrop.showsTop($0.size) } ?? false
    let alignment: ContentAlignment = isLong ? .top : .center
    var result = BrowserThumbnail(
      frame: frame.offset(by: Point.zero - view.originInStage),
      alignment: alignment, cornerRadius: radius, bitmap: bitmap,
      naturalSize: naturalSize?.size, rendering: rendering)
    if let browser = view as? Browser, browser.options.animator is SmoothZoomAnimator,
      bitmap != nil
    {
      result.flyingView = FlyingThumbnail(result)
    }
    return result
  }
}

package import Geometry
package import PhotoBrowser
package import Pixels
import Transitions
package import Views

/// The frame and pixels of a thumbnail, between which and a page its picture flies.
package struct ThumbnailGeometry {
  /// The rectangle of the picture in its cell, in whole device pixels of the stage.
  package var frame: Rect
  /// The corner radius of the thumbnail in its cell, in device pixels.
  package var radius: Double
  /// The uncropped thumbnail; nil while it is not loaded.
  package var bitmap: Bitmap?
  /// The size of the picture in its own pixels; nil while it is unknown.
  package var naturalSize: PixelSize?
  /// The pixels that the cell shows in ``frame``, without highlight and focus ring; nil while it
  /// shows no picture.
  package var rendering: Bitmap?

  /// The frame and pixels as a `BrowserThumbnail`, whose rectangle is in the coordinates of `view`,
  /// such as the browser that shows the page.
  package func browserThumbnail(inCoordinatesOf view: View) -> BrowserThumbnail {
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

public import BrowserCore
public import Geometry
public import Views

/// Shows one page. Any view can be one; ``PhotoCell`` is the default.
public protocol BrowserCell: View {
  /// The size of what can be zoomed, in its own pixels; nil when there is nothing to zoom.
  var contentSize: Size? { get }
  /// Puts the content where the browser says, rectangles in the browser's points; the cell's own
  /// frame is already the page's.
  func place(_ page: BrowserFrame.Page)
  /// Forgets what it showed; it will show something else next.
  func prepareForReuse()
}

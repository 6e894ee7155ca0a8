package import Geometry
package import Motion

extension BrowserState {
  /// Goes to the page of a restored picture, which flies to the page from the rectangle `start` of
  /// the viewport while the pages slide.
  ///
  /// The picture only slides in with its page when motion is reduced, when a page effect turns the
  /// pages, when pages are put together for reading, or when its page is visible already.
  package mutating func bringBack(_ page: Int, from start: Rect, at t: Timestamp)
    -> [BrowserEffect]
  {
    if !isDismissed, !isLeaving, page >= 0, page < layout.count {
      pages.beginReturn(of: page, from: start, at: t)
    }
    return apply(.go(to: page, animated: true), at: t)
  }
}

package import Geometry
package import Motion

/// The rectangles of single pages, in motion and at rest.
extension BrowserState {
  /// The rectangle of the page `index`, or of its spread or strip, in the viewport at `t`, in
  /// device pixels, not rounded.
  package func pageFrame(of index: Int, at t: Timestamp) -> Rect {
    pages.arrangement(at: t).frame(of: pages.groups.group(of: index))
  }

  /// The rectangle of the page `index`, or of its spread or strip, in the viewport, moved to the
  /// nearest whole device pixel, where it is drawn.
  package func snappedPageFrame(of index: Int, at t: Timestamp) -> Rect {
    pages.arrangement(at: t).snappedFrame(of: pages.groups.group(of: index))
  }

  /// The page `index` as it is drawn when at rest in the viewport.
  package func restingPage(_ index: Int) -> BrowserFrame.Page {
    let zoom = zoom(of: index)
    return BrowserFrame.Page(
      index: index, frame: Rect(origin: .zero, size: layout.viewport),
      content: hasContent(index) ? pages.restingRect(ofPage: index) : .zero,
      scale: zoom.targetScale, opacity: 1, placement: .still)
  }
}

/// The end of the motion of the pages.
extension BrowserState {
  /// True when no drag or animation scrolls the pages at `t`; pictures may be zoomed meanwhile,
  /// except in a strip.
  package func isScrollSettled(at t: Timestamp) -> Bool {
    scroll.isSettled(at: t) && (reading != .strip || pages.currentZoom.isSettled(at: t))
  }
}

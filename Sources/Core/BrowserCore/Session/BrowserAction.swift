public import Geometry

/// An input of the browser: a change by the host, a gesture or a command.
public enum BrowserAction: Hashable, Sendable {
  /// Replaces the tuning.
  case tune(BrowserTuning)
  /// Sets the size of the viewport, in device pixels.
  case resize(Size)
  /// Replaces all pages: there are `count` pages, and the current one is `index`.
  case reload(count: Int, index: Int)
  /// Inserts `count` pages before page `at`; the current page stays where it is. If animated,
  /// visible pages slide aside; otherwise they jump.
  case insert(count: Int, at: Int, animated: Bool)
  /// Removes a page. If it was the current one, the next page takes its place, or the previous page
  /// after the last one. If animated, that page slides in.
  case remove(at: Int, animated: Bool)
  /// Moves page `from` to `to`; the current page stays where it is.
  case move(from: Int, to: Int)
  /// Sets the upright size of a page's picture, in picture pixels; nil when it has none. Scalable
  /// content is resolution-independent, and fills its page however small it is.
  case content(page: Int, size: Size?, isScalable: Bool = false)

  /// A contact came down: any motion is caught.
  case press(Point)
  /// The contact was lifted without a gesture.
  case release
  /// A drag was recognised; `direction` is the movement of the contact until then.
  case panBegan(at: Point, direction: Vector)
  /// The drag has moved by `translation` since its start; the contact is at `location`.
  case panChanged(translation: Vector, location: Point)
  /// The drag ended, at `velocity` device pixels per second. With a mouse, a pull-down needs a
  /// minimum distance to close.
  case panEnded(velocity: Vector, isMouse: Bool = false)
  /// The drag was cancelled by the system.
  case panCancelled
  /// A pinch was recognised.
  case pinchBegan(centroid: Point)
  /// The fingers are `factor` times as far apart as at the start.
  case pinchChanged(factor: Double, centroid: Point)
  /// The pinch ended; `growth` is the relative change of scale per second.
  case pinchEnded(velocity: Vector, growth: Double)
  /// The pinch was cancelled by the system.
  case pinchCancelled

  /// Zooms by `factor` about a point of the viewport (the middle when nil), animated or at once.
  case zoomBy(Double, at: Point?, animated: Bool)
  /// Zooms by `factor` about a point of the viewport for wheel notches; always animated, unless
  /// motion is reduced. `isFine` is true for fractions of a notch.
  case wheelZoom(Double, at: Point, isFine: Bool)
  /// Zooms to a scale in window pixels per picture pixel.
  case zoomTo(Double, at: Point?, animated: Bool)
  /// Zooms from fit to the double-tap scale, or back to fit.
  case toggleZoom(at: Point?)
  /// Sets the meaning of fit for the current page.
  case mode(BrowserTuning.ZoomMode)
  /// Scrolls the zoomed or long picture by a vector in device pixels; a positive vector shows more
  /// of its right and lower part.
  case scroll(Vector, animated: Bool)

  /// Turns to the next (1) or previous (−1) page: with a slide that can be caught, or at once. If a
  /// picture is between its thumbnail and its page, the turn always slides.
  case turn(Int, animated: Bool)
  /// Turns to the next (1) or previous (−1) page by key: a short slide that can be caught, and that
  /// the next turn continues.
  case slide(Int)
  /// Goes to a page, by a slide or at once.
  case go(to: Int, animated: Bool)
  /// Sets the thumbnail that the current page's picture comes from and returns to; nil when it has
  /// none, and leaves by the pull-down's own motion. Hosts send it before each flight, and whenever
  /// the thumbnail may have moved.
  case home(Home?)
  /// Starts the flight of a page's picture from its thumbnail; a picture already in flight returns
  /// to its thumbnail.
  case show(page: Int)
  /// Closes the browser, as a pull-down released without velocity does.
  case close
  /// Starts, pauses or ends a slideshow.
  case slideshow(Slideshow.Command)
}

extension BrowserAction {
  /// True for an action of the user: it restarts the slideshow's count.
  var isUserAction: Bool {
    switch self {
    case .tune, .resize, .reload, .insert, .remove, .move, .content, .home, .slideshow: false
    default: true
    }
  }

  /// True for an action that puts a contact down, false for one that lifts the last contact,
  /// otherwise nil.
  var presses: Bool? {
    switch self {
    case .press: true
    case .release, .panEnded, .panCancelled, .pinchEnded, .pinchCancelled: false
    default: nil
    }
  }
}

public import Geometry

/// An input of the browser: a change by the host, a gesture or a command.
public enum BrowserAction: Hashable, Sendable {
  /// Replaces the options of the browser.
  case tune(BrowserTuning)
  /// Sets the size of the viewport, in device pixels.
  case resize(Size)
  /// Replaces all pages: the album has `count` pages now, and the current one has the index
  /// `index`.
  case reload(count: Int, index: Int)
  /// Inserts `count` pages before the page at the index `at`; the current page stays at its
  /// position on the screen. If animated, visible pages slide aside; otherwise they jump.
  case insert(count: Int, at: Int, animated: Bool)
  /// Removes the page at an index. If it was the current page, the next page takes its place, or
  /// the previous page after the last one; if animated, that page slides in.
  case remove(at: Int, animated: Bool)
  /// Moves the page at the index `from` to the index `to`; the current page stays at its position
  /// on the screen.
  case move(from: Int, to: Int)
  /// Sets the upright size of a page's picture, in picture pixels; nil while the page has none. A
  /// scalable picture is resolution-independent, and is enlarged to fill its page.
  case content(page: Int, size: Size?, isScalable: Bool = false)

  /// A contact came down at a point of the viewport: any motion is caught.
  case press(Point)
  /// The contact was lifted before a gesture was recognised.
  case release
  /// A drag was recognised, which began at a point of the viewport; `direction` is the movement of
  /// the contact until then.
  case panBegan(at: Point, direction: Vector)
  /// The drag has moved by `translation` since its start; the contact is at `location` in the
  /// viewport.
  case panChanged(translation: Vector, location: Point)
  /// The drag ended, at a velocity in device pixels per second. With a mouse, a pull-down closes
  /// the browser only after a minimum distance.
  case panEnded(velocity: Vector, isMouse: Bool = false)
  /// The drag was cancelled by the system.
  case panCancelled
  /// A pinch was recognised, whose middle is at `centroid` in the viewport.
  case pinchBegan(centroid: Point)
  /// The fingers of the pinch are `factor` times as far apart as at its start.
  case pinchChanged(factor: Double, centroid: Point)
  /// The pinch ended; `velocity` is that of its middle in device pixels per second, `growth` the
  /// relative change of scale per second.
  case pinchEnded(velocity: Vector, growth: Double)
  /// The pinch was cancelled by the system.
  case pinchCancelled

  /// Multiplies the current picture's scale by a factor, about a point of the viewport (the middle
  /// when nil), animated or at once.
  case zoomBy(Double, at: Point?, animated: Bool)
  /// Multiplies the current picture's scale by a factor, about a point of the viewport, for notches
  /// of a wheel; always animated, unless motion is reduced. `isFine` is true for fractions of a
  /// notch.
  case wheelZoom(factor: Double, at: Point, isFine: Bool)
  /// Zooms the current picture to a scale, in device pixels per picture pixel, about a point of the
  /// viewport (the middle when nil).
  case zoomTo(Double, at: Point?, animated: Bool)
  /// Zooms the current picture from fit to the double-tap scale, or back to fit, about a point of
  /// the viewport (the middle when nil).
  case toggleZoom(at: Point?)
  /// Sets the zoom mode of the current page, which decides the scale at fit.
  case mode(BrowserTuning.ZoomMode)
  /// Scrolls the zoomed or long picture by a vector in device pixels; a positive vector shows more
  /// of its right and lower part.
  case scroll(Vector, animated: Bool)

  /// Turns to the next (1) or previous (−1) page: with a slide that a contact can catch, or at
  /// once. If a picture is between its thumbnail and its page, the turn always slides.
  case turn(Int, animated: Bool)
  /// Turns to the next (1) or previous (−1) page by a key: with a short slide that a contact can
  /// catch, and that the next turn continues.
  case turnByKey(Int)
  /// Goes to the page at an index, by a slide or at once.
  case go(to: Int, animated: Bool)
  /// Sets the thumbnail that the current page's picture comes from and returns to; nil when the
  /// page has none: its picture then leaves by the motion of a pull-down. Hosts send this before
  /// each flight, and whenever the thumbnail may have moved.
  case thumbnailAnchor(ThumbnailAnchor?)
  /// Starts the flight of a page's picture from its thumbnail; the picture of another page that is
  /// already in flight returns to its thumbnail.
  case flyFromThumbnail(page: Int)
  /// Closes the browser, as a pull-down released without velocity does.
  case close
  /// Starts, pauses, resumes or ends a slideshow.
  case slideshow(Slideshow.Command)
}

extension BrowserAction {
  /// True for an action of the user, and not of the host; such an action restarts the time that the
  /// slideshow shows a page.
  var isUserAction: Bool {
    switch self {
    case .tune, .resize, .reload, .insert, .remove, .move, .content, .thumbnailAnchor, .slideshow:
      false
    default: true
    }
  }

  /// True for an action by which a contact comes down, false for one by which the last contact is
  /// lifted or cancelled, and nil for every other action.
  var isPressedAfter: Bool? {
    switch self {
    case .press: true
    case .release, .panEnded, .panCancelled, .pinchEnded, .pinchCancelled: false
    default: nil
    }
  }
}

public import Geometry

/// Everything that can be done to a browser.
public enum BrowserAction: Hashable, Sendable {
  /// Other laws and lengths are in force.
  case tune(BrowserTuning)
  /// The viewport has this size, in points.
  case resize(Size)
  /// There are this many pages; the current one is now `index`.
  case reload(count: Int, index: Int)
  /// `count` pages were put in before `index`; the current one stays where it is. Animated, the
  /// others that are seen make room, or else they are elsewhere at once.
  case insert(count: Int, at: Int, animated: Bool)
  /// The page `index` was taken away: the next one takes its place, the last one's is the previous.
  /// Animated, it slides in.
  case remove(at: Int, animated: Bool)
  /// The page that was `from` is `to` from now on; the current one stays where it is.
  case move(from: Int, to: Int)
  /// The picture of a page has this size, in its own pixels, upright; nil when it has none. One that
  /// is scalable has no pixels, and fills its page however small it is.
  case content(page: Int, size: Size?, isScalable: Bool = false)

  /// A contact came down: whatever moves is caught.
  case press(Point)
  /// The contact went away without a gesture.
  case release
  /// A drag was recognised; `direction` is how the hand moved until then.
  case panBegan(at: Point, direction: Vector)
  /// The drag is `translation` from its beginning, the hand at `location`.
  case panChanged(translation: Vector, location: Point)
  /// The hand let go, in points per second; a mouse has to pull further to close than a finger.
  case panEnded(velocity: Vector, isMouse: Bool = false)
  /// The drag was taken away.
  case panCancelled
  /// Two fingers came together around a point.
  case pinchBegan(centroid: Point)
  /// They are `factor` times as far apart as at the beginning.
  case pinchChanged(factor: Double, centroid: Point)
  /// They let go; growth is the relative change of scale per second.
  case pinchEnded(velocity: Vector, growth: Double)
  /// The pinch was taken away.
  case pinchCancelled

  /// Zooms by `factor` about a point (the middle when nil), gliding or at once.
  case zoomBy(Double, at: Point?, animated: Bool)
  /// Zooms by `factor` about a point, as notches of a wheel do: they glide however fast they follow
  /// each other. Fine for fractions of a notch.
  case wheelZoom(Double, at: Point, isFine: Bool)
  /// Zooms to a scale, window pixels per picture pixel.
  case zoomTo(Double, at: Point?, animated: Bool)
  /// Between fit and the double-tap scale.
  case toggleZoom(at: Point?)
  /// Another meaning of fit, for this page.
  case mode(ZoomMode)
  /// Moves the picture under the viewport; positive shows what is right and below.
  case scroll(Vector, animated: Bool)

  /// One page on (1) or back (−1): a slide that can be caught, or at once. A picture between its
  /// thumbnail and its page is never turned away at once: it slides.
  case turn(Int, animated: Bool)
  /// One page on (1) or back (−1) by a rested key: a short slide that can be caught, and that the
  /// next one goes on from.
  case slide(Int)
  /// To a page.
  case go(to: Int, animated: Bool)
  /// The current page's picture comes from and goes back to this place; nil when it has none, and
  /// leaves as it is. Asked for again before each flight, and whenever the place may have moved.
  case home(Home?)
  /// Flies a page up from its thumbnail; one that is in the air meanwhile flies home.
  case show(page: Int)
  /// Closes, as if let go at rest.
  case close
  /// Begins, holds or ends a slideshow.
  case slideshow(Slideshow.Command)
}

extension BrowserAction {
  /// True for what a person does: a slideshow waits until it is over, and then begins its count
  /// anew.
  var isOfPerson: Bool {
    switch self {
    case .tune, .resize, .reload, .insert, .remove, .move, .content, .home, .slideshow: false
    default: true
    }
  }

  /// True when a contact comes down by it, false when the last one goes; nil when neither.
  var presses: Bool? {
    switch self {
    case .press: true
    case .release, .panEnded, .panCancelled, .pinchEnded, .pinchCancelled: false
    default: nil
    }
  }
}

package import Geometry

/// The role of a recognised pan. It is decided once, and kept until release.
package enum PanIntent: Hashable, Sendable {
  /// The pan turns the page.
  case page
  /// The pan moves the zoomed or long picture.
  case move
  /// The pan is a pull-down, which can close the browser.
  case pull

  /// The input of the decision.
  package struct Situation: Hashable, Sendable {
    /// The movement of the contact until recognition, in device pixels.
    package var direction: Vector
    /// The allowed positions of the picture.
    package var bounds: PanBounds
    /// The position of the picture's top left corner in its page.
    package var corner: Point
    /// The direction of paging.
    package var axis: Axis
    /// True when the picture is larger than fit.
    package var isZoomed: Bool
    /// The rules of the pull-down.
    package var profile: BrowserTuning.DismissProfile
    /// Whether pull-downs are enabled; see ``BrowserTuning/isDismissGestureEnabled``.
    package var isPullEnabled: Bool

    package init(
      direction: Vector, bounds: PanBounds, corner: Point, axis: Axis, isZoomed: Bool,
      profile: BrowserTuning.DismissProfile, isPullEnabled: Bool
    ) {
      self.direction = direction
      self.bounds = bounds
      self.corner = corner
      self.axis = axis
      self.isZoomed = isZoomed
      self.profile = profile
      self.isPullEnabled = isPullEnabled
    }
  }

  /// Decides: a drag along the paging axis moves the picture if it can move that way, and turns the
  /// page otherwise. A downward drag pulls if the picture's top is visible. Any other drag moves a
  /// picture that can move, and turns the page otherwise.
  ///
  /// - Source: PhotoSwipe's rule of drags that begin at an edge; JXPhotoBrowser's conditions for a
  ///   pull-down.
  package init(_ s: Situation) {
    let along = s.direction[s.axis]
    let across = s.direction[s.axis.cross]
    let isAlong = abs(along) > abs(across)
    if isAlong {
      self = s.bounds.hasRoom(for: along, from: s.corner, along: s.axis) ? .move : .page
      return
    }
    // The picture's top is visible when its corner is at the upper bound.
    let showsTop = !s.bounds.hasRoom(for: 1, from: s.corner, along: .vertical)
    let mayPull =
      s.isPullEnabled && s.axis == .horizontal && s.direction.dy >= 0 && showsTop
      && (!s.isZoomed || s.profile.allowsZoomed)
    if mayPull {
      self = .pull
    } else {
      self =
        s.bounds.canMove(along: .vertical) || s.bounds.canMove(along: .horizontal)
        ? .move : .page
    }
  }
}

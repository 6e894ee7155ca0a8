package import Geometry

/// The effect of a pan, chosen once when the pan is recognised, and kept until its release.
package enum PanIntent: Hashable, Sendable {
  /// The pan turns the page.
  case turnPages
  /// The pan moves the zoomed or long picture in its page.
  case panPicture
  /// The pan is a pull-down, which can close the browser.
  case pullDown

  /// The facts on which the effect of a pan depends.
  package struct Situation: Hashable, Sendable {
    /// The movement of the contact until the pan was recognised, in device pixels.
    package var direction: Vector
    /// The allowed positions of the picture in its page.
    package var bounds: PanBounds
    /// The position of the picture's top left corner in its page, in device pixels.
    package var pictureCorner: Point
    /// The axis along which pages are turned.
    package var axis: Axis
    /// True when the picture is shown larger than at fit.
    package var isZoomed: Bool
    /// The rules of a pull-down: its scale, the backdrop's opacity, and whether a zoomed picture
    /// can be pulled down.
    package var profile: BrowserTuning.DismissProfile
    /// Whether pull-downs are enabled; see ``BrowserTuning/isDismissGestureEnabled``.
    package var isPullDownEnabled: Bool

    package init(
      direction: Vector, bounds: PanBounds, pictureCorner: Point, axis: Axis, isZoomed: Bool,
      profile: BrowserTuning.DismissProfile, isPullDownEnabled: Bool
    ) {
      self.direction = direction
      self.bounds = bounds
      self.pictureCorner = pictureCorner
      self.axis = axis
      self.isZoomed = isZoomed
      self.profile = profile
      self.isPullDownEnabled = isPullDownEnabled
    }
  }

  /// Chooses the effect of a pan. A drag along the paging axis moves the picture if the picture can
  /// move that way, and turns the page otherwise. A downward drag pulls the picture down if its top
  /// is visible and pull-downs are allowed. Any other drag moves a picture that can move, and turns
  /// the page otherwise.
  ///
  /// - Source: PhotoSwipe's rule of drags that begin at an edge; JXPhotoBrowser's conditions for a
  ///   pull-down.
  package init(_ s: Situation) {
    let along = s.direction[s.axis]
    let across = s.direction[s.axis.cross]
    let isAlong = abs(along) > abs(across)
    if isAlong {
      self =
        s.bounds.hasRoom(for: along, from: s.pictureCorner, along: s.axis)
        ? .panPicture : .turnPages
      return
    }
    // The picture's top is visible when its top left corner is at the upper bound of its positions.
    let showsTop = !s.bounds.hasRoom(for: 1, from: s.pictureCorner, along: .vertical)
    let mayPull =
      s.isPullDownEnabled && s.axis == .horizontal && s.direction.dy >= 0 && showsTop
      && (!s.isZoomed || s.profile.allowsPullDownWhileZoomed)
    if mayPull {
      self = .pullDown
    } else {
      self =
        s.bounds.canMove(along: .vertical) || s.bounds.canMove(along: .horizontal)
        ? .panPicture : .turnPages
    }
  }
}

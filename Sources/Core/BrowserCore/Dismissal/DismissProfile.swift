import Motion

extension BrowserTuning {
  /// The rules of a pull-down: the picture's scale during the drag, the backdrop's opacity, and the
  /// conditions under which a release closes the browser.
  public enum DismissProfile: Hashable, Sendable, CaseIterable {
    /// The rules of PhotoBrowser 0.2.6 and JXPhotoBrowser 3.x: a release closes when its velocity
    /// is directed downwards.
    case jxPhotoBrowser3
    /// The rules of JXPhotoBrowser 4.x: a release closes after a long enough distance or at a high
    /// enough speed; a zoomed picture cannot be pulled down.
    case jxPhotoBrowser4
    /// The default rules: those of JXPhotoBrowser 4 with the scale of JXPhotoBrowser 3. Instead of
    /// a quarter of the viewport's height, the distance projected by the velocity must reach 13 %
    /// of the height.
    case projected

    /// The minimum scale of the picture during a pull-down, relative to its size at rest.
    public var minScale: Double { self == .jxPhotoBrowser4 ? 0.5 : 0.3 }

    /// The decrease of the backdrop's opacity per decrease of the picture's scale, where that scale
    /// has no minimum: opacity 0 is reached after two thirds of the viewport's height.
    ///
    /// - Source: JXPhotoBrowser 4.1.0.
    private static let backdropOpacityPerScale = 1.5
    /// The distance of a pull-down from which its release closes the browser, as a share of the
    /// viewport's height.
    ///
    /// - Source: JXPhotoBrowser 4.1.0.
    private static let closingDistanceShare = 0.25
    /// The distance of a pull-down, projected by its velocity, from which its release closes the
    /// browser, as a share of the viewport's height.
    ///
    /// - Source: PhotoSwipe 5, 0.4 of a third of the height.
    private static let projectedClosingDistanceShare = 0.13
    /// The deceleration of an imagined motion after the release, whose distance is added to that of
    /// the pull-down in ``projected``.
    ///
    /// - Source: PhotoSwipe 5.
    private static let deceleration = Decay(factorPerMillisecond: 0.995)
    /// The downward speed from which a release closes the browser, in points per second.
    ///
    /// - Source: JXPhotoBrowser 4.1.0.
    private static let closingSpeed = 500.0
    /// The minimum distance from which a release by mouse closes the browser in ``projected``, as a
    /// share of the viewport's height. Shorter drags may be clicks with a fast movement of the
    /// mouse.
    private static let minMouseClosingDistanceShare = 0.03
    /// The downward speed above which a release closes the browser in ``jxPhotoBrowser3``, in
    /// points per second. Lower speeds occur when a finger rests.
    private static let maxRestingFingerSpeed = 8.0

    /// The picture's scale, relative to its size at rest, after a pull-down by `distance` in a
    /// viewport of height `height`, both in device pixels.
    public func scale(distance: Double, height: Double) -> Double {
      min(1, max(minScale, Self.unclampedScale(distance: distance, height: height)))
    }

    /// The value of ``scale(distance:height:)`` before it is limited to the range from ``minScale``
    /// to 1.
    static func unclampedScale(distance: Double, height: Double) -> Double {
      height > 0 ? 1 - distance / height : 1
    }

    /// True when the backdrop's opacity depends on the picture's scale without its minimum, so that
    /// the backdrop can become transparent.
    var backdropIgnoresMinScale: Bool { self != .jxPhotoBrowser3 }

    /// The backdrop's opacity at the scale s of the picture: s² in ``jxPhotoBrowser3``, else 1 −
    /// 1.5·(1 − s), at least 0.
    ///
    /// - Parameter scale: the picture's scale s relative to its size at rest; except in
    ///   ``jxPhotoBrowser3``, the scale before its minimum is applied.
    public func backdrop(scale: Double) -> Double {
      let s = min(1, max(0, scale))
      return backdropIgnoresMinScale ? max(0, 1 - Self.backdropOpacityPerScale * (1 - s)) : s * s
    }

    /// True when the release of a pull-down closes the browser.
    ///
    /// - Parameters:
    ///   - distance: distance pulled down, in points.
    ///   - velocity: velocity downwards, in points per second.
    ///   - height: the viewport's height, in points.
    ///   - isMouse: true for a pull-down by mouse, which in ``projected`` never closes below 3 % of
    ///     the height. Default false.
    public func closes(distance: Double, velocity: Double, height: Double, isMouse: Bool = false)
      -> Bool
    {
      switch self {
      case .jxPhotoBrowser3: velocity > Self.maxRestingFingerSpeed
      case .jxPhotoBrowser4:
        distance > height * Self.closingDistanceShare || velocity > Self.closingSpeed
      case .projected:
        !(isMouse && distance < height * Self.minMouseClosingDistanceShare)
          && (distance + Self.deceleration.distance(velocity: velocity) >= height
            * Self.projectedClosingDistanceShare
            || velocity >= Self.closingSpeed)
      }
    }

    /// True when a zoomed picture whose top is visible may be pulled down.
    public var allowsPullDownWhileZoomed: Bool { self == .jxPhotoBrowser3 }
  }
}

import Motion

/// A law of pulling a picture down: its scale in the hand, the backdrop's opacity, and the releases
/// that close.
public enum DismissProfile: Hashable, Sendable, CaseIterable {
  /// PhotoBrowser 0.2.6 and JXPhotoBrowser 3.x: the direction of the release velocity decides.
  case jxPhotoBrowser3
  /// JXPhotoBrowser 4.x: distance or speed decides; never while zoomed.
  case jxPhotoBrowser4
  /// The default: the laws of JXPhotoBrowser 4 with the scale of JXPhotoBrowser 3, and with a
  /// projected distance instead of a quarter of the height.
  case projected

  /// The smallest scale of the picture in the hand.
  public var minimumScale: Double { self == .jxPhotoBrowser4 ? 0.5 : 0.3 }

  /// Decrease of the backdrop's opacity over that of the unfloored scale: opacity 0 is reached after
  /// two thirds of the viewport's height.
  ///
  /// - Source: JXPhotoBrowser 4.1.0.
  private static let backdropRate = 1.5
  /// Distance that closes, as a share of the viewport's height.
  ///
  /// - Source: JXPhotoBrowser 4.1.0.
  private static let closingShare = 0.25
  /// Projected distance that closes, as a share of the viewport's height.
  ///
  /// - Source: PhotoSwipe 5, 0.4 of a third of the height.
  private static let projectedShare = 0.13
  /// Deceleration by which the distance is projected.
  ///
  /// - Source: PhotoSwipe 5.
  private static let deceleration = Decay(perMillisecond: 0.995)
  /// Downward speed that closes, in points per second.
  ///
  /// - Source: JXPhotoBrowser 4.1.0.
  private static let closingSpeed = 500.0
  /// Smallest distance of a pull by mouse that can close, as a share of the viewport's height: a
  /// click may drift by some pixels, and fast.
  private static let minimumMouseShare = 0.03
  /// Profile 3: a slower release has no direction, in points per second. A hand that holds still
  /// trembles.
  private static let stillSpeed = 8.0

  /// The picture's scale after pulling `distance` points down a viewport `height` points high.
  public func scale(distance: Double, height: Double) -> Double {
    min(1, max(minimumScale, Self.unflooredScale(distance: distance, height: height)))
  }

  /// The scale law without its limits.
  static func unflooredScale(distance: Double, height: Double) -> Double {
    height > 0 ? 1 - distance / height : 1
  }

  /// True when the backdrop follows the unfloored scale, and therefore becomes transparent.
  var backdropIsUnfloored: Bool { self != .jxPhotoBrowser3 }

  /// The backdrop's opacity: s² in profile 3, else 1 − 1.5·(1 − s).
  ///
  /// - Parameter scale: the picture's scale s in profile 3, else the scale without its minimum.
  public func backdrop(scale: Double) -> Double {
    let s = min(1, max(0, scale))
    return backdropIsUnfloored ? max(0, 1 - Self.backdropRate * (1 - s)) : s * s
  }

  /// True when a release closes.
  ///
  /// - Parameters:
  ///   - distance: distance pulled down, in points.
  ///   - velocity: velocity downwards, in points per second.
  ///   - height: the viewport's height, in points.
  ///   - isMouse: true for a pull by mouse, which never closes by ``projected`` below 3 % of the
  ///     height. Default false.
  public func closes(distance: Double, velocity: Double, height: Double, isMouse: Bool = false)
    -> Bool
  {
    switch self {
    case .jxPhotoBrowser3: velocity > Self.stillSpeed
    case .jxPhotoBrowser4: distance > height * Self.closingShare || velocity > Self.closingSpeed
    case .projected:
      !(isMouse && distance < height * Self.minimumMouseShare)
        && (distance + Self.deceleration.travel(velocity: velocity) >= height * Self.projectedShare
          || velocity >= Self.closingSpeed)
    }
  }

  /// True when a zoomed picture whose top is visible may be pulled down.
  public var allowsZoomed: Bool { self == .jxPhotoBrowser3 }
}

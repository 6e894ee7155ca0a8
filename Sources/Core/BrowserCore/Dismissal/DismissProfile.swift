/// The laws of pulling a picture down, as two generations of one photo browser have them.
public enum DismissProfile: Hashable, Sendable, CaseIterable {
  /// PhotoBrowser 0.2.6 and JXPhotoBrowser 3.x: the sign of the velocity decides.
  case jxPhotoBrowser3
  /// JXPhotoBrowser 4.x: distance or speed decides; never while zoomed.
  case jxPhotoBrowser4

  /// How small the picture gets.
  public var minimumScale: Double { self == .jxPhotoBrowser3 ? 0.3 : 0.5 }

  /// Profile 4: the backdrop is gone after two thirds of the viewport's height.
  private static let backdropRate = 1.5
  /// Profile 4: pulled further than this share of the height closes.
  private static let closingShare = 0.25
  /// Profile 4: faster than this closes, in points per second.
  private static let closingSpeed = 500.0
  /// Profile 3: slower than this is no movement, in points per second. A hand that holds still
  /// still trembles.
  private static let stillSpeed = 8.0

  /// The picture's scale after pulling `distance` points down a viewport `height` points high.
  public func scale(distance: Double, height: Double) -> Double {
    min(1, max(minimumScale, Self.freeScale(distance: distance, height: height)))
  }

  /// The same law without its limits.
  static func freeScale(distance: Double, height: Double) -> Double {
    height > 0 ? 1 - distance / height : 1
  }

  /// How much of the backdrop is left at picture scale `scale`: s², or 1 − 1.5·dy/H.
  public func backdrop(scale: Double) -> Double {
    let s = min(1, max(0, scale))
    return self == .jxPhotoBrowser3 ? s * s : max(0, 1 - Self.backdropRate * (1 - s))
  }

  /// True when letting go now closes.
  ///
  /// - Parameters:
  ///   - distance: pulled down, in points.
  ///   - velocity: downwards, in points per second.
  public func closes(distance: Double, velocity: Double, height: Double) -> Bool {
    switch self {
    case .jxPhotoBrowser3: velocity > Self.stillSpeed
    case .jxPhotoBrowser4: distance > height * Self.closingShare || velocity > Self.closingSpeed
    }
  }

  /// True when a zoomed picture whose top is visible may be pulled down.
  public var allowsZoomed: Bool { self == .jxPhotoBrowser3 }
}

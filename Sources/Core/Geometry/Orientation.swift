/// The eight orientations of a stored picture; raw values are those of EXIF tag 0x0112.
///
/// - Source: EXIF 2.32, 4.6.5.1 (Orientation).
public enum Orientation: Int, Hashable, Sendable, CaseIterable {
  /// The picture is stored upright.
  case up = 1
  /// The picture is stored mirrored left to right.
  case upMirrored = 2
  /// The picture is stored upside down: rotated by 180°.
  case down = 3
  /// The picture is stored mirrored top to bottom.
  case downMirrored = 4
  /// The picture is stored transposed: mirrored about the diagonal from the top left.
  case leftMirrored = 5
  /// The stored picture is rotated by 90° clockwise for display.
  case right = 6
  /// The picture is stored mirrored about the diagonal from the top right.
  case rightMirrored = 7
  /// The stored picture is rotated by 90° anticlockwise for display.
  case left = 8

  /// True when the width of the upright picture is the height of the stored one.
  public var swapsAxes: Bool { rawValue >= 5 }

  /// The upright size of a picture stored with `size`.
  public func upright(_ size: Size) -> Size { swapsAxes ? size.transposed : size }

  /// The position of the stored pixel that is displayed at (`x`, `y`) of the upright picture; both
  /// positions are counted in pixels from the top left corner.
  ///
  /// - Parameters:
  ///   - width: width of the stored picture in pixels.
  ///   - height: height of the stored picture in pixels.
  public func storedPixel(x: Int, y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
    switch self {
    case .up: (x, y)
    case .upMirrored: (width - 1 - x, y)
    case .down: (width - 1 - x, height - 1 - y)
    case .downMirrored: (x, height - 1 - y)
    case .leftMirrored: (y, x)
    case .right: (y, height - 1 - x)
    case .rightMirrored: (width - 1 - y, height - 1 - x)
    case .left: (width - 1 - y, x)
    }
  }

  /// The orientation that undoes this one.
  public var inverse: Orientation {
    switch self {
    case .right: .left
    case .left: .right
    case .up, .upMirrored, .down, .downMirrored, .leftMirrored, .rightMirrored: self
    }
  }

  /// The single orientation with the effect of this one followed by `next`.
  public func followed(by next: Orientation) -> Orientation {
    // Mirroring reverses the direction of every earlier rotation.
    let sum =
      next.isMirrored ? next.quarterTurns - quarterTurns : next.quarterTurns + quarterTurns
    return Orientation(quarterTurns: (sum + 4) % 4, isMirrored: isMirrored != next.isMirrored)
  }

  /// True when the orientation contains a reflection, and not only a rotation.
  public var isMirrored: Bool {
    switch self {
    case .upMirrored, .downMirrored, .leftMirrored, .rightMirrored: true
    case .up, .down, .left, .right: false
    }
  }

  /// The number of clockwise quarter turns that make a stored picture upright; a picture of a
  /// mirrored orientation is first mirrored left to right.
  private var quarterTurns: Int {
    switch self {
    case .up, .upMirrored: 0
    case .right, .rightMirrored: 1
    case .down, .downMirrored: 2
    case .left, .leftMirrored: 3
    }
  }

  private init(quarterTurns: Int, isMirrored: Bool) {
    let plain: [Orientation] = [.up, .right, .down, .left]
    let mirrored: [Orientation] = [.upMirrored, .rightMirrored, .downMirrored, .leftMirrored]
    self = (isMirrored ? mirrored : plain)[quarterTurns]
  }
}

/// The eight orientations of a stored picture; raw values are those of EXIF tag 0x0112.
///
/// - Source: EXIF 2.32, 4.6.5.1 (Orientation).
public enum Orientation: Int, Hashable, Sendable, CaseIterable {
  /// Stored upright.
  case up = 1
  /// Stored mirrored left to right.
  case upMirrored = 2
  /// Stored upside down: rotated by 180°.
  case down = 3
  /// Stored mirrored top to bottom.
  case downMirrored = 4
  /// Stored transposed: mirrored about the diagonal from the top left.
  case leftMirrored = 5
  /// Displayed after a rotation by 90° clockwise.
  case right = 6
  /// Stored mirrored about the diagonal from the top right.
  case rightMirrored = 7
  /// Displayed after a rotation by 90° anticlockwise.
  case left = 8

  /// True when the upright width is the stored height.
  public var swapsAxes: Bool { rawValue >= 5 }

  /// The upright size of a picture stored with `size`.
  public func upright(_ size: Size) -> Size { swapsAxes ? size.transposed : size }

  /// The stored pixel that is displayed at the upright pixel (`x`, `y`).
  ///
  /// - Parameters:
  ///   - width: stored width in pixels.
  ///   - height: stored height in pixels.
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

  /// The orientation that reverses this one.
  public var inverse: Orientation {
    switch self {
    case .right: .left
    case .left: .right
    case .up, .upMirrored, .down, .downMirrored, .leftMirrored, .rightMirrored: self
    }
  }

  /// The orientation equal to applying this one and then `next`.
  public func followed(by next: Orientation) -> Orientation {
    // Mirroring reverses the direction of every earlier rotation.
    let turns = next.isMirrored ? next.turns - turns : next.turns + turns
    return Orientation(turns: (turns + 4) % 4, isMirrored: isMirrored != next.isMirrored)
  }

  /// True when the orientation contains a reflection, and not only a rotation.
  public var isMirrored: Bool {
    switch self {
    case .upMirrored, .downMirrored, .leftMirrored, .rightMirrored: true
    case .up, .down, .left, .right: false
    }
  }

  /// The rotation in quarter turns clockwise; a mirrored orientation is mirrored left to right
  /// before it.
  private var turns: Int {
    switch self {
    case .up, .upMirrored: 0
    case .right, .rightMirrored: 1
    case .down, .downMirrored: 2
    case .left, .leftMirrored: 3
    }
  }

  private init(turns: Int, isMirrored: Bool) {
    let plain: [Orientation] = [.up, .right, .down, .left]
    let mirrored: [Orientation] = [.upMirrored, .rightMirrored, .downMirrored, .leftMirrored]
    self = (isMirrored ? mirrored : plain)[turns]
  }
}

/// The eight ways a stored picture can be placed upright; raw values are those of EXIF tag 0x0112.
///
/// - Source: EXIF 2.32, 4.6.5.1 (Orientation).
public enum Orientation: Int, Hashable, Sendable, CaseIterable {
  /// Stored upright.
  case up = 1
  /// Mirrored left to right.
  case upMirrored = 2
  /// Turned by half a turn.
  case down = 3
  /// Mirrored top to bottom.
  case downMirrored = 4
  /// Mirrored about the main diagonal.
  case leftMirrored = 5
  /// To be turned a quarter clockwise.
  case right = 6
  /// Mirrored about the other diagonal.
  case rightMirrored = 7
  /// To be turned a quarter anticlockwise.
  case left = 8

  /// True when upright width is stored height.
  public var swapsAxes: Bool { rawValue >= 5 }

  /// The upright size of a picture stored with `size`.
  public func upright(_ size: Size) -> Size { swapsAxes ? size.transposed : size }

  /// The stored pixel that shows at the upright pixel (`x`, `y`).
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

  /// The placement that undoes this one.
  public var inverse: Orientation {
    switch self {
    case .right: .left
    case .left: .right
    case .up, .upMirrored, .down, .downMirrored, .leftMirrored, .rightMirrored: self
    }
  }

  /// The one placement that does what this one and then `next` do.
  public func followed(by next: Orientation) -> Orientation {
    // A mirroring turns every turn before it around.
    let turns = next.isMirrored ? next.turns - turns : next.turns + turns
    return Orientation(turns: (turns + 4) % 4, isMirrored: isMirrored != next.isMirrored)
  }

  /// True when no turning alone places the picture.
  public var isMirrored: Bool {
    switch self {
    case .upMirrored, .downMirrored, .leftMirrored, .rightMirrored: true
    case .up, .down, .left, .right: false
    }
  }

  /// Quarter turns clockwise, after mirroring left to right when it is mirrored.
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

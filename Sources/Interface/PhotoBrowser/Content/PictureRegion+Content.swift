import Geometry
public import Pixels

nonisolated extension PictureRegion {
  /// Makes the region that is visible at `placement`, enlarged by a margin; nil when nothing of the
  /// content is visible.
  ///
  /// At rest a placement lies on whole pixels, and so does the region: its pixels are those of the
  /// screen.
  ///
  /// - Parameters:
  ///   - margin: the enlargement on every side, as a share of the visible size. Default: 0.
  ///   - reduction: the number of screen pixels per pixel of the region, in each direction.
  ///     Default: 1.
  public init?(_ placement: ContentPlacement, margin: Double = 0, reduction: Double = 1) {
    let rect = placement.rect.divided(by: reduction).pixelAligned
    let seen = placement.visible.divided(by: reduction).roundedOut
    let more = Vector(
      dx: (seen.width * margin).rounded(.up), dy: (seen.height * margin).rounded(.up))
    let wanted = Rect(
      x: seen.minX - more.dx, y: seen.minY - more.dy, width: seen.width + 2 * more.dx,
      height: seen.height + 2 * more.dy)
    guard let part = wanted.intersection(rect), rect.width < 1e9, rect.height < 1e9 else {
      return nil
    }
    self.init(
      whole: PixelSize(width: Int(rect.width), height: Int(rect.height)),
      x: Int(part.minX - rect.minX), y: Int(part.minY - rect.minY),
      size: PixelSize(width: Int(part.width), height: Int(part.height)))
  }

  /// Whether `other` lies within this region and has the same scale.
  public func contains(_ other: PictureRegion) -> Bool {
    whole == other.whole && x <= other.x && y <= other.y
      && x + size.width >= other.x + other.size.width
      && y + size.height >= other.y + other.size.height
  }

  /// The rectangle of the region when the whole content is drawn in `rect`, in the same
  /// coordinates.
  func rect(in rect: Rect) -> Rect {
    let kx = rect.width / Double(max(1, whole.width))
    let ky = rect.height / Double(max(1, whole.height))
    return Rect(
      x: rect.minX + Double(x) * kx, y: rect.minY + Double(y) * ky,
      width: Double(size.width) * kx, height: Double(size.height) * ky)
  }
}

extension Rect {
  /// The same rectangle with all coordinates divided by `unit`.
  fileprivate nonisolated func divided(by unit: Double) -> Rect {
    Rect(x: minX / unit, y: minY / unit, width: width / unit, height: height / unit)
  }
}

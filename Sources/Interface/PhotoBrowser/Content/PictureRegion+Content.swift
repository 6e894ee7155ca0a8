import Geometry
public import Pixels

nonisolated extension PictureRegion {
  /// The part that is seen at `place`, and a share of its size more on every side; nil when nothing is
  /// seen.
  ///
  /// At rest a place is on whole pixels, and so is the part: its pixels are the screen's.
  ///
  /// - Parameter reduction: how many of the screen's pixels are one of the part's.
  public init?(_ place: ContentPlace, margin: Double = 0, reduction: Double = 1) {
    let rect = place.rect.reduced(by: reduction).pixelAligned
    let seen = place.visible.reduced(by: reduction).roundedOut
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

  /// True when all of `other` is part of it, at the same scale.
  public func contains(_ other: PictureRegion) -> Bool {
    whole == other.whole && x <= other.x && y <= other.y
      && x + size.width >= other.x + other.size.width
      && y + size.height >= other.y + other.size.height
  }

  /// Where it is when all of the content is at `rect`.
  func rect(in rect: Rect) -> Rect {
    let kx = rect.width / Double(max(1, whole.width))
    let ky = rect.height / Double(max(1, whole.height))
    return Rect(
      x: rect.minX + Double(x) * kx, y: rect.minY + Double(y) * ky,
      width: Double(size.width) * kx, height: Double(size.height) * ky)
  }
}

extension Rect {
  /// The same in units that are so many times larger.
  fileprivate nonisolated func reduced(by unit: Double) -> Rect {
    Rect(x: minX / unit, y: minY / unit, width: width / unit, height: height / unit)
  }
}

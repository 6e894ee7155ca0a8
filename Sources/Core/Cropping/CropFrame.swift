package import Geometry
import RealModule

/// The frame of a crop over a picture that may be rotated by an angle: always inside the picture,
/// with the wanted ratio of its sides.
///
/// Points and lengths are in pixels of the upright picture. *Rotated coordinates* are those of the
/// screen: the picture is rotated about its centre, and the sides of the frame are horizontal and
/// vertical.
package struct CropFrame: Hashable, Sendable {
  /// The ratio of width to height that the frame must have.
  package enum Aspect: Hashable, Sendable {
    case free
    /// The ratio of the picture's width to its height.
    case original
    /// The ratio of two numbers: width, then height.
    case ratio(width: Double, height: Double)
  }

  /// An edge or a corner of the frame, at which the frame is dragged.
  package struct Handle: Hashable, Sendable {
    /// −1 for the left edge, 1 for the right edge, 0 for neither.
    package var x: Int
    /// −1 for the top edge, 1 for the bottom edge, 0 for neither.
    package var y: Int

    package init(x: Int, y: Int) {
      self.x = x
      self.y = y
    }

    /// All corners and edges of the frame, the corners first.
    package static let all = [
      Handle(x: -1, y: -1), Handle(x: 1, y: -1), Handle(x: -1, y: 1), Handle(x: 1, y: 1),
      Handle(x: 0, y: -1), Handle(x: 0, y: 1), Handle(x: -1, y: 0), Handle(x: 1, y: 0),
    ]
  }

  /// The size of the upright picture, in its pixels.
  package let pictureSize: Size
  /// The angle by which the picture is rotated clockwise, in degrees, −45 to 45.
  package private(set) var angle = 0.0
  /// The wanted ratio of the frame's width to its height.
  package private(set) var aspect = Aspect.free
  /// Whether width and height of the wanted ratio are exchanged.
  package private(set) var isAspectSwapped = false
  /// The point of the upright picture that is in the middle of the frame, in picture pixels.
  private var center: Point
  private var size: Size
  /// The size to which the user has dragged the frame last, in picture pixels; the sizes for other
  /// ratios and angles are derived from it.
  private var lastDraggedSize: Size

  /// The maximum magnitude of ``angle``, in degrees.
  package static let maxAngle = 45.0
  /// The minimum length of a side of the frame in picture pixels; less in a smaller picture.
  package static let minSide = 16.0
  /// The excess of the frame over the picture, in picture pixels, that is tolerated as a rounding
  /// error.
  private static let tolerance = 1e-6

  /// Makes the frame around a whole picture, whose size is in pixels.
  package init(_ picture: Size) {
    pictureSize = picture
    center = Point(x: pictureSize.width / 2, y: pictureSize.height / 2)
    size = picture
    lastDraggedSize = picture
  }

  // MARK: Places

  /// The frame in rotated coordinates: those of the screen, where the picture is rotated and the
  /// frame is upright, in picture pixels.
  package var rect: Rect { Rect(center: rotated(center), size: size) }

  /// Whether the frame contains the whole picture, and the picture is not rotated.
  package var isWholePicture: Bool {
    angle == 0 && size.width > pictureSize.width - 0.5 && size.height > pictureSize.height - 0.5
  }

  private var pictureCenter: Point { Point(x: pictureSize.width / 2, y: pictureSize.height / 2) }
  private var sine: Double { .sin(angle * .pi / 180) }
  private var cosine: Double { .cos(angle * .pi / 180) }

  /// The rotated coordinates, in which the picture is rotated, of a point of the upright picture.
  package func rotated(_ point: Point) -> Point {
    let v = point - pictureCenter
    return pictureCenter
      + Vector(dx: v.dx * cosine - v.dy * sine, dy: v.dx * sine + v.dy * cosine)
  }

  /// The point of the upright picture that has the rotated coordinates `point`, in which the
  /// picture is rotated.
  package func unrotated(_ point: Point) -> Point {
    let v = point - pictureCenter
    return pictureCenter
      + Vector(dx: v.dx * cosine + v.dy * sine, dy: v.dy * cosine - v.dx * sine)
  }

  /// Half of the extent, along the axes of the upright picture, of a frame of size `size`, whose
  /// sides are rotated against these axes.
  private func boundingHalfExtent(ofFrame size: Size) -> Size {
    let (s, c) = (abs(sine), abs(cosine))
    return Size(
      width: (size.width * c + size.height * s) / 2,
      height: (size.width * s + size.height * c) / 2)
  }

  /// Whether every corner of the frame lies inside the picture.
  package var isInsidePicture: Bool {
    let halfExtent = boundingHalfExtent(ofFrame: size)
    return center.x >= halfExtent.width - Self.tolerance
      && center.x <= pictureSize.width - halfExtent.width + Self.tolerance
      && center.y >= halfExtent.height - Self.tolerance
      && center.y <= pictureSize.height - halfExtent.height + Self.tolerance
  }

  // MARK: Ratio

  /// The wanted ratio of the frame's width to its height; nil for a free ratio.
  package var ratio: Double? {
    let value: Double
    switch aspect {
    case .free: return nil
    case .original: value = pictureSize.width / max(1, pictureSize.height)
    case .ratio(let width, let height): value = width / height
    }
    return isAspectSwapped ? 1 / value : value
  }

  /// Sets the wanted ratio of the frame, with ``isAspectSwapped`` false. The frame becomes the
  /// largest one with that ratio inside the size to which it was dragged last.
  package mutating func set(_ aspect: Aspect) {
    self.aspect = aspect
    isAspectSwapped = false
    deriveSizeFromLastDrag()
  }

  /// Exchanges width and height of the wanted ratio, or of the frame itself when the ratio is free.
  package mutating func swapSides() {
    if aspect == .free { lastDraggedSize = size.transposed } else { isAspectSwapped.toggle() }
    deriveSizeFromLastDrag()
  }

  /// Rotates the picture to an angle in degrees, positive clockwise, limited to −45…45. The point
  /// of the picture in the middle of the frame stays there as far as possible, and the frame
  /// shrinks as far as necessary.
  package mutating func rotate(to angle: Double) {
    guard angle.isFinite else { return }
    self.angle = min(max(angle, -Self.maxAngle), Self.maxAngle)
    deriveSizeFromLastDrag()
  }

  /// Derives the size of the frame, for the wanted ratio and angle, from the size to which it was
  /// dragged last.
  private mutating func deriveSizeFromLastDrag() {
    var wanted = lastDraggedSize
    if let ratio {
      wanted = Size(
        width: min(lastDraggedSize.width, lastDraggedSize.height * ratio),
        height: min(lastDraggedSize.height, lastDraggedSize.width / ratio))
    }
    // The size shrinks only when the frame does not fit at any position.
    let extent = boundingHalfExtent(ofFrame: wanted)
    let scale = min(
      1, pictureSize.width / max(1e-9, 2 * extent.width),
      pictureSize.height / max(1e-9, 2 * extent.height))
    size = wanted * scale
    moveInsidePicture()
  }

  /// Moves the frame into the picture by the shortest way.
  private mutating func moveInsidePicture() {
    let half = boundingHalfExtent(ofFrame: size)
    center.x = min(max(center.x, half.width), max(half.width, pictureSize.width - half.width))
    center.y = min(max(center.y, half.height), max(half.height, pictureSize.height - half.height))
  }

  // MARK: Moving

  /// Moves the frame by `v`, in rotated coordinates, in which the picture is rotated, as far as the
  /// frame stays inside the picture. The size of the frame does not change.
  package mutating func move(by v: Vector) {
    guard v.dx.isFinite, v.dy.isFinite else { return }
    center = unrotated(rotated(center) + v)
    moveInsidePicture()
  }

  private var minSize: Size {
    let side = min(Self.minSide, pictureSize.width, pictureSize.height)
    guard let ratio else { return Size(width: side, height: side) }
    return ratio >= 1
      ? Size(width: side * ratio, height: side) : Size(width: side, height: side / ratio)
  }

  /// Moves the edges of the frame at `handle` to `point`, in rotated coordinates, in which the
  /// picture is rotated; the opposite edges stay.
  package mutating func drag(_ handle: Handle, to point: Point) {
    guard point.isFinite, handle.x != 0 || handle.y != 0 else { return }
    let rect = rect
    let minSize = minSize
    var wanted = rect.size
    let anchorX = handle.x < 0 ? rect.maxX : rect.minX
    let anchorY = handle.y < 0 ? rect.maxY : rect.minY
    if handle.x != 0 {
      wanted.width = max(minSize.width, (point.x - anchorX) * Double(handle.x))
    }
    if handle.y != 0 {
      wanted.height = max(minSize.height, (point.y - anchorY) * Double(handle.y))
    }
    if let ratio {
      switch (handle.x, handle.y) {
      case (0, _): wanted.width = wanted.height * ratio
      case (_, 0): wanted.height = wanted.width / ratio
      default:
        let width = max(wanted.width, wanted.height * ratio)
        wanted = Size(width: width, height: width / ratio)
      }
      resize(toward: wanted, draggedAt: handle)
    } else {
      // Each axis is resized on its own, so that the frame slides along an edge of the picture.
      resize(toward: Size(width: wanted.width, height: size.height), draggedAt: handle)
      resize(toward: Size(width: size.width, height: wanted.height), draggedAt: handle)
    }
    lastDraggedSize = size
  }

  /// Multiplies the size of the frame by a factor about its middle, as far as the frame stays
  /// inside the picture and is not smaller than the minimum size.
  package mutating func scale(by factor: Double) {
    guard factor.isFinite, factor > 0 else { return }
    let minSize = minSize
    let factor = max(factor, minSize.width / size.width, minSize.height / size.height)
    resize(toward: size * factor, draggedAt: Handle(x: 0, y: 0))
    lastDraggedSize = size
  }

  /// Resizes the frame to `wanted`, or as far towards that size as it stays inside the picture. The
  /// edges opposite to the handle stay; without a handle, the middle stays. Frames inside the
  /// picture form a convex set, so that the way to the wanted size leaves the picture only once.
  private mutating func resize(toward wanted: Size, draggedAt handle: Handle) {
    func middle(_ size: Size) -> Point {
      let shift = Vector(
        dx: (size.width - self.size.width) / 2 * Double(handle.x),
        dy: (size.height - self.size.height) / 2 * Double(handle.y))
      return unrotated(rotated(center) + shift)
    }
    let end = (center: middle(wanted), halfExtent: boundingHalfExtent(ofFrame: wanted))
    let start = (center: center, halfExtent: boundingHalfExtent(ofFrame: size))
    var share = 1.0
    func limit(_ before: Double, _ after: Double) {
      guard after < 0 else { return }
      share = min(share, before <= 0 ? 0 : before / (before - after))
    }
    limit(start.center.x - start.halfExtent.width, end.center.x - end.halfExtent.width)
    limit(start.center.y - start.halfExtent.height, end.center.y - end.halfExtent.height)
    limit(
      pictureSize.width - start.center.x - start.halfExtent.width,
      pictureSize.width - end.center.x - end.halfExtent.width)
    limit(
      pictureSize.height - start.center.y - start.halfExtent.height,
      pictureSize.height - end.center.y - end.halfExtent.height)
    let reached = Size(
      width: size.width + (wanted.width - size.width) * share,
      height: size.height + (wanted.height - size.height) * share)
    center = middle(reached)
    size = reached
    moveInsidePicture()
  }

  // MARK: Result

  /// The edges of the upright picture from which the coded blocks of its JPEG file are counted.
  package struct BlockGrid: Hashable, Sendable {
    package var countsFromRight: Bool
    package var countsFromBottom: Bool
    /// The side of a block in pixels: that of an MCU with the usual chroma subsampling, 4:2:0.
    package static let blockSide = 16.0

    /// Finds the edges for a picture that is stored in an orientation.
    package init(_ orientation: Orientation) {
      // The edges of the upright picture that are the left and the top edge of the stored picture.
      switch orientation {
      case .up, .leftMirrored: (countsFromRight, countsFromBottom) = (false, false)
      case .upMirrored, .right: (countsFromRight, countsFromBottom) = (true, false)
      case .downMirrored, .left: (countsFromRight, countsFromBottom) = (false, true)
      case .down, .rightMirrored: (countsFromRight, countsFromBottom) = (true, true)
      }
    }
  }

  /// The rectangle to cut, in rotated coordinates, in which the picture is rotated, in whole
  /// pixels.
  ///
  /// - Parameter grid: the block grid on which two edges of the result are placed, so that it
  ///   contains the frame; nil for none. It is ignored when the picture is rotated by an angle.
  package func cropRect(alignedTo grid: BlockGrid? = nil) -> Rect {
    let rect = rect
    guard angle == 0 else {
      let (left, top) = (rect.minX.rounded(.up), rect.minY.rounded(.up))
      return Rect(
        x: left, y: top, width: max(1, rect.maxX.rounded(.down) - left),
        height: max(1, rect.maxY.rounded(.down) - top))
    }
    var left = max(0, rect.minX.rounded())
    var right = min(pictureSize.width, max(left + 1, rect.maxX.rounded()))
    var top = max(0, rect.minY.rounded())
    var bottom = min(pictureSize.height, max(top + 1, rect.maxY.rounded()))
    left = min(left, right - 1)
    top = min(top, bottom - 1)
    if let grid {
      func down(_ value: Double) -> Double {
        (value / BlockGrid.blockSide).rounded(.down) * BlockGrid.blockSide
      }
      if grid.countsFromRight {
        right = pictureSize.width - down(pictureSize.width - right)
      } else {
        left = down(left)
      }
      if grid.countsFromBottom {
        bottom = pictureSize.height - down(pictureSize.height - bottom)
      } else {
        top = down(top)
      }
    }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

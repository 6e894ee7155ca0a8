package import Geometry
import RealModule

/// A slow pan and zoom over one picture: a linear motion between a wide and a tight view of the
/// picture, both of which are fixed from the beginning.
///
/// - Source: the effect named after Ken Burns, as in slideshows of iPhoto since 2003.
package struct KenBurns: Hashable, Sendable {
  /// The view of the picture at one end of the motion.
  private struct Framing: Hashable {
    /// The scale of the view, in device pixels per picture pixel.
    var scale: Double
    /// The position of the view on each axis: −1 shows the left or top edge of the picture, 1 the
    /// right or bottom edge.
    var normalizedPosition: Vector
  }

  /// The ratio of the scale of the tight view to that of the wide view.
  package static let zoomRatio = 1.14
  /// The maximum ratio of the wide view's scale to the scale at which the whole picture is visible:
  /// only up to this ratio a picture is cropped to fill the viewport.
  package static let maxCropScaleRatio = 1.5
  /// The maximum distance of the tight view from the middle of the picture, as a share of the
  /// distance at which the edge of the picture is reached.
  package static let maxShiftShare = 0.8

  private let pictureSize: Size
  private let viewport: Size
  private let startFraming: Framing
  private let endFraming: Framing

  /// Makes the motion over a picture of size `picture`, in its pixels, in a viewport in device
  /// pixels.
  ///
  /// - Parameter seed: selects the tight view and the direction; equal seeds give equal motions.
  package init(picture: Size, viewport: Size, seed: UInt64) {
    self.pictureSize = picture
    self.viewport = viewport
    let fit = ContentFit.fit.scale(content: picture, in: viewport)
    let fill = ContentFit.fill.scale(content: picture, in: viewport)
    let wide = Framing(scale: min(fill, fit * Self.maxCropScaleRatio), normalizedPosition: .zero)
    var generator = SplitMix64(seed)
    let position = Vector(
      dx: (2 * generator.nextFraction() - 1) * Self.maxShiftShare,
      dy: (2 * generator.nextFraction() - 1) * Self.maxShiftShare)
    let tight = Framing(scale: wide.scale * Self.zoomRatio, normalizedPosition: position)
    (startFraming, endFraming) = generator.nextFraction() < 0.5 ? (wide, tight) : (tight, wide)
  }

  /// The rectangle of the whole picture in the viewport at `progress`, which is clamped to 0…1. The
  /// rectangle covers the viewport on each axis along which the picture is long enough; otherwise
  /// it lies in the middle.
  package func rect(at progress: Double) -> Rect {
    let share = progress.isFinite ? min(max(progress, 0), 1) : 0
    guard startFraming.scale > 0 else { return .zero }
    let scale = startFraming.scale * Double.pow(endFraming.scale / startFraming.scale, share)
    let size = Size(width: pictureSize.width * scale, height: pictureSize.height * scale)
    func start(_ length: Double, _ room: Double, _ from: Double, _ to: Double) -> Double {
      let slack = max(0, length - room)
      return (room - length) / 2 - (from + (to - from) * share) * slack / 2
    }
    return Rect(
      x: start(
        size.width, viewport.width, startFraming.normalizedPosition.dx,
        endFraming.normalizedPosition.dx),
      y: start(
        size.height, viewport.height, startFraming.normalizedPosition.dy,
        endFraming.normalizedPosition.dy),
      width: size.width, height: size.height)
  }
}

/// The random numbers of slideshows: splitmix64, the same on every machine.
///
/// - Source: Steele, Lea, Flood, Fast splittable pseudorandom number generators (2014).
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// The next random number, at least 0 and less than 1.
  mutating func nextFraction() -> Double { Double(next() >> 11) / Double(1 << 53) }
}

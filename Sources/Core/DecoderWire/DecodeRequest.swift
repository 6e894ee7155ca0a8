public import Pixels

/// What the viewer asks of the helper: one picture, from one open descriptor.
///
/// The file, opened read-only by the viewer, rides along as the first descriptor. When
/// ``memoryCapacity`` is not 0 a second one follows: memory the result may be written into. The
/// helper answers with exactly one ``DecodeReply`` of the same `id`, and, if it may, with some
/// pictures that are not complete before.
public struct DecodeRequest: Hashable, Sendable {
  /// What is wanted.
  public enum Purpose: UInt8, Hashable, Sendable {
    /// Header only: upright size, format, orientation; no pixels.
    case probe = 0
    /// Anything recognisable, fast: an embedded preview or the coarsest scaled decode.
    case preview = 1
    /// The picture exactly, scaled to `target`.
    case exact = 2
    /// A preview that is embedded, or else a failure of kind `.empty`; either at once.
    case embedded = 3
    /// The picture small: within `target`, never enlarged, from the quickest source that is at
    /// least ``DecodeRequest/leastExtent``.
    case thumbnail = 4
    /// What the file is open on is a PNG of the shared thumbnail cache: its pixels within `target`
    /// if it is what ``DecodeRequest/stored`` says, else a failure of kind `.empty`; either at once.
    case stored = 5
    /// Frames of an animation, each within `target` as `exact` would be: see
    /// ``DecodeRequest/frames``.
    case frames = 7
    /// A part of a picture, as ``DecodeRequest/region`` says: exactly `target` pixels.
    case region = 8
    /// The open file holds `target` premultiplied BGRA pixels in sRGB, rows padded as
    /// ``CheckedSize`` does: the same in ``DecodeRequest/color``.
    case recolor = 9
  }
  /// Comes back in every reply; chosen by the viewer, larger for later requests.
  public var id: UInt64
  /// What is wanted.
  public var purpose: Purpose
  /// The box in upright pixels the result must cover or equal; empty means natural size.
  /// The result of `exact` has exactly the size ``fittedSize(of:)`` gives; `preview` may be smaller.
  public var target: PixelSize
  /// What must not be exceeded.
  public var limits: DecodeLimits
  /// The picture's name, for the extension only; may be empty. Its last 255 bytes are sent.
  public var nameHint: String
  /// Bytes of the memory that rides along as the second descriptor (a memfd the viewer owns and
  /// recycles, sealed SHRINK and GROW), 0 for none. Default 0.
  public var memoryCapacity: Int
  /// For `thumbnail`: pixels of the longer side from which an embedded preview will do. 0 for none.
  public var leastExtent: Int
  /// For `stored`: what the file must be. nil for everything else.
  public var stored: StoredThumbnail?
  /// For `frames`: which ones. nil for everything else.
  public var frames: FrameRequest?
  /// For `region`: which part. nil for everything else.
  public var region: RegionRequest?
  /// Which colours the result is in. Default sRGB.
  public var color = ColorTarget.standard
  /// True when answers of the kind ``DecodeReply/Result/partial(_:_:)`` may come before the last
  /// one. Default false.
  public var wantsPartials = false

  /// Makes a request.
  public init(
    id: UInt64, purpose: Purpose, target: PixelSize, limits: DecodeLimits = DecodeLimits(),
    nameHint: String = "", memoryCapacity: Int = 0, leastExtent: Int = 0,
    stored: StoredThumbnail? = nil, frames: FrameRequest? = nil, region: RegionRequest? = nil
  ) {
    self.id = id
    self.purpose = purpose
    self.target = target
    self.limits = limits
    self.nameHint = nameHint
    self.memoryCapacity = memoryCapacity
    self.leastExtent = leastExtent
    self.stored = stored
    self.frames = frames
    self.region = region
  }

  /// The size `exact` returns for a picture of upright size `natural`: `natural` itself when the
  /// target is empty or larger in both directions, else scaled to be exactly as wide or as high as
  /// the target, never larger than it, both extents at least 1, rounded to nearest.
  public func fittedSize(of natural: PixelSize) -> PixelSize {
    guard !target.isEmpty, !natural.isEmpty else { return natural }
    let sx = Double(target.width) / Double(natural.width)
    let sy = Double(target.height) / Double(natural.height)
    let s = min(sx, sy)
    guard s < 1 else { return natural }
    return PixelSize(
      width: max(1, min(target.width, Int((Double(natural.width) * s).rounded()))),
      height: max(1, min(target.height, Int((Double(natural.height) * s).rounded()))))
  }

  /// Longest side of a picture without pixels that is enlarged; Cairo draws none beyond 32 767.
  private static let mostScaledExtent = 16_384
  /// Most pixels of one, 256 MB.
  private static let mostScaledArea = 64_000_000.0

  /// The size `exact` returns for the picture of `info`: as ``fittedSize(of:)``, but one without
  /// pixels is enlarged as well, until it is as wide or as high as the target.
  public func fittedSize(of info: DecodeReply.Info) -> PixelSize {
    let natural = info.naturalSize
    guard info.isScalable, purpose == .exact, !target.isEmpty, !natural.isEmpty else {
      return fittedSize(of: natural)
    }
    let (width, height) = (Double(natural.width), Double(natural.height))
    let s = min(
      Double(target.width) / width, Double(target.height) / height,
      Double(Self.mostScaledExtent) / max(width, height),
      (Self.mostScaledArea / (width * height)).squareRoot())
    return PixelSize(
      width: max(1, min(target.width, Int((width * s).rounded()))),
      height: max(1, min(target.height, Int((height * s).rounded()))))
  }
}

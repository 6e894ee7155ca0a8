public import Geometry
public import Pixels

/// A request of the viewer to the helper, about one picture in one open file.
///
/// The file, opened read-only by the viewer, is sent as the first descriptor. When
/// ``memoryCapacity`` is not 0, the second descriptor is memory for the result. The helper answers
/// with exactly one final ``DecodeReply`` of the same `id`, preceded by partial pictures if the
/// request permits them.
public struct DecodeRequest: Hashable, Sendable {
  /// The kind of result.
  public enum Kind: UInt8, Hashable, Sendable {
    /// Header only: upright size, format and orientation, without pixels.
    case probe = 0
    /// A recognisable picture, fast: an embedded preview or the coarsest scaled decode.
    case preview = 1
    /// The exact picture, scaled to `target`.
    case exact = 2
    /// An embedded preview, or else immediately a failure of kind `.empty`.
    case embedded = 3
    /// A small picture: within `target`, never enlarged. It comes from an embedded preview if the
    /// longer side of that is at least ``DecodeRequest/minExtent``, else from the picture.
    case thumbnail = 4
    /// The pixels of a PNG of the shared thumbnail cache, within `target`, if the file matches
    /// ``DecodeRequest/stored``; else immediately a failure of kind `.empty`.
    case stored = 5
    /// Frames of an animation, each scaled to `target` like `exact`: see ``DecodeRequest/frames``.
    case frames = 7
    /// A region of a picture, given by ``DecodeRequest/region``, of exactly `target` pixels.
    case region = 8
    /// The open file holds `target` premultiplied BGRA pixels in sRGB, with rows padded as in
    /// ``CheckedSize``; the result is the same picture converted to ``DecodeRequest/color``.
    case recolor = 9
    /// The metadata of the photo, without pixels.
    case metadata = 10
    /// The file is an XMP sidecar; the result is the edits that make
    /// ``DecodeRequest/sidecarChanges``.
    case sidecar = 11
    /// The edits that store another orientation in the picture's file, without decoding: that after
    /// ``DecodeRequest/turn``.
    case turn = 12
    /// A picture file in memory: see ``DecodeRequest/encoding``. It fits into `target`.
    case encode = 13
  }
  /// The identifier that every reply repeats; chosen by the viewer, larger for later requests.
  public var id: UInt64
  /// The kind of result.
  public var kind: Kind
  /// The size of the box for the result, in upright pixels; empty means natural size. The result of
  /// `exact` has exactly the size ``fittedSize(of:)``; that of `preview` may be smaller.
  public var target: PixelSize
  /// The limits on the cost of the decode.
  public var limits: DecodeLimits
  /// The name of the picture, of which only the extension is used; may be empty. Its last 255 bytes
  /// are sent.
  public var nameHint: String
  /// The size in bytes of the memory sent as the second descriptor: a memfd that the viewer owns
  /// and recycles, sealed SHRINK and GROW. 0 without such memory. Default 0.
  public var memoryCapacity: Int
  /// For `thumbnail`: the minimum longer side, in pixels, of an embedded preview that may be used.
  /// 0 if none may be used.
  public var minExtent: Int
  /// For `stored`: the picture that the thumbnail must belong to. nil for every other kind.
  public var stored: StoredThumbnail?
  /// For `frames`: the requested frames. nil for every other kind.
  public var frames: FrameRequest?
  /// For `region`: the requested region. nil for every other kind.
  public var region: RegionRequest?
  /// The colour space of the result. Default sRGB.
  public var color = ColorTarget.standard
  /// Whether partial results, ``DecodeReply/Result/partial(_:_:)``, may precede the final reply.
  /// Default false.
  public var wantsPartials = false
  /// For `exact`, `frames` and `region` of a camera RAW file: whether the sensor's data are
  /// developed where the file has a preview of a sufficient size. Default false.
  public var developsRaw = false
  /// The requested picture of a file of several, counted from 0: see ``DecodeReply/Info/leaves``.
  /// Thumbnails and previews are those of the first. Default 0.
  public var leaf = 0
  /// The change of the exposure of a picture with high dynamic range in stops: 1 doubles its light.
  /// Other pictures ignore it. Default 0.
  package var exposure = 0
  /// For `metadata`: the wanted languages of the title, the caption and the copyright, as language
  /// tags of BCP 47, the preferred one first. The first ``WireFormat/maxLanguages`` are sent. Empty
  /// for the default language of the file, and for every other kind.
  package var languages: [String] = []
  /// For `sidecar`: the requested changes, at most one of a property. Empty for every other kind.
  public var sidecarChanges: [SidecarChange] = []
  /// For `turn`: the rotation or reflection that follows the current orientation. nil for every
  /// other kind.
  public var turn: Orientation?
  /// For `encode`: the file to make. nil for every other kind.
  public var encoding: EncodeRequest?

  public init(
    id: UInt64, kind: Kind, target: PixelSize, limits: DecodeLimits = DecodeLimits(),
    nameHint: String = "", memoryCapacity: Int = 0, minExtent: Int = 0,
    stored: StoredThumbnail? = nil, frames: FrameRequest? = nil, region: RegionRequest? = nil
  ) {
    self.id = id
    self.kind = kind
    self.target = target
    self.limits = limits
    self.nameHint = nameHint
    self.memoryCapacity = memoryCapacity
    self.minExtent = minExtent
    self.stored = stored
    self.frames = frames
    self.region = region
  }

  /// The size of the result of `exact` for a picture of upright size `natural`. It is `natural`
  /// when the target is empty or larger in both directions; else `natural` scaled to the exact
  /// width or height of the target and never larger than the target, at least 1 in both directions,
  /// rounded to nearest.
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

  /// The maximum side of a scalable picture that is enlarged, in pixels; Cairo's limit is 32 767.
  private static let maxScaledExtent = 16_384
  /// The maximum area of a scalable picture that is enlarged, in pixels: 256 MB.
  private static let maxScaledArea = 64_000_000.0

  /// The size of the result of `exact` for the picture of `info`: like ``fittedSize(of:)``, but a
  /// scalable picture is also enlarged to the width or height of the target.
  public func fittedSize(of info: DecodeReply.Info) -> PixelSize {
    let natural = info.naturalSize
    guard info.isScalable, kind == .exact, !target.isEmpty, !natural.isEmpty else {
      return fittedSize(of: natural)
    }
    let (width, height) = (Double(natural.width), Double(natural.height))
    let s = min(
      Double(target.width) / width, Double(target.height) / height,
      Double(Self.maxScaledExtent) / max(width, height),
      (Self.maxScaledArea / (width * height)).squareRoot())
    return PixelSize(
      width: max(1, min(target.width, Int((width * s).rounded()))),
      height: max(1, min(target.height, Int((height * s).rounded()))))
  }
}

public import Geometry
public import Pixels

/// A request of the viewer to the decoder process, about one picture in one open file.
///
/// The file, opened read-only by the viewer, is sent as the first descriptor. When
/// ``memoryCapacity`` is not 0, the second descriptor is memory for the result. The decoder sends
/// exactly one final ``DecodeReply`` with the same `id`; replies with preliminary pictures or
/// progress may precede that one.
public struct DecodeRequest: Hashable, Sendable {
  /// The kind of result that a request asks for.
  public enum Kind: UInt8, Hashable, Sendable {
    /// The properties of the picture, without pixels, read from the header of its file.
    case probe = 0
    /// A recognisable picture, decoded fast: an embedded preview, or the picture at a small scale.
    case preview = 1
    /// The picture in the exact size for the box ``DecodeRequest/target``, by
    /// ``DecodeRequest/fittedSize(of:)``.
    case exact = 2
    /// An embedded preview of the picture; without one, immediately a failure of kind `.empty`.
    case embedded = 3
    /// A small picture within the box ``DecodeRequest/target``, never enlarged. An embedded preview
    /// is used if its longer side has at least
    /// ``DecodeRequest/minEmbeddedPreviewSide`` pixels, otherwise the picture itself.
    case thumbnail = 4
    /// The pixels of a PNG file of the thumbnail cache shared by desktop programs, within the box
    /// ``DecodeRequest/target``, if the file belongs to the picture ``DecodeRequest/stored``;
    /// otherwise immediately a failure of kind `.empty`.
    case stored = 5
    /// The frames ``DecodeRequest/frames`` of an animation, each in the same size as for `exact`.
    case frames = 7
    /// The region ``DecodeRequest/region`` of a picture, scaled to exactly ``DecodeRequest/target``
    /// pixels.
    case region = 8
    /// A picture converted to the colour space ``DecodeRequest/color``. The open file is memory
    /// with ``DecodeRequest/target`` premultiplied BGRA pixels in sRGB, with rows padded as by
    /// ``CheckedSize``.
    case recolor = 9
    /// The metadata of the photo, without its pixels.
    case metadata = 10
    /// The edits to an XMP sidecar, which is the open file, that make the changes
    /// ``DecodeRequest/sidecarChanges``.
    case sidecarEdits = 11
    /// The edits to the picture file that store another orientation, by ``DecodeRequest/turn``,
    /// without decoding.
    case orientationEdits = 12
    /// A picture file in memory, made as ``DecodeRequest/encoding`` says, whose picture fits into
    /// the box ``DecodeRequest/target``.
    case encode = 13
  }
  /// The identifier of the request, which every reply repeats; chosen by the viewer, larger for
  /// later requests.
  public var id: UInt64
  /// The kind of result that the request asks for.
  public var kind: Kind
  /// The size of the box for the resulting picture, in pixels after applying the orientation; empty
  /// for the full size. The result of kind `exact` has the size ``fittedSize(of:)``; that of
  /// `preview` may be smaller.
  public var target: PixelSize
  /// The limits on the cost of decoding the picture.
  public var limits: DecodeLimits
  /// The name of the picture file, of which only the extension is used; may be empty. Only its last
  /// 255 bytes are sent.
  public var nameHint: String
  /// The size in bytes of the memory for the result, sent as the second descriptor: a memory file
  /// that the viewer owns and uses again, sealed with SHRINK and GROW. Default 0: no such memory.
  public var memoryCapacity: Int
  /// The minimum longer side, in pixels, of an embedded preview that a request of kind `thumbnail`
  /// may use; 0 if it may use none.
  public var minEmbeddedPreviewSide: Int
  /// The picture to which the cached thumbnail must belong, in a request of kind `stored`; nil for
  /// every other kind.
  public var stored: StoredThumbnail?
  /// The requested frames, in a request of kind `frames`; nil for every other kind.
  public var frames: FrameRequest?
  /// The requested region, in a request of kind `region`; nil for every other kind.
  public var region: RegionRequest?
  /// The colour space of the resulting pixels. Default sRGB.
  public var color = ColorTarget.standard
  /// Whether replies with preliminary pictures, ``DecodeReply/Result/partial(_:_:)``, may precede
  /// the final reply. Default false.
  public var wantsPartials = false
  /// Whether the sensor data of a camera RAW file are developed even if the file has a preview of a
  /// sufficient size; for the kinds `exact`, `frames` and `region`. Default false.
  public var developsRaw = false
  /// The index of the requested picture in a file that has several, from 0: see
  /// ``DecodeReply/Info/leaves``. Thumbnails and previews are always those of the first. Default 0.
  public var leaf = 0
  /// The change of the exposure of a picture with high dynamic range, in stops: 1 doubles its
  /// light. Other pictures ignore the value. Default 0.
  package var exposure = 0
  /// The wanted languages of the title, the caption and the copyright, in a request of kind
  /// `metadata`: BCP 47 language tags, the preferred one first. The first
  /// ``DecoderWireFormat/maxLanguages`` are sent. Empty for the default language of the file, and
  /// for every other kind.
  package var languages: [String] = []
  /// The changes to make in an XMP sidecar, at most one of each property, in a request of kind
  /// `sidecar`. Empty for every other kind.
  public var sidecarChanges: [SidecarChange] = []
  /// The rotation or reflection that is added to the stored orientation, in a request of kind
  /// `turn`; nil for every other kind.
  public var turn: Orientation?
  /// The properties of the picture file to make, in a request of kind `encode`; nil for every other
  /// kind.
  public var encoding: EncodeRequest?

  public init(
    id: UInt64, kind: Kind, target: PixelSize, limits: DecodeLimits = DecodeLimits(),
    nameHint: String = "", memoryCapacity: Int = 0, minEmbeddedPreviewSide: Int = 0,
    stored: StoredThumbnail? = nil, frames: FrameRequest? = nil, region: RegionRequest? = nil
  ) {
    self.id = id
    self.kind = kind
    self.target = target
    self.limits = limits
    self.nameHint = nameHint
    self.memoryCapacity = memoryCapacity
    self.minEmbeddedPreviewSide = minEmbeddedPreviewSide
    self.stored = stored
    self.frames = frames
    self.region = region
  }

  /// The size of the result of kind `exact` for a picture of the size `natural`, in pixels after
  /// applying the orientation. It is `natural` when ``target`` is empty or larger in both
  /// directions; otherwise `natural` scaled down to the exact width or height of the target,
  /// rounded to nearest, at least 1 in both directions.
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

  /// The maximum side, in pixels, to which a scalable picture is enlarged; the limit of the Cairo
  /// library is 32 767.
  private static let maxScaledExtent = 16_384
  /// The maximum area, in pixels, to which a scalable picture is enlarged: 256 MB of memory.
  private static let maxScaledArea = 64_000_000.0

  /// The size of the result of kind `exact` for a picture with the properties `info`: like
  /// ``fittedSize(of:)``, but a scalable picture is also enlarged to the width or height of
  /// ``target``.
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

import ClipWire
import DecoderWire
import Geometry
import Pixels

/// Initial inputs that are messages between the viewer and its helpers. The program's own writers
/// make them, so that they have the current version of the format.
extension FuzzTarget {
  /// The bytes of one request of every kind.
  static let decodeRequestSeeds = (UInt8.min...UInt8.max)
    .compactMap { DecodeRequest.Kind(rawValue: $0) }.map { DecoderWireWriter.encode(request($0)) }

  private static func request(_ kind: DecodeRequest.Kind) -> DecodeRequest {
    var request = DecodeRequest(
      id: 7, kind: kind, target: PixelSize(width: 30, height: 40), nameHint: "a.png",
      memoryCapacity: 4096, minEmbeddedPreviewSide: 128)
    request.leaf = 1
    request.exposure = -2
    switch kind {
    case .probe, .preview, .exact, .embedded, .thumbnail: request.wantsPartials = true
    case .stored:
      request.stored = StoredThumbnail(
        uriDigest: MessageDigest(low: 1, high: 2), modifiedSeconds: 1_577_836_800, maxSide: 256)
    case .frames: request.frames = FrameRequest(animationID: 3, firstIndex: 2, count: 8)
    case .region:
      request.region = RegionRequest(
        pictureID: 4, whole: PixelSize(width: 900, height: 800), x: 5, y: 6)
    case .recolor: request.color = .display(digest: 5)
    case .metadata: request.languages = ["de-DE", "en"]
    case .sidecarEdits:
      request.sidecarChanges = [SidecarChange(.rating, "3"), SidecarChange(.label, nil)]
    case .orientationEdits: request.turn = .right
    case .encode:
      var encoding = EncodeRequest(.jpeg)
      encoding.crop = EncodeRequest.Crop(
        whole: PixelSize(width: 60, height: 40), x: -1, y: 2,
        size: PixelSize(width: 30, height: 20), angleMillidegrees: 1500)
      request.encoding = encoding
    }
    return request
  }

  /// The bytes of one reply with every kind of result.
  static let decodeReplySeeds = results.map {
    DecoderWireWriter.encode(DecodeReply(id: 7, result: $0))
  }

  private static let results: [DecodeReply.Result] = {
    let size = PixelSize(width: 30, height: 40)
    let layout = DecodeReply.PixelLayout(size: size, stride: 128, isOpaque: true)
    let info = DecodeReply.Info(
      naturalSize: PixelSize(width: 60, height: 80), format: "GIF", orientation: .right, frames: 3,
      profile: "Display P3", leaves: 2)
    var metadata = PhotoMetadata()
    metadata.taken = PhotoMetadata.CaptureTime(year: 2024, month: 2, day: 29)
    metadata.make = "Maker"
    metadata.exposureTime = PhotoMetadata.Ratio(1, 250)
    metadata.rating = 3
    metadata.keywords = ["one", "two"]
    metadata.position = PhotoMetadata.GeographicPosition(latitude: 59.9, longitude: 10.7)
    metadata.pixelSize = size
    return [
      .info(info), .pixels(info, layout), .partial(info, layout),
      .thumbnail(
        DecodeReply.ThumbnailInfo(naturalSize: size, source: .embedded, format: "JPEG", frames: 1),
        layout),
      .frames(
        info,
        FrameBatch(
          firstIndex: 1, durationsMilliseconds: [40, 50], iterationCount: 0, layout: layout)),
      .metadata(metadata), .progress(50), .declined,
      .edits([FileEdit(offset: 8, removedCount: 2, text: "3")]),
      .encoded(EncodedPicture(size: size, byteCount: 900)),
      .failed(DecodeFailure(.damaged, format: "PNG", detail: "IDAT")),
    ]
  }()

  /// The bytes of one of every command to the process that plays a clip.
  static let clipCommandSeeds = commands.map { ClipWireWriter.encode($0) }

  private static let commands: [ClipCommand] = [
    .open(PlaybackOptions(loops: true)),
    .surface(ClipSurface(id: 3, size: PixelSize(width: 64, height: 48), slotCount: 4)),
    .play, .pause, .seek(to: 1.5, isExact: true), .setMuted(true), .setLooping(false),
    .release(surfaceID: 3, slot: 1),
  ]

  /// The bytes of one of every report of the process that plays a clip.
  static let clipReportSeeds = reports.map { ClipWireWriter.encode($0) }

  private static let reports: [ClipReport] = [
    .ready(hasBroker: true),
    .opened(ClipInfo(size: PixelSize(width: 64, height: 48), duration: 2.5, hasSound: true)),
    .frame(ClipFrame(surfaceID: 3, slot: 1)), .position(seconds: 1.25), .ended,
    .failed(ClipFailure(.damaged, detail: "moov")),
  ]
}

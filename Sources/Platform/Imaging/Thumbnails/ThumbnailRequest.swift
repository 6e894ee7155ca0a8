public import DecoderWire
public import Pixels

/// One wish for one small picture.
public struct ThumbnailRequest: Hashable, Sendable {
  /// The file.
  public var path: FilePathBytes
  /// Device pixels the longer side of the picture is to have at least, if the picture itself has
  /// them. The thumbnail is that of the next size of the shared cache, up to 1024.
  public var side: Int
  /// How far from what is looked at, in any unit that is the same for all; 0 is on the screen.
  /// Among equals the first that was asked for comes first.
  public var distance: Int
  /// True takes only what the shared cache has: for files no helper can decode. Default: false.
  public var isStoredOnly = false

  /// Makes a request; it is for something on the screen unless said otherwise.
  public init(path: FilePathBytes, side: Int, distance: Int = 0) {
    self.path = path
    self.side = side
    self.distance = distance
  }

  /// The size that is made for it.
  public var size: ThumbnailSize { ThumbnailSize(covering: side) }
}

/// A small picture, whole and upright.
public struct Thumbnail: Sendable {
  /// The pixels.
  public var bitmap: Bitmap
  /// Natural size of the picture, upright; nil when it is not known.
  public var naturalSize: PixelSize?
  /// Number of frames, 1 for a still; nil when it is not known.
  public var frames: Int?
  /// Where the pixels came from.
  public var source: DecodeReply.ThumbnailInfo.Source
  /// False when it is smaller than what was asked for, and a larger one is on its way.
  public var isFinal = true

  init(_ bitmap: Bitmap, _ info: DecodeReply.ThumbnailInfo) {
    self.bitmap = bitmap
    naturalSize = info.naturalSize.isEmpty ? nil : info.naturalSize
    frames = info.frames == 0 ? nil : info.frames
    source = info.source
  }
}

/// A running request. Its owner cancels it when nobody needs the thumbnail any more.
///
/// All of it is cheap: a grid may set the distance of every task, and cancel any, at every frame.
@MainActor
public final class ThumbnailTask {
  /// What was asked.
  public let request: ThumbnailRequest
  /// How far from what is looked at; see ``ThumbnailRequest/distance``.
  public var distance: Int
  /// True when there will be no update any more.
  public private(set) var isFinished = false

  private var update: (@MainActor (Result<Thumbnail, DecodeFailure>) -> Void)?
  weak var work: ThumbnailWork?

  init(
    _ request: ThumbnailRequest,
    update: @escaping @MainActor (Result<Thumbnail, DecodeFailure>) -> Void
  ) {
    self.request = request
    distance = request.distance
    self.update = update
  }

  /// Ends the request: no update comes. What a helper is busy with is finished and kept.
  public func cancel() {
    guard !isFinished else { return }
    finish()
  }

  func deliver(_ result: Result<Thumbnail, DecodeFailure>) {
    guard let update else { return }
    if case .success(let thumbnail) = result, !thumbnail.isFinal {} else { finish() }
    update(result)
  }

  private func finish() {
    isFinished = true
    update = nil
    work?.remove(self)
  }
}

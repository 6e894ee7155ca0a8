public import DecoderWire
public import Pixels

/// A request for one thumbnail.
public struct ThumbnailRequest: Hashable, Sendable {
  /// The path of the picture's file.
  public var path: FilePathBytes
  /// The minimum length of the longer side in device pixels, as far as the picture has them. The
  /// thumbnail gets the next size of the shared cache, at most 1024.
  public var side: Int
  /// The distance from the visible area, in any unit that is the same for all requests; 0 is
  /// visible. The nearest thumbnail is made first, and the earliest request among equals.
  public var distance: Int
  /// Whether only the shared cache is used, for files that no helper can decode. Default: false.
  public var isSharedCacheOnly = false

  public init(path: FilePathBytes, side: Int, distance: Int = 0) {
    self.path = path
    self.side = side
    self.distance = distance
  }

  /// The thumbnail size that is made for this request.
  public var size: ThumbnailSize { ThumbnailSize(covering: side) }
}

/// A thumbnail: the whole picture at a small size, in upright orientation.
public struct Thumbnail: Sendable {
  /// The pixels.
  public var bitmap: Bitmap
  /// The natural size of the upright picture; nil when it is unknown.
  public var naturalSize: PixelSize?
  /// The number of frames, 1 for a still picture; nil when it is unknown.
  public var frames: Int?
  /// The origin of the pixels.
  public var source: DecodeReply.ThumbnailInfo.Source
  /// Whether no larger thumbnail will follow.
  public var isFinal = true

  init(_ bitmap: Bitmap, _ info: DecodeReply.ThumbnailInfo) {
    self.bitmap = bitmap
    naturalSize = info.naturalSize.isEmpty ? nil : info.naturalSize
    frames = info.frames == 0 ? nil : info.frames
    source = info.source
  }
}

/// A running thumbnail request. The owner cancels it when the thumbnail is no longer needed.
///
/// All operations are cheap: a grid may set the distance of every task and cancel tasks in every
/// frame.
@MainActor
public final class ThumbnailTask {
  /// The request that the task was made with.
  public let request: ThumbnailRequest
  /// The distance from the visible area; see ``ThumbnailRequest/distance``.
  public var distance: Int
  /// Whether no further update will come.
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

  /// Cancels the request: no further update comes. A running decode is finished and its result
  /// cached.
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

public import DecoderWire
public import Pixels

/// A request for the thumbnail of one file.
public struct ThumbnailRequest: Hashable, Sendable {
  /// The path of the picture file.
  public var path: FilePathBytes
  /// The wanted length of the thumbnail's longer side in device pixels. The thumbnail has the next
  /// larger size of the shared cache, at most 1024, but never more pixels than the picture.
  public var side: Int
  /// The distance from the visible area, in any unit that is the same for all requests; 0 is
  /// visible. The nearest thumbnail is made first, and among equals the one that was requested
  /// first. Default: 0.
  public var distance: Int
  /// Whether the thumbnail is only looked for in the shared cache, for a file that no helper can
  /// decode. Default: false.
  public var isSharedCacheOnly = false

  public init(path: FilePathBytes, side: Int, distance: Int = 0) {
    self.path = path
    self.side = side
    self.distance = distance
  }

  /// The size of the shared cache in which the thumbnail is made: the smallest that covers
  /// ``side``.
  public var size: ThumbnailSize { ThumbnailSize(covering: side) }
}

/// A small version of a whole picture, with the orientation stored in the file applied.
public struct Thumbnail: Sendable {
  /// The pixels of the thumbnail.
  public var bitmap: Bitmap
  /// The size of the upright picture in its own pixels; nil when it is unknown.
  public var naturalSize: PixelSize?
  /// The number of frames of the picture, 1 for a still one; nil when it is unknown.
  public var frames: Int?
  /// The origin of the pixels: the shared cache, an embedded preview or the picture itself.
  public var source: DecodeReply.ThumbnailInfo.Source
  /// Whether the thumbnail is large enough for the request, or the largest that can be had: no
  /// larger one will follow. Default: true.
  public var isFinal = true

  init(_ bitmap: Bitmap, _ info: DecodeReply.ThumbnailInfo) {
    self.bitmap = bitmap
    naturalSize = info.naturalSize.isEmpty ? nil : info.naturalSize
    frames = info.frames == 0 ? nil : info.frames
    source = info.source
  }
}

/// A running request for a thumbnail. The owner cancels it when the thumbnail is no longer needed.
///
/// All operations are cheap: a grid may set the distance of every task and cancel tasks in every
/// frame.
@MainActor
public final class ThumbnailTask {
  /// The request as it was made; its distance does not follow ``distance``.
  public let request: ThumbnailRequest
  /// The present distance from the visible area, which the owner may change; see
  /// ``ThumbnailRequest/distance``.
  public var distance: Int
  /// Whether the final thumbnail or a failure was delivered, or the request was cancelled.
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

  /// Ends the request: no further update is delivered. A decode that a helper has begun is usually
  /// finished, and its result cached.
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

import DecoderWire
import Pixels

/// An unfinished thumbnail, for which one or more requests wait.
@MainActor
final class ThumbnailWork {
  struct Key: Hashable {
    var path: FilePathBytes
    var size: ThumbnailSize
  }
  /// A new thumbnail in sRGB, before its conversion to the display's colour space.
  struct Made {
    var thumbnail: Thumbnail
    /// The shared memory with the pixels, as received from the helper.
    var memory: OwnedDescriptor
    /// The largest requested side, in pixels, for which the thumbnail is final.
    var side: Int
  }
  /// The state of a thumbnail on its way. A thumbnail whose step ends early goes back to a state in
  /// which its input can be had again.
  enum State {
    /// The file is to be examined and looked up in the shared cache.
    case new
    /// The picture itself is to be opened.
    case notStored
    /// A file query is running, within a time limit for a disk that does not respond.
    case asking(timeout: Cancellation?)
    /// The file found in the shared cache waits for a helper.
    case found(SharedThumbnails.Found)
    /// The opened picture waits for a helper.
    case opened(OpenedFile)
    /// The new thumbnail waits for its conversion to the display's colour space.
    case made(Made)
    /// A helper reads the file of the shared cache, which may be a failure entry.
    case reading(DecodeID, isFailure: Bool)
    /// A helper decodes the picture.
    case decoding(DecodeID)
    /// A helper converts the colours of the new thumbnail to ``color``.
    case recoloring(DecodeID, Made)
  }

  let key: Key
  /// The colour space of the thumbnail.
  let color: ImageColor
  /// The order of creation: the oldest work has the smallest number.
  let serial: Int
  var state = State.new
  /// The embedded preview that is shown until the final thumbnail is ready; nil without one.
  /// Thumbnails without a preview have precedence.
  var preview: Thumbnail?
  /// The identity of the file at the time it was examined.
  var identity: FileIdentity?
  /// The running time of the decode.
  var age = DecodeAge.short
  private(set) var tasks: [ThumbnailTask] = []

  init(key: Key, color: ImageColor, serial: Int) {
    self.key = key
    self.color = color
    self.serial = serial
  }

  /// The next step; nil while a helper or a file query works on the thumbnail.
  var step: DecodeScheduling.ThumbnailStep? {
    switch state {
    case .new: .lookUp
    case .notStored: .open
    case .found, .made: .decode(isQuick: true)
    case .opened: .decode(isQuick: false)
    case .asking, .reading, .decoding, .recoloring: nil
    }
  }
  var isAsking: Bool { if case .asking = state { true } else { false } }
  /// The identifier of the running decode; nil when none runs.
  var decode: DecodeID? {
    switch state {
    case .reading(let id, _), .decoding(let id), .recoloring(let id, _): id
    default: nil
    }
  }
  /// Whether the thumbnail is being looked up or opened, or waits for a helper.
  var isPrepared: Bool {
    if case .decode? = step { true } else { isAsking }
  }
  var isWanted: Bool { !tasks.isEmpty }
  /// Whether no request allows decoding the file itself.
  var isSharedCacheOnly: Bool { tasks.allSatisfy(\.request.isSharedCacheOnly) }
  /// The order in the queue, smallest first: thumbnails without a preview, then the nearest, then
  /// the oldest.
  var rank: (Int, Int, Int) {
    var nearest = Int.max
    for task in tasks { nearest = min(nearest, task.distance) }
    return (preview == nil ? 0 : 1, nearest, serial)
  }
  /// The minimum side in pixels that satisfies every request.
  var side: Int { min(key.size.side, tasks.reduce(1) { max($0, $1.request.side) }) }

  /// Puts the thumbnail back into the queue after its helper has ended.
  func requeue() {
    switch state {
    case .reading: state = .new
    case .decoding: state = .notStored
    case .recoloring(_, let made): state = .made(made)
    default: break
    }
  }

  func add(_ task: ThumbnailTask) {
    tasks.append(task)
    task.work = self
  }

  func remove(_ task: ThumbnailTask) {
    tasks.removeAll { $0 === task }
    task.work = nil
  }

  func deliver(_ result: Result<Thumbnail, DecodeFailure>) {
    for task in tasks { task.deliver(result) }
  }
}

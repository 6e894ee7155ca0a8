import DecoderWire
import Pixels

/// A thumbnail that is being made, with the requests that wait for it.
@MainActor
final class ThumbnailWork {
  struct Key: Hashable {
    var path: FilePathBytes
    var size: ThumbnailSize
  }
  /// A new sRGB thumbnail that is to be converted to the display's colour space.
  struct SRGBThumbnail {
    var thumbnail: Thumbnail
    /// The shared memory with the pixels, as a helper sent it.
    var memory: OwnedDescriptor
    /// The maximum requested side, in pixels, for which the thumbnail is final.
    var finalUpToSide: Int
  }
  /// The progress of a thumbnail. When a helper ends before its work is done, the thumbnail goes
  /// back to the state before it.
  enum State {
    /// The picture file is to be examined and looked up in the shared cache.
    case new
    /// The shared cache has no usable thumbnail; the picture file is to be opened.
    case notStored
    /// The file is being examined or opened on another thread; `timeout` fails the thumbnail when
    /// the disk does not respond.
    case queryingFile(timeout: Cancellation?)
    /// The file of the shared cache is open and waits for a helper.
    case foundStored(SharedThumbnails.OpenedEntry)
    /// The picture file is open and waits for a helper.
    case opened(OpenedFile)
    /// The new thumbnail waits for a helper that converts it to the display's colour space.
    case needsRecoloring(SRGBThumbnail)
    /// A helper reads the file of the shared cache; with `isFailure` that is a failure entry.
    case readingStored(DecodeID, isFailure: Bool)
    /// A helper makes the thumbnail of the picture file.
    case decoding(DecodeID)
    /// A helper converts the new thumbnail to the colour space ``color``.
    case recoloring(DecodeID, SRGBThumbnail)
  }

  let key: Key
  /// The colour space in which the thumbnail is delivered.
  let color: ImageColor
  /// The order of creation: thumbnails that were requested earlier have smaller numbers.
  let serial: Int
  var state = State.new
  /// The smaller thumbnail that is shown until the final one is ready; nil without one. Thumbnails
  /// that have none to show are made first.
  var preview: Thumbnail?
  /// The identity that the file had when it was examined; nil before.
  var identity: FileIdentity?
  /// The running time of the present decode.
  var age = DecodeAge.short
  private(set) var tasks: [ThumbnailTask] = []

  init(key: Key, color: ImageColor, serial: Int) {
    self.key = key
    self.color = color
    self.serial = serial
  }

  /// The next step in making the thumbnail; nil while a helper or a file query works on it.
  var step: DecodeScheduling.ThumbnailStep? {
    switch state {
    case .new: .lookUp
    case .notStored: .open
    case .foundStored, .needsRecoloring: .decode(isQuick: true)
    case .opened: .decode(isQuick: false)
    case .queryingFile, .readingStored, .decoding, .recoloring: nil
    }
  }
  var isQueryingFile: Bool { if case .queryingFile = state { true } else { false } }
  /// The identifier of the decode in progress for the thumbnail; nil when none is.
  var decode: DecodeID? {
    switch state {
    case .readingStored(let id, _), .decoding(let id), .recoloring(let id, _): id
    default: nil
    }
  }
  /// Whether the file is being looked up or opened, or is open and waits for a helper.
  var isPreparedOrInPreparation: Bool {
    if case .decode? = step { true } else { isQueryingFile }
  }
  var isWanted: Bool { !tasks.isEmpty }
  /// Whether all requests want only a thumbnail of the shared cache, so that the file is not
  /// decoded.
  var isSharedCacheOnly: Bool { tasks.allSatisfy(\.request.isSharedCacheOnly) }
  /// The sort key in the queue, smallest first: thumbnails that have nothing to show yet, then the
  /// nearest, then the oldest.
  var rank: (Int, Int, Int) {
    var nearest = Int.max
    for task in tasks { nearest = min(nearest, task.distance) }
    return (preview == nil ? 0 : 1, nearest, serial)
  }
  /// The length of the longer side in pixels that satisfies every request.
  var requestedSide: Int { min(key.size.side, tasks.reduce(1) { max($0, $1.request.side) }) }

  /// Goes back to the state before the present decode, because its helper has ended.
  func revertState() {
    switch state {
    case .readingStored: state = .new
    case .decoding: state = .notStored
    case .recoloring(_, let made): state = .needsRecoloring(made)
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

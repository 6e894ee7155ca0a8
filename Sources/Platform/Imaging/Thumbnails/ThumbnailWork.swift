import DecoderWire
import Pixels

/// An unfinished thumbnail, for which one or more requests wait.
@MainActor
final class ThumbnailWork {
  struct Key: Hashable {
    var path: FilePathBytes
    var size: ThumbnailSize
  }
  /// The next step of the work.
  enum Step {
    /// Examine the file and look it up in the shared cache.
    case look
    /// Open and decode the picture itself.
    case decode
  }

  /// A new thumbnail in sRGB, before its conversion to the display's colour space.
  struct Made {
    var thumbnail: Thumbnail
    /// The shared memory with the pixels, as received from the helper.
    var memory: OwnedDescriptor
    /// The largest requested side, in pixels, for which the thumbnail is final.
    var side: Int
  }

  let key: Key
  /// The colour space of the result.
  let color: ImageColor
  /// The order of creation: the oldest work has the smallest number.
  let serial: Int
  var step = Step.look
  /// The embedded preview that is shown until the final thumbnail is there; nil without one.
  /// Thumbnails without a preview have precedence.
  var preview: Thumbnail?
  /// The decode for this work. Weak, since the decode refers back; the helper keeps it while it
  /// runs.
  weak var decode: DecodeWork?
  /// The file found in the shared cache, until it is sent to a helper.
  var found: SharedThumbnails.Found?
  /// The new sRGB thumbnail, until it is converted.
  var made: Made?
  /// The picture's open file, until it is sent to a helper.
  var opened: OpenedFile?
  /// Whether a file query is running.
  var isAsking = false
  /// The timeout of the file query, for a disk that does not respond.
  var asking: Cancellation?
  /// The identity of the file at the time it was examined.
  var identity: FileIdentity?
  private(set) var tasks: [ThumbnailTask] = []

  init(key: Key, color: ImageColor, serial: Int) {
    self.key = key
    self.color = color
    self.serial = serial
  }

  /// Whether the cache file sent to the helper is a failure entry.
  var foundFailure = false
  /// Whether neither a decode nor a file query is running.
  var isWaiting: Bool { !isAsking && decode?.state != .running }
  /// Whether there is an input to send to a helper.
  var isOpen: Bool { found != nil || opened != nil || made != nil }
  /// Whether the next decode is quick: a cached thumbnail or a colour conversion.
  var isQuick: Bool { found != nil || made != nil }
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

  /// Ends the file query and its timeout.
  func endQuery() {
    isAsking = false
    asking?.cancel()
    asking = nil
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

/// The unfinished thumbnails, by key.
@MainActor
struct ThumbnailQueue {
  private(set) var works: [ThumbnailWork.Key: ThumbnailWork] = [:]
  /// Whether no wanted thumbnail waits for a file query or a helper.
  var isEmpty: Bool { !works.values.contains { ($0.isWaiting || $0.isAsking) && $0.isWanted } }
  /// The number of thumbnails with a running file query or with an open file that waits for a
  /// helper.
  var ahead: Int { works.values.count { $0.isAsking || $0.isWaiting && $0.isOpen } }
  private var lastSerial = 0

  /// The unfinished thumbnail for `key` in a colour space, made when there is none.
  mutating func work(for key: ThumbnailWork.Key, in color: ImageColor) -> ThumbnailWork {
    if let known = works[key], known.color == color { return known }
    lastSerial += 1
    let work = ThumbnailWork(key: key, color: color, serial: lastSerial)
    works[key] = work
    return work
  }

  mutating func remove(_ work: ThumbnailWork) {
    if works[work.key] === work { works[work.key] = nil }
  }

  /// The first thumbnail in queue order that `mayStart` allows. Drops waiting thumbnails without
  /// requests.
  ///
  /// A linear search instead of a sorted queue: distances change in every frame of scrolling, and a
  /// few hundred entries take microseconds.
  /// - Complexity: O(*n*) for *n* unfinished thumbnails.
  mutating func next(where mayStart: (ThumbnailWork) -> Bool) -> ThumbnailWork? {
    var best: (work: ThumbnailWork, rank: (Int, Int, Int))?
    var unwanted: [ThumbnailWork] = []
    for work in works.values where work.isWaiting {
      guard work.isWanted else {
        unwanted.append(work)
        continue
      }
      let rank = work.rank
      if let best, best.rank <= rank { continue }
      if mayStart(work) { best = (work, rank) }
    }
    for work in unwanted { remove(work) }
    return best?.work
  }
}

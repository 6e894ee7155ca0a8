import DecoderWire
import Pixels

/// One thumbnail that one or more requests wait for.
@MainActor
final class ThumbnailWork {
  struct Key: Hashable {
    var path: FilePathBytes
    var size: ThumbnailSize
  }
  /// What is to be done next.
  enum Step {
    /// Nobody has looked at the file or for it in the shared cache.
    case look
    /// The picture itself has to be opened.
    case decode
  }

  /// A thumbnail in sRGB.
  struct Made {
    var thumbnail: Thumbnail
    /// Its pixels, as the helper that made them handed them over.
    var memory: OwnedDescriptor
    /// The side it is good for.
    var side: Int
  }

  let key: Key
  /// Which colours it is to be in.
  let color: ImageColor
  /// Smaller for what was asked for earlier.
  let serial: Int
  var step = Step.look
  /// The preview from inside the file that is shown until there is more; all others come first.
  var preview: Thumbnail?
  /// What a helper has of it. Weak, for that knows whom it is for; the helper keeps it while it runs.
  weak var decode: DecodeWork?
  /// What the shared cache has, until a helper gets it.
  var found: SharedThumbnails.Found?
  /// What was made in sRGB, until it is in the colours it is to be in.
  var made: Made?
  /// The picture's file, until a helper gets it.
  var opened: OpenedFile?
  /// True while the file system is asked.
  var isAsking = false
  /// Ends the wait for a disk that does not answer.
  var asking: Cancellation?
  /// The file as it was when it was looked at.
  var identity: FileIdentity?
  private(set) var tasks: [ThumbnailTask] = []

  init(key: Key, color: ImageColor, serial: Int) {
    self.key = key
    self.color = color
    self.serial = serial
  }

  /// True when what the helper has is the note that there is no thumbnail.
  var foundFailure = false
  /// True when no helper has it, and the file system has been asked as far as it had to.
  var isWaiting: Bool { !isAsking && decode?.state != .running }
  /// True when a helper can be handed something.
  var isOpen: Bool { found != nil || opened != nil || made != nil }
  /// True when what a helper would do is over in a moment.
  var isQuick: Bool { found != nil || made != nil }
  var isWanted: Bool { !tasks.isEmpty }
  /// True when nobody wants the file itself to be opened.
  var isStoredOnly: Bool { tasks.allSatisfy(\.request.isStoredOnly) }
  /// Orders the queue, the smallest first: what has nothing to show, then what is nearest, then what
  /// was asked for first.
  var rank: (Int, Int, Int) {
    var nearest = Int.max
    for task in tasks { nearest = min(nearest, task.distance) }
    return (preview == nil ? 0 : 1, nearest, serial)
  }
  /// Pixels the thumbnail must have at least to please every task.
  var side: Int { min(key.size.side, tasks.reduce(1) { max($0, $1.request.side) }) }

  /// The file system has answered, or is not waited for any more.
  func endAsking() {
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

/// The thumbnails that are asked for and not there yet, each at most once.
@MainActor
struct ThumbnailQueue {
  private(set) var works: [ThumbnailWork.Key: ThumbnailWork] = [:]
  /// True when nothing is asked for, or everything that is has been begun.
  var isEmpty: Bool { !works.values.contains { ($0.isWaiting || $0.isAsking) && $0.isWanted } }
  /// How many are being asked for at the file system, or have been and wait for a helper.
  var ahead: Int { works.values.count { $0.isAsking || $0.isWaiting && $0.isOpen } }
  private var lastSerial = 0

  /// The work for `key`, made when there is none in these colours.
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

  /// The nearest that is waiting for a helper; forgets those nobody wants.
  ///
  /// Looked for anew each time instead of kept in order: distances change with every frame of
  /// scrolling, and a few hundred are looked through in microseconds.
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

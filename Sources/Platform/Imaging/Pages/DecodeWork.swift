import DecoderWire
import Pixels

/// An unfinished decode for pages, for which one or more requests wait.
@MainActor
final class DecodeWork {
  /// The properties by which decodes are shared.
  struct Key: Hashable {
    var path: FilePathBytes
    var purpose: DecodePurpose
    var target: PixelSize
    /// The region to decode; see ``DecodeRequest/region``.
    var region: RegionRequest?
    /// The colour space of the result.
    var color: ImageColor
    /// The picture of the file; see ``PictureChoice``.
    var choice = PictureChoice()
  }
  enum State {
    /// The decode waits for its file to be opened or for a helper.
    case queued
    /// The file of the decode is being opened, within a time limit for a disk that does not
    /// respond.
    case opening(timeout: Cancellation?)
    /// A helper works on the decode.
    case running(DecodeAge)
    case done
  }
  /// The file for the helper.
  private enum Input {
    /// The file of the picture, not open.
    case closed
    /// The open file of the picture. It is sent once, since a helper moves its read position.
    case open(OwnedDescriptor)
    /// An open file of the shared thumbnail cache.
    case stored(SharedThumbnails.Found)
  }

  let id: DecodeID
  let key: Key
  var state = State.queued
  /// The order of requests: the latest request has the largest number.
  var serial = 0
  /// The identity of the file at the time it was opened for the helper.
  private(set) var identity: FileIdentity?
  private(set) var tasks: [ImageTask] = []
  private var input = Input.closed

  init(_ id: DecodeID, _ key: Key) {
    self.id = id
    self.key = key
  }

  var isWanted: Bool { !tasks.isEmpty }
  var isQueued: Bool { if case .queued = state { true } else { false } }
  var isRunning: Bool { if case .running = state { true } else { false } }

  /// The decode as the scheduling sees it; nil when the decode is done.
  var entry: DecodeScheduling.Decode? {
    let phase: DecodeScheduling.Phase
    switch state {
    case .queued: phase = .queued(isOpen: isOpen)
    case .opening: phase = .opening
    case .running(let age): phase = .running(age)
    case .done: return nil
    }
    return DecodeScheduling.Decode(
      id: id, path: key.path, priority: tasks.map(\.priority).max() ?? .background, phase: phase,
      serial: serial, isWanted: isWanted,
      isPassing: tasks.contains { $0.request.purpose.endsWithPreview })
  }

  /// Whether there is a file to send to a helper.
  var isOpen: Bool { if case .closed = input { false } else { true } }

  /// Takes the opened file.
  func open(_ file: OpenedFile) {
    identity = file.identity
    input = .open(file.descriptor)
  }

  /// Takes a file of the shared thumbnail cache in place of the picture's file.
  func open(_ found: SharedThumbnails.Found) { input = .stored(found) }

  /// Takes over the file of the shared thumbnail cache from another decode.
  func adoptInput(of other: DecodeWork) {
    if case .stored = other.input { input = other.input }
  }

  /// The job for a helper; nil when no file is open.
  func takeJob() -> DecodeJob? {
    let file: OwnedDescriptor
    var stored: StoredThumbnail?
    switch input {
    case .closed: return nil
    case .open(let descriptor):
      file = descriptor
      input = .closed
    case .stored(let found): (file, stored) = (found.file, found.stored)
    }
    return DecodeJob(
      id: id, path: key.path, file: file, target: key.target, color: key.color, region: key.region,
      stored: stored,
      wantsPartials: key.purpose == .picture && tasks.contains { $0.request.purpose.showsPreviews },
      choice: key.choice)
  }

  func add(_ task: ImageTask) {
    tasks.append(task)
    task.works.append(self)
  }

  func remove(_ task: ImageTask) {
    tasks.removeAll { $0 === task }
    task.works.removeAll { $0 === self }
  }
}

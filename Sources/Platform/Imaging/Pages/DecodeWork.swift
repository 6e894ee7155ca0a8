import DecoderWire
import Pixels

/// A decode for pages that is not finished, with the requests that wait for its result.
@MainActor
final class DecodeWork {
  /// The properties of a decode: requests with equal keys share one.
  struct Key: Hashable {
    var path: FilePathBytes
    var purpose: DecodePurpose
    var target: PixelSize
    /// The part of the picture to decode; nil for the whole; see ``DecodeRequest/region``.
    var region: RegionRequest?
    /// The colour space of the decoded pixels.
    var color: ImageColor
    /// The choice among the pictures that the file contains; see ``PictureChoice``.
    var choice = PictureChoice()
  }
  enum State {
    /// The decode waits until its file is opened, or until a helper is free.
    case queued
    /// The file is being opened on another thread; `timeout` ends the decode when the disk does not
    /// respond.
    case opening(timeout: Cancellation?)
    /// A helper decodes; the payload is the running time so far.
    case running(DecodeAge)
    case done
  }
  /// The file to be sent to the helper.
  private enum Input {
    /// The picture file, not opened yet.
    case unopened
    /// The opened picture file. It is sent to one helper only, since the helper moves its read
    /// position.
    case open(OwnedDescriptor)
    /// The opened file of the shared thumbnail cache, in place of the picture file.
    case stored(SharedThumbnails.OpenedEntry)
  }

  let id: DecodeID
  let key: Key
  var state = State.queued
  /// The number of the latest request for the decode: later requests have larger numbers.
  var latestRequestSerial = 0
  /// The identity that the file had when it was opened; nil before, and for a decode of a stored
  /// thumbnail.
  private(set) var identity: FileIdentity?
  private(set) var tasks: [ImageTask] = []
  private var input = Input.unopened

  init(_ id: DecodeID, _ key: Key) {
    self.id = id
    self.key = key
  }

  var isWanted: Bool { !tasks.isEmpty }
  var isQueued: Bool { if case .queued = state { true } else { false } }
  var isRunning: Bool { if case .running = state { true } else { false } }

  /// The decode as the scheduling policy sees it; nil when it is done.
  var schedulingDecode: DecodeScheduling.Decode? {
    let phase: DecodeScheduling.Phase
    switch state {
    case .queued: phase = .queued(isOpen: isOpen)
    case .opening: phase = .opening
    case .running(let age): phase = .running(age)
    case .done: return nil
    }
    return DecodeScheduling.Decode(
      id: id, path: key.path, priority: tasks.map(\.priority).max() ?? .background, phase: phase,
      latestRequestSerial: latestRequestSerial, isWanted: isWanted,
      isForFastPaging: tasks.contains { $0.request.purpose.endsWithPreview })
  }

  /// Whether a file is open that can be sent to a helper.
  var isOpen: Bool { if case .unopened = input { false } else { true } }

  /// Stores the opened picture file.
  func setInput(_ file: OpenedFile) {
    identity = file.identity
    input = .open(file.descriptor)
  }

  /// Stores an opened file of the shared thumbnail cache, which is decoded in place of the picture
  /// file.
  func setInput(_ found: SharedThumbnails.OpenedEntry) { input = .stored(found) }

  /// Takes over the opened file of the shared thumbnail cache of another decode, if it has one.
  func adoptInput(of other: DecodeWork) {
    if case .stored = other.input { input = other.input }
  }

  /// Makes the message for a helper, and hands over the open file; nil when no file is open.
  func takeJob() -> FileDecode? {
    let file: OwnedDescriptor
    var stored: StoredThumbnail?
    switch input {
    case .unopened: return nil
    case .open(let descriptor):
      file = descriptor
      input = .unopened
    case .stored(let found): (file, stored) = (found.file, found.stored)
    }
    return FileDecode(
      id: id, path: key.path, file: file, target: key.target, color: key.color, region: key.region,
      storedThumbnail: stored,
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

import DecoderWire
import Pixels

/// One decode that one or more requests wait for.
@MainActor
package final class DecodeWork {
  struct Key: Hashable {
    var path: FilePathBytes
    var purpose: DecodeRequest.Purpose
    var target: PixelSize
    /// See ``DecodeRequest/region``.
    var region: RegionRequest?
    /// Which colours the result is in.
    var color = ImageColor.standard
  }
  enum State {
    case queued
    /// Its file is being opened.
    case opening
    case running
    case done
  }
  /// How long it has been running, in the steps that matter.
  enum Age: Int, Comparable {
    /// Worth waiting for even when nobody wants it any more.
    case short
    /// Ended when nobody wants it and others wait.
    case long
    /// Put back in the queue when something visible waits.
    case tooLong

    static func < (a: Age, b: Age) -> Bool { a.rawValue < b.rawValue }
  }

  /// Whom the outcome is for.
  enum Role {
    /// The requests for pages that wait for it.
    case page
    /// A thumbnail.
    case thumbnail(ThumbnailWork)
  }

  let key: Key
  let role: Role
  /// Larger for what was asked for later; the latest wins among equals.
  var serial: Int
  var state = State.queued
  var age = Age.short
  /// The file as it was when it was opened for the helper.
  var identity: FileIdentity?
  /// The file, until a helper has it.
  private var opened: OwnedDescriptor?
  /// Ends the wait for a disk that does not answer.
  var opening: Cancellation?
  /// What the helper is handed; nil for the picture itself.
  var input: OwnedDescriptor?
  /// See ``DecodeRequest/leastExtent``.
  var leastExtent = 0
  /// See ``DecodeRequest/stored``.
  var stored: StoredThumbnail?
  private(set) var tasks: [ImageTask] = []

  init(key: Key, serial: Int = 0, role: Role = .page) {
    self.key = key
    self.serial = serial
    self.role = role
  }

  /// Looks only for something small that is there already, inside the file or in the shared cache: a
  /// helper is done with it in a few milliseconds.
  var isGlance: Bool {
    isPage && (key.purpose == .embedded || key.purpose == .stored)
  }
  /// True when requests for pages wait for it.
  var isPage: Bool { if case .page = role { true } else { false } }
  /// True for the very pixels that were asked for, no stand-in.
  var isExact: Bool { key.purpose == .exact || key.purpose == .region }
  /// Asks for a thumbnail.
  var isSmall: Bool { key.purpose == .thumbnail || key.purpose == .stored }
  /// Is over in about a millisecond, so that several may queue up behind each other.
  var isQuick: Bool { key.purpose == .stored || key.purpose == .recolor }
  /// Is for a page that is only passed.
  var isPassed: Bool { tasks.contains { $0.request.purpose == .glance } }
  var isWanted: Bool { !tasks.isEmpty }
  var priority: ImagePriority { tasks.map(\.priority).max() ?? .background }

  /// True when a helper can be handed something.
  var isOpen: Bool { input != nil || opened != nil }

  /// Takes the file a helper is to read.
  func open(_ file: OpenedFile) {
    identity = file.identity
    opened = file.descriptor
  }

  /// What the helper is handed. A file goes with it: where the helper left off another one must not
  /// begin.
  func takeInput() -> OwnedDescriptor? {
    defer { opened = nil }
    return input ?? opened
  }

  func add(_ task: ImageTask) {
    tasks.append(task)
    task.works.append(self)
  }

  func remove(_ task: ImageTask) { tasks.removeAll { $0 === task } }

  /// Orders the queue: what is seen, then what will be seen; previews, which are only asked for
  /// where they help, before exact pictures; the latest first among equals.
  var rank: (ImagePriority, Int, Int) {
    (priority, isExact ? 0 : 1, serial)
  }
}

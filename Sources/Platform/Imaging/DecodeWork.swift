import DecoderWire
import Pixels

/// An unfinished decode, for which one or more requests wait.
@MainActor
package final class DecodeWork {
  struct Key: Hashable {
    var path: FilePathBytes
    var purpose: DecodeRequest.Purpose
    var target: PixelSize
    /// See ``DecodeRequest/region``.
    var region: RegionRequest?
    /// The colour space of the result.
    var color = ImageColor.standard
  }
  enum State {
    case queued
    /// The file is being opened.
    case opening
    case running
    case done
  }
  /// The running time of a decode, as far as scheduling depends on it.
  enum Age: Int, Comparable {
    /// The decode is completed even when no request waits for it any more.
    case short
    /// The decode is ended when no request waits for it and other decodes are queued.
    case long
    /// The decode is put back in the queue when a visible page waits.
    case tooLong

    static func < (a: Age, b: Age) -> Bool { a.rawValue < b.rawValue }
  }

  /// The recipient of the outcome.
  enum Role {
    /// The waiting page requests, in `tasks`.
    case page
    /// A thumbnail.
    case thumbnail(ThumbnailWork)
  }

  let key: Key
  let role: Role
  /// The order of requests: the latest request has the largest number and goes first among equals.
  var serial: Int
  var state = State.queued
  var age = Age.short
  /// The identity of the file at the time it was opened for the helper.
  var identity: FileIdentity?
  /// The open file, until it is sent to a helper.
  private var opened: OwnedDescriptor?
  /// The timeout of opening the file, for a disk that does not respond.
  var opening: Cancellation?
  /// The input for the helper in place of the picture's file; nil for the file itself.
  var input: OwnedDescriptor?
  /// See ``DecodeRequest/minExtent``.
  var minExtent = 0
  /// See ``DecodeRequest/stored``.
  var stored: StoredThumbnail?
  private(set) var tasks: [ImageTask] = []

  init(key: Key, serial: Int = 0, role: Role = .page) {
    self.key = key
    self.serial = serial
    self.role = role
  }

  /// Whether this is a preview decode: it reads only an embedded or cached thumbnail, which takes a
  /// helper a few milliseconds.
  var isPreviewDecode: Bool {
    isPage && (key.purpose == .embedded || key.purpose == .stored)
  }
  /// Whether the result is for page requests.
  var isPage: Bool { if case .page = role { true } else { false } }
  /// Whether the result is exact instead of a stand-in.
  var isExact: Bool { key.purpose == .exact || key.purpose == .region }
  /// Whether the result is a thumbnail.
  var isSmall: Bool { key.purpose == .thumbnail || key.purpose == .stored }
  /// Whether the decode takes about a millisecond, so that several may be queued at one helper.
  var isQuick: Bool { key.purpose == .stored || key.purpose == .recolor }
  /// Whether the result is for a page that is passed during fast paging.
  var isPassed: Bool { tasks.contains { $0.request.purpose == .glance } }
  var isWanted: Bool { !tasks.isEmpty }
  var priority: ImagePriority { tasks.map(\.priority).max() ?? .background }

  /// Whether there is an input to send to a helper.
  var isOpen: Bool { input != nil || opened != nil }

  /// Stores the open file for the helper.
  func open(_ file: OpenedFile) {
    identity = file.identity
    opened = file.descriptor
  }

  /// Returns the input for the helper. An opened file is released with it, since a helper moves its
  /// read position: another helper must not continue from there.
  func takeInput() -> OwnedDescriptor? {
    defer { opened = nil }
    return input ?? opened
  }

  func add(_ task: ImageTask) {
    tasks.append(task)
    task.works.append(self)
  }

  func remove(_ task: ImageTask) { tasks.removeAll { $0 === task } }

  /// The order in the queue: by priority; then previews, which are only requested when useful,
  /// before exact pictures; then the latest request first.
  var rank: (ImagePriority, Int, Int) {
    (priority, isExact ? 0 : 1, serial)
  }
}

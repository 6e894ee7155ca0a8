import DecoderWire
import Pixels

/// One decode that one or more requests wait for.
@MainActor
package final class DecodeWork {
  struct Key: Hashable {
    var path: FilePathBytes
    var purpose: DecodeRequest.Purpose
    var target: PixelSize
  }
  enum State {
    case queued
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

  let key: Key
  /// Larger for what was asked for later; the latest wins among equals.
  var serial: Int
  var state = State.queued
  var age = Age.short
  /// The file as it was when it was opened for the helper.
  var identity: FileIdentity?
  private(set) var tasks: [ImageTask] = []

  init(key: Key, serial: Int) {
    self.key = key
    self.serial = serial
  }

  /// Looks for an embedded preview only: a helper is done with it in a fraction of a millisecond.
  var isGlance: Bool { key.purpose == .embedded }
  var isWanted: Bool { !tasks.isEmpty }
  var priority: ImagePriority { tasks.map(\.priority).max() ?? .background }

  func add(_ task: ImageTask) {
    tasks.append(task)
    task.works.append(self)
  }

  func remove(_ task: ImageTask) { tasks.removeAll { $0 === task } }

  /// Orders the queue: what is seen, then what will be seen; previews, which are only asked for
  /// where they help, before exact pictures; the latest first among equals.
  var rank: (ImagePriority, Int, Int) {
    (priority, key.purpose == .exact ? 0 : 1, serial)
  }
}

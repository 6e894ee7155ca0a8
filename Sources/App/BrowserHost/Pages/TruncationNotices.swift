import Imaging
import PhotoBrowser

/// The messages of pages whose files are truncated. A message is due when its file has been idle
/// long enough for no program to be writing it any more.
@MainActor
final class TruncationNotices {
  /// Called with the message of a truncated picture, when its page is at rest and the message may
  /// be shown.
  var onDue: ((FilePath, FailureMessage) -> Void)?

  private enum State {
    /// The modification time of the file is being read.
    case asking
    /// The file was changed recently; the timer makes the message due.
    case waiting(Cancellation)
    case due
  }
  private var entries: [FilePath: (state: State, message: FailureMessage)] = [:]
  private let follower: FileFollower
  private let pipeline: ImagePipeline
  private let loop: any DescriptorWatching

  /// Makes a collection without messages.
  init(follower: FileFollower, pipeline: ImagePipeline, loop: any DescriptorWatching) {
    self.follower = follower
    self.pipeline = pipeline
    self.loop = loop
  }

  isolated deinit { for path in entries.keys { stop(path) } }

  /// The message of a page if it is due.
  func message(of path: FilePath) -> FailureMessage? {
    guard let entry = entries[path], case .due = entry.state else { return nil }
    return entry.message
  }

  /// Adds the message of a page whose file contains only a part of its picture.
  func add(_ message: FailureMessage, of path: FilePath) {
    let state = entries[path]?.state
    switch state {
    case .asking, .waiting:
      entries[path]?.message = message
    case .due, nil:
      entries[path] = (state ?? .asking, message)
      // A file fetched from the web is not written to by other programs.
      if path.webAddress == nil, follower.hasUnknownAge(path) {
        askAge(of: path)
      } else {
        settle(path)
      }
    }
  }

  /// Removes the message of a page: its file gave the whole picture, or the page is gone.
  func remove(_ path: FilePath) {
    stop(path)
    entries[path] = nil
  }

  private func stop(_ path: FilePath) {
    if case .waiting(let timer) = entries[path]?.state { timer.cancel() }
  }

  private func askAge(of path: FilePath) {
    let now = FileStamp.now
    pipeline.files.ask(waits: true) {
      FileStamp.read(path)?.stamp
    } then: { [weak self] stamp in
      if let stamp { self?.follower.note(age: stamp.age(at: now), of: path) }
      self?.settle(path)
    }
  }

  /// Reports the message about a file as due when the file's idle time has passed; otherwise starts
  /// the timer for the end of that time.
  private func settle(_ path: FilePath) {
    guard let entry = entries[path] else { return }
    stop(path)
    let seconds = follower.secondsUntilSettled(path)
    if seconds > 0 {
      let timer = loop.schedule(after: seconds) { [weak self] in self?.settle(path) }
      entries[path]?.state = .waiting(timer)
    } else {
      if case .due = entry.state { return }
      entries[path]?.state = .due
      onDue?(path, entry.message)
    }
  }
}

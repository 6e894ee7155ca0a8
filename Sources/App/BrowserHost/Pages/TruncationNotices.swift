import Imaging
import PhotoBrowser

/// The messages of pages whose files are truncated. A message is due when the file has been idle
/// for so long that no program is likely to be writing it.
@MainActor
final class TruncationNotices {
  /// A closure called with a message when it becomes due.
  var onDue: ((FilePath, FailureMessage) -> Void)?

  private enum State {
    /// The modification time of the file is being looked up.
    case readingAge
    /// The file was changed recently; the timer fires when the file has been idle long enough.
    case waiting(timer: Cancellation)
    case due
  }
  private var entries: [FilePath: (state: State, message: FailureMessage)] = [:]
  private let fileObserver: PageFileObserver
  private let pipeline: ImagePipeline
  private let loop: any DescriptorWatching

  /// Makes a collection without messages.
  init(fileObserver: PageFileObserver, pipeline: ImagePipeline, loop: any DescriptorWatching) {
    self.fileObserver = fileObserver
    self.pipeline = pipeline
    self.loop = loop
  }

  isolated deinit { for path in entries.keys { cancelTimer(path) } }

  /// The message of a page's file; nil when there is none or it is not due yet.
  func message(of path: FilePath) -> FailureMessage? {
    guard let entry = entries[path], case .due = entry.state else { return nil }
    return entry.message
  }

  /// Adds a message about a file that contains only a part of its picture; it is reported when it
  /// is due.
  func add(_ message: FailureMessage, of path: FilePath) {
    let state = entries[path]?.state
    switch state {
    case .readingAge, .waiting:
      entries[path]?.message = message
    case .due, nil:
      entries[path] = (state ?? .readingAge, message)
      // The age of a file fetched from the web is not looked up, because no other program writes to
      // the file.
      if path.webAddress == nil, fileObserver.hasUnknownAge(path) {
        readAge(of: path)
      } else {
        makeDueOrWait(path)
      }
    }
  }

  /// Removes the message of a page, because its file now has the whole picture or the page is gone.
  func remove(_ path: FilePath) {
    cancelTimer(path)
    entries[path] = nil
  }

  private func cancelTimer(_ path: FilePath) {
    if case .waiting(let timer) = entries[path]?.state { timer.cancel() }
  }

  private func readAge(of path: FilePath) {
    let now = FileStamp.nowNanoseconds
    pipeline.files.ask(waits: true) {
      FileStamp.read(path)?.stamp
    } then: { [weak self] stamp in
      if let stamp { self?.fileObserver.setAge(stamp.age(at: now), of: path) }
      self?.makeDueOrWait(path)
    }
  }

  /// Makes the message about a file due if the file has been idle long enough; otherwise starts the
  /// timer for that time.
  private func makeDueOrWait(_ path: FilePath) {
    guard let entry = entries[path] else { return }
    cancelTimer(path)
    let seconds = fileObserver.secondsUntilSettled(path)
    if seconds > 0 {
      let timer = loop.schedule(after: seconds) { [weak self] in self?.makeDueOrWait(path) }
      entries[path]?.state = .waiting(timer: timer)
    } else {
      if case .due = entry.state { return }
      entries[path]?.state = .due
      onDue?(path, entry.message)
    }
  }
}

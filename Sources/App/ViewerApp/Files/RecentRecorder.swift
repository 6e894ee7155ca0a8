import BrowserHost
import Desktop
import Motion
import Windowing

/// A recorder that adds the pictures that the user views to the desktop's list of recent files.
///
/// A picture counts when it has been the current page for `dwell`, which excludes pictures that are
/// only paged past. Pictures are written together, on a thread, after `delay` without another one,
/// and at the end of the program.
final class RecentRecorder {
  /// The time in seconds for which a picture is the current page before it counts. 1: paging
  /// through an album is faster.
  private static let dwell = 1.0
  /// The time in seconds without another picture after which the list is written. 3: paging through
  /// an album writes once.
  private static let delay = 3.0
  /// The application name and command recorded in the list.
  private nonisolated static let program = (name: "pbview", command: "pbview %u")

  private let loop: EventLoop
  private let log: Log
  /// The pictures to be written, the last viewed one at the end.
  private var pending: [FilePath] = []
  private var dwelling: Deadline?
  private var writing: Deadline?

  init(loop: EventLoop, log: Log) {
    self.loop = loop
    self.log = log
  }

  /// Restarts the dwell time for a new current picture; nil when there is no current picture.
  func turned(to file: FilePath?) {
    dwelling?.cancel()
    dwelling = nil
    guard let file, file.webAddress == nil, file.containingArchive == nil,
      MediaType.picture(file) != nil
    else { return }
    dwelling = loop.schedule(at: loop.now + Self.dwell) { [weak self] in self?.viewed(file) }
  }

  private func viewed(_ file: FilePath) {
    let file = file.absolute(in: CurrentFolder.path)
    pending.removeAll { $0 == file }
    pending.append(file)
    writing?.cancel()
    writing = loop.schedule(at: loop.now + Self.delay) { [weak self] in self?.write() }
  }

  private func write() {
    let files = take()
    guard !files.isEmpty else { return }
    let log = log
    WorkerThread.run {
      Self.write(files)
    } finish: { failure in
      Self.logResult(failure, of: files.count, log)
    }
  }

  /// Writes the pending pictures at once. Call it when the program ends.
  func finish() {
    dwelling?.cancel()
    let files = take()
    if !files.isEmpty { Self.logResult(Self.write(files), of: files.count, log) }
  }

  private func take() -> [FilePath] {
    writing?.cancel()
    writing = nil
    defer { pending = [] }
    return pending
  }

  /// Writes files into the list. Returns the error message; nil on success.
  private nonisolated static func write(_ files: [FilePath]) -> String? {
    do throws(DesktopError) {
      try RecentFiles.add(
        files.compactMap { file in MediaType.picture(file).map { (file.bytes, $0) } },
        program: program)
      return nil
    } catch {
      return "\(error)"
    }
  }

  private static func logResult(_ failure: String?, of count: Int, _ log: Log) {
    if let failure { log.info(failure) } else { log.trace("recent count=\(count)") }
  }
}

import BrowserHost
import Desktop
import Motion
import Windowing

/// The object that adds the pictures that the user views to the desktop's list of recent files.
///
/// A picture is added when it has been the current page for `minDwellTime` seconds, so that
/// pictures that are only paged past are left out. Several pictures are written together on a
/// worker thread: when no other one has been viewed for `writeDelay` seconds, and at the end of the
/// program.
final class RecentFilesRecorder {
  /// The time in seconds for which a picture has to be the current page in order to be added. The
  /// value is longer than a picture is shown when the user pages through an album.
  private static let minDwellTime = 1.0
  /// The time in seconds after the last viewed picture at which the list is written, so that paging
  /// through an album writes it only once.
  private static let writeDelay = 3.0
  /// The name of the program and the command that opens a file, which the desktop's list of recent
  /// files contains for each file.
  private nonisolated static let program = (name: "pbview", command: "pbview %u")

  private let loop: EventLoop
  private let log: Log
  /// The pictures that are not yet written, in the order in which they were viewed.
  private var unwrittenFiles: [FilePath] = []
  private var dwellTimer: LoopTimer?
  private var writeTimer: LoopTimer?

  init(loop: EventLoop, log: Log) {
    self.loop = loop
    self.log = log
  }

  /// Stops the timer of the former page, and starts that of a new current page, unless its file is
  /// on the web, in an archive or of an unknown type.
  ///
  /// - Parameter file: the file on the page; nil when no page is shown.
  func pageDidChange(to file: FilePath?) {
    dwellTimer?.cancel()
    dwellTimer = nil
    guard let file, file.webAddress == nil, file.containingArchive == nil,
      MediaType.ofPicture(file) != nil
    else { return }
    dwellTimer = loop.schedule(at: loop.now + Self.minDwellTime) { [weak self] in
      self?.recordViewed(file)
    }
  }

  private func recordViewed(_ file: FilePath) {
    let file = file.absolute(in: CurrentFolder.path)
    unwrittenFiles.removeAll { $0 == file }
    unwrittenFiles.append(file)
    writeTimer?.cancel()
    writeTimer = loop.schedule(at: loop.now + Self.writeDelay) { [weak self] in self?.write() }
  }

  private func write() {
    let files = takeUnwrittenFiles()
    guard !files.isEmpty else { return }
    let log = log
    WorkerThread.run {
      Self.write(files)
    } finish: { failure in
      Self.logResult(failure, of: files.count, log)
    }
  }

  /// Writes the pictures that are not yet written. Called at the end of the program; waits for the
  /// file system.
  func finish() {
    dwellTimer?.cancel()
    let files = takeUnwrittenFiles()
    if !files.isEmpty { Self.logResult(Self.write(files), of: files.count, log) }
  }

  private func takeUnwrittenFiles() -> [FilePath] {
    writeTimer?.cancel()
    writeTimer = nil
    defer { unwrittenFiles = [] }
    return unwrittenFiles
  }

  /// Adds files to the desktop's list of recent files.
  ///
  /// - Returns: the error message; nil on success.
  private nonisolated static func write(_ files: [FilePath]) -> String? {
    do throws(DesktopError) {
      try RecentFiles.add(
        files.compactMap { file in MediaType.ofPicture(file).map { (file.bytes, $0) } },
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

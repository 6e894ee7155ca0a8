import DecoderWire
import Imaging
import Network
import PhotoBrowser
import Pixels

/// The downloads of pages with web addresses. Each picture is downloaded into a file, which is
/// decoded like any other file.
final class PageDownloads {
  private var pictures: WebPictures?
  private var log: (String) -> Void = { _ in }
  private var downloadedFiles: [FilePath: WebFile] = [:]
  private var tasks: [FilePath: WebPictureTask] = [:]
  private var failedPaths: Set<FilePath> = []
  /// The addresses whose cached copies have to be revalidated with the server at the next download.
  private var stalePaths: Set<FilePath> = []

  isolated deinit { cancelAll() }

  /// Connects the downloader, without which no address is downloaded; `log` is called with lines
  /// for the log.
  func connect(to pictures: WebPictures, log: @escaping (String) -> Void) {
    self.pictures = pictures
    self.log = log
  }

  /// The file with the picture of an address, from the cache or downloaded; nil before there is
  /// one, and after another program has deleted the file from the cache.
  private func file(of path: FilePath) -> WebFile? {
    guard let file = downloadedFiles[path] else { return nil }
    guard (try? FileIdentity.read(FilePathBytes(file.path))) != nil else {
      downloadedFiles[path] = nil
      return nil
    }
    return file
  }

  /// The file with the picture of an address, from the cache or downloaded; nil for the path of a
  /// file, and before there is one.
  func downloaded(_ path: FilePath) -> WebFile? {
    path.webAddress == nil ? nil : file(of: path)
  }

  /// The path of a page's picture in the pipeline: that of the downloaded file for an address,
  /// otherwise `path` itself.
  func pipelinePath(of path: FilePath) -> FilePathBytes {
    guard path.webAddress != nil, let file = file(of: path) else { return path.key }
    return FilePathBytes(file.path)
  }

  /// Whether the path is a web address whose picture is not downloaded yet.
  func isMissing(_ path: FilePath) -> Bool { path.webAddress != nil && file(of: path) == nil }

  /// Whether the last download for a page's address failed.
  func hasFailed(_ path: FilePath) -> Bool { failedPaths.contains(path) }

  /// The progress of the running download of an address; nil when none runs or no byte has arrived.
  func progress(of path: FilePath) -> Picture.Progress? { tasks[path]?.progress }

  /// Starts the download of an address, unless one is running.
  func fetch(
    _ path: FilePath, box: PixelSize, urgency: WebTask.Urgency,
    update: @escaping (WebPictureUpdate) -> Void
  ) {
    guard let pictures, let address = path.webAddress, tasks[path] == nil else { return }
    failedPaths.remove(path)
    let task = pictures.fetch(
      address, box: box, urgency: urgency, mustAsk: stalePaths.remove(path) != nil
    ) { [weak self] received in
      self?.record(received, of: path)
      update(received)
    }
    if !task.isFinished { tasks[path] = task }
  }

  /// Changes the urgency of the running download of an address.
  func setUrgency(_ urgency: WebTask.Urgency, of path: FilePath) { tasks[path]?.urgency = urgency }

  /// Cancels the downloads of all addresses that are not in `paths`.
  func keep(only paths: [FilePath]) {
    for path in Array(tasks.keys) where !paths.contains(path) { cancel(path) }
  }

  /// Cancels the download of an address. The bytes received so far stay in the cache.
  func cancel(_ path: FilePath) { tasks.removeValue(forKey: path)?.cancel() }

  /// Cancels the download of an address, which counts as failed: it is repeated only when its page
  /// is turned to or the user retries.
  func cancelAsFailed(_ path: FilePath) {
    cancel(path)
    failedPaths.insert(path)
  }

  /// Cancels the running downloads of all addresses.
  func cancelAll() {
    for task in tasks.values { task.cancel() }
    tasks = [:]
  }

  /// Makes the next download of an address revalidate the cached copy with the server.
  func markStale(_ path: FilePath) {
    cancel(path)
    downloadedFiles[path] = nil
    stalePaths.insert(path)
  }

  /// Makes the message for a downloaded file that cannot be decoded, and removes the file from the
  /// cache; nil when `path` has no downloaded file.
  func discardUndecodable(
    _ path: FilePath, _ failure: DecodeFailure, namesFile: Bool
  ) -> FailureMessage? {
    guard let address = path.webAddress, let file = file(of: path) else { return nil }
    cancel(path)
    downloadedFiles[path] = nil
    failedPaths.insert(path)
    pictures?.forget(address)
    return namesFile
      ? FailureMessage(failure, in: file, of: address) : FailureMessage(failure, in: file)
  }

  private func record(_ received: WebPictureUpdate, of path: FilePath) {
    switch received {
    case .progress, .partial: return
    case .cached(let file): downloadedFiles[path] = file
    case .finished(let file):
      downloadedFiles[path] = file
      tasks[path] = nil
    case .cachedConfirmed(let failure):
      tasks[path] = nil
      if let failure { log("\(path.display): what was kept is shown: \(failure.sentence)") }
    case .failed:
      tasks[path] = nil
      failedPaths.insert(path)
    }
  }
}

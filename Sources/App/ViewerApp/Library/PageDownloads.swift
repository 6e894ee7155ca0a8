import BrowserHost
import Imaging
import Network
import PhotoBrowser
import Pixels

/// The pages with web addresses. Each picture is downloaded into a file and then handled as one.
final class PageDownloads {
  private let pictures: WebPictures
  private let log: Log
  private var files: [FilePath: WebFile] = [:]
  private var tasks: [FilePath: WebPictureTask] = [:]
  private var failed: Set<FilePath> = []
  /// The addresses that have to be revalidated with the server despite a cached copy.
  private var distrusted: Set<FilePath> = []

  /// Makes the object without any downloads.
  init(_ pictures: WebPictures, log: Log) {
    self.pictures = pictures
    self.log = log
  }

  isolated deinit { cancelAll() }

  /// The file with the picture of an address; nil before it is downloaded, and after another
  /// program deleted it from the cache.
  func file(of path: FilePath) -> WebFile? {
    guard let file = files[path] else { return nil }
    guard (try? FileIdentity.read(FilePathBytes(file.path))) != nil else {
      files[path] = nil
      return nil
    }
    return file
  }

  /// Whether the last download failed.
  func hasFailed(_ path: FilePath) -> Bool { failed.contains(path) }

  /// The progress of a running download; nil when none runs or no byte has arrived.
  func progress(of path: FilePath) -> LoadProgress? { tasks[path]?.progress }

  /// The addresses whose downloads run.
  var fetching: [FilePath] { Array(tasks.keys) }

  /// Starts the download of an address, unless it already runs.
  func fetch(
    _ path: FilePath, _ address: WebAddress, box: PixelSize, urgency: WebTask.Urgency,
    update: @escaping (WebPictureUpdate) -> Void
  ) {
    guard tasks[path] == nil else { return }
    failed.remove(path)
    let task = pictures.fetch(
      address, box: box, urgency: urgency, mustAsk: distrusted.remove(path) != nil
    ) { [weak self] news in
      self?.note(news, of: path)
      update(news)
    }
    if !task.isFinished { tasks[path] = task }
  }

  /// Changes the urgency of a running download.
  func setUrgency(_ urgency: WebTask.Urgency, of path: FilePath) { tasks[path]?.urgency = urgency }

  /// Cancels the download of an address. The bytes received so far stay in the cache.
  func cancel(_ path: FilePath) { tasks.removeValue(forKey: path)?.cancel() }

  /// Cancels all downloads.
  func cancelAll() {
    for task in tasks.values { task.cancel() }
    tasks = [:]
  }

  /// Makes the next download revalidate the cached copy with the server.
  func distrust(_ path: FilePath) {
    cancel(path)
    files[path] = nil
    distrusted.insert(path)
  }

  /// Removes an address whose data is not a picture from the cache.
  func forget(_ path: FilePath) {
    cancel(path)
    files[path] = nil
    failed.insert(path)
    if let address = path.webAddress { pictures.forget(address) }
  }

  private func note(_ news: WebPictureUpdate, of path: FilePath) {
    switch news {
    case .progress, .partial: return
    case .kept(let file): files[path] = file
    case .finished(let file):
      files[path] = file
      tasks[path] = nil
    case .confirmed(let failure):
      tasks[path] = nil
      if let failure { log.info("\(path.display): what was kept is shown: \(failure.sentence)") }
    case .failed:
      tasks[path] = nil
      failed.insert(path)
    }
  }
}

import BrowserHost
import Imaging
import Network
import PhotoBrowser
import Pixels

/// The addresses among the pages: each is fetched into a file, and is a file from then on.
final class WebPages {
  private let pictures: WebPictures
  private let log: Log
  private var files: [FilePath: WebFile] = [:]
  private var tasks: [FilePath: WebPictureTask] = [:]
  private var failed: Set<FilePath> = []
  /// Those the server is to be asked for whatever is kept.
  private var distrusted: Set<FilePath> = []

  /// Makes pages of which none was fetched yet.
  init(_ pictures: WebPictures, log: Log) {
    self.pictures = pictures
    self.log = log
  }

  isolated deinit { cancelAll() }

  /// The file with the picture of an address; nil while it is not there, or not any more: other
  /// programs may have made room.
  func file(of path: FilePath) -> WebFile? {
    guard let file = files[path] else { return nil }
    guard (try? FileIdentity.read(FilePathBytes(file.path))) != nil else {
      files[path] = nil
      return nil
    }
    return file
  }

  /// True when the last try gave no picture.
  func hasFailed(_ path: FilePath) -> Bool { failed.contains(path) }

  /// How far one on its way has come; nil when it is not, or nothing has come of it.
  func progress(of path: FilePath) -> LoadProgress? { tasks[path]?.progress }

  /// Those on their way.
  var fetching: [FilePath] { Array(tasks.keys) }

  /// Fetches one that is not on its way.
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

  /// Says how soon one that is on its way is wanted.
  func setUrgency(_ urgency: WebTask.Urgency, of path: FilePath) { tasks[path]?.urgency = urgency }

  /// Ends fetching one. What has come of it is kept.
  func cancel(_ path: FilePath) { tasks.removeValue(forKey: path)?.cancel() }

  /// Ends fetching any.
  func cancelAll() {
    for task in tasks.values { task.cancel() }
    tasks = [:]
  }

  /// Has the server asked the next time, whatever is kept.
  func distrust(_ path: FilePath) {
    cancel(path)
    files[path] = nil
    distrusted.insert(path)
  }

  /// What came is no picture: nothing of it is kept.
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

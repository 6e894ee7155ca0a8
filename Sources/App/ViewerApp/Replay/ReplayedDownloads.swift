import BrowserHost
import Network
import Recordings

/// A source of downloads without a network, which gives the recorded updates. Sparse files of the
/// recorded sizes stand for the downloaded ones.
final class ReplayedDownloads: WebLoading {
  /// Called with the number of each download when it has begun. Default: does nothing.
  var onLoad: (Int) -> Void = { _ in }

  private let tree: ReplayedTree
  private var tasks: [Int: WebTask] = [:]
  private var downloadCount = 0

  init(_ tree: ReplayedTree) { self.tree = tree }

  func load(
    _ address: WebAddress, urgency: WebTask.Urgency, mustRevalidate: Bool,
    update: @escaping (WebUpdate) -> Void
  ) -> WebTask {
    downloadCount += 1
    let task = WebTask(address, urgency, of: self, update: update)
    tasks[downloadCount] = task
    onLoad(downloadCount)
    return task
  }

  func forget(_ address: WebAddress) {}
  func stop() { tasks = [:] }

  /// Delivers a recorded update to its download, unless that was cancelled.
  func deliver(_ download: RecordedLine.Download) {
    guard let task = tasks[download.number], let update = update(from: download) else { return }
    task.deliver(update)
    if task.isFinished { tasks[download.number] = nil }
  }

  /// The update for a recorded one, with a file of the replay in place of the downloaded one; nil
  /// for a recorded update that lacks the file or the failure that its kind requires.
  private func update(from download: RecordedLine.Download) -> WebUpdate? {
    let file = download.file.map { file in
      WebFile(
        path: String(
          decoding: tree.placeDownload(file.path, size: file.size).bytes, as: UTF8.self),
        byteCount: Int(clamping: file.size), contentType: file.contentType,
        redirection: file.redirection)
    }
    let failure = download.failure?.networkFailure
    switch download.kind {
    case .progress:
      return .progress(
        WebProgress(
          received: Int(clamping: download.received),
          total: download.total.map { Int(clamping: $0) }, part: file))
    case .cachedCopyAvailable: return file.map { .cachedCopy($0) }
    case .finished: return file.map { .finished($0) }
    case .cachedCopyConfirmed: return file.map { .confirmed($0) }
    case .cachedCopyUnverified:
      guard let file, let failure else { return nil }
      return .stale(file, failure)
    case .failed: return failure.map { .failed($0, part: file) }
    }
  }
}

extension ReplayedDownloads: WebTaskOwner {
  func taskDidCancel(_ task: WebTask) { tasks = tasks.filter { $0.value !== task } }
  func urgencyDidChange() {}
}

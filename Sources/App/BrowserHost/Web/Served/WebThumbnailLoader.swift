import DecoderWire
import ImageServers
import Imaging
import Network
import PhotoBrowser
package import Pixels

/// The loader of thumbnails of web addresses, for grids. The thumbnail is the one that a list names
/// for its entry; for the address of a description, the small version of the picture; for any other
/// address, the picture itself.
package final class WebThumbnailLoader {
  /// A request of a thumbnail. The owner of the task cancels it when the thumbnail is no longer
  /// needed.
  package final class Task {
    fileprivate let path: FilePath
    fileprivate let side: Int
    fileprivate let finish: (Thumbnail?) -> Void
    fileprivate var download: WebTask?
    fileprivate var decode: ImageTask?
    fileprivate var isFinished = false
    /// The number of addresses that were downloaded for this thumbnail; limited, because
    /// descriptions may refer to each other.
    fileprivate var attemptCount = 0
    /// The position in the queue; the request with the smallest value is served first.
    package var distance: Int
    fileprivate var onCancel: (() -> Void)?

    fileprivate init(
      _ path: FilePath, side: Int, distance: Int, finish: @escaping (Thumbnail?) -> Void
    ) {
      self.path = path
      self.side = side
      self.distance = distance
      self.finish = finish
    }

    package func cancel() {
      guard !isFinished else { return }
      isFinished = true
      download?.cancel()
      decode?.cancel()
      onCancel?()
    }
  }

  /// A thumbnail, and the size of its picture. Only the ratio of the size's sides is certain.
  package struct Thumbnail {
    package let bitmap: Bitmap
    package let naturalSize: PixelSize
  }

  /// The maximum number of thumbnails that are loaded at a time.
  private static let maxRequests = 6

  private let web: WebPictures
  private var waiting: [Task] = []
  private var running: [Task] = []

  package init(_ web: WebPictures) { self.web = web }

  /// Requests a thumbnail.
  ///
  /// - Parameters:
  ///   - side: the maximum length of the longer side, in pixels.
  ///   - distance: the position in the queue; the smallest value is served first.
  ///   - finish: called once, unless the task is cancelled; with nil when there is no picture.
  package func request(
    _ path: FilePath, side: Int, distance: Int, finish: @escaping (Thumbnail?) -> Void
  ) -> Task {
    let task = Task(path, side: side, distance: distance, finish: finish)
    task.onCancel = { [weak self, weak task] in
      guard let self, let task else { return }
      remove(task)
      startNext()
    }
    waiting.append(task)
    startNext()
    return task
  }

  private func startNext() {
    while running.count < Self.maxRequests,
      let next = waiting.indices.min(by: { waiting[$0].distance < waiting[$1].distance })
    {
      let task = waiting.remove(at: next)
      running.append(task)
      begin(task)
    }
  }

  private func begin(_ task: Task) {
    let known = web.entry(of: task.path)?.thumbnail.flatMap { WebAddress($0) }
    guard let address = known ?? task.path.webAddress else { return end(task, nil) }
    download(address, for: task)
  }

  private func download(_ address: WebAddress, for task: Task) {
    task.attemptCount += 1
    var isRead = false
    do throws(NetworkFailure) {
      let download = try web.download(address) { [weak self, weak task] update in
        guard let self, let task, !task.isFinished, task.decode == nil else { return }
        switch update {
        case .progress(let progress):
          let contentType = progress.part?.contentType ?? ""
          let kind = ServedDocument.certainty(of: address.text, contentType: contentType)
          guard kind == .certain, progress.received > ServedDocument.maxBytes else { return }
          // If a description from an earlier download has been read, the thumbnail is made from
          // that one.
          if isRead { task.download?.cancel() } else { end(task, nil) }
        case .cachedCopy(let file), .finished(let file), .confirmed(let file), .stale(let file, _):
          isRead = true
          receive(file, from: address, for: task)
        case .failed: end(task, nil)
        }
      }
      if task.isFinished {
        download.cancel()
      } else if !download.isFinished {
        task.download = download
      }
    } catch {
      end(task, nil)
    }
  }

  private func receive(_ file: WebFile, from address: WebAddress, for task: Task) {
    let kind = ServedDocument.certainty(of: address.text, contentType: file.contentType)
    // A list has no picture of its own, so its first entry represents it.
    guard kind != nil else { return decode(file, for: task) }
    guard task.attemptCount < 2 else { return end(task, nil) }
    let source = file.source(requestedAt: address)
    WorkerThread.run { () -> ServedDocument? in
      guard let bytes = WebFileBytes.read(file, maxBytes: ServedDocument.maxBytes) else {
        return nil
      }
      return try? ServedDocument.read(bytes, from: source, languages: [])
    } finish: { [weak self, weak task] document in
      guard let self, let task, !task.isFinished, task.attemptCount < 2 else { return }
      switch document {
      case .picture(let picture):
        guard let small = picture.overviewRequest.flatMap({ WebAddress($0.address) }) else {
          return end(task, nil)
        }
        task.download?.cancel()
        download(small, for: task)
      case .collection(let collection):
        guard let first = collection.entries.first?.thumbnail.flatMap({ WebAddress($0) }) else {
          return end(task, nil)
        }
        task.download?.cancel()
        download(first, for: task)
      case nil: if kind == .possible { decode(file, for: task) } else { end(task, nil) }
      }
    }
  }

  private func decode(_ file: WebFile, for task: Task) {
    let key = FilePathBytes(file.path)
    let box = PixelSize(width: task.side, height: task.side)
    task.decode = web.pipeline.request(
      ImageRequest(path: key, target: box, purpose: .prefetch)
    ) { [weak self, weak task] update in
      guard let self, let task, !task.isFinished else { return }
      switch update {
      case .preview: break
      case .exact(let image):
        let entry = web.entry(of: task.path)
        let natural = entry.flatMap { entry in
          entry.width.flatMap { width in
            entry.height.map { PixelSize(width: width, height: $0) }
          }
        }
        end(
          task,
          Thumbnail(bitmap: image.bitmap, naturalSize: natural ?? image.info.naturalSize))
      case .failed: end(task, nil)
      }
    }
  }

  private func end(_ task: Task, _ thumbnail: Thumbnail?) {
    guard !task.isFinished else { return }
    task.isFinished = true
    task.download?.cancel()
    remove(task)
    task.finish(thumbnail)
    startNext()
  }

  private func remove(_ task: Task) {
    waiting.removeAll { $0 === task }
    running.removeAll { $0 === task }
  }
}

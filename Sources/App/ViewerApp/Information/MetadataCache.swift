import BrowserHost
import DecoderWire
import Imaging

/// The metadata of the photos shown last and of their neighbours. A helper reads one photo at a
/// time, the current one first.
final class MetadataCache {
  /// Called when the metadata of a file has been read, or reading it has failed.
  var onChange: (FilePath) -> Void = { _ in }

  private let pipeline: ImagePipeline
  private var known: [FilePath: Entry] = [:]
  /// The files of ``known``, the least recently read first.
  private var order: [FilePath] = []
  private var wanted: [FilePath] = []
  private var running: (path: FilePath, task: MetadataTask)?

  /// The metadata of a file, and the file's identity when it was requested.
  private struct Entry {
    let metadata: PhotoMetadata
    let identity: FileIdentity?
  }

  /// The maximum number of photos whose metadata is kept.
  private static let maxCount = 64

  init(_ pipeline: ImagePipeline) { self.pipeline = pipeline }

  /// The metadata of a file as it was read last; nil until it is read.
  func metadata(of path: FilePath) -> PhotoMetadata? { known[path]?.metadata }

  /// Whether the metadata of a file is known, and the file is not known to have changed since.
  private func isCurrent(_ path: FilePath) -> Bool {
    guard let entry = known[path] else { return false }
    guard let identity = pipeline.identity(FilePathBytes(path.bytes)) else { return true }
    return entry.identity == nil || entry.identity == identity
  }

  /// Replaces the files to be read; the first is read first. A running request of another file ends.
  func request(_ paths: [FilePath]) {
    wanted = paths.filter { $0.webAddress == nil && !$0.bytes.isEmpty && !isCurrent($0) }
    if let running, !wanted.contains(running.path) {
      running.task.cancel()
      self.running = nil
    }
    readNext()
  }

  /// Ends all requests.
  func stop() {
    wanted = []
    running?.task.cancel()
    running = nil
  }

  private func readNext() {
    guard running == nil, let path = wanted.first else { return }
    let identity = pipeline.identity(FilePathBytes(path.bytes))
    let task = pipeline.metadata(of: FilePathBytes(path.bytes)) { [weak self] answer in
      self?.take(answer, of: path, identity)
    }
    running = (path, task)
  }

  /// Stores an answer; a photo whose metadata cannot be read has none.
  private func take(
    _ answer: Result<PhotoDescription, DecodeFailure>, of path: FilePath, _ identity: FileIdentity?
  ) {
    running = nil
    wanted.removeAll { $0 == path }
    let metadata = (try? answer.get())?.metadata ?? PhotoMetadata()
    if known.updateValue(Entry(metadata: metadata, identity: identity), forKey: path) != nil {
      order.removeAll { $0 == path }
    }
    order.append(path)
    if order.count > Self.maxCount { known[order.removeFirst()] = nil }
    onChange(path)
    readNext()
  }
}

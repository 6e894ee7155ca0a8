import BrowserHost
import DecoderWire
import Imaging

/// The metadata of the photos shown last and of their neighbours. A helper reads one photo at a
/// time, the current one first.
final class MetadataCache {
  private let pipeline: ImagePipeline
  private var known: [FilePath: Entry] = [:]
  /// The files of ``known``, the least recently read first.
  private var order: [FilePath] = []
  private var wanted: [FilePath] = []
  private var observers: [(owner: () -> AnyObject?, take: (FilePath) -> Void)] = []
  private var running: (path: FilePath, task: MetadataTask)?

  /// The metadata of a file, and the file's identity when it was requested.
  private struct Entry {
    let metadata: PhotoMetadata
    /// The properties in the header of the picture; nil when it cannot be shown.
    let header: DecodeReply.Info?
    let identity: FileIdentity?
    /// Whether a sidecar of the photo has changed since the metadata was read.
    var isOutdated = false
  }

  /// The maximum number of photos whose metadata is kept.
  private static let maxCount = 64

  init(_ pipeline: ImagePipeline) { self.pipeline = pipeline }

  /// Adds an observer, for the lifetime of an object. It is called when the metadata of a file has
  /// been read or has become outdated, and when reading it has failed.
  func observe(for owner: AnyObject, _ observer: @escaping (FilePath) -> Void) {
    observers.removeAll { $0.owner() == nil }
    observers.append(({ [weak owner] in owner }, observer))
  }

  private func report(_ path: FilePath) { for observer in observers { observer.take(path) } }

  /// The metadata of a file as it was read last; nil until it is read.
  func metadata(of path: FilePath) -> PhotoMetadata? { known[path]?.metadata }

  /// The properties in the header of a picture; nil until they are read, and for a file that cannot
  /// be shown.
  func header(of path: FilePath) -> DecodeReply.Info? { known[path]?.header }

  /// Whether the metadata of a file is known, and the file is not known to have changed since.
  private func isCurrent(_ path: FilePath) -> Bool {
    guard let entry = known[path], !entry.isOutdated else { return false }
    guard let identity = pipeline.identity(FilePathBytes(path.bytes)) else { return true }
    return entry.identity == nil || entry.identity == identity
  }

  /// Replaces the files to be read; the first is read first. A running request of another file
  /// ends.
  func request(_ paths: [FilePath]) {
    wanted = paths.filter { $0.webAddress == nil && !$0.bytes.isEmpty && !isCurrent($0) }
    if let running, !wanted.contains(running.path) {
      running.task.cancel()
      self.running = nil
    }
    readNext()
  }

  /// Marks the entries of changed sidecars as outdated. The metadata of their photos stays until it
  /// is read again.
  func invalidate(sidecars: Set<FilePath>) {
    for path in known.keys where !sidecars.isDisjoint(with: Sidecar.candidates(of: path)) {
      known[path]?.isOutdated = true
      report(path)
    }
  }

  /// Ends all requests for metadata.
  func stop() {
    wanted = []
    running?.task.cancel()
    running = nil
  }

  private func readNext() {
    guard running == nil, let path = wanted.first else { return }
    let identity = pipeline.identity(FilePathBytes(path.bytes))
    let task = pipeline.metadata(
      of: FilePathBytes(path.bytes), sidecars: Sidecar.pathBytes(of: path), includingHeader: true,
      languages: UserLanguage.tags
    ) { [weak self] answer in
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
    let facts = (try? answer.get()) ?? PhotoDescription()
    let entry = Entry(metadata: facts.metadata, header: facts.header, identity: identity)
    if known.updateValue(entry, forKey: path) != nil {
      order.removeAll { $0 == path }
    }
    order.append(path)
    if order.count > Self.maxCount { known[order.removeFirst()] = nil }
    report(path)
    readNext()
  }
}

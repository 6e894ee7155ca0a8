import BrowserHost
import DecoderWire
import Imaging

/// The metadata of the photos shown last and of those near the current one. A helper reads one
/// photo at a time, the current one first.
final class MetadataCache {
  private let pipeline: ImagePipeline
  private var entries: [FilePath: Entry] = [:]
  /// The keys of `entries`. The file whose metadata have not been read for the longest time comes
  /// first.
  private var pathsByReadTime: [FilePath] = []
  private var wantedPaths: [FilePath] = []
  private var observers: [(owner: () -> AnyObject?, notify: (FilePath) -> Void)] = []
  private var runningRequest: (path: FilePath, task: MetadataTask)?

  /// The metadata of a file, and the identity that the file had when they were requested.
  private struct Entry {
    let metadata: PhotoMetadata
    /// The format, size and other properties in the header of the picture; nil for a file that
    /// cannot be shown.
    let header: DecodeReply.Info?
    let identity: FileIdentity?
    /// Whether a sidecar of the photo has changed since the metadata were read. Default: false.
    var isOutdated = false
  }

  /// The maximum number of photos whose metadata are kept.
  private static let maxCount = 64

  init(_ pipeline: ImagePipeline) { self.pipeline = pipeline }

  /// Adds an observer, which exists as long as `owner`. The observer is called with the path of a
  /// file when the metadata of the file have been read or have become outdated, and when reading
  /// them has failed.
  func observe(for owner: AnyObject, _ observer: @escaping (FilePath) -> Void) {
    observers.removeAll { $0.owner() == nil }
    observers.append(({ [weak owner] in owner }, observer))
  }

  private func notifyObservers(of path: FilePath) {
    for observer in observers { observer.notify(path) }
  }

  /// The metadata of a file as they were read last, perhaps outdated; nil until they are read.
  func metadata(of path: FilePath) -> PhotoMetadata? { entries[path]?.metadata }

  /// The format, size and other properties in the header of a picture; nil until they are read, and
  /// for a file that cannot be shown.
  func header(of path: FilePath) -> DecodeReply.Info? { entries[path]?.header }

  /// Whether the metadata of a file are known, and the file is not known to have changed since.
  private func isCurrent(_ path: FilePath) -> Bool {
    guard let entry = entries[path], !entry.isOutdated else { return false }
    guard let identity = pipeline.cachedIdentity(of: FilePathBytes(path.bytes)) else { return true }
    return entry.identity == nil || entry.identity == identity
  }

  /// Replaces the list of files whose metadata are read, the first one first. A running request for
  /// a file that is not in the list is cancelled.
  func setWantedPaths(_ paths: [FilePath]) {
    wantedPaths = paths.filter { $0.webAddress == nil && !$0.bytes.isEmpty && !isCurrent($0) }
    if let runningRequest, !wantedPaths.contains(runningRequest.path) {
      runningRequest.task.cancel()
      self.runningRequest = nil
    }
    readNext()
  }

  /// Marks the metadata of the photos with these sidecars as outdated. Outdated metadata stay known
  /// until they are read again.
  func invalidate(sidecars: Set<FilePath>) {
    for path in entries.keys where !sidecars.isDisjoint(with: Sidecar.candidates(of: path)) {
      entries[path]?.isOutdated = true
      notifyObservers(of: path)
    }
  }

  /// Cancels all requests for metadata.
  func cancelRequests() {
    wantedPaths = []
    runningRequest?.task.cancel()
    runningRequest = nil
  }

  private func readNext() {
    guard runningRequest == nil, let path = wantedPaths.first else { return }
    let identity = pipeline.cachedIdentity(of: FilePathBytes(path.bytes))
    let task = pipeline.metadata(
      of: FilePathBytes(path.bytes), sidecars: Sidecar.candidatePathBytes(of: path),
      includingHeader: true,
      languages: UserLanguage.tags
    ) { [weak self] answer in
      self?.receive(answer, of: path, identity)
    }
    runningRequest = (path, task)
  }

  /// Stores the result of a request; the metadata of a photo that cannot be read are empty.
  private func receive(
    _ answer: Result<PhotoDescription, DecodeFailure>, of path: FilePath, _ identity: FileIdentity?
  ) {
    runningRequest = nil
    wantedPaths.removeAll { $0 == path }
    let facts = (try? answer.get()) ?? PhotoDescription()
    let entry = Entry(metadata: facts.metadata, header: facts.header, identity: identity)
    if entries.updateValue(entry, forKey: path) != nil {
      pathsByReadTime.removeAll { $0 == path }
    }
    pathsByReadTime.append(path)
    if pathsByReadTime.count > Self.maxCount { entries[pathsByReadTime.removeFirst()] = nil }
    notifyObservers(of: path)
    readNext()
  }
}

import CLinux
import DecoderWire
import PNGEncoding
import Pixels
import Synchronization
import Threads

/// The thread that compresses thumbnails and writes them to the shared cache. It is started when
/// there is something to write, and ends when everything is written.
///
/// After a lasting failure, such as a full disk, nothing more is written. Failures are not
/// reported: a missing cache file only costs time later.
final class ThumbnailWriter: Sendable {
  /// The content of a file to be written to the thumbnail cache.
  enum Content: Sendable {
    /// A record that no thumbnail of the picture can be made.
    case failure
    /// The pixels of a thumbnail.
    case picture(Bitmap)

    var byteCount: Int { if case .picture(let bitmap) = self { bitmap.byteCount } else { 0 } }
  }
  private struct Job: Sendable {
    var entry: SharedThumbnailFile
    var content: Content
  }
  private struct State {
    var jobs: [Job] = []
    /// The size in bytes of the pixels that wait to be written.
    var waitingBytes = 0
    var hasThread = false
    var isDisabled = false
    /// The temporary path of the file being written; nil without such a path.
    var temporaryPath: String?
  }
  /// The maximum size in bytes of the pixels that wait to be written. Further thumbnails are
  /// dropped, and made again when they are needed.
  private static let maxWaitingBytes = 128 << 20
  /// The niceness of the thread on the scale of `setpriority`. With 5, the decode of a page gets
  /// three quarters of a shared processor.
  private static let niceness: Int32 = 5
  private let state = Mutex(State())

  /// Queues a file for writing, and returns at once.
  func enqueue(_ entry: SharedThumbnailFile, _ content: Content) {
    let needsThread = state.withLock { state in
      guard !state.isDisabled, state.waitingBytes + content.byteCount <= Self.maxWaitingBytes else {
        return false
      }
      state.jobs.append(Job(entry: entry, content: content))
      state.waitingBytes += content.byteCount
      defer { state.hasThread = true }
      return !state.hasThread
    }
    guard needsThread else { return }
    if !PosixThread.detach({ self.runThread() }) { state.withLock { $0 = State() } }
  }

  /// Drops the queue, and removes the temporary file being written; called before the program ends.
  func end() {
    state.withLock {
      $0.isDisabled = true
      $0.jobs = []
      if let temporary = $0.temporaryPath { unlink(temporary) }
      $0.temporaryPath = nil
    }
  }

  /// Whether nothing waits or is being written.
  var isIdle: Bool { state.withLock { !$0.hasThread } }

  private func runThread() {
    // On Linux, this call affects only the calling thread, not the process.
    _ = setpriority(Int32(PRIO_PROCESS.rawValue), 0, Self.niceness)
    while let job = next() {
      do throws(CacheError) {
        try write(job)
      } catch {
        guard error == .unusableFolder else { continue }
        state.withLock {
          $0.isDisabled = true
          $0.jobs = []
        }
      }
    }
  }

  private func next() -> Job? {
    state.withLock { state in
      state.hasThread = !state.jobs.isEmpty
      guard !state.jobs.isEmpty else { return nil }
      let job = state.jobs.removeFirst()
      state.waitingBytes -= job.content.byteCount
      return job
    }
  }

  private func write(_ job: Job) throws(CacheError) {
    switch job.content {
    case .failure:
      let entry = job.entry
      let result = PNGChunks.transparentPixel.withUnsafeBytes { body in
        Result { () throws(CacheError) in
          try write(
            entry, to: entry.shared.failFolder, PixelSize(width: 1, height: 1), hasAlpha: true,
            body)
        }
      }
      try result.get()
    case .picture(let bitmap):
      let body = PNGBody(bitmap)
      let (entry, size) = (job.entry, bitmap.size)
      let result = body.bytes.withUnsafeBytes { bytes in
        Result { () throws(CacheError) in
          try write(
            entry, to: "\(entry.shared.folder)/\(entry.size.folder)", size,
            hasAlpha: body.hasAlpha, bytes)
        }
      }
      try result.get()
    }
  }

  private func write(
    _ entry: SharedThumbnailFile, to folder: String, _ size: PixelSize, hasAlpha: Bool,
    _ body: UnsafeRawBufferPointer
  ) throws(CacheError) {
    let file = try CacheFile(in: folder)
    try registerTemporary(file)
    defer { state.withLock { $0.temporaryPath = nil } }
    try file.write(
      PNGChunks.head(size, hasAlpha: hasAlpha, texts: entry.textChunks, bodyBytes: body.count))
    try file.write(body)
    try file.write(PNGChunks.tail(body: body))
    // The picture must not have changed meanwhile, because the entry would then get the thumbnail
    // of its earlier state.
    guard (try? FileIdentity.read(entry.identity.path)) == entry.identity else { return }
    if file.link(to: entry.name) { return }
    try registerTemporary(file) { (file) throws(CacheError) in try file.makeTemporaryName() }
    try file.rename(to: entry.name)
  }

  /// Records the temporary path of `file`, so that `end()` can remove it.
  ///
  /// - Parameter prepare: Called with the file before its temporary path is read.
  /// - Throws: `.oneFileFailed` when `end()` was called, or the error of `prepare`.
  private func registerTemporary(
    _ file: CacheFile, after prepare: (CacheFile) throws(CacheError) -> Void = { _ in }
  ) throws(CacheError) {
    // While the lock is held, `end()` cannot miss a file that has just got its temporary name.
    try state.withLock { (state) throws(CacheError) -> Void in
      if state.isDisabled { throw CacheError.oneFileFailed }
      try prepare(file)
      state.temporaryPath = file.temporaryPath
    }
  }
}

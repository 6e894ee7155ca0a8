import CLinux
import DecoderWire
import PNGEncoding
import Pixels
import Synchronization

/// Compresses thumbnails and writes them to the shared cache on a thread of its own, which ends when
/// there is nothing more.
///
/// A folder that cannot be written to is found out once; then nothing more is tried. Nobody is told:
/// a missing thumbnail costs time on another day and nothing else.
final class ThumbnailWriter: Sendable {
  /// What the file shows.
  enum Content: Sendable {
    /// That the picture has no thumbnail.
    case failure
    /// A thumbnail.
    case picture(Bitmap)

    var byteCount: Int { if case .picture(let bitmap) = self { bitmap.byteCount } else { 0 } }
  }
  private struct Job: Sendable {
    var entry: ThumbnailEntry
    var content: Content
  }
  private struct State {
    var jobs: [Job] = []
    /// The bytes of the pixels of the jobs.
    var bytes = 0
    var hasThread = false
    var isOff = false
    /// The file that is being written, while it has a name of its own.
    var temporary: String?
  }
  /// The bytes of pixels that wait for the disk at most; what exceeds them is made anew another time.
  private static let maxBytes = 128 << 20
  /// Politeness of the thread, on the system's scale from 0 to 19: a page that is decoded meanwhile has
  /// three quarters of a processor they share.
  private static let politeness: Int32 = 5
  private let state = Mutex(State())

  /// Sees to it that the file will be written, and returns at once.
  func write(_ entry: ThumbnailEntry, _ content: Content) {
    let needsThread = state.withLock { state in
      guard !state.isOff, state.bytes + content.byteCount <= Self.maxBytes else { return false }
      state.jobs.append(Job(entry: entry, content: content))
      state.bytes += content.byteCount
      defer { state.hasThread = true }
      return !state.hasThread
    }
    guard needsThread else { return }
    let me = Unmanaged.passRetained(self)
    var thread = pthread_t()
    if pthread_create(&thread, nil, Self.start, me.toOpaque()) == 0 {
      pthread_detach(thread)
    } else {
      me.release()
      state.withLock { $0 = State() }
    }
  }

  /// Forgets what waits, and removes the file that is being written, because the program ends.
  func end() {
    state.withLock {
      $0.isOff = true
      $0.jobs = []
      if let temporary = $0.temporary { unlink(temporary) }
      $0.temporary = nil
    }
  }

  /// True when nothing waits and nothing is being written.
  var isIdle: Bool { state.withLock { !$0.hasThread } }

  private static let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
    { pointer in
      guard let pointer else { return nil }
      Unmanaged<ThumbnailWriter>.fromOpaque(pointer).takeRetainedValue().work()
      return nil
    }

  private func work() {
    // Of this thread alone, as Linux has it.
    _ = setpriority(Int32(PRIO_PROCESS.rawValue), 0, Self.politeness)
    while let job = next() {
      do throws(CacheError) {
        try write(job)
      } catch {
        guard error == .noPlace else { continue }
        state.withLock {
          $0.isOff = true
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
      state.bytes -= job.content.byteCount
      return job
    }
  }

  private func write(_ job: Job) throws(CacheError) {
    switch job.content {
    case .failure:
      let entry = job.entry
      let result = PNGFrame.nothing.withUnsafeBytes { body in
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
    _ entry: ThumbnailEntry, to folder: String, _ size: PixelSize, hasAlpha: Bool,
    _ body: UnsafeRawBufferPointer
  ) throws(CacheError) {
    let file = try CacheFile(in: folder)
    try follow(file)
    defer { state.withLock { $0.temporary = nil } }
    try file.write(
      PNGFrame.head(size, hasAlpha: hasAlpha, words: entry.words, bodyBytes: body.count))
    try file.write(body)
    try file.write(PNGFrame.tail(body: body))
    // A picture that has changed meanwhile would get the thumbnail of its earlier state.
    guard (try? FileIdentity.read(entry.identity.path)) == entry.identity else { return }
    try file.rename(to: entry.name)
  }

  /// Notes a file that has to be removed when the program ends meanwhile.
  private func follow(_ file: CacheFile) throws(CacheError) {
    let isOff = state.withLock {
      $0.temporary = file.temporary
      return $0.isOff
    }
    if isOff { throw .failed }
  }
}

import CLinux
import DecoderWire
import Pixels
import Synchronization

/// Writes files of the shared cache on a thread of its own, which ends when there is nothing more.
///
/// A folder that cannot be written to is found out once; then nothing more is tried. Nobody is told:
/// a missing thumbnail costs time on another day and nothing else.
final class ThumbnailWriter: Sendable {
  /// What the file shows.
  enum Content: Sendable {
    /// That the picture has no thumbnail.
    case failure
    /// A thumbnail: its compressed rows, in sealed memory.
    case picture(PixelSize, hasAlpha: Bool, body: OwnedDescriptor, Int)
  }
  private struct Job: Sendable {
    var entry: ThumbnailEntry
    var content: Content
  }
  private struct State {
    var jobs: [Job] = []
    var hasThread = false
    var isOff = false
  }
  private let state = Mutex(State())

  /// Sees to it that the file will be written, and returns at once.
  func write(_ entry: ThumbnailEntry, _ content: Content) {
    let needsThread = state.withLock { state in
      guard !state.isOff else { return false }
      state.jobs.append(Job(entry: entry, content: content))
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

  /// True when nothing waits and nothing is being written.
  var isIdle: Bool { state.withLock { !$0.hasThread } }

  private static let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
    { pointer in
      guard let pointer else { return nil }
      Unmanaged<ThumbnailWriter>.fromOpaque(pointer).takeRetainedValue().work()
      return nil
    }

  private func work() {
    while let job = next() {
      do throws(CacheError) {
        try Self.write(job)
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
      return state.jobs.isEmpty ? nil : state.jobs.removeFirst()
    }
  }

  private static func write(_ job: Job) throws(CacheError) {
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
    case .picture(let size, let hasAlpha, let memory, let count):
      guard let address = MappedMemory.map(memory.number, bytes: count) else { return }
      defer { MappedMemory.unmap(address, bytes: count) }
      try write(
        job.entry, to: "\(job.entry.shared.folder)/\(job.entry.size.folder)", size,
        hasAlpha: hasAlpha, UnsafeRawBufferPointer(start: address, count: count))
    }
  }

  private static func write(
    _ entry: ThumbnailEntry, to folder: String, _ size: PixelSize, hasAlpha: Bool,
    _ body: UnsafeRawBufferPointer
  ) throws(CacheError) {
    let file = try CacheFile(in: folder)
    try file.write(
      PNGFrame.head(size, hasAlpha: hasAlpha, words: entry.words, bodyBytes: body.count))
    try file.write(body)
    try file.write(PNGFrame.tail(body: body))
    // What has changed meanwhile would get the thumbnail of what it was.
    guard (try? FileIdentity.read(entry.identity.path)) == entry.identity else { return }
    try file.rename(to: entry.name)
  }
}

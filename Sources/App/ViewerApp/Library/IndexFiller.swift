import BrowserHost
import Imaging

/// The filler of the index: it has the metadata of all photos of the library in front read while
/// the user does not act. Then their ratings are shown, and the first filter finds them read.
///
/// A worker thread looks up which photos the index lacks, part by part, and the indexer reads these
/// in idle time. Each input holds the work until the user rests again. After a walk through the
/// library, nothing happens until the next input or change.
final class IndexFiller {
  /// A walk through one state of a library.
  private struct Pass {
    weak var library: LiveLibrary?
    /// The ``LiveLibrary/version`` of the library.
    let version: Int
    var lookup: IndexLookup
    /// The number of photos that the index lacked.
    var count = 0
  }

  /// The result of looking up one part of a library.
  nonisolated private struct Part: Sendable {
    var missing: [PhotoIndexer.Request]
    /// The walk through the photos that follow.
    var rest: IndexLookup
  }

  private enum State {
    /// Nothing may be done, because the program is starting or ending.
    case off
    /// The next input or change begins a wait.
    case resting
    /// The timer waits for a time without input, after which the interrupted pass is continued, or
    /// a new one begins.
    case waiting(Pass?, Cancellation, isDisturbed: Bool)
    /// A worker thread looks up the next photos.
    case lookingUp(Pass, isDisturbed: Bool)
    /// The indexer reads photos.
    case filling(Pass)
  }

  /// The time in seconds without input after which the work begins or goes on. 3: the user looks at
  /// the photos, and does not only pause between two movements.
  static let restTime = 3.0

  /// Returns the library whose photos the user sees; nil while there is none.
  var library: () -> LiveLibrary? = { nil }
  /// Returns whether pictures on the screen are being loaded, for which the work has to wait.
  var isLoading: () -> Bool = { false }

  private let indexer: PhotoIndexer
  private let facts: PhotoFactsStore
  private let mounts: @Sendable () -> MountTable
  private let loop: any DescriptorWatching
  private let log: Log
  private var state = State.off
  /// The library of the last complete pass.
  private weak var filledLibrary: LiveLibrary?
  /// The ``LiveLibrary/version`` of ``filledLibrary`` at that pass.
  private var filledVersion = 0

  /// Makes a filler that does nothing before ``begin()``.
  ///
  /// - Parameter mounts: returns the table of mounted file systems, on any thread. Default: the
  ///   table that this process sees.
  init(
    _ indexer: PhotoIndexer, _ facts: PhotoFactsStore, loop: any DescriptorWatching, log: Log,
    mounts: @escaping @Sendable () -> MountTable = { MountTable.read() }
  ) {
    self.indexer = indexer
    self.facts = facts
    self.loop = loop
    self.log = log
    self.mounts = mounts
    indexer.onFilled = { [weak self] in self?.goOnIfFilled() }
  }

  /// Whether photos are being looked up or read; false while this is held.
  var isWorking: Bool {
    switch state {
    case .off, .resting, .waiting: false
    case .lookingUp, .filling: true
    }
  }

  /// Permits the work, which begins when the user rests.
  func begin() {
    guard case .off = state else { return }
    state = .resting
    note()
  }

  /// Ends all work.
  func stop() {
    if case .waiting(_, let timer, _) = state { timer.cancel() }
    state = .off
    indexer.stopFilling()
  }

  /// Holds the work until the user rests, because of an input or a change of a library.
  func note() {
    switch state {
    case .off: break
    case .resting: wait()
    case .waiting(let pass, let timer, _): state = .waiting(pass, timer, isDisturbed: true)
    case .lookingUp(let pass, _): state = .lookingUp(pass, isDisturbed: true)
    case .filling(let pass):
      indexer.holdsFilling = true
      wait(for: pass)
    }
  }

  private func wait(for pass: Pass? = nil) {
    let timer = loop.schedule(after: Self.restTime) { [weak self] in self?.timeDidPass() }
    state = .waiting(pass, timer, isDisturbed: false)
  }

  private func timeDidPass() {
    guard case .waiting(let pass, _, let isDisturbed) = state else { return }
    if isDisturbed || isLoading() { return wait(for: pass) }
    if let pass, isCurrent(pass) {
      state = .filling(pass)
      indexer.holdsFilling = false
      goOnIfFilled()
    } else {
      state = .resting
      if pass != nil { indexer.stopFilling() }
      indexer.holdsFilling = false
      beginPass()
    }
  }

  // MARK: Passes

  /// Whether a pass goes through the present state of the library in front.
  private func isCurrent(_ pass: Pass) -> Bool {
    guard let live = library() else { return false }
    return live === pass.library && live.version == pass.version && !live.needsRecords
  }

  /// Begins a pass through the library in front, unless it has been filled, or requests the
  /// metadata of all photos itself.
  private func beginPass() {
    guard let live = library(), !live.isLoading, !live.needsRecords else { return }
    if live === filledLibrary, live.version == filledVersion { return }
    lookUp(Pass(library: live, version: live.version, lookup: IndexLookup(live.source)))
  }

  private func lookUp(_ pass: Pass) {
    state = .lookingUp(pass, isDisturbed: false)
    let (lookup, facts, mounts) = (pass.lookup, facts, mounts)
    WorkerThread.run { () -> Part in
      var rest = lookup
      let missing = rest.next(in: facts, on: mounts())
      return Part(missing: missing, rest: rest)
    } finish: { [weak self] in
      self?.fill($0)
    }
  }

  private func fill(_ part: Part) {
    guard case .lookingUp(var pass, let isDisturbed) = state else { return }
    pass.lookup = part.rest
    pass.count += part.missing.count
    state = .filling(pass)
    if isDisturbed { note() }
    indexer.fill(part.missing)
    goOnIfFilled()
  }

  /// Continues with the next part when the indexer has read the present one, unless the work is
  /// held.
  private func goOnIfFilled() {
    guard case .filling(let pass) = state, !indexer.isFilling else { return }
    if pass.lookup.isFinished { finish(pass) } else { lookUp(pass) }
  }

  private func finish(_ pass: Pass) {
    filledLibrary = pass.library
    filledVersion = pass.version
    state = .resting
    log.trace("filled photos=\(pass.count)")
    guard pass.count > 0 else { return }
    let facts = facts
    WorkerThread.run({ facts.prune() }) {}
  }
}

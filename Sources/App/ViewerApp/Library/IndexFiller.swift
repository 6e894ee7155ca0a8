import BrowserHost
import Imaging

/// The filler of the index, for which the indexer reads the metadata of all photos of the library
/// or list in front while the user rests. Afterwards the grid shows the ratings of all photos, and
/// the first filter need not read their files.
///
/// A worker thread looks up which photos the index lacks, part by part, and the indexer reads these
/// in idle time. Each input of the user suspends the work until no other input has come for
/// ``userRestSeconds``. After the whole library has been looked up, there is no timer and no work until
/// the next input or change of a file; then only folders with changed files are looked up again. A
/// list of files, whose folders nobody watches, is looked up once.
final class IndexFiller {
  /// One walk through a library or a list of files. A change during the walk is left to the next
  /// walk.
  private struct Pass {
    /// The library; nil for a list, and after the library was released.
    weak var library: LiveLibrary?
    /// The files of the list; nil for a library.
    var list: [FilePath]?
    /// The ``LiveLibrary/version`` of the library at the beginning of the pass; 0 for a list.
    let version: Int
    /// The ``LiveLibrary/version`` of the library at the time when the present part was looked up.
    var partVersion: Int
    /// The walk at the beginning of the present part, from which the part can be looked up again.
    var walkBeforePart: IndexLookup
    /// The walk at the end of the present part, from which the next part is looked up.
    var walkAfterPart: IndexLookup
    /// The number of photos found in the pass so far that the index lacked.
    var missingPhotoCount = 0
  }

  /// The result of looking up one part of a library.
  nonisolated private struct LookedUpPart: Sendable {
    var missing: [PhotoIndexer.Request]
    /// The walk at the end of this part.
    var walkAfterPart: IndexLookup
  }

  private enum State {
    /// No work may be done, because the program is starting or ending.
    case off
    /// Nothing is left to do; the next input of the user or change of files starts the timer.
    case idle
    /// A timer runs until the user has made no input for a time. Then the interrupted pass is
    /// continued, or a new one begins. If `isDisturbed`, an input or a change came meanwhile, and
    /// the timer starts again.
    case waitingForUserRest(Pass?, timer: Cancellation, isDisturbed: Bool)
    /// A worker thread looks up the next photos. If `isDisturbed`, an input or a change came
    /// meanwhile.
    case lookingUp(Pass, isDisturbed: Bool)
    /// The indexer reads photos.
    case filling(Pass)
  }

  /// The time in seconds without input after which the work begins or goes on. After 3 seconds, the
  /// user probably looks at photos instead of making a short pause between two inputs.
  static let userRestSeconds = 3.0

  /// Returns the library whose photos the user sees; nil while there is none.
  var frontLibrary: () -> LiveLibrary? = { nil }
  /// Returns the files of the list that the user sees while no library has been made of it; empty
  /// while the user sees no such list.
  var frontList: () -> [FilePath] = { [] }
  /// Returns whether pictures on the screen are being loaded, for which the work has to wait.
  var isLoadingVisiblePictures: () -> Bool = { false }

  private let indexer: PhotoIndexer
  private let facts: PhotoFactsStore
  private let readMounts: @Sendable () -> MountTable
  private let loop: any DescriptorWatching
  private let log: Log
  private var state = State.off
  /// The library of the last complete pass through a library; nil before the first one, and after
  /// the library was released.
  private weak var filledLibrary: LiveLibrary?
  /// The ``LiveLibrary/version`` of ``filledLibrary`` at the beginning of its last complete pass.
  private var filledVersion = 0
  /// The list of the last complete pass through a list.
  private var filledList: [FilePath] = []

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
    self.readMounts = mounts
    indexer.onFilled = { [weak self] in self?.continueIfFilled() }
  }

  /// Whether photos are being looked up or read; false while the work waits for the user to rest.
  var isWorking: Bool {
    switch state {
    case .off, .idle, .waitingForUserRest: false
    case .lookingUp, .filling: true
    }
  }

  /// Permits the work, which begins when the user rests.
  func begin() {
    guard case .off = state else { return }
    state = .idle
    postpone()
  }

  /// Ends all work.
  func stop() {
    if case .waitingForUserRest(_, let timer, _) = state { timer.cancel() }
    state = .off
    indexer.stopFilling()
  }

  /// Suspends the work until the user has made no input for ``userRestSeconds``. Called after an input
  /// of the user and after a change of a library.
  func postpone() {
    switch state {
    case .off: break
    case .idle: startUserRestTimer()
    case .waitingForUserRest(let pass, let timer, _):
      state = .waitingForUserRest(pass, timer: timer, isDisturbed: true)
    case .lookingUp(let pass, _): state = .lookingUp(pass, isDisturbed: true)
    case .filling(let pass):
      indexer.holdsFilling = true
      startUserRestTimer(for: pass)
    }
  }

  private func startUserRestTimer(for pass: Pass? = nil) {
    let timer = loop.schedule(after: Self.userRestSeconds) { [weak self] in
      self?.userRestTimeDidPass()
    }
    state = .waitingForUserRest(pass, timer: timer, isDisturbed: false)
  }

  private func userRestTimeDidPass() {
    guard case .waitingForUserRest(let held, _, let isDisturbed) = state else { return }
    if isDisturbed || isLoadingVisiblePictures() { return startUserRestTimer(for: held) }
    guard var pass = held, canContinue(pass) else {
      state = .idle
      if held != nil { indexer.stopFilling() }
      indexer.holdsFilling = false
      return beginPass()
    }
    // Changes of the files in a list are not reported, so the present part of a list is always
    // looked up again.
    if pass.list == nil, pass.library?.version == pass.partVersion {
      state = .filling(pass)
      indexer.holdsFilling = false
      continueIfFilled()
    } else {
      // The requests of the part may be about former states of files, so it is looked up again.
      indexer.stopFilling()
      indexer.holdsFilling = false
      pass.walkBeforePart.forgetSidecars()
      lookUp(pass)
    }
  }

  // MARK: Passes

  /// Whether a pass can go on: its list is still in front, or its library is still in front and has
  /// not read all folders again since the beginning of the pass.
  private func canContinue(_ pass: Pass) -> Bool {
    guard let live = frontLibrary() else { return pass.list.map { $0 == frontList() } ?? false }
    guard live === pass.library, !live.needsRecords else { return false }
    return live.foldersChanged(since: pass.version) != nil
  }

  /// Begins a pass through the library in front, unless it is still being read, the index has all
  /// its photos already, or the library itself requests the metadata of all photos. Without a
  /// library, the pass goes through the list of files. If an earlier pass was completed, only the
  /// folders in which files have changed since then are looked up.
  private func beginPass() {
    guard let live = frontLibrary() else { return beginListPass() }
    guard !live.isLoading, !live.needsRecords else { return }
    let isFilled = live === filledLibrary
    if isFilled, live.version == filledVersion { return }
    let folders = isFilled ? live.foldersChanged(since: filledVersion) : nil
    let lookup = IndexLookup(live.perFileLibrary, in: folders)
    let version = live.version
    lookUp(
      Pass(
        library: live, version: version, partVersion: version, walkBeforePart: lookup,
        walkAfterPart: lookup))
  }

  /// Begins a pass through the list in front, unless it is empty or has been filled.
  private func beginListPass() {
    let files = frontList()
    guard !files.isEmpty, files != filledList else { return }
    let lookup = IndexLookup(files)
    lookUp(
      Pass(
        library: nil, list: files, version: 0, partVersion: 0, walkBeforePart: lookup,
        walkAfterPart: lookup))
  }

  /// Looks up the present part of a pass.
  private func lookUp(_ pass: Pass) {
    var pass = pass
    if let version = pass.library?.version, version != pass.partVersion {
      pass.partVersion = version
      pass.walkBeforePart.forgetSidecars()
    }
    state = .lookingUp(pass, isDisturbed: false)
    let (lookup, facts, mounts) = (pass.walkBeforePart, facts, readMounts)
    WorkerThread.run { () -> LookedUpPart in
      var rest = lookup
      let missing = rest.lookUpNextPart(in: facts, on: mounts())
      return LookedUpPart(missing: missing, walkAfterPart: rest)
    } finish: { [weak self] in
      self?.fill($0)
    }
  }

  private func fill(_ part: LookedUpPart) {
    guard case .lookingUp(var pass, let isDisturbed) = state else { return }
    pass.walkAfterPart = part.walkAfterPart
    pass.missingPhotoCount += part.missing.count
    state = .filling(pass)
    if isDisturbed { postpone() }
    indexer.fillIndex(part.missing)
    continueIfFilled()
  }

  /// Continues with the next part when the indexer has read the present one, unless the work is
  /// suspended.
  private func continueIfFilled() {
    guard case .filling(var pass) = state, !indexer.isFilling else { return }
    // A change of the list in front is not reported, so the lists are compared.
    if pass.list != nil, !canContinue(pass) { return startUserRestTimer() }
    if pass.walkAfterPart.isFinished { return finish(pass) }
    pass.walkBeforePart = pass.walkAfterPart
    lookUp(pass)
  }

  private func finish(_ pass: Pass) {
    if let list = pass.list {
      filledList = list
    } else {
      filledLibrary = pass.library
      filledVersion = pass.version
    }
    state = .idle
    log.trace("filled photos=\(pass.missingPhotoCount)")
    // Files that have changed during the pass are looked up when the user rests again.
    if let live = pass.library, live === frontLibrary(), live.version != pass.version { postpone() }
    indexer.finishFilling(prunes: pass.missingPhotoCount > 0)
  }
}

import DecoderWire
import Localization
import Pixels

/// An event of a decode that was sent to a helper.
enum DecodeEvent {
  /// A part of the picture, or the whole at lower resolution, sent while the decode continues.
  case partial(DecodeReply.Info, Bitmap)
  /// The running time has passed one of the thresholds on which scheduling depends.
  case ageReached(DecodeAge)
  /// The helper has ended for a reason other than this decode, which must be queued again.
  case mustRequeue
  /// The decode has ended with a result or a failure.
  case outcome(DecodeOutcome)
}

/// The processes that decode pages and thumbnails: their number, the assignment of decodes to them,
/// and their replacement.
@MainActor
final class DecoderPool {
  /// Called with every event of a decode that was sent to a helper.
  var onEvent: (@MainActor (DecodeID, DecodeEvent) -> Void)?
  /// Called when a helper has become available, so that a queued decode may start.
  var onHelperAvailable: (@MainActor () -> Void)?
  /// Called with the path of a camera RAW file whose sensor data are being developed, and the
  /// completed share in percent.
  var onDevelopingProgress: (@MainActor (FilePathBytes, _ percent: Int) -> Void)?
  /// The number of helpers started in place of those that had crashed or were ended during work.
  private(set) var restartCount = 0

  private let configuration: ImagingConfiguration
  private let launcher: any DecoderLauncher
  private let loop: any DescriptorWatching
  let sharedMemoryPool: SharedMemoryPool
  /// A helper that is to be replaced and works on, with the new process that is starting up and the
  /// timer after which the new one takes over.
  private struct Replacement {
    let old: DecoderProcess
    let fresh: DecoderProcess
    let timer: Cancellation
  }
  private var processes: [DecoderProcess] = []
  private var replacements: [Replacement] = []
  /// Whether new helpers load the libraries of all formats: true after a helper has declined a
  /// picture, which shows that the pictures are of mixed formats.
  private var loadsAllLibraries = false
  private var idleTimer: Cancellation?
  /// The number of helpers that have crashed or were ended and are not replaced yet.
  private var unreplacedHelperCount = 0
  private var lastID: UInt64 = 0
  /// The paths of the camera RAW files whose sensor data are developed; of other RAW files the
  /// embedded preview is shown.
  private(set) var developedPaths: Set<FilePathBytes> = []

  init(
    configuration: ImagingConfiguration, launcher: any DecoderLauncher,
    loop: any DescriptorWatching
  ) {
    self.configuration = configuration
    self.launcher = launcher
    self.loop = loop
    sharedMemoryPool = SharedMemoryPool(budget: configuration.recycledBytes)
  }

  /// The maximum number of helper processes for pages and thumbnails, at least 1.
  var maxHelpers: Int { max(1, configuration.helpers) }
  /// The number of helpers that may be started before the maximum is reached.
  private var startableHelperCount: Int { maxHelpers - processes.count { !$0.isRetired } }

  /// The helpers as the scheduling policy sees them.
  var helpers: DecodeScheduling.Helpers {
    DecodeScheduling.Helpers(
      maxCount: maxHelpers, idleCount: processes.count { $0.isFree },
      startableCount: startableHelperCount,
      hasRoomForQuickWork: processes.contains { $0.hasRoomForQuickWork },
      previewsBeingRead: processes.compactMap(\.previewBeingRead))
  }

  /// Starts helpers until `count` run, or the maximum is reached. Failures are ignored: they occur
  /// again when a helper is needed.
  func startHelpers(upTo count: Int) {
    while processes.count < min(count, maxHelpers), (try? launchAndAdd()) != nil {}
  }

  /// Sends a decode to a free helper, or to a busy one that queues it, and starts a helper when
  /// there is neither.
  ///
  /// - Throws: `.noDecoder` when no helper can be started.
  func run(_ decode: FileDecode) throws(DecodeFailure) {
    idleTimer?.cancel()
    idleTimer = nil
    var attempts = maxHelpers + 1
    while attempts > 0 {
      attempts -= 1
      let process = try chooseOrLaunchProcess(for: decode)
      let job = makeJob(decode)
      if process.send(job) { return }
      if let borrowed = job.borrowedMemory { sharedMemoryPool.recycle(borrowed) }
      endHelper(process, requeuingAllBut: decode.id)
    }
    throw DecodeFailure(.noDecoder, detail: tr("it ends at once"))
  }

  /// Ends the helper that runs the decode `id`, which gets no outcome. Other decodes of the helper
  /// are queued again.
  func killHelper(decoding id: DecodeID) {
    guard let process = processes.first(where: { $0.jobs.contains { $0.id == id } }) else { return }
    endHelper(process, requeuingAllBut: id)
  }

  /// Ends all helpers without outcomes of their decodes.
  func stop() {
    idleTimer?.cancel()
    idleTimer = nil
    for replacement in replacements {
      replacement.timer.cancel()
      replacement.fresh.end()
    }
    replacements = []
    for process in processes { process.end() }
    processes = []
  }

  // MARK: Replacement

  /// Ends a retired helper without jobs, and starts the replacement of one that has reached its
  /// maximum of decodes. When no helper works, also schedules the replacement of all used ones
  /// after ``HelperLifetime/idleTime``.
  private func replaceIfNeeded(_ process: DecoderProcess) {
    if process.isRetired, process.jobs.isEmpty { endAndRemove(process) }
    if process.needsReplacement { startReplacement(of: process) }
    guard processes.allSatisfy(\.jobs.isEmpty), processes.contains(where: \.hasReceivedFiles)
    else { return }
    idleTimer?.cancel()
    idleTimer = loop.schedule(after: HelperLifetime.idleTime) { [weak self] in
      guard let self else { return }
      idleTimer = nil
      for process in processes where process.hasReceivedFiles { startReplacement(of: process) }
    }
  }

  /// Starts the replacement of `old`, which gets decodes until the new helper is ready. When the
  /// start fails, the next call of ``replaceIfNeeded(_:)`` tries again.
  private func startReplacement(of old: DecoderProcess) {
    guard processes.contains(where: { $0 === old }), !old.isRetired,
      !replacements.contains(where: { $0.old === old }), let fresh = try? launch()
    else { return }
    let timer = loop.schedule(after: HelperLifetime.startUpTime) { [weak self] in
      self?.finishReplacement(by: fresh)
    }
    replacements.append(Replacement(old: old, fresh: fresh, timer: timer))
  }

  private func finishReplacement(by fresh: DecoderProcess) {
    guard let index = replacements.firstIndex(where: { $0.fresh === fresh }) else { return }
    let old = replacements.remove(at: index).old
    if processes.count(where: { !$0.isRetired && $0 !== old }) < maxHelpers {
      processes.append(fresh)
    } else {
      // The old helper has ended while the new one was starting, and another one was started in
      // its place, so that the new one is not needed.
      fresh.end()
    }
    old.isRetired = true
    if old.jobs.isEmpty { endAndRemove(old) }
    onHelperAvailable?()
  }

  private func endAndRemove(_ process: DecoderProcess) {
    guard processes.contains(where: { $0 === process }) else { return }
    process.end()
    processes.removeAll { $0 === process }
  }

  private func chooseOrLaunchProcess(for decode: FileDecode) throws(DecodeFailure) -> DecoderProcess
  {
    if let free = processes.first(where: \.isFree) { return free }
    if decode.id.purpose == .picture,
      let reading = processes.first(where: { $0.previewBeingRead == decode.path })
    {
      return reading
    }
    if decode.id.purpose.traits.isQuick, startableHelperCount == 0,
      let quick = processes.filter(\.hasRoomForQuickWork)
        .min(by: { $0.jobs.count < $1.jobs.count })
    {
      return quick
    }
    return try launchAndAdd()
  }

  private func launchAndAdd() throws(DecodeFailure) -> DecoderProcess {
    let process = try launch()
    processes.append(process)
    if unreplacedHelperCount > 0 {
      unreplacedHelperCount -= 1
      restartCount += 1
    }
    return process
  }

  private func launch() throws(DecodeFailure) -> DecoderProcess {
    let process = DecoderProcess(
      transport: try launcher.launch(loadsAllLibraries: loadsAllLibraries),
      hasAllLibraries: loadsAllLibraries, loop: loop, sharedMemoryPool: sharedMemoryPool,
      timeLimit: configuration.timeLimit)
    process.onOutcome = { [weak self, weak process] id, outcome, isAlive in
      guard let self else { return }
      if !isAlive, let process { endHelper(process, requeuingAllBut: id) }
      onEvent?(id, .outcome(outcome))
      if let process { replaceIfNeeded(process) }
    }
    process.onPartial = { [weak self] in self?.onEvent?($0, .partial($1, $2)) }
    process.onDevelopingProgress = { [weak self] in self?.onDevelopingProgress?($0, $1) }
    process.onEventWhileIdle = { [weak self, weak process] in
      guard let self, let process else { return }
      endHelper(process, requeuingAllBut: nil)
    }
    process.onDecline = { [weak self, weak process] in
      guard let self, let process else { return }
      loadsAllLibraries = true
      reportRequeue(of: process.jobs)
      endAndRemove(process)
      onHelperAvailable?()
    }
    process.onAgeReached = { [weak self] in self?.onEvent?($0, .ageReached($1)) }
    return process
  }

  // Borrowed buffers are dropped with the jobs and never recycled: a dying helper may still write
  // to them.
  private func endHelper(_ process: DecoderProcess, requeuingAllBut culprit: DecodeID?) {
    if let index = replacements.firstIndex(where: { $0.fresh === process }) {
      replacements.remove(at: index).timer.cancel()
      return process.end()
    }
    guard processes.contains(where: { $0 === process }) else { return }
    reportRequeue(of: process.jobs.filter { $0.id != culprit })
    process.end()
    processes.removeAll { $0 === process }
    unreplacedHelperCount += 1
  }

  /// Reports that decodes, whose helper has ended, must be queued again.
  private func reportRequeue(of jobs: [DecoderProcess.Job]) {
    for job in jobs { onEvent?(job.id, .mustRequeue) }
  }

  /// Sets whether the sensor data of a camera RAW file are developed. A running exact decode of the
  /// file is ended and queued again.
  func setDeveloped(_ path: FilePathBytes, _ isDeveloped: Bool) {
    guard developedPaths.contains(path) != isDeveloped else { return }
    if isDeveloped { developedPaths.insert(path) } else { developedPaths.remove(path) }
    let outdated = processes.filter { process in
      process.jobs.contains { $0.decode.path == path && $0.request.kind == .exact }
    }
    for process in outdated {
      reportRequeue(of: process.jobs)
      process.end()
      processes.removeAll { $0 === process }
      unreplacedHelperCount += 1
    }
    onHelperAvailable?()
  }

  private func makeJob(_ decode: FileDecode) -> DecoderProcess.Job {
    lastID += 1
    var request = DecodeRequest(
      id: lastID, kind: decode.id.purpose.traits.requestKind, target: decode.target,
      limits: configuration.limits, nameHint: decode.path.name,
      minEmbeddedPreviewSide: decode.minEmbeddedPreviewSide, stored: decode.storedThumbnail,
      region: decode.region)
    var borrowed: SharedMemory?
    // Memory for the result is lent only when the target box limits the size of the result.
    if decode.id.purpose.isExact, !decode.target.isEmpty,
      let bytes = CheckedSize.byteCount(decode.target)?.total,
      bytes <= ImagingConfiguration.maxCacheBytes
    {
      borrowed = sharedMemoryPool.take(bytes)
    }
    request.memoryCapacity = borrowed?.capacity ?? 0
    request.color = decode.color.target
    request.wantsPartials = decode.wantsPartials
    request.developsRaw = request.kind == .exact && developedPaths.contains(decode.path)
    request.choice = decode.choice
    return DecoderProcess.Job(decode: decode, request: request, borrowedMemory: borrowed)
  }
}

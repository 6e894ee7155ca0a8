import DecoderWire
import Pixels

/// The helper processes: their number, their assignment to decodes and their replacement.
@MainActor
final class DecoderPool {
  /// Called with the outcome of each decode.
  var onOutcome: (@MainActor (DecodeWork, DecodeOutcome) -> Void)?
  /// Called with a partial result of a running decode.
  var onPartial: (@MainActor (DecodeWork, DecodeReply.Info, Bitmap) -> Void)?
  /// Called when a queued decode may have become startable.
  var onChange: (@MainActor () -> Void)?
  /// The number of helpers started in place of crashed or killed ones.
  private(set) var restarts = 0

  private let configuration: ImagingConfiguration
  private let launcher: any DecoderLauncher
  private let loop: any DescriptorWatching
  let recycled: SharedMemoryPool
  /// A new helper that starts up while the helper it replaces still works.
  private struct Replacement {
    let old: DecoderProcess
    let fresh: DecoderProcess
    let timer: Cancellation
  }
  private var processes: [DecoderProcess] = []
  private var replacements: [Replacement] = []
  /// Whether new helpers load the libraries of all formats: true once a helper has declined a
  /// picture, which shows that the formats are mixed.
  private var loadsAll = false
  private var idleTimer: Cancellation?
  private var ended = 0
  private var lastID: UInt64 = 0

  init(
    configuration: ImagingConfiguration, launcher: any DecoderLauncher,
    loop: any DescriptorWatching
  ) {
    self.configuration = configuration
    self.launcher = launcher
    self.loop = loop
    recycled = SharedMemoryPool(budget: configuration.recycledBytes)
  }

  var most: Int { max(1, configuration.helpers) }
  /// The number of helpers without work.
  var idle: Int { processes.count { $0.isFree } }
  /// The number of helpers that could still be started.
  var absent: Int { most - processes.count { !$0.isRetired } }

  /// Whether a helper is busy only with the preview decode of the same picture as `work`.
  func isDecodingPreview(for work: DecodeWork) -> Bool {
    processes.contains { $0.isDecodingPreview(for: work) }
  }

  /// Whether a helper is free for any decode, or could be started.
  var hasFreeHelper: Bool { idle + absent >= 1 }
  /// Whether a quick decode could be started now or be queued at a helper with quick work.
  var hasRoomForQuickWork: Bool {
    hasFreeHelper || processes.contains { $0.hasRoomForQuickWork }
  }

  /// Starts helpers until there are `count`. Failures are ignored; they show when a helper is
  /// needed.
  func warm(_ count: Int) {
    while processes.count < min(count, most), (try? add()) != nil {}
  }

  /// Gives `work`, whose file is open, to a free helper, starting a helper when none is free.
  ///
  /// - Throws: `.noDecoder` when no helper can be started.
  func run(_ work: DecodeWork) throws(DecodeFailure) {
    guard let file = work.takeInput() else { preconditionFailure("a decode without a file") }
    idleTimer?.cancel()
    idleTimer = nil
    var attempts = most + 1
    while attempts > 0 {
      attempts -= 1
      let process = try freeProcess(for: work)
      let job = makeJob(work, file)
      if process.run(job) { return }
      if let lent = job.lent { recycled.give(lent) }
      discard(process, except: work)
    }
    throw DecodeFailure(.noDecoder, detail: "it ends at once")
  }

  /// Ends the helper that runs `work`, without an outcome.
  func kill(_ work: DecodeWork) {
    guard let process = processes.first(where: { $0.jobs.contains { $0.work === work } })
    else { return }
    discard(process, except: work)
  }

  /// Ends all helpers.
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

  /// Replaces a helper that has reached its maximum of decodes. Also schedules the replacement of
  /// all used helpers for when all have been idle for a while.
  private func review(_ process: DecoderProcess) {
    if process.isRetired, process.jobs.isEmpty { remove(process) }
    if process.needsReplacement { replace(process) }
    guard processes.allSatisfy(\.jobs.isEmpty), processes.contains(where: \.hasReceivedFiles)
    else { return }
    idleTimer?.cancel()
    idleTimer = loop.schedule(after: HelperLifetime.idleTime) { [weak self] in
      guard let self else { return }
      idleTimer = nil
      for process in processes where process.hasReceivedFiles { replace(process) }
    }
  }

  /// Starts a replacement for `old`, which works on until the replacement is ready. When the start
  /// fails, the review after the next decode tries again.
  private func replace(_ old: DecoderProcess) {
    guard processes.contains(where: { $0 === old }), !old.isRetired,
      !replacements.contains(where: { $0.old === old }), let fresh = try? launch()
    else { return }
    let timer = loop.schedule(after: HelperLifetime.startTime) { [weak self] in
      self?.finishReplacement(by: fresh)
    }
    replacements.append(Replacement(old: old, fresh: fresh, timer: timer))
  }

  private func finishReplacement(by fresh: DecoderProcess) {
    guard let index = replacements.firstIndex(where: { $0.fresh === fresh }) else { return }
    let old = replacements.remove(at: index).old
    if processes.count(where: { !$0.isRetired && $0 !== old }) < most {
      processes.append(fresh)
    } else {
      // The old helper has ended meanwhile, and another was started in its place.
      fresh.end()
    }
    old.isRetired = true
    if old.jobs.isEmpty { remove(old) }
    onChange?()
  }

  private func remove(_ process: DecoderProcess) {
    guard processes.contains(where: { $0 === process }) else { return }
    process.end()
    processes.removeAll { $0 === process }
  }

  private func freeProcess(for work: DecodeWork) throws(DecodeFailure) -> DecoderProcess {
    if let free = processes.first(where: \.isFree) { return free }
    if let glancing = processes.first(where: { $0.isDecodingPreview(for: work) }) {
      return glancing
    }
    if work.isQuick, absent == 0,
      let quick = processes.filter(\.hasRoomForQuickWork)
        .min(by: { $0.jobs.count < $1.jobs.count })
    {
      return quick
    }
    return try add()
  }

  private func add() throws(DecodeFailure) -> DecoderProcess {
    let process = try launch()
    processes.append(process)
    if ended > 0 {
      ended -= 1
      restarts += 1
    }
    return process
  }

  private func launch() throws(DecodeFailure) -> DecoderProcess {
    let process = DecoderProcess(
      transport: try launcher.launch(loadsAll: loadsAll), hasAllLibraries: loadsAll, loop: loop,
      recycled: recycled, deadline: configuration.deadline)
    process.onOutcome = { [weak self, weak process] work, outcome, isAlive in
      guard let self else { return }
      if !isAlive, let process { discard(process, except: work) }
      onOutcome?(work, outcome)
      if let process { review(process) }
    }
    process.onPartial = { [weak self] in self?.onPartial?($0, $1, $2) }
    process.onIdleEnd = { [weak self, weak process] in
      guard let self, let process else { return }
      discard(process, except: nil)
    }
    process.onDecline = { [weak self, weak process] in
      guard let self, let process else { return }
      loadsAll = true
      requeue(process.jobs)
      remove(process)
      onChange?()
    }
    process.onAge = { [weak self] in self?.onChange?() }
    return process
  }

  // Borrowed buffers are dropped with the jobs and never recycled: a dying helper may still write
  // to them.
  private func discard(_ process: DecoderProcess, except culprit: DecodeWork?) {
    if let index = replacements.firstIndex(where: { $0.fresh === process }) {
      replacements.remove(at: index).timer.cancel()
      return process.end()
    }
    guard processes.contains(where: { $0 === process }) else { return }
    requeue(process.jobs.filter { $0.work !== culprit })
    process.end()
    processes.removeAll { $0 === process }
    ended += 1
  }

  /// Puts decodes back into the queue for another helper.
  private func requeue(_ jobs: [DecoderProcess.Job]) {
    for job in jobs { job.work.state = .queued }
  }

  private func makeJob(_ work: DecodeWork, _ file: OwnedDescriptor) -> DecoderProcess.Job {
    lastID += 1
    var request = DecodeRequest(
      id: lastID, purpose: work.key.purpose, target: work.key.target,
      limits: configuration.limits, nameHint: work.key.path.name,
      minExtent: work.minExtent, stored: work.stored, region: work.key.region)
    var lent: SharedMemory?
    // The size of the result is known beforehand only when it is bounded by the target box.
    if work.isExact, !work.key.target.isEmpty,
      let bytes = CheckedSize.byteCount(work.key.target)?.total,
      bytes <= ImagingConfiguration.maxCacheBytes
    {
      lent = recycled.take(bytes)
    }
    request.memoryCapacity = lent?.capacity ?? 0
    request.color = work.key.color.target
    request.wantsPartials =
      work.key.purpose == .exact && work.tasks.contains { $0.request.purpose == .page }
    return DecoderProcess.Job(
      work: work, request: request, file: file, lent: lent, profile: work.key.color.descriptor)
  }
}

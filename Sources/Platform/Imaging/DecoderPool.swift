import DecoderWire
import Pixels

/// The helpers: how many there are, which are free, and fresh ones for those that ended.
@MainActor
final class DecoderPool {
  /// Told how each decode ended.
  var onOutcome: (@MainActor (DecodeWork, DecodeOutcome) -> Void)?
  /// Told of something recognisable that comes before a decode ends.
  var onPartial: (@MainActor (DecodeWork, DecodeReply.Info, Bitmap) -> Void)?
  /// Told when it may be time to look at the queue again.
  var onChange: (@MainActor () -> Void)?
  /// Helpers started in place of ended ones.
  private(set) var restarts = 0

  private let configuration: ImagingConfiguration
  private let launcher: any DecoderLauncher
  private let loop: any DescriptorWatching
  let recycled: SharedMemoryPool
  /// A fresh helper that gets ready while the one it replaces still works.
  private struct Replacement {
    let old: DecoderProcess
    let fresh: DecoderProcess
    let timer: Cancellation
  }
  private var processes: [DecoderProcess] = []
  private var replacements: [Replacement] = []
  /// True once a helper has declined a picture: formats are mixed, and helpers that are started from
  /// then on have the libraries of all.
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
  /// Helpers with nothing to do.
  var idle: Int { processes.count { $0.isFree } }
  /// Helpers that could still be started.
  var absent: Int { most - processes.count { !$0.isRetired } }

  /// True when a helper is busy with nothing but the glance at the picture of `work`.
  func isGlancing(for work: DecodeWork) -> Bool {
    processes.contains { $0.isGlancing(for: work) }
  }

  /// True when a helper is free for any decode, or could be started.
  var hasFreeHelper: Bool { idle + absent >= 1 }
  /// True when quick work would be begun in a moment.
  var hasRoomForQuickWork: Bool {
    hasFreeHelper || processes.contains { $0.hasRoomForQuickWork }
  }

  /// Starts helpers until there are `count`; a failure shows when one is needed.
  func warm(_ count: Int) {
    while processes.count < min(count, most), (try? add()) != nil {}
  }

  /// Gives `work`, whose file is open, to a free helper, starting one when there is none.
  ///
  /// - Throws: `.noDecoder` when none can be started.
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

  /// Ends the helper that runs `work`; there is no outcome.
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

  /// Looks, when a decode has ended, whether its helper is to be replaced, or all are to be when they
  /// have had nothing to do for a while.
  private func review(_ process: DecoderProcess) {
    if process.isRetired, process.jobs.isEmpty { remove(process) }
    if process.isWorn { replace(process) }
    guard processes.allSatisfy(\.jobs.isEmpty), processes.contains(where: \.hasSeenFiles)
    else { return }
    idleTimer?.cancel()
    idleTimer = loop.schedule(after: HelperLifetime.idleTime) { [weak self] in
      guard let self else { return }
      idleTimer = nil
      for process in processes where process.hasSeenFiles { replace(process) }
    }
  }

  /// Starts a helper in the place of `old`, which works on until the other is ready. Without one, the
  /// next decode tries again.
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
      // The old one has ended by itself, and another was started in its place.
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
    if let glancing = processes.first(where: { $0.isGlancing(for: work) }) { return glancing }
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

  // Lent memory goes with the jobs and is never recycled: a dying helper may still write to it.
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

  /// Puts decodes back into the queue, for another helper.
  private func requeue(_ jobs: [DecoderProcess.Job]) {
    for job in jobs { job.work.state = .queued }
  }

  private func makeJob(_ work: DecodeWork, _ file: OwnedDescriptor) -> DecoderProcess.Job {
    lastID += 1
    var request = DecodeRequest(
      id: lastID, purpose: work.key.purpose, target: work.key.target,
      limits: configuration.limits, nameHint: work.key.path.name,
      leastExtent: work.leastExtent, stored: work.stored, region: work.key.region)
    var lent: SharedMemory?
    // Only a result that is bounded by the box has a size known beforehand.
    if work.isExact, !work.key.target.isEmpty,
      let bytes = CheckedSize.byteCount(work.key.target)?.total,
      bytes <= ImagingConfiguration.mostCacheBytes
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

import DecoderWire
import Pixels

/// The helpers: how many there are, which are free, and fresh ones for those that ended.
@MainActor
final class DecoderPool {
  /// Seconds of processor time for a part of a picture: after that nobody waits for it any more.
  private static let partSeconds = 3

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
  private var processes: [DecoderProcess] = []
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
  var idle: Int { processes.count { $0.jobs.isEmpty } }
  /// Helpers that could still be started.
  var absent: Int { most - processes.count }

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
    while processes.count < min(count, most), (try? launch()) != nil {}
  }

  /// Gives `work`, whose file is open, to a free helper, starting one when there is none.
  ///
  /// - Throws: `.noDecoder` when none can be started.
  func run(_ work: DecodeWork) throws(DecodeFailure) {
    guard let file = work.takeInput() else { preconditionFailure("a decode without a file") }
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
    for process in processes { process.end() }
    processes = []
  }

  private func freeProcess(for work: DecodeWork) throws(DecodeFailure) -> DecoderProcess {
    if let free = processes.first(where: { $0.jobs.isEmpty }) { return free }
    if let glancing = processes.first(where: { $0.isGlancing(for: work) }) { return glancing }
    if work.isQuick, absent == 0,
      let quick = processes.filter(\.hasRoomForQuickWork)
        .min(by: { $0.jobs.count < $1.jobs.count })
    {
      return quick
    }
    return try launch()
  }

  private func launch() throws(DecodeFailure) -> DecoderProcess {
    let process = DecoderProcess(
      transport: try launcher.launch(), loop: loop, recycled: recycled,
      deadline: configuration.deadline)
    process.onOutcome = { [weak self, weak process] work, outcome, isAlive in
      guard let self else { return }
      if !isAlive, let process { discard(process, except: work) }
      onOutcome?(work, outcome)
    }
    process.onPartial = { [weak self] in self?.onPartial?($0, $1, $2) }
    process.onIdleEnd = { [weak self, weak process] in
      guard let self, let process else { return }
      discard(process, except: nil)
    }
    process.onAge = { [weak self] in self?.onChange?() }
    processes.append(process)
    if ended > 0 {
      ended -= 1
      restarts += 1
    }
    return process
  }

  // Lent memory goes with the jobs and is never recycled: a dying helper may still write to it.
  private func discard(_ process: DecoderProcess, except culprit: DecodeWork?) {
    guard processes.contains(where: { $0 === process }) else { return }
    for job in process.jobs where job.work !== culprit { job.work.state = .queued }
    process.end()
    processes.removeAll { $0 === process }
    ended += 1
  }

  private func makeJob(_ work: DecodeWork, _ file: OwnedDescriptor) -> DecoderProcess.Job {
    lastID += 1
    var limits = configuration.limits
    if work.key.region != nil { limits.seconds = min(limits.seconds, Self.partSeconds) }
    var request = DecodeRequest(
      id: lastID, purpose: work.key.purpose, target: work.key.target, limits: limits,
      nameHint: work.input == nil ? work.key.path.name : "",
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

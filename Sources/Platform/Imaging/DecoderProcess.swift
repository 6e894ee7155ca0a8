import DecoderWire
import Pixels

/// How a decode ended.
enum DecodeOutcome {
  /// The helper answered with a picture that has been checked.
  case picture(DecodeReply.Info, PixelAdoption.Result)
  /// The helper answered with a thumbnail that has been checked; its memory, to be handed on.
  case thumbnail(DecodeReply.ThumbnailInfo, Bitmap, OwnedDescriptor)
  /// The helper answered that there is none, or the deadline passed.
  case failed(DecodeFailure)
  /// The helper died or talked nonsense; the sentence says which.
  case crashed(String)
}

/// One helper and what it is busy with.
@MainActor
final class DecoderProcess {
  /// Everything a decode needs while it runs.
  struct Job {
    var work: DecodeWork
    var request: DecodeRequest
    var file: OwnedDescriptor
    var lent: SharedMemory?
    /// The profile of the display the request names, nil for none.
    var profile: OwnedDescriptor?
    /// The partial results that have come.
    var partials = 0
  }
  /// Seconds after which a decode nobody wants is ended when others wait: shorter ones are done
  /// sooner than a fresh helper would be (start-up 16–50 ms, and the picture may be wanted again).
  private static let longAfter = 0.3
  /// Quick decodes a helper has before it at a time.
  private static let mostQuickJobs = 4
  /// Seconds after which a decode for another page gives way to a visible one.
  private static let tooLongAfter = 1.0

  /// Told when a decode ends; when the helper cannot be used again, the owner ends it.
  var onOutcome: (@MainActor (DecodeWork, DecodeOutcome, _ isAlive: Bool) -> Void)?
  /// Told of something recognisable that comes before a decode ends.
  var onPartial: (@MainActor (DecodeWork, DecodeReply.Info, Bitmap) -> Void)?
  /// Called when the helper declines a picture: another one is to be asked for all it still has.
  var onDecline: (@MainActor () -> Void)?
  /// Told when the helper ends, or speaks, while it has nothing to do.
  var onIdleEnd: (@MainActor () -> Void)?
  /// Told when the age of the running work changes.
  var onAge: (@MainActor () -> Void)?

  private let transport: any DecoderTransport
  private let loop: any DescriptorWatching
  private let recycled: SharedMemoryPool
  private let deadline: Double
  /// What the helper has been asked, in the order it will answer.
  private(set) var jobs: [Job] = []
  /// The decodes it was asked for so far, and the quick ones among them.
  private var decodes = 0
  private var quickDecodes = 0
  /// True for a helper that may decline a picture: it has answered before, or has not the libraries of
  /// all formats.
  private var mayDecline: Bool
  /// True for a helper that has been given something to read.
  var hasSeenFiles: Bool { decodes > 0 }
  /// True for a helper that has seen so much that it is to be replaced.
  var isWorn: Bool {
    decodes - quickDecodes + quickDecodes / HelperLifetime.quickDecodes
      >= HelperLifetime.maxDecodes
  }
  /// True for a helper whose replacement is ready: it gets no more work, and ends with its last job.
  var isRetired = false
  /// True when it has nothing to do and may get work.
  var isFree: Bool { jobs.isEmpty && !isRetired }
  private var timer: Cancellation?

  init(
    transport: any DecoderTransport, hasAllLibraries: Bool, loop: any DescriptorWatching,
    recycled: SharedMemoryPool, deadline: Double
  ) {
    self.transport = transport
    mayDecline = !hasAllLibraries
    self.loop = loop
    self.recycled = recycled
    self.deadline = deadline
    transport.onEvent = { [weak self] in self?.receive($0) }
  }

  /// True when it is busy with nothing but the glance at the picture of `work`, which is over in a
  /// moment. The decode may queue up behind it: then the helper does not have to wait for a viewer
  /// that is busy drawing.
  func isGlancing(for work: DecodeWork) -> Bool {
    guard jobs.count == 1, !isRetired, work.key.purpose == .exact else { return false }
    return jobs[0].work.isGlance && jobs[0].work.key.path == work.key.path
  }

  /// True when it is busy with quick work only, and not with much of it. More may queue up: the
  /// viewer, busy drawing, would let the helper wait in between.
  var hasRoomForQuickWork: Bool {
    !jobs.isEmpty && !isRetired && jobs.count < Self.mostQuickJobs
      && jobs.allSatisfy { $0.work.isQuick }
  }

  /// Sends a decode; false when the helper turns out to be gone.
  func run(_ job: Job) -> Bool {
    var descriptors = [job.file.number]
    if let lent = job.lent { descriptors.append(lent.descriptor.number) }
    if let profile = job.profile { descriptors.append(profile.number) }
    job.work.age = .short
    jobs.append(job)
    if jobs.count == 1 { arm() }
    decodes += 1
    if job.work.isQuick { quickDecodes += 1 }
    if transport.send(WireWriter.encode(job.request), descriptors: descriptors) { return true }
    jobs.removeAll { $0.work === job.work }
    return false
  }

  /// Ends the helper; what it was doing has no outcome.
  func end() {
    timer?.cancel()
    timer = nil
    jobs = []
    transport.end()
  }

  private func arm() {
    timer?.cancel()
    timer = nil
    if !jobs.isEmpty { arm(.long, after: min(Self.longAfter, deadline), at: 0) }
  }

  // One timer at a time walks through the ages and ends at the deadline.
  private func arm(_ age: DecodeWork.Age?, after pause: Double, at elapsed: Double) {
    timer = loop.schedule(after: pause) { [weak self] in
      guard let self, let job = jobs.first else { return }
      let elapsed = elapsed + pause
      guard let age, elapsed < deadline else { return expire(job) }
      job.work.age = age
      if age == .long, Self.tooLongAfter < deadline {
        arm(.tooLong, after: Self.tooLongAfter - elapsed, at: elapsed)
      } else {
        arm(nil, after: deadline - elapsed, at: elapsed)
      }
      onAge?()
    }
  }

  private func expire(_ job: Job) {
    let failure = DecodeFailure.overdue(deadline)
    onOutcome?(job.work, .failed(failure), false)
  }

  private func receive(_ event: TransportEvent) {
    guard let job = jobs.first else {
      // Nothing was asked: whatever comes, this helper is not what it should be.
      onIdleEnd?()
      return
    }
    switch event {
    case .closed: onOutcome?(job.work, .crashed("it ended"), false)
    case .garbled: onOutcome?(job.work, .crashed(BadReply.message.detail), false)
    case .message(let bytes, let descriptors):
      do {
        guard let outcome = try read(bytes, descriptors, job) else { return }
        mayDecline = true
        jobs.removeFirst()
        arm()
        onOutcome?(job.work, outcome, true)
      } catch {
        onOutcome?(job.work, .crashed(error.detail), false)
      }
    }
  }

  /// - Returns: nil for what is not the end of it.
  private func read(
    _ bytes: [UInt8], _ descriptors: [OwnedDescriptor], _ job: Job
  ) throws(BadReply) -> DecodeOutcome? {
    guard let reply = try? WireReader.reply(from: bytes, maxFrames: job.request.limits.frames),
      reply.id == job.request.id
    else {
      throw .message
    }
    switch reply.result {
    case .info, .frames: throw .message
    case .declined:
      guard mayDecline else { throw .message }
      onDecline?()
      return nil
    case .thumbnail(let info, let layout):
      guard job.work.isSmall, !layout.usesGivenMemory, descriptors.count == 1 else {
        throw .message
      }
      let adoption = PixelAdoption(request: job.request, recycled: recycled)
      let result = try adoption.adopt(layout, of: nil, lent: nil, descriptors: descriptors)
      return .thumbnail(info, result.bitmap, descriptors[0])
    case .partial(let info, let layout):
      guard job.request.wantsPartials, !layout.usesGivenMemory,
        job.partials < WireFormat.maxPartials
      else { throw .message }
      jobs[0].partials += 1
      var adoption = PixelAdoption(request: job.request, recycled: recycled)
      adoption.isPartial = true
      let result = try adoption.adopt(layout, of: info, lent: nil, descriptors: descriptors)
      onPartial?(job.work, info, result.bitmap)
      return nil
    case .failed(let failure):
      if let lent = job.lent { recycled.give(lent) }
      return .failed(failure)
    case .pixels(let info, let layout):
      guard job.work.isPage || job.request.purpose == .recolor else { throw .message }
      let adoption = PixelAdoption(request: job.request, recycled: recycled)
      let result = try adoption.adopt(
        layout, of: info, lent: job.lent, descriptors: descriptors)
      if !layout.usesGivenMemory, let lent = job.lent { recycled.give(lent) }
      return .picture(info, result)
    }
  }
}

import DecoderWire
import Localization
import Pixels

enum DecodeOutcome {
  /// A validated picture: its properties and pixels.
  case picture(DecodeReply.Info, PixelAdoption.AdoptedPixels)
  /// A validated thumbnail, and the shared memory of its pixels, which can be sent to another
  /// helper.
  case thumbnail(DecodeReply.ThumbnailInfo, Bitmap, memory: OwnedDescriptor)
  /// The picture cannot be decoded, or the time limit has passed.
  case failed(DecodeFailure)
  /// The helper has ended or broken the protocol; the payload is a translated sentence with the
  /// reason.
  case crashed(reason: String)
}

/// A decode to be sent to a helper, with its open file.
struct FileDecode {
  var id: DecodeID
  /// The path of the picture. The helper gets only the file name.
  var path: FilePathBytes
  /// The open file to be decoded. A helper moves its read position, so it must not be sent to a
  /// second one, unless it is a file of the shared thumbnail cache.
  var file: OwnedDescriptor
  var target: PixelSize
  var color: ImageColor
  /// The part of the picture to decode; nil for the whole; see ``DecodeRequest/region``.
  var region: RegionRequest?
  /// The minimum longer side, in pixels, of an embedded preview that may be used as a thumbnail; 0
  /// for none; see ``DecodeRequest/minEmbeddedPreviewSide``.
  var minEmbeddedPreviewSide = 0
  /// The picture that a file of the shared thumbnail cache must belong to; nil for other decodes;
  /// see ``DecodeRequest/stored``.
  var storedThumbnail: StoredThumbnail?
  /// Whether the helper may send incomplete pictures before the result; see
  /// ``DecodeRequest/wantsPartials``. Default: false.
  var wantsPartials = false
  /// The choice among the pictures that the file contains; see ``PictureChoice``.
  var choice = PictureChoice()
}

/// One helper process, with the decodes sent to it.
@MainActor
final class DecoderProcess {
  /// A decode that was sent to the helper, with its message and the buffer lent for the result.
  struct Job {
    var decode: FileDecode
    var request: DecodeRequest
    var borrowedMemory: SharedMemory?
    /// The number of incomplete pictures received so far.
    var partialCount = 0
    /// The completed share of developing the camera RAW file, in percent; -1 before the first
    /// report.
    var progressPercent = -1

    var id: DecodeID { decode.id }
  }
  /// The running time in seconds after which a decode without requests is ended when other decodes
  /// wait. A younger decode finishes sooner than a new helper would start (16–50 ms), and the
  /// picture may be requested again.
  private static let longRunSeconds = 0.3
  /// The maximum number of quick decodes, of about a millisecond each, sent to one helper at a
  /// time.
  private static let maxQuickJobs = 4
  /// The running time in seconds after which the decode of a hidden page is ended and queued again
  /// when a visible page waits.
  private static let tooLongRunSeconds = 1.0

  /// Called when a decode has ended. With `isAlive` false, the owner must end the helper.
  var onOutcome: (@MainActor (DecodeID, DecodeOutcome, _ isAlive: Bool) -> Void)?
  /// Called with each incomplete picture of a running decode.
  var onPartial: (@MainActor (DecodeID, DecodeReply.Info, Bitmap) -> Void)?
  /// Called with the path of a camera RAW file whose sensor data are being developed, and the
  /// completed share in percent.
  var onDevelopingProgress: (@MainActor (FilePathBytes, _ percent: Int) -> Void)?
  /// Called when the helper asks that another helper decodes the picture. The owner queues all
  /// decodes of this helper again and ends it.
  var onDecline: (@MainActor () -> Void)?
  /// Called when the helper has ended, or sent a message, while no decode was sent to it.
  var onEventWhileIdle: (@MainActor () -> Void)?
  /// Called when the running time of the current decode passes a threshold.
  var onAgeReached: (@MainActor (DecodeID, DecodeAge) -> Void)?

  private let transport: any DecoderTransport
  private let loop: any DescriptorWatching
  private let sharedMemoryPool: SharedMemoryPool
  private let timeLimit: Double
  /// The decodes sent to the helper and not yet answered, in the order of its answers.
  private(set) var jobs: [Job] = []
  /// The number of decodes sent to the helper since its start.
  private var decodeCount = 0
  /// The number of the decodes in ``decodeCount`` that take about a millisecond.
  private var quickDecodeCount = 0
  /// Whether the protocol allows the helper to decline a picture: it has answered before, or was
  /// started without the libraries of all formats.
  private var mayDecline: Bool
  /// Whether a file was sent to the helper since its start.
  var hasReceivedFiles: Bool { decodeCount > 0 }
  /// Whether the helper has reached the maximum number of decodes, after which it is replaced.
  var needsReplacement: Bool {
    decodeCount - quickDecodeCount + quickDecodeCount / HelperLifetime.quickDecodesPerDecode
      >= HelperLifetime.maxDecodes
  }
  /// Whether another process has replaced the helper, which gets no more decodes and ends after its
  /// last one.
  var isRetired = false
  /// Whether the helper has no decode and may get one.
  var isFree: Bool { jobs.isEmpty && !isRetired }
  private var timer: Cancellation?

  init(
    transport: any DecoderTransport, hasAllLibraries: Bool, loop: any DescriptorWatching,
    sharedMemoryPool: SharedMemoryPool, timeLimit: Double
  ) {
    self.transport = transport
    mayDecline = !hasAllLibraries
    self.loop = loop
    self.sharedMemoryPool = sharedMemoryPool
    self.timeLimit = timeLimit
    transport.onEvent = { [weak self] in self?.receive($0) }
  }

  /// The path of the file of which the helper is reading an embedded or stored preview, its only
  /// decode; nil when it does anything else. The exact decode of the same file may be sent at once,
  /// so that the helper need not wait for the viewer's main thread, which may be drawing.
  var previewBeingRead: FilePathBytes? {
    guard jobs.count == 1, !isRetired, jobs[0].id.purpose.traits.readsPreview else { return nil }
    return jobs[0].decode.path
  }

  /// Whether the helper has only quick decodes, and fewer than the maximum. More are sent in
  /// advance, so that the helper need not wait for the viewer's main thread, which may be drawing.
  var hasRoomForQuickWork: Bool {
    !jobs.isEmpty && !isRetired && jobs.count < Self.maxQuickJobs
      && jobs.allSatisfy { $0.id.purpose.traits.isQuick }
  }

  /// Sends a decode to the helper.
  ///
  /// - Returns: False when the helper has ended.
  func send(_ job: Job) -> Bool {
    var descriptors = [job.decode.file.number]
    if let borrowed = job.borrowedMemory { descriptors.append(borrowed.descriptor.number) }
    if let profile = job.decode.color.profileMemory { descriptors.append(profile.number) }
    jobs.append(job)
    if jobs.count == 1 { startTimer() }
    decodeCount += 1
    if job.id.purpose.traits.isQuick { quickDecodeCount += 1 }
    if transport.send(DecoderWireWriter.encode(job.request), descriptors: descriptors) {
      return true
    }
    jobs.removeAll { $0.id == job.id }
    return false
  }

  /// Ends the helper. Its decodes get no outcome.
  func end() {
    timer?.cancel()
    timer = nil
    jobs = []
    transport.end()
  }

  private func startTimer() {
    timer?.cancel()
    timer = nil
    if !jobs.isEmpty {
      startTimer(reporting: .long, after: min(Self.longRunSeconds, timeLimit), elapsed: 0)
    }
  }

  // One timer serves the thresholds of the running time, one after the other, and then the
  // deadline.
  private func startTimer(reporting age: DecodeAge?, after pause: Double, elapsed: Double) {
    timer = loop.schedule(after: pause) { [weak self] in
      guard let self, let job = jobs.first else { return }
      let elapsed = elapsed + pause
      guard let age, elapsed < timeLimit else { return failOverdue(job) }
      if age == .long, Self.tooLongRunSeconds < timeLimit {
        startTimer(reporting: .tooLong, after: Self.tooLongRunSeconds - elapsed, elapsed: elapsed)
      } else {
        startTimer(reporting: nil, after: timeLimit - elapsed, elapsed: elapsed)
      }
      onAgeReached?(job.id, age)
    }
  }

  private func failOverdue(_ job: Job) {
    let failure = DecodeFailure.overdue(timeLimit)
    onOutcome?(job.id, .failed(failure), false)
  }

  private func receive(_ event: TransportEvent) {
    guard let job = jobs.first else {
      // Without a job, a message of the helper breaks the protocol, and its end is a crash.
      onEventWhileIdle?()
      return
    }
    switch event {
    case .closed: onOutcome?(job.id, .crashed(reason: tr("it ended")), false)
    case .garbled: onOutcome?(job.id, .crashed(reason: BadReply.message.detail), false)
    case .message(let bytes, let descriptors):
      do {
        guard let outcome = try handleMessage(bytes, descriptors, job) else { return }
        mayDecline = true
        jobs.removeFirst()
        startTimer()
        onOutcome?(job.id, outcome, true)
      } catch {
        onOutcome?(job.id, .crashed(reason: error.detail), false)
      }
    }
  }

  /// Validates a message about the decode `job`.
  ///
  /// - Returns: The outcome; nil for a message that does not end the decode.
  /// - Throws: `BadReply` when the message breaks the protocol.
  private func handleMessage(
    _ bytes: [UInt8], _ descriptors: [OwnedDescriptor], _ job: Job
  ) throws(BadReply) -> DecodeOutcome? {
    guard
      let reply = try? DecoderWireReader.reply(from: bytes, maxFrames: job.request.limits.frames),
      reply.id == job.request.id
    else {
      throw .message
    }
    switch reply.result {
    case .info, .frames, .metadata, .edits, .encoded: throw .message
    case .declined:
      guard mayDecline else { throw .message }
      onDecline?()
      return nil
    case .thumbnail(let info, let layout):
      guard job.id.purpose.isAnsweredByThumbnail, !layout.usesRequestMemory, descriptors.count == 1
      else {
        throw .message
      }
      let adoption = PixelAdoption(request: job.request, sharedMemoryPool: sharedMemoryPool)
      let result = try adoption.adopt(layout, of: nil, borrowed: nil, descriptors: descriptors)
      return .thumbnail(info, result.bitmap, memory: descriptors[0])
    case .partial(let info, let layout):
      guard job.request.wantsPartials, !layout.usesRequestMemory,
        job.partialCount < DecoderWireFormat.maxPartials
      else { throw .message }
      jobs[0].partialCount += 1
      var adoption = PixelAdoption(request: job.request, sharedMemoryPool: sharedMemoryPool)
      adoption.isPartial = true
      let result = try adoption.adopt(layout, of: info, borrowed: nil, descriptors: descriptors)
      onPartial?(job.id, info, result.bitmap)
      return nil
    case .progress(let percent):
      // A share that does not grow breaks the protocol, so that a helper can cause at most 101
      // reports.
      guard job.request.developsRaw, descriptors.isEmpty, Int(percent) > job.progressPercent else {
        throw .message
      }
      jobs[0].progressPercent = Int(percent)
      onDevelopingProgress?(job.decode.path, Int(percent))
      return nil
    case .failed(let failure):
      if let borrowed = job.borrowedMemory { sharedMemoryPool.recycle(borrowed) }
      return .failed(failure)
    case .pixels(let info, let layout):
      guard !job.id.purpose.isAnsweredByThumbnail else { throw .message }
      let adoption = PixelAdoption(request: job.request, sharedMemoryPool: sharedMemoryPool)
      let result = try adoption.adopt(
        layout, of: info, borrowed: job.borrowedMemory, descriptors: descriptors)
      if !layout.usesRequestMemory, let borrowed = job.borrowedMemory {
        sharedMemoryPool.recycle(borrowed)
      }
      return .picture(info, result)
    }
  }
}

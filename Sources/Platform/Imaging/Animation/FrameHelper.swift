import DecoderWire
import Pixels

/// The helper that plays animations: one beside those for pages, with less claim to the processor, so
/// that no page ever waits for a frame, and one that remembers where each animation is.
@MainActor
final class FrameHelper {
  /// Seconds without an animation after which it is ended.
  private static let idleTime = 10.0
  /// Seconds a frame nobody wants any more may take while another animation waits.
  private static let patience = 0.3

  private struct Job {
    weak var client: AnimationFrames?
    var request: DecodeRequest
    var lent: SharedMemory?
  }
  private struct Client {
    weak var frames: AnimationFrames?
  }

  /// Frames that came so far.
  private(set) var delivered = 0

  private let configuration: ImagingConfiguration
  private let launcher: any DecoderLauncher
  private let loop: any DescriptorWatching
  private let recycled: SharedMemoryPool
  private var clients: [Client] = []
  private var transport: (any DecoderTransport)?
  private var job: Job?
  private var timer: Cancellation?
  private var lastID: UInt64 = 0
  private var lastAnimation: UInt64 = 0

  init(
    configuration: ImagingConfiguration, launcher: any DecoderLauncher,
    loop: any DescriptorWatching, recycled: SharedMemoryPool
  ) {
    self.configuration = configuration
    self.launcher = launcher
    self.loop = loop
    self.recycled = recycled
  }

  /// Begins to decode the frames of the animation at `path`.
  func open(_ path: FilePathBytes, naturalSize: PixelSize, target: PixelSize) -> AnimationFrames {
    lastAnimation += 1
    var file: OpenedFile?
    var failure: DecodeFailure?
    do { file = try OpenedFile(path) } catch { failure = error }
    let frames = AnimationFrames(
      lastAnimation, file, name: path.name, naturalSize: naturalSize, target: target,
      budget: configuration.animationBytes, helper: self)
    if let failure { frames.fail(failure) }
    clients.append(Client(frames: frames))
    wake()
    return frames
  }

  /// Forgets an animation.
  func remove(_ frames: AnimationFrames) {
    clients.removeAll { $0.frames === frames || $0.frames == nil }
    if job != nil, job?.client === frames {
      job?.client = nil
      arm(after: Self.patience) { [weak self] in self?.giveUp() }
    } else if clients.isEmpty {
      wake()
    }
  }

  /// Asks for the next frames that are wanted, unless it is busy.
  func wake() {
    guard job == nil else { return }
    // The latest is the one that is looked at.
    for client in clients.reversed() {
      guard let frames = client.frames,
        let next = frames.nextRequest(id: lastID + 1, limits: configuration.limits)
      else { continue }
      send(next.request, next.file, bytes: next.bytes, for: frames)
      if job != nil { return }
    }
    if clients.isEmpty, transport != nil {
      arm(after: Self.idleTime) { [weak self] in self?.stop() }
    }
  }

  /// Ends it; another one is started when it is needed.
  func stop() {
    timer?.cancel()
    timer = nil
    transport?.end()
    transport = nil
    job = nil
  }

  private func send(
    _ request: DecodeRequest, _ file: OwnedDescriptor, bytes: Int, for frames: AnimationFrames
  ) {
    lastID = request.id
    var request = request
    let lent = bytes > 0 ? recycled.take(bytes) : nil
    request.memoryCapacity = lent?.capacity ?? 0
    let descriptors = [file.number] + (lent.map { [$0.descriptor.number] } ?? [])
    do {
      let transport = try started()
      job = Job(client: frames, request: request, lent: lent)
      arm(after: configuration.deadline) { [weak self] in self?.expire() }
      if transport.send(WireWriter.encode(request), descriptors: descriptors) { return }
      crashed("it ended")
    } catch {
      if let lent { recycled.give(lent) }
      frames.fail(error)
    }
  }

  private func started() throws(DecodeFailure) -> any DecoderTransport {
    if let transport { return transport }
    let started = try launcher.launch()
    started.yieldProcessor()
    started.onEvent = { [weak self] in self?.receive($0) }
    transport = started
    return started
  }

  private func arm(after seconds: Double, _ action: @escaping @MainActor () -> Void) {
    timer?.cancel()
    timer = loop.schedule(after: seconds, action)
  }

  // MARK: Answers

  private func receive(_ event: TransportEvent) {
    guard let job else { return stop() }
    switch event {
    case .closed: crashed("it ended")
    case .garbled: crashed(BadReply.message.detail)
    case .message(let bytes, let descriptors):
      do { try take(bytes, descriptors, job) } catch { crashed(error.detail) }
    }
  }

  private func take(
    _ bytes: [UInt8], _ descriptors: [OwnedDescriptor], _ job: Job
  ) throws(BadReply) {
    guard let reply = try? WireReader.reply(from: bytes), reply.id == job.request.id else {
      throw .message
    }
    let client = job.client.flatMap { $0.wants(job.request) ? $0 : nil }
    switch reply.result {
    case .frames(let info, let batch):
      let adoption = FrameAdoption(request: job.request, recycled: recycled)
      let adopted = try adoption.adopt(info, batch, lent: job.lent, descriptors: descriptors)
      if !batch.layout.usesGivenMemory { giveBack(job) }
      done()
      delivered += adopted.frames.count
      client?.take(adopted, info, plays: batch.plays)
    case .failed(let failure):
      giveBack(job)
      done()
      client?.fail(failure)
    default: throw .message
    }
    wake()
  }

  private func giveBack(_ job: Job) {
    if let lent = job.lent { recycled.give(lent) }
  }

  private func done() {
    timer?.cancel()
    timer = nil
    job = nil
  }

  // Lent memory goes with the job and is never recycled: a dying helper may still write to it.
  private func crashed(_ detail: String) {
    let client = job?.client
    stop()
    client?.countCrash(DecodeFailure(.crashed, detail: detail))
    wake()
  }

  private func expire() {
    let client = job?.client
    stop()
    let seconds = Int(configuration.deadline.rounded())
    client?.fail(DecodeFailure(.tooSlow, detail: "more than \(seconds) seconds"))
    wake()
  }

  /// What runs is of no use to anybody.
  private func giveUp() {
    guard job != nil else { return }
    stop()
    wake()
  }
}

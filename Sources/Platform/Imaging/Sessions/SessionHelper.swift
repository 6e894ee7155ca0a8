import DecoderWire
import Pixels

/// A helper for those who ask again and again about the same file, frames of an animation or parts of
/// a huge picture: one beside those for pages, with less claim to the processor, so that no page ever
/// waits for it, and one that remembers where in each file it is.
@MainActor
final class SessionHelper {
  /// Seconds without a client after which it is ended.
  private static let idleTime = 10.0
  /// Seconds an answer nobody wants any more may take while another client waits.
  private static let patience = 0.3

  private struct Job {
    weak var client: (any SessionClient)?
    var request: DecodeRequest
    var lent: SharedMemory?
  }
  private struct Client {
    weak var client: (any SessionClient)?
  }

  /// Which colours answers are in. Others are asked for anew.
  var color = ImageColor.standard {
    didSet {
      for client in clients { client.client?.colorDidChange() }
      wake()
    }
  }
  /// Frames and parts that came so far.
  private(set) var delivered = 0

  private let configuration: ImagingConfiguration
  private let launcher: any DecoderLauncher
  private let loop: any DescriptorWatching
  private let recycled: SharedMemoryPool
  private var clients: [Client] = []
  private var transport: (any DecoderTransport)?
  /// A fresh helper, started with the last client the present one serves, for the client after that.
  private var successor: (any DecoderTransport)?
  /// The clients the present helper has served.
  private var sessions = 0
  /// True when the present helper may decline a file: it has answered before, or has not the libraries
  /// of all formats.
  private var mayDecline = true
  /// True once a helper has declined a file: those that are started from then on have the libraries
  /// of all formats.
  private var loadsAll = false
  private var job: Job?
  private var timer: Cancellation?
  private var lastID: UInt64 = 0
  private var lastName: UInt64 = 0

  init(
    configuration: ImagingConfiguration, launcher: any DecoderLauncher,
    loop: any DescriptorWatching, recycled: SharedMemoryPool
  ) {
    self.configuration = configuration
    self.launcher = launcher
    self.loop = loop
    self.recycled = recycled
  }

  /// A name for what a client asks about, for the helper to remember it by; never 0.
  func makeName() -> UInt64 {
    lastName += 1
    return lastName
  }

  /// Serves `client` from now on; it is held weakly.
  func add(_ client: any SessionClient) {
    clients.append(Client(client: client))
    renew()
    wake()
  }

  /// Counts a client, and replaces a helper that has seen so many files that it is time.
  private func renew() {
    sessions += 1
    if sessions == HelperLifetime.maxSessions, transport != nil { successor = try? launched() }
    guard sessions > HelperLifetime.maxSessions else { return }
    let fresh = successor
    successor = nil
    stop()
    transport = fresh
    mayDecline = !loadsAll
    sessions = 1
  }

  /// Forgets a client.
  func remove(_ client: any SessionClient) {
    clients.removeAll { $0.client === client || $0.client == nil }
    if job != nil, job?.client === client {
      job?.client = nil
      arm(after: Self.patience) { [weak self] in self?.giveUp() }
    } else if clients.isEmpty {
      wake()
    }
  }

  /// Asks for what is wanted next, unless it is busy.
  func wake() {
    guard job == nil else { return }
    // The latest is the one that is looked at.
    for client in clients.reversed() {
      guard let client = client.client,
        let next = client.nextRequest(id: lastID + 1, limits: configuration.limits)
      else { continue }
      send(next, for: client)
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
    successor?.end()
    successor = nil
    sessions = 0
    mayDecline = !loadsAll
    job = nil
  }

  private func send(_ next: SessionRequest, for client: any SessionClient) {
    lastID = next.request.id
    var request = next.request
    request.color = color.target
    let isBounded = (1...ImagingConfiguration.mostCacheBytes).contains(next.bytes)
    let lent = isBounded ? recycled.take(next.bytes) : nil
    request.memoryCapacity = lent?.capacity ?? 0
    let others = [lent?.descriptor.number, color.descriptor?.number].compactMap(\.self)
    let descriptors = [next.file.number] + others
    do {
      let transport = try started()
      job = Job(client: client, request: request, lent: lent)
      arm(after: configuration.deadline) { [weak self] in self?.expire() }
      if transport.send(WireWriter.encode(request), descriptors: descriptors) { return }
      crashed("it ended")
    } catch {
      if let lent { recycled.give(lent) }
      client.fail(error)
    }
  }

  private func started() throws(DecodeFailure) -> any DecoderTransport {
    if let transport { return transport }
    let started = try launched()
    transport = started
    return started
  }

  private func launched() throws(DecodeFailure) -> any DecoderTransport {
    let launched = try launcher.launch(loadsAll: loadsAll)
    launched.yieldProcessor()
    launched.onEvent = { [weak self, weak launched] event in
      guard let self, let launched else { return }
      if launched === successor { return endSuccessor() }
      receive(event)
    }
    return launched
  }

  /// Ends a successor that has ended by itself, or that speaks before it was asked.
  private func endSuccessor() {
    successor?.end()
    successor = nil
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
    guard let reply = try? WireReader.reply(from: bytes, maxFrames: job.request.limits.frames),
      reply.id == job.request.id
    else {
      throw .message
    }
    let isWanted = job.request.color == color.target
    let client = job.client.flatMap { isWanted && $0.wants(job.request) ? $0 : nil }
    switch reply.result {
    case .frames(let info, let batch):
      let adoption = FrameAdoption(request: job.request, recycled: recycled)
      let adopted = try adoption.adopt(info, batch, lent: job.lent, descriptors: descriptors)
      if !batch.layout.usesGivenMemory { giveBack(job) }
      done()
      delivered += adopted.frames.count
      client?.take(.frames(adopted, plays: batch.plays), of: info, for: job.request)
    case .pixels(let info, let layout) where job.request.purpose == .region:
      let adoption = PixelAdoption(request: job.request, recycled: recycled)
      let adopted = try adoption.adopt(
        layout, of: info, lent: job.lent, descriptors: descriptors)
      if !layout.usesGivenMemory { giveBack(job) }
      done()
      delivered += 1
      client?.take(.part(adopted), of: info, for: job.request)
    case .failed(let failure):
      giveBack(job)
      done()
      client?.fail(failure)
    case .declined where mayDecline:
      loadsAll = true
      stop()
      return wake()
    default: throw .message
    }
    mayDecline = true
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
    client?.fail(.overdue(configuration.deadline))
    wake()
  }

  /// What runs is of no use to anybody.
  private func giveUp() {
    guard job != nil else { return }
    stop()
    wake()
  }
}

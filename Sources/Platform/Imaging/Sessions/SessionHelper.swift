import DecoderWire
import Localization
import Pixels

/// A helper for long series of requests for the same files, such as frames of an animation or
/// regions of a huge picture. It runs beside the helpers for pages and at lower priority, so that
/// no page waits for it, and it keeps its decoding position in each file.
@MainActor
final class SessionHelper {
  /// The kind of requests that a session helper serves.
  enum RequestKind {
    /// Decoding frames and regions of pictures, and encoding picture files.
    case pictures
    /// Reading metadata for which a person or a list waits.
    case metadata
    /// Reading metadata only while processor and disk are idle.
    case idleMetadata

    /// The number of clients, one per file, after which the process is replaced.
    fileprivate var maxClients: Int {
      switch self {
      case .pictures: HelperLifetime.maxSessions
      case .metadata, .idleMetadata: HelperLifetime.maxPhotos
      }
    }
  }

  /// The time in seconds without a client after which the process is ended.
  private static let idleTime = 10.0
  /// The time in seconds that a request may go on after its client was removed; then the process is
  /// ended.
  private static let unwantedTimeout = 0.3

  private struct Job {
    weak var client: (any SessionClient)?
    var request: DecodeRequest
    var borrowedMemory: SharedMemory?
    /// The completed share of the request in percent; -1 before the first report.
    var progressPercent = -1
    /// The time limit of the request in seconds.
    var timeLimit: Double

    /// Whether the answer depends on the colour space of the display: false for an exported file,
    /// which is sRGB.
    var dependsOnDisplayColor: Bool { request.kind != .encode }
  }
  private struct Client {
    weak var client: (any SessionClient)?
  }

  /// The colour space of decoded frames and regions. After a change, answers in the former one are
  /// dropped and requested again. Default: sRGB.
  var color = ImageColor.standard {
    didSet {
      for client in clients { client.client?.colorDidChange() }
      wake()
    }
  }
  /// The number of frames and regions received since this object was made.
  private(set) var deliveredCount = 0

  private let requestKind: RequestKind
  private let configuration: ImagingConfiguration
  private let launcher: any DecoderLauncher
  private let loop: any DescriptorWatching
  private let sharedMemoryPool: SharedMemoryPool
  private var clients: [Client] = []
  private var transport: (any DecoderTransport)?
  /// The process that replaces the current one at the next client; started when the current one
  /// gets its last client, nil before.
  private var successor: (any DecoderTransport)?
  /// The number of clients added since the current process began.
  private var servedClientCount = 0
  /// Whether the protocol allows the process to decline a file: it has answered before, or was
  /// started without the libraries of all formats.
  private var mayDecline = true
  /// Whether new processes load the libraries of all formats: true after one has declined a file.
  private var loadsAllLibraries = false
  private var job: Job?
  private var timer: Cancellation?
  private var lastID: UInt64 = 0
  private var lastSessionID: UInt64 = 0

  init(
    _ requestKind: RequestKind, configuration: ImagingConfiguration, launcher: any DecoderLauncher,
    loop: any DescriptorWatching, sharedMemoryPool: SharedMemoryPool
  ) {
    self.requestKind = requestKind
    self.configuration = configuration
    self.launcher = launcher
    self.loop = loop
    self.sharedMemoryPool = sharedMemoryPool
  }

  /// Makes a new identifier, never 0, under which the process keeps its decoding position in one
  /// file.
  func makeSessionID() -> UInt64 {
    lastSessionID += 1
    return lastSessionID
  }

  /// Begins to serve `client`, which is referenced weakly.
  func add(_ client: any SessionClient) {
    clients.append(Client(client: client))
    countClient()
    wake()
  }

  /// Counts a new client, and replaces the process when it has served the maximum number.
  private func countClient() {
    servedClientCount += 1
    if servedClientCount == requestKind.maxClients, transport != nil {
      successor = try? launchTransport()
    }
    guard servedClientCount > requestKind.maxClients else { return }
    let fresh = successor
    successor = nil
    stop()
    transport = fresh
    mayDecline = !loadsAllLibraries
    servedClientCount = 1
  }

  func remove(_ client: any SessionClient) {
    clients.removeAll { $0.client === client || $0.client == nil }
    if job != nil, job?.client === client {
      job?.client = nil
      startTimer(after: Self.unwantedTimeout) { [weak self] in self?.endUnwantedRequest() }
    } else if clients.isEmpty {
      wake()
    }
  }

  /// Sends the next request that a client wants, unless one is running. Without clients, ends the
  /// process after a while.
  func wake() {
    guard job == nil else { return }
    // A client that was released without being removed does not keep an idle helper.
    clients.removeAll { $0.client == nil }
    // Clients are asked from the latest one on, because it belongs to the visible page.
    for client in clients.reversed() {
      guard let client = client.client,
        let next = client.nextRequest(id: lastID + 1, limits: configuration.limits)
      else { continue }
      send(next, for: client)
      if job != nil { return }
    }
    if clients.isEmpty, transport != nil {
      startTimer(after: Self.idleTime) { [weak self] in self?.stop() }
    }
  }

  /// Ends the process and drops the running request. The next request starts another process.
  func stop() {
    timer?.cancel()
    timer = nil
    transport?.end()
    transport = nil
    successor?.end()
    successor = nil
    servedClientCount = 0
    mayDecline = !loadsAllLibraries
    job = nil
  }

  /// Ends the process now if no client is left, instead of after the idle time.
  func stopIfUnused() {
    clients.removeAll { $0.client == nil }
    if clients.isEmpty { stop() }
  }

  private func send(_ next: SessionRequest, for client: any SessionClient) {
    lastID = next.request.id
    var request = next.request
    let dependsOnDisplayColor = request.kind != .encode
    request.color = dependsOnDisplayColor ? color.target : .standard
    let isBounded = (1...ImagingConfiguration.maxCacheBytes).contains(next.expectedPixelBytes)
    let borrowed = isBounded ? sharedMemoryPool.take(next.expectedPixelBytes) : nil
    request.memoryCapacity = borrowed?.capacity ?? 0
    let display = dependsOnDisplayColor ? color.profileMemory?.number : nil
    let others = [borrowed?.descriptor.number, display].compactMap(\.self)
    let descriptors = [next.file.number] + others
    do {
      let transport = try startedTransport()
      let timeLimit = next.timeLimit ?? configuration.timeLimit
      job = Job(client: client, request: request, borrowedMemory: borrowed, timeLimit: timeLimit)
      startTimer(after: timeLimit) { [weak self] in self?.failOverdue() }
      if transport.send(DecoderWireWriter.encode(request), descriptors: descriptors) { return }
      handleCrash(tr("it ended"))
    } catch {
      if let borrowed { sharedMemoryPool.recycle(borrowed) }
      client.fail(error)
    }
  }

  private func startedTransport() throws(DecodeFailure) -> any DecoderTransport {
    if let transport { return transport }
    let started = try launchTransport()
    transport = started
    return started
  }

  private func launchTransport() throws(DecodeFailure) -> any DecoderTransport {
    let launched = try launcher.launch(loadsAllLibraries: loadsAllLibraries)
    if requestKind == .idleMetadata { launched.useIdlePriority() } else { launched.lowerPriority() }
    launched.onEvent = { [weak self, weak launched] event in
      guard let self, let launched else { return }
      if launched === successor { return endSuccessor() }
      receive(event)
    }
    return launched
  }

  /// Ends a replacement process that has crashed, or has sent a message without a request, before
  /// its use.
  private func endSuccessor() {
    successor?.end()
    successor = nil
  }

  private func startTimer(after seconds: Double, _ action: @escaping @MainActor () -> Void) {
    timer?.cancel()
    timer = loop.schedule(after: seconds, action)
  }

  // MARK: Answers

  private func receive(_ event: TransportEvent) {
    guard let job else { return stop() }
    switch event {
    case .closed: handleCrash(tr("it ended"))
    case .garbled: handleCrash(BadReply.message.detail)
    case .message(let bytes, let descriptors):
      do { try receive(bytes, descriptors, job) } catch { handleCrash(error.detail) }
    }
  }

  private func receive(
    _ bytes: [UInt8], _ descriptors: [OwnedDescriptor], _ job: Job
  ) throws(BadReply) {
    guard
      let reply = try? DecoderWireReader.reply(from: bytes, maxFrames: job.request.limits.frames),
      reply.id == job.request.id
    else {
      throw .message
    }
    let isWanted = !job.dependsOnDisplayColor || job.request.color == color.target
    let client = job.client.flatMap { isWanted && $0.wants(job.request) ? $0 : nil }
    switch reply.result {
    case .frames(let info, let batch):
      let adoption = FrameAdoption(request: job.request, sharedMemoryPool: sharedMemoryPool)
      let adopted = try adoption.adopt(
        info, batch, borrowed: job.borrowedMemory, descriptors: descriptors)
      if !batch.layout.usesRequestMemory { recycleBuffer(of: job) }
      finishJob()
      deliveredCount += adopted.frames.count
      client?.receive(
        .frames(adopted, iterationCount: batch.iterationCount), of: info, for: job.request)
    case .pixels(let info, let layout) where job.request.kind == .region:
      let adoption = PixelAdoption(request: job.request, sharedMemoryPool: sharedMemoryPool)
      let adopted = try adoption.adopt(
        layout, of: info, borrowed: job.borrowedMemory, descriptors: descriptors)
      if !layout.usesRequestMemory { recycleBuffer(of: job) }
      finishJob()
      deliveredCount += 1
      client?.receive(.region(adopted), of: info, for: job.request)
    case .info(let info) where job.request.kind == .probe && descriptors.isEmpty:
      finishJob()
      client?.receive(.header, of: info, for: job.request)
    case .metadata(let metadata) where job.request.kind == .metadata && descriptors.isEmpty:
      finishJob()
      client?.receive(metadata)
    case .edits(let edits)
    where [.sidecarEdits, .orientationEdits].contains(job.request.kind) && descriptors.isEmpty:
      finishJob()
      client?.receive(edits)
    case .encoded(let picture) where job.request.kind == .encode && descriptors.count == 1:
      let file = try EncodedFile(picture, descriptors[0])
      finishJob()
      client?.receive(file)
    case .progress(let percent)
    where job.request.kind == .encode && descriptors.isEmpty && Int(percent) > job.progressPercent:
      // A share that does not grow breaks the protocol, so that a helper can cause at most 101
      // reports.
      self.job?.progressPercent = Int(percent)
      client?.receive(percent: Int(percent))
      return
    case .failed(let failure):
      recycleBuffer(of: job)
      finishJob()
      client?.fail(failure)
    case .declined where mayDecline:
      loadsAllLibraries = true
      stop()
      return wake()
    default: throw .message
    }
    wake()
  }

  private func recycleBuffer(of job: Job) {
    if let borrowed = job.borrowedMemory { sharedMemoryPool.recycle(borrowed) }
  }

  /// Ends the job after a final answer, before its client receives the answer and may end the
  /// process.
  private func finishJob() {
    timer?.cancel()
    timer = nil
    job = nil
    mayDecline = true
  }

  // The borrowed buffer is dropped with the job and never recycled: a dying helper may still write
  // to it.
  private func handleCrash(_ detail: String) {
    let client = job?.client
    stop()
    client?.countCrash(DecodeFailure(.crashed, detail: detail))
    wake()
  }

  private func failOverdue() {
    let (client, timeLimit) = (job?.client, job?.timeLimit ?? configuration.timeLimit)
    stop()
    client?.fail(.overdue(timeLimit))
    wake()
  }

  /// Ends the process, because it still works on a request whose client was removed.
  private func endUnwantedRequest() {
    guard job != nil else { return }
    stop()
    wake()
  }
}

/// The execution of the scheduling policy ``DecodeScheduling``: it starts decodes, ends decodes so
/// that others can start, and starts the helpers.
@MainActor
final class DecodeDispatcher {
  /// The time in seconds from the delivery of the first exact picture to the start of further
  /// helpers, so that the picture is drawn first.
  private static let helperStartDelay = 0.05

  private let pool: DecoderPool
  private let pages: PageRequests
  private let thumbnails: ThumbnailRequests
  private let loop: any DescriptorWatching
  private var isDispatching = false
  private var needsDispatch = false
  private var hasDeliveredPicture = false
  private var helperStartTimer: Cancellation?

  init(
    _ pool: DecoderPool, _ pages: PageRequests, _ thumbnails: ThumbnailRequests,
    loop: any DescriptorWatching
  ) {
    self.pool = pool
    self.pages = pages
    self.thumbnails = thumbnails
    self.loop = loop
    pages.dispatcher = self
    thumbnails.dispatcher = self
  }

  /// The present helpers and decodes, as the scheduling policy sees them.
  var scheduling: DecodeScheduling {
    DecodeScheduling(
      helpers: pool.helpers, hasDeliveredPicture: hasDeliveredPicture,
      decodes: pages.decodes + thumbnails.decodes)
  }

  /// Starts every decode that the scheduling policy allows, and ends running decodes in favour of
  /// waiting ones as the policy demands. Repeats both when results delivered meanwhile lead to new
  /// requests.
  func dispatch() {
    needsDispatch = true
    guard !isDispatching else { return }
    isDispatching = true
    defer { isDispatching = false }
    while needsDispatch {
      needsDispatch = false
      pages.dropUnwanted()
      while let next = scheduling.nextToStart { pages.start(next) }
      if let preemption = scheduling.preemption { perform(preemption) }
      while thumbnails.startNext(scheduling) {}
      thumbnails.writeThumbnailsIfDue(scheduling)
    }
  }

  /// Runs `changes` to requests or priorities, and starts decodes once after them instead of after
  /// each.
  func dispatch(after changes: () -> Void) {
    let wasDispatching = isDispatching
    isDispatching = true
    changes()
    isDispatching = wasDispatching
    dispatch()
  }

  private func perform(_ preemption: DecodeScheduling.Preemption) {
    needsDispatch = true
    switch preemption {
    case .drop(let id):
      pool.killHelper(decoding: id)
      pages.remove(id)
    case .requeue(let id):
      pool.killHelper(decoding: id)
      if id.purpose.isThumbnail { thumbnails.requeue(id) } else { pages.requeue(id) }
    }
  }

  /// Passes an event of the decode `id` to the requests for pages or for thumbnails, and starts
  /// decodes that it makes possible.
  func receive(_ event: DecodeEvent, of id: DecodeID) {
    if id.purpose.isThumbnail {
      thumbnails.handle(event, of: id)
    } else {
      pages.handle(event, of: id)
    }
    switch event {
    case .outcome, .ageReached: dispatch()
    case .partial, .mustRequeue: break
    }
  }

  /// Records that an exact picture was delivered. A short time after the first one, the remaining
  /// helpers are started.
  func recordDeliveredPicture() {
    guard !hasDeliveredPicture else { return }
    hasDeliveredPicture = true
    helperStartTimer = loop.schedule(after: Self.helperStartDelay) { [weak self] in
      guard let self else { return }
      pool.startHelpers(upTo: pool.maxHelpers)
      dispatch()
    }
  }

  /// Cancels the start of the remaining helpers.
  func stop() {
    helperStartTimer?.cancel()
    helperStartTimer = nil
  }
}

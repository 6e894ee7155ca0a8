/// The execution of the scheduling policy: it starts decodes, ends decodes so that others can
/// start, and starts the helpers.
@MainActor
final class DecodeDispatcher {
  /// The time in seconds between the first exact picture and the start of further helpers, so that
  /// the picture is shown first.
  private static let helperStartDelay = 0.05

  private let pool: DecoderPool
  private let pages: PageRequests
  private let thumbnails: ThumbnailRequests
  private let loop: any DescriptorWatching
  private var isDispatching = false
  private var needsDispatch = false
  private var hasDeliveredPicture = false
  private var warming: Cancellation?

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

  /// The current situation.
  var scheduling: DecodeScheduling {
    DecodeScheduling(
      helpers: pool.helpers, hasDeliveredPicture: hasDeliveredPicture,
      decodes: pages.entries + thumbnails.entries)
  }

  /// Starts all decodes that can be started. Updates may add requests meanwhile, hence the loop.
  func dispatch() {
    needsDispatch = true
    guard !isDispatching else { return }
    isDispatching = true
    defer { isDispatching = false }
    while needsDispatch {
      needsDispatch = false
      pages.dropUnwanted()
      while let next = scheduling.next { pages.start(next) }
      if let preemption = scheduling.preemption { make(preemption) }
      while thumbnails.startNext(scheduling) {}
      thumbnails.writePending(scheduling)
    }
  }

  /// Makes several changes, and dispatches once after them.
  func dispatch(after changes: () -> Void) {
    let wasDispatching = isDispatching
    isDispatching = true
    changes()
    isDispatching = wasDispatching
    dispatch()
  }

  private func make(_ preemption: DecodeScheduling.Preemption) {
    needsDispatch = true
    switch preemption {
    case .drop(let id):
      pool.kill(id)
      pages.remove(id)
    case .requeue(let id):
      pool.kill(id)
      if id.purpose.isThumbnail { thumbnails.requeue(id) } else { pages.requeue(id) }
    }
  }

  /// Handles an event of a running decode.
  func receive(_ event: DecodeEvent, of id: DecodeID) {
    if id.purpose.isThumbnail {
      thumbnails.handle(event, of: id)
    } else {
      pages.handle(event, of: id)
    }
    switch event {
    case .outcome, .age: dispatch()
    case .partial, .requeued: break
    }
  }

  /// Notes that an exact picture was delivered. The other helpers start after the first one.
  func deliveredPicture() {
    guard !hasDeliveredPicture else { return }
    hasDeliveredPicture = true
    warming = loop.schedule(after: Self.helperStartDelay) { [weak self] in
      guard let self else { return }
      pool.warm(pool.maxHelpers)
      dispatch()
    }
  }

  /// Starts no further helpers.
  func stop() {
    warming?.cancel()
    warming = nil
  }
}

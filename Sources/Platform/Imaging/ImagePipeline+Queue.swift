import DecoderWire
import Pixels

/// What is decoded when: the queue and the helpers that empty it.
extension ImagePipeline {
  /// Types that have previews which are quicker than the picture itself.
  private static let withPreview: Set<String> = ["jpg", "jpeg", "jpe", "jfif", "jif", "mpo"]

  func enqueue(_ task: ImageTask, _ file: FoundFile, hasPreview: Bool) {
    let path = task.request.path
    let target = task.request.target
    if case .region(let whole, let x, let y) = task.request.purpose {
      let region = RegionRequest(whole: whole, x: x, y: y)
      let key = DecodeWork.Key(
        path: path, purpose: .region, target: target, region: region, color: color)
      return queue.work(for: key).add(task)
    }
    if task.request.purpose == .glance, Self.withPreview.contains(path.fileExtension) {
      // It is the embedded one where there is one.
      let key = DecodeWork.Key(path: path, purpose: .preview, target: target, color: color)
      return queue.work(for: key).add(task)
    }
    let exact = DecodeWork.Key(path: path, purpose: .exact, target: target, color: color)
    queue.work(for: exact).add(task)
    guard task.request.purpose == .page, !hasPreview, file.isLarge else { return }
    if !enqueueStored(task, file.stored) { enqueueEmbedded(task) }
  }

  private func enqueueEmbedded(_ task: ImageTask) {
    let path = task.request.path
    guard Self.withPreview.contains(path.fileExtension) else { return }
    let key = DecodeWork.Key(path: path, purpose: .embedded, target: .zero, color: color)
    queue.work(for: key).add(task)
  }

  /// Has a helper look at the thumbnail the desktop has of a picture; false when it has none.
  private func enqueueStored(_ task: ImageTask, _ found: SharedThumbnails.Found?) -> Bool {
    guard let found, !found.isFailure else { return false }
    let side = found.stored.side
    let key = DecodeWork.Key(
      path: task.request.path, purpose: .stored, target: PixelSize(width: side, height: side),
      color: color)
    let work = queue.work(for: key)
    if work.state == .queued {
      work.input = found.file
      work.stored = found.stored
    }
    work.add(task)
    return true
  }

  /// The desktop's thumbnail is not of this picture, or is not whole: there may be another preview.
  func storedFailed(_ work: DecodeWork) {
    for task in work.tasks where !task.isFinished { enqueueEmbedded(task) }
  }

  /// Bytes from which the exact picture takes so long that a preview is decoded beside it, though
  /// that takes a processor away from it.
  private static let previewBesideAbove: Int64 = 16 << 20

  /// Nothing is embedded in a picture. A preview is worth decoding where the exact picture has to
  /// wait, or takes long; else it would only delay it.
  func glanceFailed(_ work: DecodeWork) {
    for task in work.tasks where !task.isFinished {
      guard let exact = task.works.first(where: { $0.key.purpose == .exact }) else { continue }
      let isLong = (exact.identity?.size ?? 0) > Self.previewBesideAbove
      let isWorthIt =
        exact.state == .running ? isLong && pool.idle >= 1 : isAnotherPageWaiting(exact)
      guard isWorthIt else { continue }
      let key = DecodeWork.Key(
        path: work.key.path, purpose: .preview, target: task.request.target, color: color)
      queue.work(for: key).add(task)
    }
  }

  /// Starts what can be started. Updates may ask for more while this runs, hence the loop.
  func dispatch() {
    needsDispatch = true
    guard !isDispatching else { return }
    isDispatching = true
    defer { isDispatching = false }
    while needsDispatch {
      needsDispatch = false
      queue.dropUnwanted()
      while let work = queue.next(where: mayStart) { start(work) }
      makeRoom()
      startThumbnails()
    }
  }

  /// Files that may be on their way to be opened at a time, for pages and parts of them.
  private static let mostOpening = 64

  private func mayStart(_ work: DecodeWork) -> Bool {
    if work.priority != .visible, mustWait(work) { return false }
    guard work.isOpen || queue.opening < Self.mostOpening else { return false }
    if pool.isGlancing(for: work) {
      // Where pages wait, a preview may have to go first; that is known in a moment.
      return pool.idle >= 1 || !isAnotherPageWaiting(work)
    }
    let free = pool.idle + pool.absent
    // The last helper is kept for a page that is turned to; a glance at one takes no time.
    let isQuick = !work.isExact
    return work.priority == .visible || isQuick || pool.most == 1 ? free >= 1 : free >= 2
  }

  /// While the page that is seen gets its picture, all processors are its own: the first one until
  /// it is there, others for a while. Who turns pages on does not wait for any.
  private func mustWait(_ work: DecodeWork) -> Bool {
    if isWarm, work.isPassed { return false }
    return queue.works.values.contains {
      $0.isExact && $0.priority == .visible && (!isWarm || $0.age == .short)
    }
  }

  private func isAnotherPageWaiting(_ work: DecodeWork) -> Bool {
    queue.queued.contains { $0.key.path != work.key.path && $0.priority == .visible }
  }

  private func start(_ work: DecodeWork) {
    guard work.isOpen else { return open(work) }
    work.state = .running
    do {
      try pool.run(work)
    } catch {
      finish(work, .failed(error))
    }
  }

  /// Opens the file; then its turn comes again, no later than that of any other.
  private func open(_ work: DecodeWork) {
    work.state = .opening
    let path = work.key.path
    files.ask(waits: true) {
      Result { () throws(DecodeFailure) in try OpenedFile(path) }
    } then: { [weak self] in
      self?.opened(work, $0)
    }
    guard work.state == .opening else { return }
    work.opening = onSilence { [weak self] failure in
      if work.state == .opening { self?.finish(work, .failed(failure)) }
    }
  }

  private func opened(_ work: DecodeWork, _ file: Result<OpenedFile, DecodeFailure>) {
    work.opening?.cancel()
    work.opening = nil
    guard work.state == .opening else { return }
    switch file {
    case .success(let file):
      work.open(file)
      work.state = .queued
      dispatch()
    case .failure(let failure): finish(work, .failed(failure))
    }
  }

  /// Ends a decode that keeps something more important waiting.
  private func makeRoom() {
    guard let waiting = queue.next(where: { _ in true }) else { return }
    if let useless = queue.running.first(where: { !$0.isWanted && $0.age >= .long }) {
      pool.kill(useless)
      queue.remove(useless)
      needsDispatch = true
      return
    }
    guard waiting.priority == .visible else { return }
    if putBackLongThumbnail() {
      needsDispatch = true
      return
    }
    let lesser = queue.running.filter { $0.age >= .tooLong && $0.priority < .visible }
    guard let victim = lesser.min(by: { $0.priority < $1.priority }) else { return }
    pool.kill(victim)
    victim.state = .queued
    needsDispatch = true
  }
}

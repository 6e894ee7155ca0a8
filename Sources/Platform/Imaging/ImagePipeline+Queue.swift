import DecoderWire
import Pixels

/// Scheduling: the queue of decodes and their assignment to helpers.
extension ImagePipeline {
  /// The filename extensions of formats with previews that decode faster than the picture.
  private static let extensionsWithPreview: Set<String> = [
    "jpg", "jpeg", "jpe", "jfif", "jif", "mpo",
  ]

  func enqueue(_ task: ImageTask, _ file: ExaminedFile, hasPreview: Bool) {
    let path = task.request.path
    let target = task.request.target
    if case .region(let whole, let x, let y) = task.request.purpose {
      let region = RegionRequest(whole: whole, x: x, y: y)
      let key = DecodeWork.Key(
        path: path, purpose: .region, target: target, region: region, color: color)
      return queue.work(for: key).add(task)
    }
    if task.request.purpose == .glance, Self.extensionsWithPreview.contains(path.fileExtension) {
      // The preview is the embedded one when the file has one.
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
    guard Self.extensionsWithPreview.contains(path.fileExtension) else { return }
    let key = DecodeWork.Key(path: path, purpose: .embedded, target: .zero, color: color)
    queue.work(for: key).add(task)
  }

  /// Queues a read of the picture's thumbnail in the shared cache; false when there is none.
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

  /// Falls back to the embedded preview when the shared thumbnail does not match or is damaged.
  func storedThumbnailFailed(_ work: DecodeWork) {
    for task in work.tasks where !task.isFinished { enqueueEmbedded(task) }
  }

  /// The file size in bytes above which the exact decode takes so long that a preview is decoded in
  /// parallel, although both compete for processors.
  private static let parallelPreviewThreshold: Int64 = 16 << 20

  /// Handles a file without an embedded preview. A reduced decode is started only when the exact
  /// decode has to wait or takes long; otherwise it would only delay the exact picture.
  func embeddedPreviewFailed(_ work: DecodeWork) {
    for task in work.tasks where !task.isFinished {
      guard let exact = task.works.first(where: { $0.key.purpose == .exact }) else { continue }
      let isLong = (exact.identity?.size ?? 0) > Self.parallelPreviewThreshold
      let isWorthIt =
        exact.state == .running ? isLong && pool.idle >= 1 : isAnotherPageWaiting(exact)
      guard isWorthIt else { continue }
      let key = DecodeWork.Key(
        path: work.key.path, purpose: .preview, target: task.request.target, color: color)
      queue.work(for: key).add(task)
    }
  }

  /// Starts all decodes that can be started. Updates may add requests meanwhile, hence the loop.
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

  /// The maximum number of files being opened at a time for pages and regions.
  private static let maxOpeningFiles = 64

  private func mayStart(_ work: DecodeWork) -> Bool {
    if work.priority != .visible, mustWait(work) { return false }
    guard work.isOpen || queue.opening < Self.maxOpeningFiles else { return false }
    if pool.isDecodingPreview(for: work) {
      // A preview may have to go first while pages wait. That is known as soon as the preview
      // decode ends.
      return pool.idle >= 1 || !isAnotherPageWaiting(work)
    }
    let free = pool.idle + pool.absent
    // The last free helper is reserved for visible pages and for previews, which are quick.
    let isQuick = !work.isExact
    return work.priority == .visible || isQuick || pool.most == 1 ? free >= 1 : free >= 2
  }

  /// Whether a decode for a hidden page must wait, so that the visible page has all processors:
  /// until the first exact picture is there, later only while the visible decode is young.
  /// Fast-paging previews do not wait.
  private func mustWait(_ work: DecodeWork) -> Bool {
    if hasDeliveredFirstPicture, work.isPassed { return false }
    return queue.works.values.contains {
      $0.isExact && $0.priority == .visible && (!hasDeliveredFirstPicture || $0.age == .short)
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

  /// Opens the file. The decode then returns to the queue at the position it had.
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

  /// Ends a decode that delays a more important one.
  private func makeRoom() {
    guard let waiting = queue.next(where: { _ in true }) else { return }
    if let useless = queue.running.first(where: { !$0.isWanted && $0.age >= .long }) {
      pool.kill(useless)
      queue.remove(useless)
      needsDispatch = true
      return
    }
    guard waiting.priority == .visible else { return }
    if requeueLongThumbnail() {
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

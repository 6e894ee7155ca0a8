import DecoderWire
import Pixels

/// What is decoded when: the queue and the helpers that empty it.
extension ImagePipeline {
  /// Bytes from which a picture is worth a preview: a JPEG of this size takes some 30 ms to decode.
  private static let previewAbove: Int64 = 2 << 20
  /// Types that have previews which are quicker than the picture itself.
  private static let withPreview: Set<String> = ["jpg", "jpeg", "jpe", "jfif", "jif", "mpo"]

  func enqueue(_ task: ImageTask, _ identity: FileIdentity, hasPreview: Bool) {
    let path = task.request.path
    let target = task.request.target
    if case .region(let whole, let x, let y) = task.request.purpose {
      let region = RegionRequest(whole: whole, x: x, y: y)
      let key = DecodeWork.Key(path: path, purpose: .region, target: target, region: region)
      return queue.work(for: key).add(task)
    }
    if task.request.purpose == .glance, Self.withPreview.contains(path.fileExtension) {
      queue.work(for: DecodeWork.Key(path: path, purpose: .embedded, target: .zero)).add(task)
      return
    }
    queue.work(for: DecodeWork.Key(path: path, purpose: .exact, target: target)).add(task)
    guard task.request.purpose == .page, !hasPreview, identity.size > Self.previewAbove,
      Self.withPreview.contains(path.fileExtension)
    else { return }
    queue.work(for: DecodeWork.Key(path: path, purpose: .embedded, target: .zero)).add(task)
  }

  /// Nothing is embedded in a picture. A preview is worth decoding where a helper has nothing else
  /// to do, or where the exact picture has to wait; else it would only delay it.
  func glanceFailed(_ work: DecodeWork) {
    for task in work.tasks where !task.isFinished {
      let exact = task.works.first { $0.key.purpose == .exact }
      let isAll = task.request.purpose == .glance
      guard isAll || exact?.state == .queued || pool.idle >= 1 else { continue }
      let key = DecodeWork.Key(
        path: work.key.path, purpose: .preview, target: task.request.target)
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

  private func mayStart(_ work: DecodeWork) -> Bool {
    if pool.isGlancing(for: work) {
      // Where pages wait, a preview may have to go first; that is known in a moment.
      return pool.idle >= 1 || !isAnotherPageWaiting(work)
    }
    let free = pool.idle + pool.absent
    // The last helper is kept for a page that is turned to; a glance at one takes no time.
    let isQuick = !work.isExact
    return work.priority == .visible || isQuick || pool.most == 1 ? free >= 1 : free >= 2
  }

  private func isAnotherPageWaiting(_ work: DecodeWork) -> Bool {
    queue.queued.contains { $0.key.path != work.key.path && $0.priority == .visible }
  }

  private func start(_ work: DecodeWork) {
    work.state = .running
    do {
      try pool.run(work)
    } catch {
      finish(work, .failed(error))
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

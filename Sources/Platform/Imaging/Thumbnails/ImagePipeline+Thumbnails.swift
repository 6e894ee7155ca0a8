public import DecoderWire
import Pixels

/// Thumbnails: from memory, from the shared cache, from the file, in this order.
///
/// Pages always have precedence. A page that is requested while every helper makes a thumbnail
/// waits for the first of them to finish; a thumbnail that takes long is put back for it.
extension ImagePipeline {
  /// Requests a thumbnail. Hundreds may wait at a time; the nearest is made first, see
  /// ``ThumbnailTask/distance``.
  ///
  /// A cached thumbnail is delivered before this returns, and the task is then finished. The file
  /// is not accessed for that; report a changed file with ``invalidate(_:)``.
  ///
  /// - Parameter update: Called on the main actor, possibly first with a thumbnail that is not
  ///   final, and then once more.
  public func thumbnail(
    _ request: ThumbnailRequest,
    update: @escaping @MainActor (Result<Thumbnail, DecodeFailure>) -> Void
  ) -> ThumbnailTask {
    let task = ThumbnailTask(request, update: update)
    let known = thumbnailCache.thumbnail(for: request)
    if let known { task.deliver(.success(known)) }
    if task.isFinished { return task }
    let work = thumbnails.work(
      for: ThumbnailWork.Key(path: request.path, size: request.size), in: thumbnailColor)
    if let known { work.preview = known }
    work.add(task)
    dispatch()
    return task
  }

  /// The cached thumbnail; nil when there is none. It is not final when it is smaller than
  /// requested. The file is not accessed.
  public func cachedThumbnail(_ request: ThumbnailRequest) -> Thumbnail? {
    thumbnailCache.thumbnail(for: request)
  }

  /// Whether all thumbnails for the shared cache have been sent to the writer.
  package var isWaitingForWriter: Bool { stores.areSentToWriter }
  /// Whether all thumbnails for the shared cache have been written.
  package var hasStoredThumbnails: Bool { stores.areWritten }

  /// The maximum number of files examined or opened in advance: enough that no helper waits for a
  /// disk, few enough that the nearest thumbnails go first.
  private static let maxPreparedFiles = 8

  /// Starts all thumbnails that helpers have time for.
  func startThumbnails() {
    while pool.hasRoomForQuickWork, !isVisiblePageWaiting {
      let isFree = pool.hasFreeHelper
      let mayAsk = thumbnails.ahead < Self.maxPreparedFiles
      let next = thumbnails.next { work in
        if work.isOpen { return work.isQuick || isFree }
        return mayAsk && (work.step == .look || isFree)
      }
      guard let next else { break }
      start(next)
    }
    if stores.mustBeWritten || thumbnails.isEmpty, !isVisiblePageWaiting { writeStores() }
  }

  /// Whether a visible page waits for a helper.
  private var isVisiblePageWaiting: Bool { queue.queued.contains { $0.priority == .visible } }

  private func start(_ work: ThumbnailWork) {
    if work.isOpen { return run(work) }
    let path = work.key.path
    guard work.step == .look else {
      return ask(work) {
        Result { () throws(DecodeFailure) in try OpenedFile(path) }
      } then: {
        work.opened = $0
        work.identity = $0.identity
      }
    }
    let (shared, size) = (configuration.sharedThumbnails, work.key.size)
    ask(work) {
      Result { () throws(DecodeFailure) in
        let identity = try FileIdentity.read(path)
        return (identity, shared?.find(identity, size))
      }
    } then: { [weak self] in
      self?.looked(work, $0, $1)
    }
  }

  /// Runs a file query for a thumbnail on another thread and continues with its answer.
  private func ask<Answer: Sendable>(
    _ work: ThumbnailWork, _ question: @escaping @Sendable () -> Result<Answer, DecodeFailure>,
    then: @escaping @MainActor (Answer) -> Void
  ) {
    work.isAsking = true
    files.ask(waits: false, question) { [weak self] answer in
      guard let self, work.isAsking else { return }
      work.endQuery()
      switch answer {
      case .success(let found): then(found)
      case .failure(let failure): fail(work, failure)
      }
      dispatch()
    }
    guard work.isAsking else { return }
    work.asking = onSilence { [weak self] failure in
      work.endQuery()
      self?.fail(work, failure)
      self?.dispatch()
    }
  }

  /// Handles the result of the lookup in the shared cache. Without a cached thumbnail the picture
  /// is opened when a helper is free.
  private func looked(
    _ work: ThumbnailWork, _ identity: FileIdentity, _ found: SharedThumbnails.Found?
  ) {
    work.identity = identity
    if let failure = failures.failure(of: identity) { return fail(work, failure) }
    work.found = found
    guard found == nil else { return }
    if work.isSharedCacheOnly { return fail(work, DecodeFailure(.unknownFormat)) }
    work.step = .decode
  }

  private func run(_ work: ThumbnailWork) {
    if let made = work.made { return recolor(made, work) }
    let (found, side) = (work.found, work.key.size.side)
    let decode = DecodeWork(
      key: DecodeWork.Key(
        path: work.key.path, purpose: found == nil ? .thumbnail : .stored,
        target: PixelSize(width: side, height: side),
        // A new thumbnail is also written to the shared cache, which holds sRGB.
        color: found == nil ? .standard : work.color),
      role: .thumbnail(work))
    decode.input = found?.file
    decode.stored = found?.stored
    decode.minExtent = found == nil ? minExtent(of: work) : 0
    if found == nil, let opened = work.opened { decode.open(opened) }
    work.foundFailure = found?.isFailure ?? false
    (work.found, work.opened) = (nil, nil)
    run(decode, for: work)
  }

  func run(_ decode: DecodeWork, for work: ThumbnailWork) {
    decode.state = .running
    work.decode = decode
    do {
      try pool.run(decode)
    } catch {
      fail(work, error)
    }
  }

  /// Handles the end of a thumbnail decode.
  func finish(_ work: ThumbnailWork, _ decode: DecodeWork, _ outcome: DecodeOutcome) {
    decode.state = .done
    if decode.key.purpose == .recolor { return finishRecoloring(work, outcome) }
    switch outcome {
    case .thumbnail(let info, let bitmap, let memory):
      guard !work.foundFailure else {
        fail(work, DecodeFailure(.damaged, detail: "it has failed before"))
        return
      }
      count(info.source)
      receive(Thumbnail(bitmap, info), info, memory, for: work)
    case .failed(let failure):
      if decode.key.purpose == .stored {
        if work.isSharedCacheOnly { return fail(work, failure) }
        // The shared thumbnail is unusable, so the picture is decoded.
        work.step = .decode
        return
      }
      if let identity = work.identity { failures.remember(failure, of: identity) }
      storeFailureEntry(of: work)
      fail(work, failure)
    case .crashed(let detail):
      let failure = DecodeFailure(.crashed, detail: detail)
      if let identity = work.identity { failures.countCrash(failure, of: identity) }
      storeFailureEntry(of: work)
      fail(work, failure)
    case .picture: preconditionFailure("a thumbnail got a page's picture")
    }
  }

  /// The minimum length of an embedded preview's longer side, in pixels: half of the requested side
  /// for a temporary thumbnail, the requested side for a final one.
  private func minExtent(of work: ThumbnailWork) -> Int {
    work.preview == nil ? (work.side + 1) / 2 : work.side
  }

  private func receive(
    _ thumbnail: Thumbnail, _ info: DecodeReply.ThumbnailInfo, _ memory: OwnedDescriptor,
    for work: ThumbnailWork
  ) {
    let size = thumbnail.bitmap.size
    let isEmbedded = info.source == .embedded
    let side = isEmbedded ? max(size.width, size.height) : work.key.size.side
    store(thumbnail, info, of: work)
    if work.color == .standard || info.source == .stored {
      show(thumbnail, side: side, for: work)
    } else {
      work.made = ThumbnailWork.Made(thumbnail: thumbnail, memory: memory, side: side)
    }
  }

  /// Caches and delivers a thumbnail.
  ///
  /// - Parameter side: The largest requested side, in pixels, for which the thumbnail is final.
  func show(_ thumbnail: Thumbnail, side: Int, for work: ThumbnailWork) {
    if work.color == thumbnailColor {
      thumbnailCache.insert(thumbnail, for: work.key, side: side)
    }
    var thumbnail = thumbnail
    thumbnail.isFinal = side >= work.side
    if thumbnail.isFinal { thumbnails.remove(work) } else { work.preview = thumbnail }
    work.deliver(.success(thumbnail))
  }

  private func fail(_ work: ThumbnailWork, _ failure: DecodeFailure) {
    thumbnails.remove(work)
    work.decode?.state = .done
    // A preview is better than no thumbnail.
    if var preview = work.preview {
      preview.isFinal = true
      work.deliver(.success(preview))
    } else {
      work.deliver(.failure(failure))
    }
  }

  private func count(_ source: DecodeReply.ThumbnailInfo.Source) {
    switch source {
    case .stored: counted.storedThumbnails += 1
    case .embedded: counted.embeddedThumbnails += 1
    case .decoded, .decodedTruncated: counted.decodedThumbnails += 1
    }
  }

  /// Ends a long thumbnail decode that delays a page, to be repeated later.
  ///
  /// - Returns: Whether there was one.
  func requeueLongThumbnail() -> Bool {
    for work in thumbnails.works.values {
      guard let decode = work.decode, decode.state == .running, decode.age >= .long else {
        continue
      }
      pool.kill(decode)
      decode.state = .queued
      return true
    }
    return false
  }
}

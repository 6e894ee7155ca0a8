public import DecoderWire
import Pixels

/// Small pictures: from memory, from the shared cache, from the file, in this order.
///
/// Pages always go first. A page that is turned to while every helper makes a thumbnail waits for
/// the first of them to be done, and no thumbnail that takes long is waited for.
extension ImagePipeline {
  /// Asks for a thumbnail. Hundreds may wait at a time; the nearest is made first, see
  /// ``ThumbnailTask/distance``.
  ///
  /// What memory has comes at once, before this returns: then the task is already finished. The
  /// file is not looked at for that; who knows that it has changed says so with
  /// ``invalidate(_:)``.
  /// - Parameter update: called on the main actor, at first perhaps with a thumbnail that is not
  ///   final, and then once more.
  public func thumbnail(
    _ request: ThumbnailRequest,
    update: @escaping @MainActor (Result<Thumbnail, DecodeFailure>) -> Void
  ) -> ThumbnailTask {
    let task = ThumbnailTask(request, update: update)
    let known = thumbnailMemory.thumbnail(for: request)
    if let known { task.deliver(.success(known)) }
    if task.isFinished { return task }
    let work = thumbnails.work(
      for: ThumbnailWork.Key(path: request.path, size: request.size))
    if let known { work.preview = known }
    work.add(task)
    dispatch()
    return task
  }

  /// The thumbnail in memory, at once; nil when there is none, and not final when it is smaller than
  /// what is asked for. The file is not looked at.
  public func cachedThumbnail(_ request: ThumbnailRequest) -> Thumbnail? {
    thumbnailMemory.thumbnail(for: request)
  }

  /// True when every thumbnail that goes into the shared cache is on its way to the disk, which
  /// needs no helper.
  package var isWaitingForWriter: Bool { stores.areEncoded }
  /// True when all of them are there.
  package var hasStoredThumbnails: Bool { stores.areDone }

  /// Starts what helpers have time for.
  func startThumbnails() {
    while pool.hasRoomForQuickWork, !isPageWaiting {
      if stores.arePressing, startStore() { continue }
      let isFree = pool.hasFreeHelper
      guard let work = thumbnails.next(where: { $0.step == .look || isFree }) else { break }
      start(work)
    }
    while thumbnails.isEmpty, !isPageWaiting, startStore() {}
  }

  /// A page that waits for nothing but a helper.
  private var isPageWaiting: Bool { queue.queued.contains { $0.priority == .visible } }

  private func start(_ work: ThumbnailWork) {
    do throws(DecodeFailure) {
      if work.step == .look {
        guard let found = try look(for: work) else { return }
        try run(work, found)
      } else {
        try run(work, nil)
      }
    } catch {
      fail(work, error)
    }
  }

  /// What the shared cache has; nil when it has nothing, and the picture is to be opened when a
  /// helper is free.
  private func look(for work: ThumbnailWork) throws(DecodeFailure) -> SharedThumbnails.Found? {
    let identity = try FileIdentity.read(work.key.path)
    work.identity = identity
    if let failure = failures.failure(of: identity) { throw failure }
    let found = configuration.sharedThumbnails?.find(identity, work.key.size)
    if found == nil {
      if work.isStoredOnly { throw DecodeFailure(.unknownFormat) }
      work.step = .decode
    }
    return found
  }

  private func run(
    _ work: ThumbnailWork, _ found: SharedThumbnails.Found?
  ) throws(DecodeFailure) {
    let side = work.key.size.side
    let decode = DecodeWork(
      key: DecodeWork.Key(
        path: work.key.path, purpose: found == nil ? .thumbnail : .stored,
        target: PixelSize(width: side, height: side)),
      role: .thumbnail(work))
    decode.input = found?.file
    decode.stored = found?.stored
    decode.leastExtent = found == nil ? leastExtent(of: work) : 0
    decode.state = .running
    work.decode = decode
    work.foundFailure = found?.isFailure ?? false
    try pool.run(decode)
    if let identity = decode.identity { work.identity = identity }
  }

  /// What happens when a helper is done with a thumbnail.
  func finish(_ work: ThumbnailWork, _ decode: DecodeWork, _ outcome: DecodeOutcome) {
    decode.state = .done
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
        if work.isStoredOnly { return fail(work, failure) }
        // Not what it should be: the picture will tell.
        work.step = .decode
        return
      }
      if let identity = work.identity { failures.remember(failure, of: identity) }
      storeFailure(of: work)
      fail(work, failure)
    case .crashed(let detail):
      let failure = DecodeFailure(.crashed, detail: detail)
      if let identity = work.identity { failures.countCrash(failure, of: identity) }
      storeFailure(of: work)
      fail(work, failure)
    case .picture, .encoded: preconditionFailure("a thumbnail got what only others ask for")
    }
  }

  /// Pixels an embedded preview must have to be shown for a while, or for good when the while is
  /// over: half of what is asked for is better than nothing for a moment.
  private func leastExtent(of work: ThumbnailWork) -> Int {
    work.preview == nil ? (work.side + 1) / 2 : work.side
  }

  private func receive(
    _ thumbnail: Thumbnail, _ info: DecodeReply.ThumbnailInfo, _ memory: OwnedDescriptor,
    for work: ThumbnailWork
  ) {
    let size = thumbnail.bitmap.size
    let isEmbedded = info.source == .embedded
    let side = isEmbedded ? max(size.width, size.height) : work.key.size.side
    thumbnailMemory.insert(thumbnail, for: work.key, side: side)
    store(thumbnail, info, memory, of: work)
    var thumbnail = thumbnail
    thumbnail.isFinal = side >= work.side
    if thumbnail.isFinal { thumbnails.remove(work) } else { work.preview = thumbnail }
    work.deliver(.success(thumbnail))
  }

  private func fail(_ work: ThumbnailWork, _ failure: DecodeFailure) {
    thumbnails.remove(work)
    work.decode?.state = .done
    // A preview is more than nothing.
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
    case .decoded: counted.decodedThumbnails += 1
    }
  }

  /// Ends the making of a thumbnail that keeps a page waiting; it is made later.
  func putBackLongThumbnail() -> Bool {
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

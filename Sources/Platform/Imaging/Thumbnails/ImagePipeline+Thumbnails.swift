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
      for: ThumbnailWork.Key(path: request.path, size: request.size), in: thumbnailColor)
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

  /// True when every thumbnail that goes into the shared cache is on its way to the disk.
  package var isWaitingForWriter: Bool { stores.areHandedOver }
  /// True when all of them are there.
  package var hasStoredThumbnails: Bool { stores.areDone }

  /// Files looked at or opened before a helper has time for them: enough that none waits for a disk,
  /// few enough that the nearest are the next.
  private static let mostAhead = 8

  /// Starts what helpers have time for.
  func startThumbnails() {
    while pool.hasRoomForQuickWork, !isPageWaiting {
      let isFree = pool.hasFreeHelper
      let mayAsk = thumbnails.ahead < Self.mostAhead
      let next = thumbnails.next { work in
        if work.isOpen { return work.isQuick || isFree }
        return mayAsk && (work.step == .look || isFree)
      }
      guard let next else { break }
      start(next)
    }
    if stores.arePressing || thumbnails.isEmpty, !isPageWaiting { writeStores() }
  }

  /// A page that waits for nothing but a helper.
  private var isPageWaiting: Bool { queue.queued.contains { $0.priority == .visible } }

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

  /// Asks the file system for a thumbnail, and goes on when it has answered.
  private func ask<Answer: Sendable>(
    _ work: ThumbnailWork, _ question: @escaping @Sendable () -> Result<Answer, DecodeFailure>,
    then: @escaping @MainActor (Answer) -> Void
  ) {
    work.isAsking = true
    files.ask(waits: false, question) { [weak self] answer in
      guard let self, work.isAsking else { return }
      work.endAsking()
      switch answer {
      case .success(let found): then(found)
      case .failure(let failure): fail(work, failure)
      }
      dispatch()
    }
    guard work.isAsking else { return }
    work.asking = onSilence { [weak self] failure in
      work.endAsking()
      self?.fail(work, failure)
      self?.dispatch()
    }
  }

  /// The shared cache has something, or nothing, and the picture is to be opened when a helper is
  /// free.
  private func looked(
    _ work: ThumbnailWork, _ identity: FileIdentity, _ found: SharedThumbnails.Found?
  ) {
    work.identity = identity
    if let failure = failures.failure(of: identity) { return fail(work, failure) }
    work.found = found
    guard found == nil else { return }
    if work.isStoredOnly { return fail(work, DecodeFailure(.unknownFormat)) }
    work.step = .decode
  }

  private func run(_ work: ThumbnailWork) {
    if let made = work.made { return recolor(made, work) }
    let (found, side) = (work.found, work.key.size.side)
    let decode = DecodeWork(
      key: DecodeWork.Key(
        path: work.key.path, purpose: found == nil ? .thumbnail : .stored,
        target: PixelSize(width: side, height: side),
        // What is made is for the shared cache, too.
        color: found == nil ? .standard : work.color),
      role: .thumbnail(work))
    decode.input = found?.file
    decode.stored = found?.stored
    decode.leastExtent = found == nil ? leastExtent(of: work) : 0
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

  /// What happens when a helper is done with a thumbnail.
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
    case .picture: preconditionFailure("a thumbnail got a page's picture")
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
    store(thumbnail, info, of: work)
    if work.color == .standard || info.source == .stored {
      show(thumbnail, side: side, for: work)
    } else {
      work.made = ThumbnailWork.Made(thumbnail: thumbnail, memory: memory, side: side)
    }
  }

  /// - Parameter side: the side it is good for.
  func show(_ thumbnail: Thumbnail, side: Int, for work: ThumbnailWork) {
    if work.color == thumbnailColor {
      thumbnailMemory.insert(thumbnail, for: work.key, side: side)
    }
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
    case .decoded, .decodedPart: counted.decodedThumbnails += 1
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

import DecoderWire
import Imaging
import Motion
public import Network
public import PhotoBrowser
import Pixels
import Windowing

/// One picture on its way. Its owner cancels it when its page leaves.
public final class WebPictureTask {
  /// Where it comes from.
  public let address: WebAddress
  /// How soon it is wanted; may be changed at any time.
  public var urgency: WebTask.Urgency {
    get { download?.urgency ?? .visible }
    set { download?.urgency = newValue }
  }
  /// How far it has come; nil before the first byte.
  public private(set) var progress: LoadProgress?
  /// True when there will be no further update.
  public private(set) var isFinished = false

  private let box: PixelSize
  private let pictures: WebPictures
  private let update: (WebPictureUpdate) -> Void
  private var download: WebTask?
  private var growth: WebGrowth
  /// What there is of it; nil while there is nothing, or while something whole is seen.
  private var part: WebFile?
  private var look: ImageTask?
  private var timer: Cancellation?
  private var showsKept = false

  init(
    _ address: WebAddress, box: PixelSize, of pictures: WebPictures,
    update: @escaping (WebPictureUpdate) -> Void
  ) {
    self.address = address
    self.box = box
    self.pictures = pictures
    self.update = update
    growth = WebGrowth(at: Timestamp.now.seconds)
  }

  func begin(_ session: WebSession, _ urgency: WebTask.Urgency, mustAsk: Bool) {
    let task = session.load(address, urgency: urgency, mustAsk: mustAsk) { [weak self] in
      self?.receive($0)
    }
    if !isFinished { download = task }
  }

  /// Ends it: no further update comes.
  public func cancel() {
    guard !isFinished else { return }
    isFinished = true
    download?.cancel()
    stopLooking()
  }

  func receive(_ news: WebUpdate) {
    switch news {
    case .progress(let news):
      let progress = LoadProgress(received: news.received, total: news.total)
      self.progress = progress
      update(.progress(progress))
      guard !isFinished, !showsKept else { return }
      part = news.part
      lookOrWait()
    case .kept(let file):
      showsKept = true
      update(.kept(file))
    case .finished(let file): finish(.finished(file))
    case .confirmed: finish(.confirmed(nil))
    case .stale(_, let failure): finish(.confirmed(failure))
    case .failed(let failure, let part?) where failure.kind == .brokeOff && !showsKept:
      lookOnce(more: part, after: failure)
    case .failed(let failure, _): finish(.failed(failure))
    }
  }

  private func finish(_ last: WebPictureUpdate) {
    guard !isFinished else { return }
    isFinished = true
    stopLooking()
    update(last)
  }

  // MARK: Parts

  private func lookOrWait() {
    timer?.cancel()
    timer = nil
    guard let part, let wait = growth.wait(for: part.count, at: Timestamp.now.seconds) else {
      return
    }
    guard wait > 0 else { return look(at: part) }
    timer = pictures.loop.schedule(after: wait) { [weak self] in
      self?.timer = nil
      self?.lookOrWait()
    }
  }

  private func look(at part: WebFile) {
    growth.begin(part.count, at: Timestamp.now.seconds)
    look = decode(part) { [weak self] image in
      guard let self else { return }
      look = nil
      growth.end(at: Timestamp.now.seconds)
      if let image { update(.partial(image)) }
      if !isFinished { lookOrWait() }
    }
  }

  /// The server may have promised more than there is: then nothing is missing in what came.
  private func lookOnce(more part: WebFile, after failure: NetworkFailure) {
    stopLooking()
    look = decode(part) { [weak self] image in
      guard let self, !isFinished else { return }
      if let image, !image.info.isTruncated { return finish(.finished(part)) }
      if let image { update(.partial(image)) }
      finish(.failed(failure))
    }
  }

  /// What cannot be decoded is no news: there may be too little of it.
  private func decode(
    _ part: WebFile, finish: @escaping (DecodedImage?) -> Void
  ) -> ImageTask {
    let request = ImageRequest(path: FilePathBytes(part.path), target: box, purpose: .prefetch)
    // It has changed since the last look, whatever its date says: dates are coarse.
    pictures.pipeline.invalidate(request.path)
    return pictures.pipeline.request(request) { update in
      switch update {
      case .preview: break
      case .exact(let image): finish(image)
      case .failed: finish(nil)
      }
    }
  }

  private func stopLooking() {
    timer?.cancel()
    look?.cancel()
    (timer, look) = (nil, nil)
    if let part { pictures.pipeline.invalidate(FilePathBytes(part.path)) }
    part = nil
  }
}

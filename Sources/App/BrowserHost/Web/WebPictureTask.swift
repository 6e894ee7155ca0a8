import DecoderWire
import Imaging
import Motion
import Network
import PhotoBrowser
import Pixels
import Windowing

/// A running download of a picture. The owner of the task cancels it when the page loses its cell.
final class WebPictureTask {
  let address: WebAddress
  /// The priority of the download; may be changed at any time.
  var urgency: WebTask.Urgency {
    get { download?.urgency ?? .visible }
    set { download?.urgency = newValue }
  }
  /// The progress of the download; nil before the first bytes have arrived.
  private(set) var progress: Picture.Progress?
  /// Whether the last update has been sent or the task was cancelled.
  private(set) var isFinished = false

  private let box: PixelSize
  private let pictures: WebPictures
  private let update: (WebPictureUpdate) -> Void
  private var download: WebTask?
  private var decodeSchedule: PartialDecodeSchedule
  /// The file with the bytes received so far; nil before there is one, and while a cached picture
  /// is shown.
  private var receivedPart: WebFile?
  private var partialDecode: ImageTask?
  private var timer: Cancellation?
  private var showsCachedPicture = false

  init(
    _ address: WebAddress, box: PixelSize, of pictures: WebPictures,
    update: @escaping (WebPictureUpdate) -> Void
  ) {
    self.address = address
    self.box = box
    self.pictures = pictures
    self.update = update
    decodeSchedule = PartialDecodeSchedule(at: Timestamp.now.seconds)
  }

  func begin(_ session: any WebLoading, _ urgency: WebTask.Urgency, mustAsk: Bool) {
    let task = session.load(address, urgency: urgency, mustRevalidate: mustAsk) { [weak self] in
      self?.receive($0)
    }
    if !isFinished { download = task }
  }

  /// Cancels the download and decodes in progress; no further update is sent.
  func cancel() {
    guard !isFinished else { return }
    isFinished = true
    download?.cancel()
    stopDecoding()
  }

  func receive(_ event: WebUpdate) {
    switch event {
    case .progress(let partial):
      let progress = Picture.Progress(received: partial.received, total: partial.total)
      self.progress = progress
      update(.progress(progress, contentType: partial.part?.contentType))
      guard !isFinished, !showsCachedPicture else { return }
      receivedPart = partial.part
      decodeOrWait()
    case .cachedCopy(let file):
      showsCachedPicture = true
      update(.cached(file))
    case .finished(let file): finish(.finished(file))
    case .confirmed: finish(.cachedConfirmed(checkFailure: nil))
    case .stale(_, let failure): finish(.cachedConfirmed(checkFailure: failure))
    case .failed(let failure, let part?)
    where failure.kind == .connectionLost && !showsCachedPicture:
      decodeBrokenDownload(part, after: failure)
    case .failed(let failure, _): finish(.failed(failure))
    }
  }

  private func finish(_ last: WebPictureUpdate) {
    guard !isFinished else { return }
    isFinished = true
    stopDecoding()
    update(last)
  }

  // MARK: Partial pictures

  private func decodeOrWait() {
    timer?.cancel()
    timer = nil
    guard let part = receivedPart,
      let delay = decodeSchedule.delay(forByteCount: part.byteCount, at: Timestamp.now.seconds)
    else {
      return
    }
    guard delay > 0 else { return decodePartial(part) }
    timer = pictures.loop.schedule(after: delay) { [weak self] in
      self?.timer = nil
      self?.decodeOrWait()
    }
  }

  private func decodePartial(_ part: WebFile) {
    decodeSchedule.begin(byteCount: part.byteCount, at: Timestamp.now.seconds)
    partialDecode = decode(part) { [weak self] image in
      guard let self else { return }
      partialDecode = nil
      decodeSchedule.end(at: Timestamp.now.seconds)
      if let image { update(.partial(image)) }
      if !isFinished { decodeOrWait() }
    }
  }

  /// Decodes the received part of a broken download once more. If the picture is not truncated, the
  /// server has announced too many bytes, and the file counts as complete.
  private func decodeBrokenDownload(_ part: WebFile, after failure: NetworkFailure) {
    stopDecoding()
    partialDecode = decode(part) { [weak self] image in
      guard let self, !isFinished else { return }
      if let image, !image.info.isTruncated { return finish(.finished(part)) }
      if let image { update(.partial(image)) }
      finish(.failed(failure))
    }
  }

  /// Decodes the bytes received so far; `finish` gets nil when that fails, as there may be too few
  /// bytes.
  private func decode(
    _ part: WebFile, finish: @escaping (DecodedImage?) -> Void
  ) -> ImageTask {
    let request = ImageRequest(path: FilePathBytes(part.path), target: box, purpose: .prefetch)
    // The file has changed since the last decode, even if its coarse modification time is the same.
    pictures.pipeline.invalidate(request.path)
    return pictures.pipeline.request(request) { update in
      switch update {
      case .preview: break
      case .exact(let image): finish(image)
      case .failed: finish(nil)
      }
    }
  }

  private func stopDecoding() {
    timer?.cancel()
    partialDecode?.cancel()
    (timer, partialDecode) = (nil, nil)
    if let part = receivedPart { pictures.pipeline.invalidate(FilePathBytes(part.path)) }
    receivedPart = nil
  }
}

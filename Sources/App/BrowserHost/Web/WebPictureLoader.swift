import DecoderWire
import Imaging
import Localization
import Network
import PhotoBrowser
import Pixels

/// A loader of pictures at `http` and `https` addresses. It gives partial pictures during the
/// download and caches complete ones.
final class WebPictureLoader: PictureLoader {
  private let pictures: WebPictures

  init(_ pictures: WebPictures) { self.pictures = pictures }

  /// Starts a download. A name that is no web address fails before the method returns.
  func load(
    _ request: Picture.Request, update: @escaping @MainActor (Picture.Update) -> Void
  ) -> Picture.Load {
    guard let address = WebAddress(request.name) else {
      let message = FailureMessage(
        sentence: tr("{name}: not an address on the web", ["name": request.name]), canRetry: false)
      update(.failed(message))
      return Picture.Load()
    }
    let load = WebLoad(address, request, pictures, update)
    load.begin()
    return Picture.Load { load.cancel() }
  }
}

/// A running request of ``WebPictureLoader``.
private final class WebLoad {
  private let address: WebAddress
  private let request: Picture.Request
  private let pictures: WebPictures
  private let update: (Picture.Update) -> Void
  private var fetchTask: WebPictureTask?
  private var decodeTask: ImageTask?
  private var isCancelled = false

  init(
    _ address: WebAddress, _ request: Picture.Request, _ pictures: WebPictures,
    _ update: @escaping (Picture.Update) -> Void
  ) {
    self.address = address
    self.request = request
    self.pictures = pictures
    self.update = update
  }

  func begin() {
    fetchTask = pictures.fetch(address, box: request.box) { [weak self] in self?.receive($0) }
  }

  func cancel() {
    isCancelled = true
    fetchTask?.cancel()
    decodeTask?.cancel()
  }

  private func receive(_ received: WebPictureUpdate) {
    guard !isCancelled else { return }
    switch received {
    case .progress(let progress, _): update(.progress(progress))
    case .partial(let image): update(.partial(Picture(image)))
    case .cached(let file): decode(file, isLast: false)
    case .finished(let file): decode(file, isLast: true)
    case .cachedConfirmed: decode(cachedFile, isLast: true)
    case .failed(let failure):
      update(.failed(FailureMessage(failure, of: address)))
    }
  }

  private var cachedFile: WebFile?

  private func decode(_ file: WebFile?, isLast: Bool) {
    guard let file else { return }
    cachedFile = file
    decodeTask?.cancel()
    let natural = request.level == .original
    decodeTask = pictures.pipeline.request(
      ImageRequest(
        path: FilePathBytes(file.path), target: request.box, purpose: natural ? .natural : .prefetch
      )
    ) { [weak self] in self?.receive($0, of: file, isLast) }
  }

  private func receive(_ received: ImageUpdate, of file: WebFile, _ isLast: Bool) {
    guard !isCancelled else { return }
    switch received {
    case .preview(let image): update(.partial(Picture(image)))
    case .exact(let image): update(isLast ? .finished(Picture(image)) : .partial(Picture(image)))
    case .failed(let failure):
      guard isLast else { return }
      pictures.forget(address)
      update(.failed(FailureMessage(failure, in: file, of: address)))
    }
  }
}

extension Picture {
  fileprivate init(_ image: DecodedImage) {
    self.init(image.bitmap, naturalSize: image.info.naturalSize)
    isPartial = image.info.isTruncated
  }
}

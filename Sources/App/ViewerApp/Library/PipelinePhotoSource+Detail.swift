import BrowserCore
import BrowserHost
import DecoderWire
import Imaging
import PhotoBrowser
import Pixels
import Resampling

/// Higher resolutions for zoomed pictures.
extension PipelinePhotoSource {
  /// The magnification of a bitmap beyond which a larger one is requested.
  private static let maxSharpEnlargement = 1.02

  /// The maximum number of pixels of one picture decoded for zooming: 64 million, 256 MB.
  private static let maxDetailPixels = 64_000_000

  /// Cancels the request of a higher resolution.
  func dropDetail(of path: FilePath) { detail.removeValue(forKey: path)?.cancel() }

  func browser(_ browser: Browser, page index: Int, isShownAt size: PixelSize) {
    guard paths.indices.contains(index), let cell = browser.cell(at: index) as? PhotoCell,
      case .picture(let picture) = cell.content
    else { return }
    if let player = cell.animation { return player.fill(size) }
    let path = paths[index]
    let scale = Double(size.width) / Double(max(1, picture.naturalSize.width))
    let isSharp = picture.isSharp(at: scale / Self.maxSharpEnlargement)
    if isSharp, index == browser.state.index { rest(picture, of: path, at: size) }
    if isSharp, awaited?.path == path { cancelPendingDetail() }
    guard !isSharp, detail[path] == nil, isExact(index) else { return }
    guard awaited?.path != path || awaited?.size != size else { return }
    awaited?.timer.cancel()
    let timer = bridge.schedule(after: DetailTuning.delay) { [weak self] in
      self?.awaited = nil
      self?.fetchDetail(of: path, natural: picture.naturalSize)
    }
    awaited = (path, size, timer)
  }

  /// Cancels the pending request, which waits for the zoom to settle.
  func cancelPendingDetail() {
    awaited?.timer.cancel()
    awaited = nil
  }

  private func fetchDetail(of path: FilePath, natural: PixelSize) {
    guard detail[path] == nil, liveCell(of: path) != nil else { return }
    detail[path] = pipeline.request(detailRequest(path, natural)) { [weak self] update in
      if case .exact(let image) = update {
        self?.showDetail(image, for: path)
      } else {
        self?.receive(update, for: path)
      }
    }
  }

  /// The request of the picture at its natural size, or at the largest size within ``maxDetailPixels``.
  private func detailRequest(_ path: FilePath, _ natural: PixelSize) -> ImageRequest {
    let area = natural.area ?? .max
    guard area > Self.maxDetailPixels else { return request(path, .natural, .zero) }
    let share = (Double(Self.maxDetailPixels) / Double(area)).squareRoot()
    return request(
      path, .prefetch,
      PixelSize(
        width: Int(Double(natural.width) * share), height: Int(Double(natural.height) * share)))
  }

  /// Halves a large picture off the main actor before it is shown. Zooming between page size and
  /// natural size is then smooth, and the frame that shows the picture first does not take the page
  /// faults of its memory.
  private func showDetail(_ image: DecodedImage, for path: FilePath) {
    let bitmap = image.bitmap
    guard bitmap.size.width > 2 * pageBox.width else { return receive(.exact(image), for: path) }
    WorkerThread.run {
      Resampler.half(bitmap)
    } finish: { [weak self] half in
      guard let self, let (index, cell) = liveCell(of: path) else { return }
      show([bitmap, half], naturalSize: image.info.naturalSize, in: cell, path: path)
      onPicture?(.exact, index)
    }
  }

  private func isExact(_ index: Int) -> Bool {
    pipeline.cached(key(of: paths[index]), target: pageBox)?.isExact ?? false
  }
}

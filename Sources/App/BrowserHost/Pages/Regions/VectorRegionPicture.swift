import Imaging
import PhotoBrowser
import Pixels

/// A vector picture on a page. The helper renders the visible region of an enlarged picture at the
/// scale of the page, after each change of the zoom has ended.
final class VectorRegionPicture: RegionPicture {
  private let vector: VectorContent
  private let path: FilePathBytes
  private let pipeline: ImagePipeline
  private let loop: any DescriptorWatching
  private var timer: Cancellation?
  private var task: ImageTask?

  init(
    _ whole: Picture, path: FilePathBytes, pipeline: ImagePipeline, loop: any DescriptorWatching
  ) {
    vector = VectorContent(whole)
    self.path = path
    self.pipeline = pipeline
    self.loop = loop
    vector.onRegionRequest = { [weak self] in self?.scheduleFetch(of: $0) }
  }

  isolated deinit { cancel() }

  var content: any ZoomableContent { vector }

  func isContent(as shown: any ZoomableContent) -> Bool { shown as? VectorContent === vector }

  func show(whole: Picture) {
    guard let bitmap = whole.bitmaps.first else { return }
    vector.show(whole: bitmap)
  }

  func renew(whole: Picture) -> Bool { false }

  func freeRegions() {
    cancel()
    vector.forgetRequest()
  }

  private func cancel() {
    timer?.cancel()
    task?.cancel()
  }

  private func scheduleFetch(of region: PictureRegion) {
    cancel()
    timer = loop.schedule(after: DetailTuning.delayAfterZoom) { [weak self] in self?.fetch(region) }
  }

  private func fetch(_ region: PictureRegion) {
    let request = ImageRequest(
      path: path, target: region.size,
      purpose: .region(whole: region.whole, x: region.x, y: region.y))
    task = pipeline.request(request) { [vector] update in
      switch update {
      case .exact(let image): vector.show(image.bitmap, of: region)
      // The current pixels stay: a visible picture needs no message about its sharpness.
      case .failed: vector.renderingDidFail(of: region)
      case .preview: break
      }
    }
  }
}

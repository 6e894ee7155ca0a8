import Imaging
import PhotoBrowser
import Pixels

/// A picture without pixels on a page: where it rests enlarged, the helper draws the part that is
/// seen.
final class VectorFile {
  /// What the page shows.
  let content: VectorContent
  private let path: FilePathBytes
  private let pipeline: ImagePipeline
  private let loop: any DescriptorWatching
  private var timer: Cancellation?
  private var task: ImageTask?

  /// The zoom may go on: a part is asked for when it has been the same for so long, in seconds.
  private static let delay = 0.12

  init(
    _ whole: Picture, path: FilePathBytes, pipeline: ImagePipeline, loop: any DescriptorWatching
  ) {
    content = VectorContent(whole)
    self.path = path
    self.pipeline = pipeline
    self.loop = loop
    content.onNeed = { [weak self] in self?.await($0) }
  }

  isolated deinit { cancel() }

  private func cancel() {
    timer?.cancel()
    task?.cancel()
  }

  private func await(_ region: ContentRegion) {
    cancel()
    timer = loop.schedule(after: Self.delay) { [weak self] in self?.fetch(region) }
  }

  private func fetch(_ region: ContentRegion) {
    let request = ImageRequest(
      path: path, target: region.size,
      purpose: .region(whole: region.whole, x: region.x, y: region.y))
    task = pipeline.request(request) { [content] update in
      switch update {
      case .exact(let image): content.show(image.bitmap, of: region)
      case .failed: content.fail(region)
      case .preview: break
      }
    }
  }
}

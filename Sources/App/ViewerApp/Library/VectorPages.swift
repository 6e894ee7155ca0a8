import DecoderWire
import Imaging
import PhotoBrowser
import Pixels

/// Pages of pictures without pixels: when one rests enlarged, the part that is seen is drawn anew by
/// the helper.
final class VectorPages {
  private struct Page {
    let content: VectorContent
    /// The file the helper reads.
    let key: FilePathBytes
    /// Waits a moment: the zoom may go on.
    var timer: Cancellation?
    var task: ImageTask?

    func cancel() {
      timer?.cancel()
      task?.cancel()
    }
  }

  private let pipeline: ImagePipeline
  private let bridge: any DescriptorWatching
  private var pages: [FilePath: Page] = [:]

  init(pipeline: ImagePipeline, bridge: any DescriptorWatching) {
    self.pipeline = pipeline
    self.bridge = bridge
  }

  /// Shows `image`, all of the picture at `path`, in a page.
  ///
  /// - Parameters:
  ///   - key: the file the helper reads.
  ///   - anew: true when nothing of what was there before is to stay.
  func show(
    _ image: DecodedImage, of path: FilePath, key: FilePathBytes, anew: Bool, in cell: PhotoCell
  ) {
    let picture = Picture(image.bitmap, naturalSize: image.info.naturalSize)
    if !anew, let content = pages[path]?.content, content.contentSize == picture.contentSize,
      case .zoomable(let shown as VectorContent) = cell.content, shown === content
    {
      return content.show(whole: image.bitmap)
    }
    cancel(path)
    let content = VectorContent(picture)
    content.onNeed = { [weak self] in self?.await($0, of: path) }
    pages[path] = Page(content: content, key: key)
    cell.content = .zoomable(content)
  }

  /// Ends what is fetched for the page of a file.
  func cancel(_ path: FilePath) { pages.removeValue(forKey: path)?.cancel() }

  /// Ends everything.
  func cancelAll() {
    for page in pages.values { page.cancel() }
    pages = [:]
  }

  private func await(_ region: ContentRegion, of path: FilePath) {
    pages[path]?.cancel()
    pages[path]?.timer = bridge.schedule(after: PipelinePhotoSource.detailDelay) { [weak self] in
      self?.fetch(region, of: path)
    }
  }

  private func fetch(_ region: ContentRegion, of path: FilePath) {
    guard let key = pages[path]?.key else { return }
    let request = ImageRequest(
      path: key, target: region.size,
      purpose: .region(whole: region.whole, x: region.x, y: region.y))
    pages[path]?.task = pipeline.request(request) { [weak self] update in
      guard let content = self?.pages[path]?.content else { return }
      switch update {
      case .exact(let image): content.show(image.bitmap, of: region)
      // What there is stays: a picture that can be seen needs no words about its sharpness.
      case .failed: content.fail(region)
      case .preview: break
      }
    }
  }
}

import Imaging
import PhotoBrowser

/// The scheduler that resamples the visible region of a huge picture to exact screen pixels, off
/// the main actor, after the page has been at rest for ``DetailTuning/delayAfterZoom``.
final class SettledRegionRefiner {
  private weak var tiles: TiledContent?
  private let loop: any DescriptorWatching
  private var timer: Cancellation?

  init(_ tiles: TiledContent, loop: any DescriptorWatching) {
    self.tiles = tiles
    self.loop = loop
  }

  /// Restarts the delay after a change of the visible region or its scale.
  func schedule() {
    timer?.cancel()
    timer = loop.schedule(after: DetailTuning.delayAfterZoom) { [weak self] in
      guard let part = self?.tiles?.wantedRegion else { return }
      WorkerThread.run {
        part.makeBitmap()
      } finish: { [weak self] in
        self?.tiles?.show($0, of: part)
      }
    }
  }

  func cancel() {
    timer?.cancel()
    timer = nil
  }
}

import Imaging
import PhotoBrowser
import Pixels
import Resampling

/// Scales a zoomed-out picture to exactly the size at which it is shown, once zooming has settled.
///
/// During the zoom the picture is drawn from the next larger bitmap with bilinear sampling of four
/// pixels; the settled picture is resampled from all of them.
final class SettledPictureScaler {
  /// The maximum size of such a bitmap in pixels: 64 MB, scaled in a fifth of a second.
  static let maxPixels = 16_000_000

  private let loop: any DescriptorWatching
  private var wanted: (path: FilePath, size: PixelSize)?
  private var timer: Cancellation?
  /// The bitmap made last. It is replaced by the next one and never serves as a source.
  private weak var last: Bitmap?

  init(loop: any DescriptorWatching) { self.loop = loop }

  /// Requests the bitmap for the current page, which shows `picture` at `size` device pixels.
  ///
  /// - Parameter show: called after ``DetailTuning/delay`` without another request, with the new
  ///   bitmap, its source and the bitmap that it replaces. Not called when the picture already has
  ///   a bitmap of that size.
  func rest(
    _ picture: Picture, of path: FilePath, at size: PixelSize,
    show: @escaping (_ bitmap: Bitmap, _ source: Bitmap, _ last: Bitmap?) -> Void
  ) {
    guard let source = source(of: picture, for: size) else { return cancel() }
    guard wanted?.path != path || wanted?.size != size else { return }
    timer?.cancel()
    wanted = (path, size)
    timer = loop.schedule(after: DetailTuning.delay) { [weak self] in
      WorkerThread.run {
        Resampler.scale(source, to: size)
      } finish: { [weak self] bitmap in
        guard let self, wanted?.path == path, wanted?.size == size else { return }
        let old = last
        last = bitmap
        show(bitmap, source, old)
      }
    }
  }

  /// Cancels the request.
  func cancel() {
    timer?.cancel()
    (timer, wanted) = (nil, nil)
  }

  /// The smallest bitmap that is larger than `size`; nil when there is none, or an exact one
  /// exists.
  private func source(of picture: Picture, for size: PixelSize) -> Bitmap? {
    guard !size.isEmpty, (size.area ?? .max) <= Self.maxPixels, picture.exact(for: size) == nil
    else { return nil }
    return picture.bitmaps.last {
      $0 !== last && $0.size.width > size.width && $0.size.height > size.height
    }
  }
}

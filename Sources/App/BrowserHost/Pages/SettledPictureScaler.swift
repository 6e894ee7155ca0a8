import Imaging
import PhotoBrowser
import Pixels
import Resampling

/// A scaler of reduced pictures to exactly the size at which they are shown, after zooming has
/// settled.
///
/// During a zoom a picture is drawn from the next larger bitmap with bilinear sampling of four
/// pixels; the settled picture is resampled from all pixels.
final class SettledPictureScaler {
  /// The maximum number of pixels of a scaled bitmap; 16 million pixels take 64 MB and a fifth of a
  /// second.
  static let maxPixels = 16_000_000

  private let loop: any DescriptorWatching
  /// The requests for the two pages that were shown last, as a spread shows two pages.
  private var latestRequests: [Request] = []
  private static let maxRequests = 2

  /// A request for the picture of one file, and its latest result.
  private struct Request {
    let path: FilePath
    var size: PixelSize?
    var timer: Cancellation?
    /// The bitmap that was made last for this file. The next one replaces it; it is never scaled
    /// itself.
    weak var lastResult: Bitmap?
  }

  init(loop: any DescriptorWatching) { self.loop = loop }

  private func index(of path: FilePath) -> Int? { latestRequests.firstIndex { $0.path == path } }

  /// Requests a bitmap for the page of a file that shows `picture` at `size` device pixels.
  ///
  /// - Parameter show: called after ``DetailTuning/delayAfterZoom`` without another request for the
  ///   file, with the new bitmap, its source and the bitmap that it replaces. Not called when the
  ///   picture has no larger bitmap, or has one of that size.
  func scheduleScaling(
    of picture: Picture, for path: FilePath, to size: PixelSize,
    show: @escaping (_ bitmap: Bitmap, _ source: Bitmap, _ last: Bitmap?) -> Void
  ) {
    let known = index(of: path)
    guard
      let source = source(
        of: picture, for: size, besides: known.map { latestRequests[$0].lastResult } ?? nil)
    else { return known.map(cancelRequest) ?? () }
    guard known == nil || known.map({ latestRequests[$0].size }) != size else { return }
    var request = known.map { latestRequests.remove(at: $0) } ?? Request(path: path)
    request.timer?.cancel()
    request.size = size
    request.timer = loop.schedule(after: DetailTuning.delayAfterZoom) { [weak self] in
      WorkerThread.run {
        Resampler.scale(source, to: size)
      } finish: { [weak self] bitmap in
        guard let self, let index = index(of: path), latestRequests[index].size == size else {
          return
        }
        let old = latestRequests[index].lastResult
        latestRequests[index].lastResult = bitmap
        show(bitmap, source, old)
      }
    }
    latestRequests.append(request)
    while latestRequests.count > Self.maxRequests { latestRequests.removeFirst().timer?.cancel() }
  }

  private func cancelRequest(at index: Int) {
    latestRequests[index].timer?.cancel()
    (latestRequests[index].timer, latestRequests[index].size) = (nil, nil)
  }

  func cancel() { latestRequests.indices.forEach(cancelRequest) }

  /// The smallest bitmap of a picture that is larger than `size` in pixels, other than `last`; nil
  /// when there is none, when the picture has a bitmap of that size, or when `size` exceeds
  /// ``maxPixels``.
  private func source(of picture: Picture, for size: PixelSize, besides last: Bitmap?) -> Bitmap? {
    guard !size.isEmpty, (size.area ?? .max) <= Self.maxPixels, picture.exact(for: size) == nil
    else { return nil }
    return picture.bitmaps.last {
      $0 !== last && $0.size.width > size.width && $0.size.height > size.height
    }
  }
}

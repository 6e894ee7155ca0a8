import Imaging
import PhotoBrowser
import Pixels
import Resampling

/// The rules by which a picture is decoded again at a higher resolution when its page is enlarged,
/// and the timer that delays this decoding.
final class ZoomDetailScheduler {
  /// The factor by which a bitmap may be enlarged on the screen before a larger one is requested.
  private static let maxSharpEnlargement = 1.02

  /// The maximum number of pixels of one picture decoded for zooming: 64 million, 256 MB.
  private static let maxPixels = 64_000_000

  private let loop: any DescriptorWatching
  /// The scheduled call of a request, for a page at a size in device pixels.
  private var scheduledRequest: (page: FilePage, size: PixelSize, timer: Cancellation)?

  init(loop: any DescriptorWatching) { self.loop = loop }

  /// Whether `picture` has enough pixels to be shown `width` device pixels wide.
  static func isSharp(_ picture: Picture, atWidth width: Int) -> Bool {
    let scale = Double(width) / Double(max(1, picture.naturalSize.width))
    return picture.isSharp(at: scale / maxSharpEnlargement)
  }

  /// Calls `request` after ``DetailTuning/delayAfterZoom``, unless the call for `page` at `size` is
  /// scheduled already. A scheduled call for another page or size is cancelled.
  func schedule(_ page: FilePage, at size: PixelSize, request: @escaping () -> Void) {
    guard scheduledRequest?.page !== page || scheduledRequest?.size != size else { return }
    scheduledRequest?.timer.cancel()
    let timer = loop.schedule(after: DetailTuning.delayAfterZoom) { [weak self] in
      self?.scheduledRequest = nil
      request()
    }
    scheduledRequest = (page, size, timer)
  }

  /// Cancels the scheduled call.
  func cancel() {
    scheduledRequest?.timer.cancel()
    scheduledRequest = nil
  }

  /// Cancels the scheduled call if it is for `page`.
  func cancel(_ page: FilePage) { if scheduledRequest?.page === page { cancel() } }

  /// The size at which a picture with too many pixels is decoded for zooming; nil when it can be
  /// decoded at natural size.
  static func reducedSize(of natural: PixelSize) -> PixelSize? {
    let area = natural.area ?? .max
    guard area > maxPixels else { return nil }
    let share = (Double(maxPixels) / Double(area)).squareRoot()
    return PixelSize(
      width: Int(Double(natural.width) * share), height: Int(Double(natural.height) * share))
  }

  /// Makes a bitmap of half the size of a large one off the main actor, and calls `show` with both.
  /// Zooming between page size and natural size is then smooth, and the first frame that shows the
  /// large bitmap is not delayed by page faults.
  ///
  /// - Returns: false when `bitmap` is not wider than twice `box`; `show` is then not called.
  static func halve(
    _ bitmap: Bitmap, ifLargerThan box: PixelSize, show: @escaping ([Bitmap]) -> Void
  ) -> Bool {
    guard bitmap.size.width > 2 * box.width else { return false }
    WorkerThread.run {
      Resampler.half(bitmap)
    } finish: {
      show([bitmap, $0])
    }
    return true
  }
}

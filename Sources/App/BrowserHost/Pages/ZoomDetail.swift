import Imaging
import PhotoBrowser
import Pixels
import Resampling

/// The decision when, and at which size, a picture is decoded again because it is enlarged.
final class ZoomDetail {
  /// The magnification of a bitmap beyond which a larger one is requested.
  private static let maxSharpEnlargement = 1.02

  /// The maximum number of pixels of one picture decoded for zooming: 64 million, 256 MB.
  private static let maxPixels = 64_000_000

  private let loop: any DescriptorWatching
  /// The request that waits for the zoom to settle.
  private var pending: (page: FilePage, size: PixelSize, timer: Cancellation)?

  init(loop: any DescriptorWatching) { self.loop = loop }

  /// Whether `picture` has enough pixels for a width on the screen, in device pixels.
  static func isSharp(_ picture: Picture, atWidth width: Int) -> Bool {
    let scale = Double(width) / Double(max(1, picture.naturalSize.width))
    return picture.isSharp(at: scale / maxSharpEnlargement)
  }

  /// Calls `request` after the page has been shown at `size` for ``DetailTuning/delay``. A pending
  /// call for another page or size is cancelled.
  func schedule(_ page: FilePage, at size: PixelSize, request: @escaping () -> Void) {
    guard pending?.page !== page || pending?.size != size else { return }
    pending?.timer.cancel()
    let timer = loop.schedule(after: DetailTuning.delay) { [weak self] in
      self?.pending = nil
      request()
    }
    pending = (page, size, timer)
  }

  /// Cancels the pending call.
  func cancel() {
    pending?.timer.cancel()
    pending = nil
  }

  /// Cancels the pending call for `page`.
  func cancel(_ page: FilePage) { if pending?.page === page { cancel() } }

  /// The size to decode of a picture with too many pixels; nil for the natural size.
  static func reducedSize(of natural: PixelSize) -> PixelSize? {
    let area = natural.area ?? .max
    guard area > maxPixels else { return nil }
    let share = (Double(maxPixels) / Double(area)).squareRoot()
    return PixelSize(
      width: Int(Double(natural.width) * share), height: Int(Double(natural.height) * share))
  }

  /// Adds a bitmap of half the size to that of a large picture, off the main actor. Zooming between
  /// page size and natural size is then smooth, and the frame that shows the picture first does not
  /// take the page faults of its memory.
  ///
  /// - Returns: false when the picture is not much larger than `box`; `show` is then not called.
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

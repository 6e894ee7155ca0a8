import BrowserHost
import Imaging
import PhotoBrowser
import Pixels
import Resampling

/// Makes the bitmap that equals a zoomed picture to the pixel, where it rests smaller than it is.
///
/// While it moves it is drawn from the next larger size, between four pixels; at rest all of them
/// count.
final class RestingPictures {
  /// Most pixels of such a bitmap: 64 MB, made in a fifth of a second.
  static let mostPixels = 16_000_000

  private let loop: any DescriptorWatching
  private var wanted: (path: FilePath, size: PixelSize)?
  private var timer: Cancellation?
  /// The last one: it goes when there is another, and nothing is made of it.
  private weak var last: Bitmap?

  init(loop: any DescriptorWatching) { self.loop = loop }

  /// The page that is looked at shows `picture`, or will, in `size` pixels.
  ///
  /// - Parameter show: called when it has been the same for a moment and the bitmap is there, unless
  ///   there is one of that size already. Gets it, what it was made of, and what it replaces.
  func rest(
    _ picture: Picture, of path: FilePath, at size: PixelSize,
    show: @escaping (_ bitmap: Bitmap, _ source: Bitmap, _ last: Bitmap?) -> Void
  ) {
    guard let source = source(of: picture, for: size) else { return cancel() }
    guard wanted?.path != path || wanted?.size != size else { return }
    timer?.cancel()
    wanted = (path, size)
    timer = loop.schedule(after: DetailTuning.delay) { [weak self] in
      SideThread.run {
        Resampler.scale(source, to: size)
      } finish: { [weak self] bitmap in
        guard let self, wanted?.path == path, wanted?.size == size else { return }
        let old = last
        last = bitmap
        show(bitmap, source, old)
      }
    }
  }

  /// Nothing is wanted any more.
  func cancel() {
    timer?.cancel()
    (timer, wanted) = (nil, nil)
  }

  /// The smallest bitmap that is larger than `size`; nil when there is none, or nothing to gain.
  private func source(of picture: Picture, for size: PixelSize) -> Bitmap? {
    guard !size.isEmpty, (size.area ?? .max) <= Self.mostPixels, picture.exact(for: size) == nil
    else { return nil }
    return picture.bitmaps.last {
      $0 !== last && $0.size.width > size.width && $0.size.height > size.height
    }
  }
}

extension PipelinePhotoSource {
  /// Page `index`, which is looked at, shows a picture that is sharp there in `size` pixels.
  func rest(_ picture: Picture, of path: FilePath, at size: PixelSize) {
    resting.rest(picture, of: path, at: size) { [weak self] bitmap, source, last in
      guard let (_, cell) = self?.liveCell(of: path), let shown = cell.still,
        shown.bitmaps.contains(where: { $0 === source })
      else { return }
      let bitmaps = shown.bitmaps.filter { $0 !== last } + [bitmap]
      guard var picture = Picture(bitmaps, naturalSize: shown.naturalSize) else { return }
      picture.isPartial = shown.isPartial
      cell.show(picture)
    }
  }
}

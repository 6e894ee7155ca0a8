import DecoderWire
import Imaging
import Pixels
import Testing

/// The stored desktop thumbnail as preview of a page until the exact picture is decoded.
@MainActor
@Suite(.enabled(if: ThumbnailCache.hasDecoder, "pbview-decoder has not been built"))
struct StoredPreviewTests {
  private let cache = ThumbnailCache()
  private let large = PixelSize(width: 1200, height: 800)

  /// All updates of one page, from a new pipeline without cached pictures.
  private func page(_ path: FilePathBytes) -> [String] {
    var configuration = ImagingConfiguration()
    configuration.helpers = 1
    configuration.sharedThumbnails = cache.shared
    let pipeline = ImagePipeline(configuration: configuration, loop: cache.loop)
    defer { pipeline.stop() }
    var log: [String] = []
    let box = PixelSize(width: 600, height: 600)
    let task = pipeline.request(ImageRequest(path: path, target: box)) { update in
      switch update {
      case .preview(let image):
        log.append("preview \(image.bitmap.size) of \(image.info.naturalSize)")
      case .exact(let image): log.append("exact \(image.bitmap.size)")
      case .failed(let failure): log.append("\(failure.kind)")
      }
    }
    _ = cache.loop.serve { task.isFinished }
    return log
  }

  private func picture(_ size: PixelSize, modified: Int = ThumbnailCache.old) -> FilePathBytes {
    cache.write(
      "a.ppm", ThumbnailCache.pixmap(size.width, size.height), modified: modified)
  }

  private var exact: String { "exact \(PixelSize(width: 600, height: 400))" }

  @Test func `a stored thumbnail is delivered before the exact picture`() {
    _ = cache.ask(picture(large), side: 512)
    let small = PixelSize(width: 512, height: 341)
    #expect(page(picture(large)) == ["preview \(small) of \(large)", exact])
  }

  @Test func `a stored thumbnail of an older file version is not delivered`() {
    _ = cache.ask(picture(large), side: 512)
    #expect(page(picture(large, modified: ThumbnailCache.old + 9)) == [exact])
  }

  @Test func `a stored thumbnail of normal size is not used`() {
    _ = cache.ask(picture(large), side: 128)
    #expect(page(picture(large)) == [exact])
  }

  @Test func `a small picture is decoded without a stored preview`() {
    let size = PixelSize(width: 300, height: 200)
    _ = cache.ask(picture(size), side: 256)
    #expect(page(picture(size)) == ["exact \(size)"])
  }
}

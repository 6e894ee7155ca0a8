import DecoderWire
import Imaging
import PhotoBrowser
import Pixels

extension PipelinePhotoSource {
  /// Size, format and colour profile of a page's picture; nil until the decoder has reported them.
  /// Format and profile are empty when only the size is known.
  func info(
    of index: Int
  ) -> (naturalSize: PixelSize, format: String, profile: String)? {
    guard paths.indices.contains(index) else { return nil }
    if let known = pipeline.cached(key(of: paths[index]), target: pageBox)?.info {
      return (known.naturalSize, known.format, known.profile)
    }
    // The cache may have evicted a picture that the page still shows.
    guard let cell = browser?.cell(at: index) as? PhotoCell,
      let size = cell.content.zoomable?.contentSize
    else { return nil }
    return (PixelSize(width: Int(size.width), height: Int(size.height)), "", "")
  }
}

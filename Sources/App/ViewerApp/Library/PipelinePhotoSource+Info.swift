import DecoderWire
import Imaging
import PhotoBrowser
import Pixels

extension PipelinePhotoSource {
  /// What the helper has said of a page's picture; nil until it has.
  func info(
    of index: Int
  ) -> (naturalSize: PixelSize, format: String, profile: String)? {
    guard paths.indices.contains(index) else { return nil }
    if let known = pipeline.cached(key(of: paths[index]), target: pageBox)?.info {
      return (known.naturalSize, known.format, known.profile)
    }
    // Pixels may have gone from the cache while the page still shows them.
    guard let cell = browser?.cell(at: index) as? PhotoCell,
      let size = cell.content.zoomable?.contentSize
    else { return nil }
    return (PixelSize(width: Int(size.width), height: Int(size.height)), "", "")
  }
}

import BrowserHost
import DecoderWire
import Imaging
import PhotoBrowser
import Pixels

/// Pictures whose visible region is decoded at the resolution of the zoom.
extension PipelinePhotoSource {
  /// Sets the callbacks of ``parts``.
  func setRegionCallbacks() {
    parts.onComplete = { [weak self] in self?.note(sharp: $0) }
    parts.onFailure = { [weak self] in self?.showWhole($0) }
  }

  /// Shows a picture that is decoded by regions. Returns false when the picture is a stand-in or is
  /// decoded as a whole.
  func showRegions(of image: DecodedImage, in cell: PhotoCell, path: FilePath) -> Bool {
    guard image.isExact || image.info.isScalable else { return false }
    var whole = Picture(image.bitmap, naturalSize: image.info.naturalSize)
    whole.isPartial = image.info.isTruncated
    let replacesPicture = stale.contains(path)
    guard
      parts.show(whole, image.info, of: path, from: key(of: path), anew: replacesPicture, in: cell)
    else { return false }
    stale.remove(path)
    return true
  }

  private func note(sharp path: FilePath) {
    if let index = liveCell(of: path)?.index { onPicture?(.sharp, index) }
  }

  /// Shows the picture as a whole when its regions cannot be decoded.
  private func showWhole(_ path: FilePath) {
    guard let (_, cell) = liveCell(of: path),
      let known = pipeline.cached(key(of: path), target: pageBox)
    else { return }
    show(known, in: cell, path: path)
  }
}

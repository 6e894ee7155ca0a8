import BrowserHost
import Imaging
import PhotoGrid

/// The row of thumbnails for the pictures in the file on the current page, such as the pages of a
/// TIFF or the images of a HEIC collection. It is hidden for a file of one picture.
final class LeafStrip {
  let view = Filmstrip()

  private let leaves: FileLeaves
  private let source: FilePages

  init(of leaves: FileLeaves, in source: FilePages, above strip: Filmstrip, log: Log) {
    self.leaves = leaves
    self.source = source
    view.rowBelow = strip
    view.leaves = Filmstrip.Leaves(count: 0, shownIndex: 0)
    view.item = { [weak self] in self?.item($0) }
    view.onChoose = { [weak leaves] in leaves?.show($0) }
    view.onRestingRangeChange = { [log] visible, leaf in
      log.trace("leafstrip first=\(visible.lowerBound) last=\(visible.upperBound - 1) leaf=\(leaf)")
    }
  }

  private func item(_ leaf: Int) -> GalleryItem? {
    guard let file = leaves.file, (0..<leaves.count).contains(leaf) else { return nil }
    return GalleryItem(
      FilePath(source.pipelinePath(of: file).path(ofLeaf: leaf).bytes), kind: .picture)
  }

  /// Requests the thumbnails again if `file`, which has new contents, is that of the current page.
  func refresh(_ file: FilePath) {
    guard file == leaves.file, leaves.count > 1 else { return }
    let items = (0..<leaves.count).compactMap(item)
    (view.thumbnails as? PipelineThumbnailSource)?.refresh(items)
  }

  /// Updates the thumbnails, and shows or hides the row: it is visible if `isWanted` is true and
  /// the file on the current page has several pictures.
  func update(isWanted: Bool, animated: Bool) {
    let count = leaves.count
    if count > 1 {
      if leaves.file != shownFile { view.reloadThumbnails() }
      shownFile = leaves.file
      view.leaves = Filmstrip.Leaves(count: count, shownIndex: leaves.shownIndex)
    }
    view.setShown(isWanted && count > 1, animated: animated)
  }

  /// The file whose pictures the row of thumbnails shows.
  private var shownFile: FilePath?
}

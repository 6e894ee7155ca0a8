import GalleryCore
import Geometry
public import PhotoBrowser
import Transitions
public import Views

extension ThumbnailGrid {
  /// The thumbnail that the picture of page `index` flies from and returns to, in the coordinates
  /// of `view`.
  ///
  /// - Returns: nil when the cell is outside the visible area.
  public func thumbnail(of index: Int, seenFrom view: View) -> BrowserThumbnail? {
    guard let place = place(of: index) else { return nil }
    let cell = cell(index)
    guard cell.intersection(bounds) != nil else { return nil }
    let item = sections[place.section].thumbnails[place.item]
    let picture = picture(of: item)
    return BrowserThumbnail(
      frame: cell.offset(by: originInStage - view.originInStage),
      alignment: picture.map(Self.alignment) ?? .center, cornerRadius: cellRadius,
      bitmap: picture.map { fitted($0, of: item.id, cell: cell.size) },
      naturalSize: picture?.naturalSize.size)
  }
}

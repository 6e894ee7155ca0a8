import PhotoBrowser
import Pixels

/// The identity of an item of a ``ThumbnailGrid``, as the grid's view knows it.
nonisolated struct PictureIdentity: GalleryIdentity {
  let id: ThumbnailGrid.Thumbnail.ID
  /// The name by which the loader knows the picture; empty for a picture that the program supplies.
  let name: String

  /// The last component of the name, a path or URL.
  var displayName: String {
    name.split(separator: "/", omittingEmptySubsequences: true).last.map(String.init) ?? name
  }

  /// The filename extension of the name in upper case; empty when there is none.
  var animationBadgeLabel: String {
    let last = displayName
    guard let dot = last.lastIndex(of: "."), dot != last.startIndex else { return "" }
    return last[last.index(after: dot)...].uppercased()
  }

  static func == (a: PictureIdentity, b: PictureIdentity) -> Bool { a.id == b.id }

  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// The source of the thumbnails of a ``ThumbnailGrid``: pictures that the program supplies, and
/// those that a loader loads by name.
final class PictureThumbnailSource: ThumbnailSource {
  var onChange: ((GalleryItem) -> Void)?

  /// The loader of the pictures of items with a name; nil loads none. Default: nil.
  var loader: (any PictureLoader)? {
    didSet { loaderDidChange() }
  }

  /// The pictures that the program supplied, by the identity of the item.
  private var pictures: [ThumbnailGrid.Thumbnail.ID: Picture] = [:]
  private var pictureLoader: GridPictureLoader?
  private var demand = ThumbnailDemand()

  /// Replaces all pictures that the program supplied.
  func setPictures(_ new: [ThumbnailGrid.Thumbnail.ID: Picture]) {
    pictures = new
    updateRequests()
  }

  /// Replaces the picture that the program supplied for one item.
  func setPicture(_ picture: Picture, of id: ThumbnailGrid.Thumbnail.ID) {
    pictures[id] = picture
    updateRequests()
  }

  /// The picture of an item, supplied by the program or loaded; nil when there is none.
  func picture(of id: ThumbnailGrid.Thumbnail.ID) -> Picture? {
    pictures[id] ?? pictureLoader?.picture(of: id)
  }

  /// Whether the loader failed to load the picture of an item.
  func hasFailed(_ id: ThumbnailGrid.Thumbnail.ID) -> Bool { pictureLoader?.hasFailed(id) ?? false }

  /// Whether the picture of any requested item is still loading.
  var isLoading: Bool { pictureLoader?.isLoading ?? false }

  /// Loads the pictures of all requested items again; the present ones stay until the new ones
  /// arrive.
  func reload() { pictureLoader?.reload() }

  // MARK: As a source

  func thumbnail(for item: GalleryItem) -> GalleryThumbnail {
    guard let id = item.id.value(as: PictureIdentity.self)?.id else { return .none }
    guard let picture = picture(of: id) else { return hasFailed(id) ? .failed : .loading }
    return .picture(bitmap(of: picture), naturalSize: picture.naturalSize)
  }

  func isPartial(_ item: GalleryItem) -> Bool {
    let id = item.id.value(as: PictureIdentity.self)?.id
    return id.flatMap(picture)?.isPartial ?? false
  }

  func setDemand(_ demand: ThumbnailDemand) {
    self.demand = demand
    updateRequests()
  }

  /// The bitmap of `picture` to draw in a cell: the smallest one that fills it without enlargement,
  /// else the largest.
  private func bitmap(of picture: Picture) -> Bitmap {
    picture.bitmaps.last { min($0.size.width, $0.size.height) >= demand.shorterSide }
      ?? picture.bitmaps[0]
  }

  private func updateRequests() {
    pictureLoader?.setRequests(
      (demand.visible + demand.ahead).compactMap { item in
        guard let identity = item.id.value(as: PictureIdentity.self), !identity.name.isEmpty,
          pictures[identity.id] == nil
        else { return nil }
        return GridPictureLoader.PictureRequest(id: identity.id, name: identity.name)
      })
  }

  private func loaderDidChange() {
    pictureLoader = loader.map { GridPictureLoader(by: $0) }
    pictureLoader?.onChange = { [weak self] id in
      self?.onChange?(GalleryItem(PictureIdentity(id: id, name: ""), kind: .picture))
    }
    updateRequests()
  }
}

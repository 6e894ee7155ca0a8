import PhotoBrowser
import Pixels

/// The identity of an item of a ``ThumbnailGrid`` in the grid view.
nonisolated struct PictureIdentity: GalleryIdentity {
  let id: ThumbnailGrid.Thumbnail.ID
  /// The loader's name of the picture; empty for a picture of the host.
  let name: String

  /// The last component of a path or address.
  var displayName: String {
    name.split(separator: "/", omittingEmptySubsequences: true).last.map(String.init) ?? name
  }

  /// The extension of the name in upper case.
  var badgeLabel: String {
    let last = displayName
    guard let dot = last.lastIndex(of: "."), dot != last.startIndex else { return "" }
    return last[last.index(after: dot)...].uppercased()
  }

  static func == (a: PictureIdentity, b: PictureIdentity) -> Bool { a.id == b.id }

  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// The source of the thumbnails of a ``ThumbnailGrid``: pictures of the host, and those that a
/// loader loads by name.
final class PictureThumbnails: ThumbnailSource {
  var onChange: ((GalleryItem) -> Void)?

  /// The loader of items that have a name; nil leaves them without a picture.
  var loader: (any PictureLoader)? {
    didSet { loaderDidChange() }
  }

  /// The pictures of the host, by item.
  private var pictures: [ThumbnailGrid.Thumbnail.ID: Picture] = [:]
  private var loading: GridLoading?
  private var demand = ThumbnailDemand()

  /// Replaces the pictures of the host.
  func show(_ new: [ThumbnailGrid.Thumbnail.ID: Picture]) {
    pictures = new
    load()
  }

  /// Replaces the host's picture of one item.
  func show(_ picture: Picture, of id: ThumbnailGrid.Thumbnail.ID) {
    pictures[id] = picture
    load()
  }

  /// The picture of an item, supplied by the host or loaded; nil for none.
  func picture(of id: ThumbnailGrid.Thumbnail.ID) -> Picture? {
    pictures[id] ?? loading?.picture(of: id)
  }

  /// Whether the picture of an item failed to load.
  func hasFailed(_ id: ThumbnailGrid.Thumbnail.ID) -> Bool { loading?.hasFailed(id) ?? false }

  /// Whether a requested picture is still loading.
  var isLoading: Bool { loading?.isLoading ?? false }

  /// Loads all requested pictures again; the current ones stay until the new ones arrive.
  func reload() { loading?.reload() }

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

  func want(_ demand: ThumbnailDemand) {
    self.demand = demand
    load()
  }

  /// The smallest bitmap that fills a cell without enlargement; the largest one if none does.
  private func bitmap(of picture: Picture) -> Bitmap {
    picture.bitmaps.last { min($0.size.width, $0.size.height) >= demand.side }
      ?? picture.bitmaps[0]
  }

  private func load() {
    loading?.want(
      (demand.visible + demand.ahead).compactMap { item in
        guard let identity = item.id.value(as: PictureIdentity.self), !identity.name.isEmpty,
          pictures[identity.id] == nil
        else { return nil }
        return GridLoading.Request(id: identity.id, name: identity.name)
      })
  }

  private func loaderDidChange() {
    loading = loader.map { GridLoading(by: $0) }
    loading?.onChange = { [weak self] id in
      self?.onChange?(GalleryItem(PictureIdentity(id: id, name: ""), kind: .picture))
    }
    load()
  }
}

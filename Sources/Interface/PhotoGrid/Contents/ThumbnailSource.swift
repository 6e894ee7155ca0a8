package import Pixels

/// The state of the thumbnail of an item in the grid.
nonisolated package enum GalleryThumbnail: Sendable {
  /// No thumbnail, and none was requested.
  case none
  case loading
  /// An uncropped thumbnail, with the orientation stored in the file applied. The other values
  /// describe the picture as far as they are known: its size in its own pixels, its number of
  /// frames, and whether it is a live photo.
  case picture(Bitmap, naturalSize: PixelSize?, frameCount: Int? = nil, isLive: Bool = false)
  /// No thumbnail can be made.
  case failed

  package var bitmap: Bitmap? {
    if case .picture(let bitmap, _, _, _) = self { bitmap } else { nil }
  }

  /// The size of the picture in its own pixels; nil while it is unknown.
  package var naturalSize: PixelSize? {
    if case .picture(_, let size, _, _) = self { size } else { nil }
  }

  /// The number of frames of the picture; nil while it is unknown.
  package var frameCount: Int? {
    if case .picture(_, _, let frames, _) = self { frames } else { nil }
  }

  /// Whether the picture is known to have more than one frame.
  package var isAnimated: Bool { (frameCount ?? 1) > 1 }

  /// Whether the picture is known to be a live photo.
  package var isLive: Bool {
    if case .picture(_, _, _, let isLive) = self { isLive } else { false }
  }

  /// Whether a thumbnail may still arrive.
  package var isPending: Bool {
    switch self {
    case .none, .loading: true
    case .picture, .failed: false
    }
  }
}

/// The thumbnails that a grid wants from its source.
nonisolated package struct ThumbnailDemand: Hashable, Sendable {
  /// The items in view, in the order in which their thumbnails are wanted. Default: none.
  package var visible: [GalleryItem] = []
  /// The items out of view whose thumbnails are wanted in advance, in the order in which scrolling
  /// will show them. Default: none.
  package var ahead: [GalleryItem] = []
  /// The wanted length of a thumbnail's shorter side, in device pixels. Default: 0, as long as no
  /// thumbnail is wanted.
  package var shorterSide = 0

  /// Makes a demand for no thumbnails.
  package init() {}
}

/// A source that loads the thumbnails of a grid, and knows the marks of its photos.
package protocol ThumbnailSource: AnyObject {
  /// The best thumbnail of `item` so far; `.none` or `.failed` when there is no thumbnail. The grid
  /// calls this method for every visible cell in every frame.
  ///
  /// - Complexity: O(1).
  func thumbnail(for item: GalleryItem) -> GalleryThumbnail
  /// Whether the picture of an item could be decoded only in part. Default: false.
  ///
  /// - Complexity: O(1).
  func isPartial(_ item: GalleryItem) -> Bool
  /// The rating, flag and label of an item, as far as they are known. Default: none.
  ///
  /// - Complexity: O(1).
  func marks(of item: GalleryItem) -> PhotoMarks
  /// Replaces the thumbnails that are wanted. The source may evict those of all items that are not
  /// in the demand.
  func setDemand(_ demand: ThumbnailDemand)
  /// Called with an item whose thumbnail or marks have changed.
  var onChange: ((GalleryItem) -> Void)? { get set }
}

extension ThumbnailSource {
  package func isPartial(_ item: GalleryItem) -> Bool { false }

  package func marks(of item: GalleryItem) -> PhotoMarks { PhotoMarks() }
}

package import Pixels

/// The state of an item's thumbnail.
nonisolated package enum GalleryThumbnail: Sendable {
  /// The thumbnail was not requested.
  case none
  case loading
  /// An upright, uncropped thumbnail with the known facts about its picture: the full size, the
  /// number of frames, and whether it is a live photo.
  case picture(Bitmap, naturalSize: PixelSize?, frames: Int? = nil, isLive: Bool = false)
  /// The request failed.
  case failed

  package var bitmap: Bitmap? {
    if case .picture(let bitmap, _, _, _) = self { bitmap } else { nil }
  }

  /// The full size of the picture in pixels; nil while unknown.
  package var naturalSize: PixelSize? {
    if case .picture(_, let size, _, _) = self { size } else { nil }
  }

  /// True when the picture is known to have more than one frame.
  package var isAnimated: Bool {
    if case .picture(_, _, let frames?, _) = self { frames > 1 } else { false }
  }

  /// True for a live photo.
  package var isLive: Bool {
    if case .picture(_, _, _, let isLive) = self { isLive } else { false }
  }

  /// True while a thumbnail may still arrive.
  package var isPending: Bool {
    switch self {
    case .none, .loading: true
    case .picture, .failed: false
    }
  }
}

/// The thumbnails that the grid needs.
nonisolated package struct ThumbnailDemand: Hashable, Sendable {
  /// The visible items, in the order in which they are wanted.
  package var visible: [GalleryItem] = []
  /// The items to prefetch, the soonest to be visible first.
  package var ahead: [GalleryItem] = []
  /// The wanted shorter side of a thumbnail, in device pixels.
  package var side = 0

  /// Makes a demand for nothing.
  package init() {}
}

/// A source of thumbnails for the grid.
package protocol ThumbnailSource: AnyObject {
  /// The best thumbnail of `item` so far. The grid calls this for every visible cell in every
  /// frame.
  ///
  /// - Complexity: O(1).
  func thumbnail(for item: GalleryItem) -> GalleryThumbnail
  /// True when the item's picture could be decoded only partially.
  ///
  /// - Complexity: O(1).
  func isPartial(_ item: GalleryItem) -> Bool
  /// The marks of the item as far as they are known.
  ///
  /// - Complexity: O(1).
  func marks(of item: GalleryItem) -> PhotoMarks
  /// Replaces the wanted thumbnails. The source may evict the thumbnails of all items that are in
  /// neither list of the demand.
  func want(_ demand: ThumbnailDemand)
  /// Called when the thumbnail or the marks of an item change.
  var onChange: ((GalleryItem) -> Void)? { get set }
}

extension ThumbnailSource {
  package func isPartial(_ item: GalleryItem) -> Bool { false }

  package func marks(of item: GalleryItem) -> PhotoMarks { PhotoMarks() }
}

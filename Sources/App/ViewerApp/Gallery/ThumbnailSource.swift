import Pixels

/// What there is to draw in a cell.
nonisolated enum GalleryThumbnail: Sendable {
  /// Nothing, and nothing under way.
  case none
  /// On its way.
  case loading
  /// A whole picture, upright and uncropped, and what is known of what it stands for: its size, how
  /// many frames it has, and whether it is a photo with a clip beside it.
  case picture(Bitmap, naturalSize: PixelSize?, frames: Int? = nil, isLive: Bool = false)
  /// There is none.
  case failed

  /// The picture, if there is one.
  var bitmap: Bitmap? {
    if case .picture(let bitmap, _, _, _) = self { bitmap } else { nil }
  }

  /// The size of the picture itself, when it is known.
  var naturalSize: PixelSize? {
    if case .picture(_, let size, _, _) = self { size } else { nil }
  }

  /// True when it is known to stand for a picture that moves.
  var isAnimated: Bool {
    if case .picture(_, _, let frames?, _) = self { frames > 1 } else { false }
  }

  /// True when it stands for a photo with a clip beside it.
  var isLive: Bool {
    if case .picture(_, _, _, let isLive) = self { isLive } else { false }
  }

  /// True while it may still come.
  var isPending: Bool {
    switch self {
    case .none, .loading: true
    case .picture, .failed: false
    }
  }
}

/// Which thumbnails the grid would like to have.
nonisolated struct ThumbnailWish: Hashable, Sendable {
  /// The items on the screen, in the order in which they are wanted.
  var visible: [GalleryItem] = []
  /// What will be when scrolling goes on, the soonest first.
  var ahead: [GalleryItem] = []
  /// The shorter side a thumbnail should have, in device pixels.
  var side = 0
}

/// Where thumbnails come from.
protocol ThumbnailSource: AnyObject {
  /// What there is of `item` at this moment; asked for every visible cell in every frame.
  ///
  /// - Complexity: O(1).
  func thumbnail(for item: GalleryItem) -> GalleryThumbnail
  /// True when only a part of the item's picture could be read.
  ///
  /// - Complexity: O(1).
  func isPartial(_ item: GalleryItem) -> Bool
  /// The grid's wishes changed: everything that is in neither list may be forgotten.
  func want(_ wish: ThumbnailWish)
  /// Called when what `thumbnail(for:)` says of an item became something else.
  var onChange: ((GalleryItem) -> Void)? { get set }
}

extension ThumbnailSource {
  func isPartial(_ item: GalleryItem) -> Bool { false }
}

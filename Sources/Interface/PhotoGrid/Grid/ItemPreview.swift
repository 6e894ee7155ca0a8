import Geometry
import Motion
package import PhotoBrowser
package import Pixels
import Views

/// A function that loads a larger picture of an item for its preview, at most as large as the given
/// box in pixels.
///
/// Its callback takes the picture, and the size of the original in its own pixels if it is known.
/// The callback may be called repeatedly until the returned task is cancelled, or never.
package typealias PreviewLoader = (
  GalleryItem, PixelSize, @escaping (Bitmap, PixelSize?) -> Void
) -> Picture.Load

/// The provider of the items and pictures that a preview shows.
protocol PreviewProvider: AnyObject {
  func item(_ index: Int) -> GalleryItem?
  func thumbnail(for item: GalleryItem) -> GalleryThumbnail
  var loadPreview: PreviewLoader? { get }
}

/// The enlarged preview of an item: beside the cell on which the pointer rests, or in the middle of
/// the grid while the space bar is held.
final class ItemPreview {
  /// The time in seconds that the pointer must rest before a preview appears: longer than it takes
  /// to cross a cell, short enough that users find it.
  private static let restDelay = 0.6
  /// The minimum ratio of the picture's size in the preview to its size in the cell for a preview
  /// beside the pointer.
  private static let minEnlargement = 1.3
  /// The distance in points that a pointer may move and still counts as resting.
  private static let restSlop = 3.0

  let card = PreviewCard()
  weak var provider: (any PreviewProvider)?

  /// The position at which the pointer stopped, in the coordinates of the grid's view, and the
  /// time; nil while the pointer is elsewhere, and after a preview was shown, dismissed or scrolled
  /// away.
  private var stillPointer: (position: Point, since: Timestamp)?
  /// Whether the pointer has entered the grid and not moved since: a pointer that merely lies where
  /// the grid appears has not asked for a preview.
  private var hasJustEntered = false
  /// Whether the preview is shown as long as the space bar is held.
  private(set) var isShownByKey = false
  /// The index of the item in the preview; nil while none is shown.
  private var itemIndex: Int?
  /// The running request for a larger picture of the item; nil without one.
  private var task: Picture.Load?

  /// The time at which the resting pointer gets its preview; nil when it gets none.
  var deadline: Timestamp? {
    itemIndex == nil ? stillPointer.map { $0.since + Self.restDelay } : nil
  }

  // MARK: Pointer

  func pointerEntered() { hasJustEntered = true }

  /// Records a movement of the pointer.
  ///
  /// - Returns: True for the first one after it has entered the grid.
  func takeFirstPointerMovement() -> Bool {
    defer { hasJustEntered = false }
    return hasJustEntered
  }

  /// Records the position of the pointer: restarts the delay of a preview when it has moved, and
  /// hides the preview when it has left the cell.
  ///
  /// - Parameters:
  ///   - pointer: The position in the coordinates of the grid's view; nil outside the grid.
  ///   - hovered: Returns the index of the item under a point.
  func track(_ pointer: Point?, at time: Timestamp, hovered: (Point) -> Int?) {
    guard let pointer else {
      stillPointer = nil
      hasJustEntered = false
      if !isShownByKey { hideCard() }
      return
    }
    if hasJustEntered { return }
    let slop = Self.restSlop * card.uiScale
    if stillPointer.map({ $0.position.distance(to: pointer) > slop }) ?? true {
      stillPointer = (pointer, time)
    }
    if let itemIndex, !isShownByKey, hovered(pointer) != itemIndex { hideCard() }
  }

  /// The position of the pointer, in the coordinates of the grid's view, if it has rested there at
  /// `time` for ``restDelay``; else nil. After a call that returns a position, the pointer must
  /// move before it rests again.
  func takeRestedPosition(at time: Timestamp) -> Point? {
    guard let deadline, time >= deadline, let position = stillPointer?.position else { return nil }
    stillPointer = nil
    return position
  }

  /// Shows the preview of an item beside its cell, unless the picture would be hardly larger than
  /// in the cell: it would only cover the neighbours.
  ///
  /// - Parameters:
  ///   - cell: The cell's rectangle in the view's coordinates.
  ///   - size: The size in pixels at which the cell shows the thumbnail.
  func show(
    _ index: Int, beside cell: Rect, _ thumbnail: GalleryThumbnail, shownAt size: Size
  ) {
    let position = PreviewCard.CardPosition.beside(cell: cell)
    let natural = thumbnail.naturalSize?.size ?? thumbnail.bitmap?.size.size
    if let natural, !natural.isEmpty {
      let onCard = card.pictureSize(of: natural, at: position)
      guard
        max(onCard.width, onCard.height) >= Self.minEnlargement * max(size.width, size.height)
      else { return }
    }
    showCard(of: index, at: position)
  }

  // MARK: Key

  /// Shows the preview of an item in the middle of the grid until ``endKeyPreview()``.
  func beginKeyPreview(_ index: Int) {
    isShownByKey = true
    stillPointer = nil
    showCard(of: index, at: .middle)
  }

  /// Hides the preview, because the space bar was released.
  func endKeyPreview() {
    isShownByKey = false
    hideCard()
  }

  /// Shows the preview of the newly focused item, if the space bar is held.
  func focusDidChange(to index: Int?) {
    guard isShownByKey, let index else { return }
    showCard(of: index, at: .middle)
  }

  // MARK: Card

  /// Hides the preview. No other one appears beside the pointer until it moves again.
  ///
  /// - Parameter keepsKeyPreview: Whether a preview is left on the screen while the space bar is
  ///   held.
  func end(keepsKeyPreview: Bool = false) {
    stillPointer = nil
    if keepsKeyPreview, isShownByKey { return }
    isShownByKey = false
    hideCard()
  }

  /// Updates the preview in a frame. Scrolling hides a preview beside the pointer.
  func advance(isScrolling: Bool) {
    if isScrolling, !isShownByKey {
      stillPointer = nil
      hideCard()
    }
    if let itemIndex { refreshCard(of: itemIndex) }
  }

  private func hideCard() {
    task?.cancel()
    task = nil
    itemIndex = nil
    if card.content != nil { card.content = nil }
  }

  private func showCard(of index: Int, at position: PreviewCard.CardPosition) {
    guard self.itemIndex != index, let provider else { return }
    hideCard()
    // A folder has no preview; the preview of the item before it is hidden now.
    guard let item = provider.item(index), item.kind != .folder else { return }
    self.itemIndex = index
    if case .picture(let bitmap, let size, _, _) = provider.thumbnail(for: item) {
      card.content = makeContent(of: item, bitmap, size, at: position)
    }
    let side = Int(card.maxPictureSide(at: position))
    task = provider.loadPreview?(item, PixelSize(width: side, height: side)) {
      [weak self] bitmap, size in
      guard let self, self.itemIndex == index else { return }
      let known = card.content?.naturalSize
      card.content = makeContent(of: item, bitmap, size ?? known, at: position)
    }
    card.requestFrame()
  }

  /// Shows the thumbnail in a preview that the space bar has requested before the thumbnail
  /// arrived, until a larger picture is loaded.
  private func refreshCard(of index: Int) {
    guard card.content == nil, isShownByKey, let item = provider?.item(index),
      case .picture(let bitmap, let size, _, _)? = provider?.thumbnail(for: item)
    else { return }
    card.content = makeContent(of: item, bitmap, size, at: .middle)
  }

  private func makeContent(
    of item: GalleryItem, _ bitmap: Bitmap, _ size: PixelSize?,
    at position: PreviewCard.CardPosition
  ) -> PreviewCard.CardContent {
    PreviewCard.CardContent(
      name: item.name, detail: size.map { "\($0.width) × \($0.height)" } ?? "", bitmap: bitmap,
      naturalSize: size, position: position)
  }
}

import Geometry
import Motion
package import PhotoBrowser
package import Pixels
import Views

/// Loads a larger picture of an item for a preview, at most as large as a given size in pixels.
///
/// The callback takes the picture and the full size of the original, if known. It may be called
/// repeatedly until the task is cancelled, or never.
package typealias PreviewLoader = (
  GalleryItem, PixelSize, @escaping (Bitmap, PixelSize?) -> Void
) -> Picture.Load

/// The data that a preview shows.
protocol PreviewProvider: AnyObject {
  func item(_ index: Int) -> GalleryItem?
  func thumbnail(for item: GalleryItem) -> GalleryThumbnail
  var loadPreview: PreviewLoader? { get }
}

/// The preview of an item: beside the cell on which the pointer rests, or in the middle while the
/// preview key is held.
final class ItemPreview {
  /// The time that the pointer rests before a preview appears, in seconds: longer than the crossing
  /// of a cell takes, short enough to be found.
  private static let delay = 0.6
  /// The minimum ratio of the picture's size on the card to its size in the cell for a hover
  /// preview.
  private static let minEnlargement = 1.3
  /// The slop of a resting pointer, in points at scale 1.
  private static let slop = 3.0

  let card = PreviewCard()
  weak var provider: (any PreviewProvider)?

  /// The position at which the pointer stopped, in device pixels of the grid, and the time; nil
  /// while there is no pointer, and after a preview was shown, dismissed or scrolled away.
  private var stillPointer: (position: Point, since: Timestamp)?
  /// True from the pointer's entry into the grid until its first movement: a pointer that merely
  /// lies where the grid appears has not asked for a preview.
  private var hasJustEntered = false
  /// True while the preview key is held.
  private(set) var isHeld = false
  /// The item on the card.
  private var item: Int?
  /// The request for a larger picture of the item on the card.
  private var task: Picture.Load?

  /// The time at which a resting pointer gets its preview.
  var deadline: Timestamp? { item == nil ? stillPointer.map { $0.since + Self.delay } : nil }

  // MARK: Pointer

  func pointerEntered() { hasJustEntered = true }

  /// Ends the wait for the pointer's first movement.
  ///
  /// - Returns: true for the first movement.
  func pointerStirred() -> Bool {
    defer { hasJustEntered = false }
    return hasJustEntered
  }

  /// Handles a changed pointer location: restarts the preview delay, and hides the card if the
  /// pointer left its cell.
  ///
  /// - Parameters:
  ///   - pointer: nil outside the grid.
  ///   - hovered: the item under a point.
  func track(_ pointer: Point?, at time: Timestamp, hovered: (Point) -> Int?) {
    guard let pointer else {
      stillPointer = nil
      hasJustEntered = false
      if !isHeld { hideCard() }
      return
    }
    if hasJustEntered { return }
    let slop = Self.slop * card.uiScale
    if stillPointer.map({ $0.position.distance(to: pointer) > slop }) ?? true {
      stillPointer = (pointer, time)
    }
    if let item, !isHeld, hovered(pointer) != item { hideCard() }
  }

  /// The position at which the pointer has stayed, at `time`, for the delay of a preview; nil
  /// otherwise. The pointer must move again before there is another one.
  func takeRest(at time: Timestamp) -> Point? {
    guard let deadline, time >= deadline, let position = stillPointer?.position else { return nil }
    stillPointer = nil
    return position
  }

  /// Shows the preview of an item beside its cell, unless the card would be hardly larger than the
  /// cell: it would only cover the neighbours.
  ///
  /// - Parameters:
  ///   - cell: the cell's rectangle in the view.
  ///   - size: the size at which the cell shows the thumbnail.
  func show(
    _ index: Int, beside cell: Rect, _ thumbnail: GalleryThumbnail, shownAt size: Size
  ) {
    let position = PreviewCard.Position.beside(cell)
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

  /// Shows the preview of an item until the preview key is released.
  func hold(_ index: Int) {
    isHeld = true
    stillPointer = nil
    showCard(of: index, at: .middle)
  }

  /// Handles the release of the preview key.
  func letGo() {
    isHeld = false
    hideCard()
  }

  /// Shows the preview of the item with the new focus while the preview key is held.
  func followFocus(to index: Int?) {
    guard isHeld, let index else { return }
    showCard(of: index, at: .middle)
  }

  // MARK: Card

  /// Ends the preview. No new hover preview appears until the pointer moves again.
  ///
  /// - Parameter keepsHeld: true keeps the preview of a held key.
  func end(keepsHeld: Bool = false) {
    stillPointer = nil
    if keepsHeld, isHeld { return }
    isHeld = false
    hideCard()
  }

  /// Advances to a frame. A grid that scrolls takes the preview away from the pointer.
  func advance(isScrolling: Bool) {
    if isScrolling, !isHeld {
      stillPointer = nil
      hideCard()
    }
    if let item { refreshCard(of: item) }
  }

  private func hideCard() {
    task?.cancel()
    task = nil
    item = nil
    if card.content != nil { card.content = nil }
  }

  private func showCard(of index: Int, at position: PreviewCard.Position) {
    guard self.item != index, let provider else { return }
    hideCard()
    // A folder has no preview; that of another item would be a wrong one.
    guard let item = provider.item(index), item.kind != .folder else { return }
    self.item = index
    if case .picture(let bitmap, let size, _, _) = provider.thumbnail(for: item) {
      card.content = makeContent(of: item, bitmap, size, at: position)
    }
    let side = Int(card.longestSide(at: position))
    task = provider.loadPreview?(item, PixelSize(width: side, height: side)) {
      [weak self] bitmap, size in
      guard let self, self.item == index else { return }
      let known = card.content?.naturalSize
      card.content = makeContent(of: item, bitmap, size ?? known, at: position)
    }
    card.requestFrame()
  }

  /// Shows a thumbnail that arrived after the held key requested the card, while no larger picture
  /// is there.
  private func refreshCard(of index: Int) {
    guard card.content == nil, isHeld, let item = provider?.item(index),
      case .picture(let bitmap, let size, _, _)? = provider?.thumbnail(for: item)
    else { return }
    card.content = makeContent(of: item, bitmap, size, at: .middle)
  }

  private func makeContent(
    of item: GalleryItem, _ bitmap: Bitmap, _ size: PixelSize?, at position: PreviewCard.Position
  ) -> PreviewCard.Content {
    PreviewCard.Content(
      name: item.name, detail: size.map { "\($0.width) × \($0.height)" } ?? "", bitmap: bitmap,
      naturalSize: size, position: position)
  }
}

import GalleryCore
import Geometry
import Input
import Motion
import PhotoBrowser
import Pixels
import Views

/// The state of the hover preview and of the preview on a held key.
struct GalleryPreview {
  /// The time that the pointer rests before a preview appears, in seconds: longer than the crossing
  /// of a cell takes, short enough to be found.
  static let delay = 0.6
  /// The minimum ratio of the picture's size on the card to its size in the cell for a hover
  /// preview.
  static let minPreviewEnlargement = 1.3
  /// The slop of a resting pointer, in points at scale 1.
  static let slop = 3.0

  /// The point at which the pointer stopped, and the time; nil while there is no pointer, and after
  /// a preview was shown, dismissed or scrolled away.
  var rest: (place: Point, since: Timestamp)?
  /// The point at which the pointer entered the grid; nil after its first movement.
  var arrival: Point?
  /// True while the preview key is held.
  var isHeld = false
  /// The item on the card.
  var item: Int?
  /// The request for a larger picture.
  var task: PictureTask?

  /// The time at which a resting pointer gets its preview.
  var deadline: Timestamp? { item == nil ? rest.map { $0.since + Self.delay } : nil }
}

extension GalleryView {
  /// Handles a changed pointer location: restarts the preview delay, and hides the card if the
  /// pointer left its cell.
  func trackPointer(at time: Timestamp) {
    guard let pointer = hands.pointer else {
      preview.rest = nil
      preview.arrival = nil
      if !preview.isHeld { hideCard() }
      return
    }
    let slop = GalleryPreview.slop * uiScale
    if preview.arrival != nil { return }
    if preview.rest.map({ $0.place.distance(to: pointer) > slop }) ?? true {
      preview.rest = (pointer, time)
    }
    if let item = preview.item, !preview.isHeld, self.item(under: pointer) != item { hideCard() }
  }

  /// Handles a press or release of the preview key.
  func look(_ key: KeyEvent) -> Bool {
    if key.isPress {
      guard !key.isRepeat, !preview.isHeld else { return true }
      guard let item = state.focus ?? hands.pointer.flatMap({ item(under: $0) }) else {
        return true
      }
      preview.isHeld = true
      preview.rest = nil
      showCard(of: item, at: .middle)
    } else {
      preview.isHeld = false
      hideCard()
    }
    return true
  }

  /// Ends the preview. No new hover preview appears until the pointer moves again.
  ///
  /// - Parameter keepsHeld: true keeps the preview of a held key.
  func endPreview(keepsHeld: Bool = false) {
    preview.rest = nil
    if keepsHeld, preview.isHeld { return }
    preview.isHeld = false
    hideCard()
  }

  /// Shows the item with the new focus while the preview key is held.
  func followFocus(to item: Int?) {
    guard preview.isHeld, let item else { return }
    showCard(of: item, at: .middle)
  }

  func advancePreview(to time: Timestamp, isMoving: Bool) {
    if isMoving, !preview.isHeld {
      preview.rest = nil
      hideCard()
    }
    if let item = preview.item { refreshCard(of: item) }
    guard let deadline = preview.deadline, time >= deadline, let place = preview.rest?.place else {
      return
    }
    preview.rest = nil
    guard showsHoverPreview, let item = item(under: place), let cell = shown[item],
      !cell.isEmptySlot
    else { return }
    let card = PreviewCard.Place.beside(cell.rect.offset(by: contentOffset))
    guard isPreviewUseful(cell, at: card) else { return }
    showCard(of: item, at: card)
  }

  /// False if the card would be hardly larger than the cell: it would only cover the neighbours.
  private func isPreviewUseful(_ cell: CellPainter.Cell, at place: PreviewCard.Place) -> Bool {
    let size = cell.thumbnail.naturalSize?.size ?? cell.thumbnail.bitmap?.size.size
    guard let size, !size.isEmpty else { return true }
    let onCard = card.pictureSize(of: size, at: place)
    let inCell = painter.shownSize(of: cell)
    return max(onCard.width, onCard.height)
      >= GalleryPreview.minPreviewEnlargement * max(inCell.width, inCell.height)
  }

  private func hideCard() {
    preview.task?.cancel()
    preview.task = nil
    preview.item = nil
    if card.content != nil { card.content = nil }
  }

  private func showCard(of index: Int, at place: PreviewCard.Place) {
    guard preview.item != index, let item = item(index), item.kind != .folder else { return }
    hideCard()
    preview.item = index
    if case .picture(let bitmap, let size, _, _) = thumbnails?.thumbnail(for: item) {
      card.content = makeContent(of: item, bitmap, size, at: place)
    }
    let side = Int(card.longestSide(at: place))
    preview.task = loadPreview?(item, PixelSize(width: side, height: side)) {
      [weak self] bitmap, size in
      guard let self, preview.item == index else { return }
      let known = card.content?.naturalSize
      card.content = makeContent(of: item, bitmap, size ?? known, at: place)
    }
    requestFrame()
  }

  /// Shows a thumbnail that arrived after the held key requested the card, while no larger picture
  /// is there.
  private func refreshCard(of index: Int) {
    guard card.content == nil, preview.isHeld, let item = item(index),
      case .picture(let bitmap, let size, _, _) = thumbnails?.thumbnail(for: item)
    else { return }
    card.content = makeContent(of: item, bitmap, size, at: .middle)
  }

  private func makeContent(
    of item: GalleryItem, _ bitmap: Bitmap, _ size: PixelSize?, at place: PreviewCard.Place
  ) -> PreviewCard.Content {
    PreviewCard.Content(
      name: item.name, detail: size.map { "\($0.width) × \($0.height)" } ?? "", bitmap: bitmap,
      naturalSize: size, place: place)
  }
}

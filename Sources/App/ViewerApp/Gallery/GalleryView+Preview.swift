import GalleryCore
import Geometry
import Imaging
import Input
import Motion
import Pixels
import Views

/// Which preview is to be seen, and why.
struct GalleryPreview {
  /// How long the pointer rests until a preview comes, in seconds: longer than crossing a cell,
  /// shorter than giving up.
  static let delay = 0.6
  /// The least enlargement of a picture by the card for which one is shown beside a cell.
  static let minGain = 1.3
  /// How far a resting pointer may tremble, in points at scale 1.
  static let slop = 3.0

  /// Where the pointer came to rest, and when; nil when it does not, or what it rests on moved.
  var rest: (place: Point, since: Timestamp)?
  /// Where the pointer was when it came in, until it moves.
  var arrival: Point?
  /// True while the key for a look is held.
  var isHeld = false
  /// The item on the card.
  var item: Int?
  /// What fetches a larger picture.
  var task: Cancellation?

  /// When a resting pointer has rested long enough.
  var deadline: Timestamp? { item == nil ? rest.map { $0.since + Self.delay } : nil }
}

extension GalleryView {
  /// The pointer is elsewhere: another rest begins, and a card whose cell it left goes at once.
  func notePointer(at time: Timestamp) {
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

  /// The key for a look went down or up.
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

  /// No preview any more, and none until the pointer moves again.
  ///
  /// - Parameter keepsHeld: true to leave one that a held key shows.
  func endPreview(keepsHeld: Bool = false) {
    preview.rest = nil
    if keepsHeld, preview.isHeld { return }
    preview.isHeld = false
    hideCard()
  }

  /// A held look follows the focus.
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
    guard isWorthACard(cell, at: card) else { return }
    showCard(of: item, at: card)
  }

  /// False where the card would show hardly more than the cell: it would only cover neighbours.
  private func isWorthACard(_ cell: CellPainter.Cell, at place: PreviewCard.Place) -> Bool {
    let size = cell.thumbnail.naturalSize?.size ?? cell.thumbnail.bitmap?.size.size
    guard let size, !size.isEmpty else { return true }
    let onCard = card.pictureSize(of: size, at: place)
    let inCell = painter.shownSize(of: cell)
    return max(onCard.width, onCard.height)
      >= GalleryPreview.minGain * max(inCell.width, inCell.height)
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
    preview.task = glance?(item, PixelSize(width: side, height: side)) {
      [weak self] bitmap, size in
      guard let self, preview.item == index else { return }
      let known = card.content?.naturalSize
      card.content = makeContent(of: item, bitmap, size ?? known, at: place)
    }
    requestFrame()
  }

  /// A thumbnail that came after the card was asked for is better than no card.
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

import Geometry
import Motion

extension GalleryState {
  mutating func applySelection(_ action: GalleryAction, at t: Timestamp) {
    switch action {
    case .select(let item, let mode):
      guard let item = existing(item) else { return }
      isTouched = true
      select(item, mode)
    case .selectAll: selection = GallerySelection(0..<itemCount)
    case .deselectAll:
      selection = GallerySelection()
      pivot = nil
    case .invertSelection: selection = selection.inverted(count: itemCount)
    case .bandBegan, .bandMoved, .bandEnded, .bandCancelled: applyBand(action, at: t)
    default: break
    }
  }

  private mutating func select(_ item: Int, _ mode: GallerySelectionMode) {
    switch mode {
    case .only: selection = GallerySelection(item..<item + 1)
    case .toggle: selection.toggle(item)
    case .through: selection = GallerySelection(run(to: item))
    case .addRange: selection.insert(run(to: item))
    }
    if mode == .only || mode == .toggle { pivot = item }
    focus = item
    column = nil
  }

  /// The items from the anchor of the selection to `item`. Without an anchor, the focused item
  /// becomes the anchor.
  mutating func run(to item: Int) -> Range<Int> {
    let start = pivot ?? focus ?? item
    pivot = start
    return min(start, item)..<max(start, item) + 1
  }

  // MARK: The selection rectangle

  private mutating func applyBand(_ action: GalleryAction, at t: Timestamp) {
    switch action {
    case .bandBegan(let point, let adds):
      guard point.isFinite, band == nil, zoom.grip == nil, bar.grip == nil else { return }
      isTouched = true
      goal = nil
      scroll.grab(at: t)
      scroll.release(velocity: 0, at: t)
      band = SelectionBand(
        origin: point + Vector(dx: 0, dy: scroll.position(at: t)), corner: point,
        base: adds ? selection : GallerySelection(), before: selection)
      followBand(at: t)
    case .bandMoved(let point):
      guard point.isFinite, var open = band else { return }
      open.corner = point
      band = open
      followBand(at: t)
      let zone = tuning.metrics.edgeZone
      scroll.drift(velocity: open.scrollVelocity(viewport: viewport, zone: zone), at: t)
    case .bandEnded: endBand(at: t)
    case .bandCancelled:
      guard let before = band?.before else { return }
      endBand(at: t)
      selection = before
    default: break
    }
  }

  private mutating func endBand(at t: Timestamp) {
    guard band != nil else { return }
    followBand(at: t)
    band = nil
    pivot = nil
    scroll.drift(velocity: 0, at: t)
  }

  /// Selects the items that the selection rectangle touches.
  mutating func followBand(at t: Timestamp) {
    guard let band else { return }
    selection = band.selection(in: layout, offset: scroll.position(at: t))
  }
}

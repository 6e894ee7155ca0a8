import Geometry
import Motion

extension GalleryState {
  mutating func applyFocus(_ action: GalleryAction, at t: Timestamp) -> [GalleryEffect] {
    switch action {
    case .move(let move, let extends):
      self.move(move, extends: extends, at: t)
    case .focus(let item):
      focus = existing(item)
      column = nil
    case .open(let item):
      guard itemCount > 0, let item = existing(item ?? focus ?? firstVisible(at: t)) else {
        return []
      }
      isTouched = true
      focus = item
      return [.open(item)]
    default: break
    }
    return []
  }

  private mutating func move(_ move: GalleryMove, extends: Bool, at t: Timestamp) {
    guard itemCount > 0, viewport.height > 0 else { return }
    isTouched = true
    let next = destination(of: move, at: t)
    if extends {
      selection = GallerySelection(run(to: next))
    } else {
      pivot = nil
    }
    putFocus(on: next, at: t)
  }

  /// Moves the keyboard focus to an item, shows the focus ring and scrolls the item into view.
  mutating func putFocus(on item: Int, at t: Timestamp) {
    focus = item
    showsFocus = true
    reveal(item, .nearest, animated: true, at: t)
  }

  /// The item a move leads to. Without a focused item, a step leads to the first item whose top
  /// edge is visible.
  private mutating func destination(of move: GalleryMove, at t: Timestamp) -> Int {
    let last = itemCount - 1
    switch move {
    case .first, .last:
      column = nil
      return move == .first ? 0 : last
    case .to(let item):
      column = nil
      return existing(item) ?? focus ?? firstVisible(at: t)
    default: break
    }
    guard let focus else {
      column = nil
      return firstVisible(at: t)
    }
    switch move {
    case .up(let rows), .down(let rows):
      return vertical(from: focus, isUp: move == .up(rows), rows: rows)
    case .pageUp: return page(from: focus, by: -1)
    case .pageDown: return page(from: focus, by: 1)
    default: break
    }
    column = nil
    switch move {
    case .left: return max(0, focus - 1)
    case .right: return min(last, focus + 1)
    case .sectionUp:
      let start = layout.sections.items(in: layout.sections.section(of: focus)).lowerBound
      guard start == focus, start > 0 else { return start }
      return layout.sections.items(in: layout.sections.section(of: start - 1)).lowerBound
    case .sectionDown:
      let end = layout.sections.items(in: layout.sections.section(of: focus)).upperBound
      return end <= last ? end : focus
    default: return focus
    }
  }

  private func firstVisible(at t: Timestamp) -> Int {
    let offset = Vector(dx: 0, dy: scroll.position(at: t))
    let rows = layout.items(in: clearArea.offset(by: offset))
    let first = rows.first { layout.frame(ofItem: $0).minY >= clearArea.minY + offset.dy }
    return first ?? existing(rows.lowerBound) ?? 0
  }

  private mutating func keptColumn(of item: Int) -> Int {
    let kept = min(column ?? layout.place(ofItem: item).column, layout.columns - 1)
    column = kept
    return kept
  }

  private mutating func vertical(from item: Int, isUp: Bool, rows: Int) -> Int {
    let rows = min(max(0, rows), itemCount)
    return layout.item(isUp ? -rows : rows, below: item, column: keptColumn(of: item))
  }

  /// The item one viewport height above (−1) or below (1); at least one row away, and the first or
  /// last item at the ends.
  private mutating func page(from item: Int, by direction: Int) -> Int {
    let column = keptColumn(of: item)
    let frame = layout.frame(ofItem: item)
    let page = max(layout.rowPitch, clearArea.height - layout.rowPitch)
    let x = layout.left(ofColumn: column) + 1
    let y = frame.midY + Double(direction) * page
    let row = layout.item(direction, below: item, column: column)
    let end = direction < 0 ? 0 : itemCount - 1
    guard row != item else { return end }
    guard y > 0, y < layout.contentHeight else { return end }
    let far = layout.nearestItem(to: Point(x: x, y: y)) ?? row
    return direction < 0 ? min(far, row) : max(far, row)
  }
}

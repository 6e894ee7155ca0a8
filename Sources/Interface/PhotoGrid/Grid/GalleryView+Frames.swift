import GalleryCore
import Geometry
import Gestures
import Motion
import Views

extension GalleryView {
  /// Advances gestures, motion, search and preview to the time of a frame, and marks the changed
  /// areas for redrawing.
  func advance(to time: Timestamp) {
    lastTime = max(lastTime, time)
    // A size set since the last layout applies to this frame already.
    if state.viewport != content.size { layout() }
    interpret(arena.advance(to: lastTime))
    handle(state.advance(to: lastTime))
    if state.isSearching {
      let contents = contents
      handle(
        state.search(at: lastTime) { [self] in
          item($0)?.name ?? ""
        } section: {
          contents.sections.indices.contains($0) ? contents.sections[$0].title : ""
        })
    }
    let frame = state.frame(at: lastTime)
    isStill = !hasActed && frame == lastFrame
    hasActed = false
    let isScrolling = lastFrame.map { $0.offset != frame.offset } ?? false
    advancePreview(to: lastTime, isMoving: isScrolling)
    place(frame)
    let hasMoved = lastFrame?.cells.map(\.frame) != frame.cells.map(\.frame)
    lastFrame = frame
    if hasMoved { onMove?() }
    reportFirstThumbnails()
  }

  private func reportFirstThumbnails() {
    guard let action = onFirstThumbnails, isListKnown, let thumbnails,
      !wish.visible.contains(where: { thumbnails.thumbnail(for: $0).isPending })
    else { return }
    onFirstThumbnails = nil
    action()
  }

  private func place(_ frame: GalleryFrame) {
    painter.captionHeight = state.layout.metrics.captionHeight
    let cells = makeCells(of: frame)
    prepareCells(of: frame, cells)
    let old = lastFrame
    captureDeparting(frame)
    let isMoved =
      old?.offset != frame.offset || old?.headers != frame.headers || !frame.departing.isEmpty
      || old?.departing.isEmpty == false
    if isMoved {
      setNeedsDisplay(content)
    } else {
      for (item, cell) in cells where !cell.looks(like: shown[item]) { damage(cell.rect) }
      for (item, cell) in shown {
        if cells[item]?.rect != cell.rect { damage(cell.rect) }
      }
    }
    if old?.band != frame.band {
      for band in [old?.band, frame.band].compactMap(\.self) { damage(band) }
    }
    shown = cells
    if frame.departing.isEmpty { earlier = [:] }
    updateScrollBar(frame.scrollBar, first: frame.cells.first?.item)
    pill.text = defersText || !state.typeAhead.isActive(at: lastTime) ? nil : state.typeAhead.text
  }

  /// Keeps the appearance of cells that begin to leave, before new items take their indexes.
  private func captureDeparting(_ frame: GalleryFrame) {
    for leaving in frame.departing where earlier[leaving.generation]?[leaving.item] == nil {
      guard leaving.generation == state.generation, let cell = shown[leaving.item] else { continue }
      earlier[leaving.generation, default: [:]][leaving.item] = cell
    }
  }

  private func updateScrollBar(_ bar: GalleryFrame.ScrollBar?, first: Int?) {
    scrollBar.bar = bar
    guard let bar, bar.isHeld else { return }
    scrollBar.label = contents.scrollLabel(section: bar.section, first: first)
  }

  /// The appearance of every visible cell, by item.
  private func makeCells(of frame: GalleryFrame) -> [Int: CellPainter.Cell] {
    let isScrolling = lastFrame.map { $0.offset != frame.offset } ?? false
    let hovered =
      isScrolling || hands.drag != nil ? nil : hands.pointer.flatMap { item(under: $0) }
    var cells: [Int: CellPainter.Cell] = [:]
    cells.reserveCapacity(frame.cells.count)
    var seen: [Int: CellFadeIn] = [:]
    seen.reserveCapacity(frame.cells.count)
    for cell in frame.cells {
      guard let item = item(cell.item) else { continue }
      let folder = folderCard(of: cell.item)
      let thumbnail = folder == nil ? thumbnails?.thumbnail(for: item) ?? .none : .none
      var arrival =
        arrivals[cell.item]
        ?? CellFadeIn(
          at: lastTime, isNewFile: folder == nil && newFiles.contains(cell.item, at: lastTime))
      arrival.note(thumbnail, at: lastTime)
      seen[cell.item] = arrival
      cells[cell.item] = CellPainter.Cell(
        item: item, rect: cell.frame.snapped, thumbnail: thumbnail,
        alpha: cell.alpha * arrival.alpha(at: lastTime),
        opacity: arrival.opacity(at: lastTime), isSelected: cell.isSelected,
        isHovered: hovered == cell.item, hasFocus: cell.isFocused,
        isEmptySlot: cell.isSlotEmpty, isPartial: thumbnails?.isPartial(item) ?? false,
        folder: folder)
    }
    arrivals = seen
    return cells
  }

  /// The current contents of a folder's card; nil for a photo.
  private func folderCard(of item: Int) -> CellPainter.Folder? {
    contents.card(at: item).map { card in
      CellPainter.Folder(
        name: card.name, detail: card.detail,
        covers: card.covers.map { ($0, thumbnails?.thumbnail(for: $0) ?? .none) })
    }
  }

  /// Marks the area of a cell or band for redrawing, including its focus ring.
  private func damage(_ rect: Rect) {
    let area = rect.inset(by: .all(-painter.reach)).offset(by: contentOffset)
    if let seen = area.intersection(content) { setNeedsDisplay(seen) }
  }

  /// Marks the cell of an item for redrawing.
  func damageCell(_ item: Int) {
    if let cell = shown[item] { damage(cell.rect) }
  }

  /// The item under a point of the view; nil where a header or the scroll bar covers the cells.
  func item(under point: Point) -> Int? {
    guard content.contains(point), !isOnBar(point) else { return nil }
    return state.item(at: inContent(point), time: lastTime)
  }

  /// Converts a point of the view to the coordinates of `state`.
  func inContent(_ point: Point) -> Point { point - contentOffset }

  /// True when a point lies on the track of the scroll bar.
  func isOnBar(_ point: Point) -> Bool {
    lastFrame?.scrollBar.map { $0.track.contains(inContent(point)) } ?? false
  }
}

extension CellPainter.Cell {
  /// True when both cells are drawn with the same pixels.
  func looks(like other: CellPainter.Cell?) -> Bool {
    guard let other else { return false }
    return rect == other.rect && alpha == other.alpha && opacity == other.opacity
      && isSelected == other.isSelected && isHovered == other.isHovered
      && hasFocus == other.hasFocus
      && isEmptySlot == other.isEmptySlot && isPartial == other.isPartial
      && item == other.item && thumbnail.looks(like: other.thumbnail)
      && drawsSameFolder(other)
  }

  private func drawsSameFolder(_ other: CellPainter.Cell) -> Bool {
    guard let folder, let second = other.folder else { return other.folder == nil && folder == nil }
    return folder.name == second.name && folder.detail == second.detail
      && folder.covers.count == second.covers.count
      && zip(folder.covers, second.covers).allSatisfy { a, b in
        a.item == b.item && a.thumbnail.looks(like: b.thumbnail)
      }
  }
}

extension GalleryThumbnail {
  fileprivate func looks(like other: GalleryThumbnail) -> Bool {
    switch (self, other) {
    case (.none, .none), (.loading, .loading), (.none, .loading), (.loading, .none): true
    case (.failed, .failed): true
    case (.picture, .picture): bitmap === other.bitmap
    default: false
    }
  }
}

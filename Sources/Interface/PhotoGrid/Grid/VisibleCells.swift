import Drawing
import GalleryCore
import Geometry
import Localization
import Motion
import Pixels
import Views

/// The cells on the screen: their appearance, their fades, and their drawing.
final class VisibleCells {
  /// The number of pixels that are cropped and scaled in one frame, which takes about three
  /// milliseconds.
  private static let maxScaledPixelsPerFrame = 200_000
  /// The number of pixels that are cropped and scaled in one frame while the grid moves, when a
  /// frame has more to do.
  private static let maxScaledPixelsPerMovingFrame = 80_000

  /// The areas that a frame has changed, in the grid's coordinates.
  enum FrameDamage {
    case everything
    case areas([Rect])
  }

  /// Restored items whose flights to their cells begin with the next frame.
  struct ReturningItems {
    /// The indices of the items in the present contents.
    var items: [Int]
    /// The rectangle of the stage in which the flights start; nil for the lower edge.
    var startFrame: Rect?
  }

  let painter = CellPainter()
  /// The items whose flights to their cells begin with the next frame; nil when there are none.
  var returning: ReturningItems?
  /// The positions of cells and headers in the last frame; nil before the first one.
  private(set) var shownFrame: GalleryFrame?
  /// Whether thumbnails in view remain to be cropped and scaled in later frames.
  private(set) var hasUnscaledThumbnails = false
  private var headerPainter = SectionHeaderPainter()
  /// The cells as they were drawn in the last frame, by the index of the item.
  private var drawnCells: [Int: CellPainter.Cell] = [:]
  /// The cells of the last frame, by the index of the item in the present contents, which may be
  /// newer than the frame.
  private var currentCells: [Int: CellPainter.Cell] = [:]
  /// The cells of earlier contents, of which some are still fading out, by the generation of the
  /// contents and the index of the item.
  private var formerCells: [Int: [Int: CellPainter.Cell]] = [:]
  /// The fade-in of every visible cell, by the index of the item.
  private var fadeIns: [Int: CellFadeIn] = [:]
  private var newFiles = NewFiles()

  /// The appearance of the cell of an item; nil when the cell is not on the screen.
  subscript(item: Int) -> CellPainter.Cell? { drawnCells[item] }

  /// Whether the cell of an item of the present contents was on the screen in the last frame.
  func isShown(_ item: Int) -> Bool { currentCells[item] != nil }

  /// Whether a picture or cell is still fading in, or waits for that.
  func isFading(at time: Timestamp) -> Bool {
    fadeIns.values.contains { $0.isFading(at: time) }
  }

  // MARK: Changes

  /// Converts all indices to those of other contents.
  ///
  /// - Parameters:
  ///   - change: The difference between the former contents and the new ones.
  ///   - generation: The number of the former contents.
  ///   - isFirst: Whether nothing was shown before, so that no item counts as a new file.
  func remapIndices(
    _ change: GalleryChange, to contents: GalleryContents, from generation: Int, isFirst: Bool
  ) {
    formerCells[generation] = currentCells
    currentCells = currentCells.reduce(into: [:]) { kept, old in
      if let index = change.newIndex(of: old.key) { kept[index] = old.value }
    }
    if let items = returning?.items {
      returning?.items = items.compactMap { change.newIndex(of: $0) }
    }
    newFiles.record(change, count: contents.items.count, isFirst: isFirst)
    fadeIns = fadeIns.reduce(into: [:]) { kept, old in
      if let index = change.newIndex(of: old.key) { kept[index] = old.value }
    }
  }

  /// Sets which cells are drawn empty, without waiting for the next frame.
  ///
  /// - Parameter slots: The indices of their items.
  /// - Returns: The rectangles of the cells that have changed, in the grid's coordinates.
  func setEmptySlots(_ slots: Set<Int>) -> [Rect] {
    var changed: [Rect] = []
    for (item, cell) in drawnCells where cell.isEmptySlot != slots.contains(item) {
      drawnCells[item]?.isEmptySlot.toggle()
      changed.append(cell.rect)
    }
    for (item, cell) in currentCells where cell.isEmptySlot != slots.contains(item) {
      currentCells[item]?.isEmptySlot.toggle()
    }
    return changed
  }

  /// Takes over the positions of a frame and the thumbnails that are loaded, and crops and scales
  /// some of them for their cells.
  ///
  /// - Parameter showsFocus: whether the focus ring may be drawn; false while another view has the
  ///   keyboard focus.
  /// - Returns: The areas to be redrawn.
  func show(
    _ new: GalleryFrame, of contents: GalleryContents, generation: Int, hovered: Int?,
    showsFocus: Bool, from requests: GridThumbnailRequests, at time: Timestamp
  ) -> FrameDamage {
    let old = shownFrame
    let cells = makeCells(
      of: new, contents, hovered: hovered, showsFocus: showsFocus, from: requests, at: time)
    let isMoving = new.isMoving || old?.offset != new.offset
    var areas = scaleThumbnails(cells, of: new, isMoving: isMoving)
    captureDeparting(new, generation: generation)
    let isMoved =
      old?.offset != new.offset || old?.headers != new.headers || !new.departing.isEmpty
      || old?.departing.isEmpty == false
    if !isMoved {
      for (item, cell) in cells where !cell.looks(like: drawnCells[item]) {
        areas.append(cell.rect)
      }
      for (item, cell) in drawnCells where cells[item]?.rect != cell.rect {
        areas.append(cell.rect)
      }
      if old?.selectionRectangle != new.selectionRectangle {
        areas += [old?.selectionRectangle, new.selectionRectangle].compactMap(\.self)
      }
    }
    drawnCells = cells
    currentCells = cells
    if new.departing.isEmpty { formerCells = [:] }
    shownFrame = new
    return isMoved ? .everything : .areas(areas)
  }

  /// Stores the appearance of cells that begin to fade out, before new items get their indices.
  private func captureDeparting(_ frame: GalleryFrame, generation: Int) {
    for leaving in frame.departing where formerCells[leaving.generation]?[leaving.item] == nil {
      guard leaving.generation == generation, let cell = currentCells[leaving.item] else {
        continue
      }
      formerCells[leaving.generation, default: [:]][leaving.item] = cell
    }
  }

  /// Makes the appearance of every visible cell, by the index of the item.
  private func makeCells(
    of frame: GalleryFrame, _ contents: GalleryContents, hovered: Int?, showsFocus: Bool,
    from requests: GridThumbnailRequests, at time: Timestamp
  ) -> [Int: CellPainter.Cell] {
    var cells: [Int: CellPainter.Cell] = [:]
    cells.reserveCapacity(frame.cells.count)
    var seen: [Int: CellFadeIn] = [:]
    newFiles.recordFrame(at: time)
    seen.reserveCapacity(frame.cells.count)
    for cell in frame.cells where contents.items.indices.contains(cell.item) {
      let item = contents.items[cell.item]
      let folder = contents.card(at: cell.item).map { card in
        CellPainter.Folder(
          name: card.name, detail: card.detail,
          covers: card.covers.map { ($0, requests.thumbnail(for: $0)) })
      }
      let thumbnail = folder == nil ? requests.thumbnail(for: item) : .none
      // The cell of a restored photo that flies in is no new file: it is visible from the
      // beginning, also while its picture is loaded.
      let isNewFile =
        folder == nil && !cell.isFlying && newFiles.contains(cell.item, at: time)
      var arrival = fadeIns[cell.item] ?? CellFadeIn(at: time, isNewFile: isNewFile)
      arrival.record(thumbnail, at: time)
      seen[cell.item] = arrival
      cells[cell.item] = CellPainter.Cell(
        item: item, rect: cell.frame.snapped, thumbnail: thumbnail,
        alpha: cell.alpha * arrival.alpha(at: time),
        pictureOpacity: arrival.pictureOpacity(at: time),
        isSelected: cell.isSelected, isHovered: hovered == cell.item,
        hasFocus: showsFocus && cell.isFocused, isEmptySlot: cell.isSlotEmpty,
        isPartial: requests.isPartial(item),
        marks: folder == nil ? requests.marks(of: item) : PhotoMarks(), folder: folder)
    }
    fadeIns = seen
    return cells
  }

  /// Crops and scales visible thumbnails to the size of their cells, up to the number of pixels
  /// that a frame allows.
  ///
  /// - Returns: The rectangles of the cells whose thumbnails were scaled.
  private func scaleThumbnails(
    _ cells: [Int: CellPainter.Cell], of frame: GalleryFrame, isMoving: Bool
  ) -> [Rect] {
    hasUnscaledThumbnails = false
    var remainingPixels =
      isMoving ? Self.maxScaledPixelsPerMovingFrame : Self.maxScaledPixelsPerFrame
    var prepared: [Rect] = []
    for placed in frame.cells where !placed.isMoving {
      guard let cell = cells[placed.item] else { continue }
      for part in painter.pictureCells(of: cell) {
        guard let size = painter.missingBitmapSize(of: part) else { continue }
        guard remainingPixels > 0 else {
          hasUnscaledThumbnails = true
          return prepared
        }
        remainingPixels -= size.width * size.height
        painter.prepareBitmap(of: part)
        prepared.append(cell.rect)
      }
    }
    return prepared
  }

  // MARK: Flights

  /// The frame and pixels of an item's thumbnail in the rectangle `cell`; both rectangles are in
  /// the grid's coordinates.
  func geometry(
    of index: Int, _ item: GalleryItem, in cell: Rect, _ thumbnail: GalleryThumbnail
  ) -> ThumbnailGeometry {
    let frame = painter.frames(
      of: CellPainter.Cell(item: item, rect: cell, thumbnail: thumbnail)
    ).pictureArea
    let last = currentCells[index].flatMap { $0.item == item ? $0 : nil }
    let rendering = last.flatMap(painter.rendering)
    return ThumbnailGeometry(
      frame: frame, radius: painter.cornerRadius, bitmap: thumbnail.bitmap,
      naturalSize: thumbnail.naturalSize,
      rendering: rendering?.size == frame.roundedPixelSize ? rendering : nil)
  }

  // MARK: Drawing

  /// Draws those parts of the last frame that touch `area`, in the grid's coordinates.
  ///
  /// - Parameter textInset: The distance of the headers' text, in pixels, from the edge at which
  ///   lines begin.
  func draw(
    in canvas: Canvas, area: Rect, of contents: GalleryContents, textInset: Double
  ) {
    guard let frame = shownFrame else { return }
    for leaving in frame.departing { draw(leaving, in: canvas) }
    for cell in frame.cells where !cell.isFlying { draw(cell, in: canvas, area: area) }
    for header in frame.headers where header.frame.intersection(area) != nil {
      draw(header, of: contents, textInset: textInset, in: canvas)
    }
    for cell in frame.cells where cell.isFlying { draw(cell, in: canvas, area: area) }
    if let band = frame.selectionRectangle { drawSelectionRectangle(band, in: canvas) }
  }

  private func draw(_ placed: GalleryFrame.Cell, in canvas: Canvas, area: Rect) {
    guard let cell = drawnCells[placed.item],
      cell.rect.inset(by: .all(-painter.focusRingExtent)).intersection(area) != nil
    else { return }
    painter.draw(cell, in: canvas)
  }

  private func draw(_ leaving: GalleryFrame.DepartingCell, in canvas: Canvas) {
    guard var cell = formerCells[leaving.generation]?[leaving.item] else { return }
    cell.rect = leaving.frame.snapped
    cell.alpha = leaving.alpha
    cell.isHovered = false
    cell.hasFocus = false
    painter.draw(cell, in: canvas)
  }

  private func draw(
    _ header: StickyHeader, of contents: GalleryContents, textInset: Double, in canvas: Canvas
  ) {
    guard contents.sections.indices.contains(header.section) else { return }
    let section = contents.sections[header.section]
    headerPainter.draw(
      SectionHeaderPainter.Header(
        section: header.section, title: section.id == nil ? tr(section.title) : section.title,
        count: section.count,
        rect: header.frame.snapped, textInset: textInset, isSticky: header.isSticky),
      in: canvas, over: painter.style.background, scale: painter.scale,
      drawsText: painter.drawsText)
  }

  private func drawSelectionRectangle(_ band: Rect, in canvas: Canvas) {
    let box = band.snapped
    canvas.fill(box, GalleryStyle.selectionRectangleFill)
    canvas.strokeRounded(
      box, radius: 0, width: Chrome.lineWidth(at: painter.scale),
      GalleryStyle.selectionRectangleLine)
  }
}

extension CellPainter.Cell {
  /// Whether both cells are drawn with the same pixels.
  func looks(like other: CellPainter.Cell?) -> Bool {
    guard let other else { return false }
    return rect == other.rect && alpha == other.alpha && pictureOpacity == other.pictureOpacity
      && isSelected == other.isSelected && isHovered == other.isHovered
      && hasFocus == other.hasFocus
      && isEmptySlot == other.isEmptySlot && isPartial == other.isPartial
      && marks == other.marks
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

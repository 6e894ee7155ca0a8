import GalleryCore
import Geometry
import Motion

/// The invariants of a gallery at every instant, and the values compared between two instants.
enum GalleryInvariants {
  /// Checks the state and its frame at `t`.
  ///
  /// - Returns: The violated invariant, nil when all hold.
  static func check(_ grid: GalleryState, at t: Timestamp) -> String? {
    let frame = grid.frame(at: t)
    return numbers(grid, frame) ?? cells(grid, frame) ?? headers(frame) ?? bar(frame)
      ?? (grid.isAtRest(at: t) ? rest(grid, frame, at: t) : nil)
  }

  private static func numbers(_ grid: GalleryState, _ frame: GalleryFrame) -> String? {
    let count = grid.layout.itemCount
    if let focus = grid.focus, !(0..<count).contains(focus) { return "focus \(focus) of \(count)" }
    if let slot = grid.emptySlot, !(0..<count).contains(slot) { return "slot \(slot) of \(count)" }
    if let run = grid.selection.runs.last, run.upperBound > count { return "selected \(run)" }
    if !frame.offset.isFinite { return "offset \(frame.offset)" }
    let window = grid.window
    if window.visible.upperBound > count || window.itemsToLoad.upperBound > count {
      return "window \(window) of \(count)"
    }
    return nil
  }

  private static func cells(_ grid: GalleryState, _ frame: GalleryFrame) -> String? {
    let viewport = grid.viewport
    for cell in frame.cells {
      let r = cell.frame
      if ![r.minX, r.minY, r.width, r.height, cell.alpha].allSatisfy(\.isFinite) || r.isEmpty {
        return "\(cell) is no cell"
      }
      if cell.alpha < 0 || cell.alpha > 1 { return "alpha of \(cell)" }
      if cell.item < 0 || cell.item >= grid.layout.itemCount { return "no item \(cell.item)" }
      if r.minY > viewport.height || r.maxY < 0 { return "\(cell) is not visible" }
    }
    for (a, b) in zip(frame.cells, frame.cells.dropFirst()) where a.item >= b.item {
      return "cells \(a.item), \(b.item) out of order"
    }
    for cell in frame.departing where !(cell.alpha > 0 && cell.alpha <= 1 && !cell.frame.isEmpty) {
      return "\(cell) departs"
    }
    return nil
  }

  private static func headers(_ frame: GalleryFrame) -> String? {
    for (a, b) in zip(frame.headers, frame.headers.dropFirst()) {
      if a.section >= b.section { return "headers out of order" }
      if a.frame.maxY > b.frame.minY + 0.5 && frame.isScrollingOnly { return "headers overlap" }
    }
    for header in frame.headers where !header.frame.minY.isFinite { return "\(header)" }
    return nil
  }

  private static func bar(_ frame: GalleryFrame) -> String? {
    guard let bar = frame.scrollBar else { return nil }
    if bar.thumb.minY < bar.track.minY || bar.thumb.maxY > bar.track.maxY { return "thumb \(bar)" }
    return bar.alpha >= 0 && bar.alpha <= 1 ? nil : "bar alpha \(bar.alpha)"
  }

  /// The violated invariant of a gallery at rest, where every cell and header is exactly at its
  /// layout position; nil when all hold.
  private static func rest(_ grid: GalleryState, _ frame: GalleryFrame, at t: Timestamp)
    -> String?
  {
    let offset = grid.offset(at: t)
    if offset != frame.offset || offset < 0 || offset > grid.scroll.extent.maxOffset {
      return "rests at \(offset) of \(grid.scroll.extent)"
    }
    if frame.isMoving || !frame.departing.isEmpty || frame.selectionRectangle != nil {
      return "moves at rest"
    }
    let down = Vector(dx: 0, dy: -offset)
    for cell in frame.cells {
      let rest = grid.layout.frame(ofItem: cell.item).offset(by: down)
      if cell.frame != rest || cell.frame != cell.frame.snapped { return "\(cell), not \(rest)" }
      if cell.alpha != 1 || cell.isMoving { return "\(cell) at rest" }
    }
    let seen = grid.layout.items(in: Rect(origin: .zero, size: grid.viewport).offset(by: -down))
    if !grid.viewport.isEmpty, frame.cells.map(\.item) != Array(seen) {
      return "cells \(frame.cells.map(\.item)), not \(seen)"
    }
    let headers = grid.layout.headers(offset: offset, height: grid.viewport.height)
    if !grid.viewport.isEmpty, frame.headers != headers { return "headers \(frame.headers)" }
    return nil
  }

  /// The frames of the cells with an alpha above 0.02, by item, and of the headers that are not
  /// sticky, by −1 − section. They are free of the rounding of the scroll offset to whole pixels.
  static func rects(_ grid: GalleryState, at t: Timestamp) -> [Int: Rect] {
    let frame = grid.frame(at: t)
    let rounding = Vector(dx: 0, dy: frame.offset - grid.offset(at: t))
    var rects: [Int: Rect] = [:]
    for cell in frame.cells where cell.alpha > 0.02 {
      rects[cell.item] = cell.frame.offset(by: rounding)
    }
    for header in frame.headers where !header.isSticky {
      let frame = header.frame.offset(by: rounding)
      rects[-1 - header.section] = Rect(x: 0, y: frame.minY, width: 1, height: frame.height)
    }
    return rects
  }

  /// The rate of change of every visible cell's frame from `a` to `b`, in points per second.
  static func rates(_ grid: GalleryState, from a: Timestamp, to b: Timestamp) -> [Int: Rect] {
    let first = rects(grid, at: a)
    let h = b - a
    var rates: [Int: Rect] = [:]
    for (item, end) in rects(grid, at: b) {
      guard let start = first[item] else { continue }
      rates[item] = Rect(
        x: (end.minX - start.minX) / h, y: (end.minY - start.minY) / h,
        width: (end.width - start.width) / h, height: (end.height - start.height) / h)
    }
    return rates
  }
}

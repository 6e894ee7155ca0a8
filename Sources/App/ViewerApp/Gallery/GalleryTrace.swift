import GalleryCore
import Geometry
import PhotoGrid
import Views

/// The changes of a grid from frame to frame, as lines for `--log trace`. End-to-end tests and
/// benchmarks wait for these lines.
struct GalleryTrace {
  private var contentsLine = ""
  private var restLine = ""
  private var emptySlot: Int?
  private var lastTracedFocus: Int?
  private var lastDemand = ThumbnailDemand()
  private var hasTracedReadyThumbnails = false

  /// Compares a presented frame of the grid with those before it.
  ///
  /// - Returns: a line for each state that this frame shows for the first time.
  mutating func newLines(of gallery: GalleryView) -> [String] {
    var lines: [String] = []
    let contents = gallery.contents
    let folders = contents.cards.isEmpty ? "" : " folders=\(contents.cards.count)"
    let known = "grid items=\(contents.photoCount) sections=\(contents.sections.count)\(folders)"
    if known != contentsLine, gallery.hasShownContents {
      contentsLine = known
      lines.append(known)
    }
    if let frame = gallery.lastFrame { appendChanges(frame, of: gallery, &lines) }
    appendChanges(gallery.thumbnailDemand, of: gallery, &lines)
    return lines
  }

  private mutating func appendChanges(
    _ frame: GalleryFrame, of gallery: GalleryView, _ lines: inout [String]
  ) {
    if emptySlot != gallery.state.emptySlot {
      emptySlot = gallery.state.emptySlot
      if let emptySlot { lines += Self.slotLines(of: emptySlot, in: gallery) }
    }
    guard !frame.isMoving, let first = frame.cells.first?.item, let last = frame.cells.last?.item
    else {
      // After a motion, the next line about a grid at rest is written even if it equals the line
      // before.
      if frame.isMoving { (restLine, lastTracedFocus) = ("", nil) }
      return
    }
    let line = "grid rest first=\(first) last=\(last) scroll=\(Log.fixed(frame.offset))"
    if line != restLine {
      (restLine, lastTracedFocus) = (line, nil)
      lines.append(line)
    }
    // The focus may have moved to another cell although the grid has not scrolled.
    guard lastTracedFocus != gallery.state.focus else { return }
    lastTracedFocus = gallery.state.focus
    if let lastTracedFocus { lines += Self.slotLines(of: lastTracedFocus, in: gallery) }
  }

  private mutating func appendChanges(
    _ demand: ThumbnailDemand, of gallery: GalleryView, _ lines: inout [String]
  ) {
    if demand != self.lastDemand {
      self.lastDemand = demand
      hasTracedReadyThumbnails = false
    }
    let pending = demand.visible.contains {
      gallery.thumbnails?.thumbnail(for: $0).isPending ?? true
    }
    guard !hasTracedReadyThumbnails, !demand.visible.isEmpty, !pending else { return }
    hasTracedReadyThumbnails = true
    lines.append("thumbs visible=\(demand.visible.count) ready=\(demand.visible.count)")
  }

  private static func slotLines(of item: Int, in gallery: GalleryView) -> [String] {
    guard let r = gallery.thumbnailGeometry(of: item)?.frame else { return [] }
    return [
      "slot index=\(item) x=\(Log.fixed(r.minX)) y=\(Log.fixed(r.minY)) "
        + "width=\(Log.fixed(r.width)) height=\(Log.fixed(r.height))"
    ]
  }
}

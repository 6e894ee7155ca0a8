import GalleryCore
import Geometry
import Motion
import Pixels
import Views

/// The times at which a cell came into view and its picture arrived; they determine its fade.
struct CellFadeIn {
  /// A picture that arrives sooner than this after its cell appears without a fade, in seconds:
  /// while a page fills, fades would only delay it.
  private static let fadeThreshold = 0.3
  /// The fade-in time of a late picture, in seconds.
  private static let duration = 0.16
  /// The cell of a new file stays invisible until its picture arrives, for at most this time in
  /// seconds: a placeholder tile in between would flash.
  private static let maxWait = 1.0
  /// The fade-in time of the cell of a new file, in seconds.
  private static let newFileDuration = 0.25

  private let seen: Timestamp
  private let isNewFile: Bool
  private var isPending = true
  private var came: Timestamp?

  /// Makes the arrival of a cell that is visible from `time` on.
  ///
  /// - Parameter isNewFile: true for a file that appeared in a list already on display.
  init(at time: Timestamp, isNewFile: Bool = false) {
    seen = time
    self.isNewFile = isNewFile
  }

  /// Records the current thumbnail of the cell.
  mutating func note(_ thumbnail: GalleryThumbnail, at time: Timestamp) {
    if isPending, !thumbnail.isPending, isNewFile || time - seen > Self.fadeThreshold {
      came = time
    }
    isPending = thumbnail.isPending
  }

  /// The opacity of the picture over its placeholder tile, 0 to 1.
  func opacity(at time: Timestamp) -> Double {
    guard let came, !isNewFile || timedOut(until: came) else { return 1 }
    return min(1, max(0, (time - came) / Self.duration))
  }

  /// The opacity of the whole cell, 0 to 1.
  func alpha(at time: Timestamp) -> Double {
    guard isNewFile else { return 1 }
    let start = min(came ?? seen + Self.maxWait, seen + Self.maxWait)
    return min(1, max(0, (time - start) / Self.newFileDuration))
  }

  private func timedOut(until came: Timestamp) -> Bool { came - seen > Self.maxWait }

  /// True while the picture or the cell fades, or waits to fade.
  func isFading(at time: Timestamp) -> Bool { opacity(at: time) < 1 || alpha(at: time) < 1 }
}

/// The files that appeared in a list already on display.
struct NewFiles {
  /// The time in seconds after which a new file is treated like any other when its cell comes into
  /// view.
  private static let lifetime = 0.5

  private var items: Set<Int> = []
  private var time = Timestamp.zero

  /// Records a change to a list of `count` items.
  mutating func note(_ change: GalleryChange, count: Int, isFirst: Bool, at time: Timestamp) {
    items = isFirst ? [] : Set((0..<count).filter { change.oldIndex(of: $0) == nil })
    self.time = time
  }

  /// True for an item whose file has just appeared.
  func contains(_ item: Int, at time: Timestamp) -> Bool {
    time - self.time < Self.lifetime && items.contains(item)
  }
}

private enum PreparationTuning {
  /// The number of pixels to prepare in one frame: about three milliseconds.
  static let pixelsPerFrame = 200_000
  /// The same number while the grid moves, when a frame has more to do.
  static let pixelsWhileMoving = 80_000
}

extension GalleryView {
  /// True while a late picture or the cell of a new file fades in or waits to.
  var isFading: Bool { arrivals.values.contains { $0.isFading(at: lastTime) } }

  func thumbnailsDidChange() {
    thumbnails?.onChange = { [weak self] _ in self?.requestFrame() }
    wish = ThumbnailDemand()
    updateDemand()
    requestFrame()
  }

  /// Passes the wanted thumbnails to the source if they changed: the visible ones in reading order
  /// (reversed while scrolling up), then the ones that scrolling will show next.
  func updateDemand() {
    guard let thumbnails else { return }
    let window = state.window
    let all = 0..<contents.items.count
    let visible = window.visible.clamped(to: all)
    let wanted = window.wanted.clamped(to: all)
    var new = ThumbnailDemand()
    let height = state.layout.cellHeight - state.layout.metrics.captionHeight
    new.side = Int(max(state.layout.cellWidth, height).rounded(.up))
    let isScrollingUp = window.direction < 0 && !state.isAtRest(at: lastTime)
    let order = isScrollingUp ? Array(visible.reversed()) : Array(visible)
    new.visible = order.flatMap(pictures)
    // During a fast fling, prefetch would load thumbnails that only pass by.
    if window.pace != .fast {
      let after = visible.upperBound..<max(visible.upperBound, wanted.upperBound)
      let before = min(visible.lowerBound, wanted.lowerBound)..<visible.lowerBound
      let ahead =
        window.direction < 0 ? before.reversed() + Array(after) : Array(after) + before.reversed()
      new.ahead = ahead.flatMap(pictures)
    }
    guard new != wish else { return }
    wish = new
    thumbnails.want(new)
  }

  /// The pictures of a cell: the item itself, or the cover pictures of a folder card.
  private func pictures(of index: Int) -> [GalleryItem] {
    contents.card(at: index)?.covers ?? [contents.items[index]]
  }

  /// Crops and scales visible thumbnails to the exact size of their cells, within the frame's
  /// budget.
  func prepareCells(of frame: GalleryFrame, _ cells: [Int: CellPainter.Cell]) {
    hasUnpreparedCells = false
    let isMoving = frame.isMoving || lastFrame?.offset != frame.offset
    var left =
      isMoving ? PreparationTuning.pixelsWhileMoving : PreparationTuning.pixelsPerFrame
    for placed in frame.cells where !placed.isMoving {
      guard let cell = cells[placed.item] else { continue }
      for part in painter.pictures(of: cell) {
        guard let size = painter.unprepared(part) else { continue }
        guard left > 0 else {
          hasUnpreparedCells = true
          return
        }
        left -= size.width * size.height
        painter.prepare(part)
        damageCell(placed.item)
      }
    }
  }
}

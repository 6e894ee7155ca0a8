import GalleryCore
import Geometry
import Motion
import Pixels
import Views

/// When a cell came into view and when its picture did.
struct CellArrival {
  /// A picture that comes sooner than this after its cell is simply there, in seconds: while a page
  /// fills, a fade for each would only make it fill later.
  private static let fadeThreshold = 0.3
  /// How long a late picture takes to come through, in seconds.
  private static let duration = 0.16
  /// The cell of a new file shows nothing until its picture comes, for so many seconds at most: a
  /// tile in between would be a second flash.
  private static let maxWait = 1.0
  /// The duration of the fade with which the cell of a new file comes, in seconds.
  private static let newFileDuration = 0.25

  private let seen: Timestamp
  private let isNewFile: Bool
  private var isPending = true
  private var came: Timestamp?

  /// Makes the arrival of a cell that is seen from `time` on.
  ///
  /// - Parameter isNewFile: true for a file that appeared in a folder that was shown already.
  init(at time: Timestamp, isNewFile: Bool = false) {
    seen = time
    self.isNewFile = isNewFile
  }

  /// Takes notice of a cell's thumbnail.
  mutating func note(_ thumbnail: GalleryThumbnail, at time: Timestamp) {
    if isPending, !thumbnail.isPending, isNewFile || time - seen > Self.fadeThreshold {
      came = time
    }
    isPending = thumbnail.isPending
  }

  /// The opacity of the picture over its tile, 0 to 1.
  func opacity(at time: Timestamp) -> Double {
    guard let came, !isNewFile || waitedInVain(until: came) else { return 1 }
    return min(1, max(0, (time - came) / Self.duration))
  }

  /// The opacity of the whole cell, 0 to 1.
  func alpha(at time: Timestamp) -> Double {
    guard isNewFile else { return 1 }
    let start = min(came ?? seen + Self.maxWait, seen + Self.maxWait)
    return min(1, max(0, (time - start) / Self.newFileDuration))
  }

  private func waitedInVain(until came: Timestamp) -> Bool { came - seen > Self.maxWait }

  /// True while something of it fades, or will in a moment.
  func isFading(at time: Timestamp) -> Bool { opacity(at: time) < 1 || alpha(at: time) < 1 }
}

/// The files that appeared in a list that was shown already.
struct NewFiles {
  /// A cell that comes into view later than this after its file appeared is like any other, in
  /// seconds.
  private static let lifetime = 0.5

  private var items: Set<Int> = []
  private var time = Timestamp.zero

  /// Takes notice of a change to a list of `count` items.
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
  /// Pixels of cells prepared in one frame: three milliseconds.
  static let pixelsPerFrame = 200_000
  /// The same while everything moves, when a frame has more to do.
  static let pixelsWhileMoving = 80_000
}

extension GalleryView {
  /// True while a late picture comes through.
  var isFading: Bool { arrivals.values.contains { $0.isFading(at: lastTime) } }

  func thumbnailsDidChange() {
    thumbnails?.onChange = { [weak self] _ in self?.requestFrame() }
    wish = ThumbnailWish()
    updateWish()
    requestFrame()
  }

  /// Tells the source which thumbnails are wanted when that changed: those that are seen in reading
  /// order, while scrolling up from the bottom; then those that will be seen next.
  func updateWish() {
    guard let thumbnails else { return }
    let window = state.window
    let all = 0..<contents.items.count
    let visible = window.visible.clamped(to: all)
    let wanted = window.wanted.clamped(to: all)
    var new = ThumbnailWish()
    let height = state.layout.cellHeight - state.layout.metrics.captionHeight
    new.side = Int(max(state.layout.cellWidth, height).rounded(.up))
    let comesFromBelow = window.direction < 0 && !state.isAtRest(at: lastTime)
    let order = comesFromBelow ? Array(visible.reversed()) : Array(visible)
    new.visible = order.flatMap(pictures)
    // Of what flies past, only that which stays is worth fetching.
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

  /// The pictures that a cell shows: the item itself, or the cover of a folder.
  private func pictures(of index: Int) -> [GalleryItem] {
    contents.card(at: index)?.covers.map { GalleryItem($0) } ?? [contents.items[index]]
  }

  /// Crops and scales some of the thumbnails that are seen to their cells' very pixels.
  func prepareCells(of frame: GalleryFrame, _ cells: [Int: CellPainter.Cell]) {
    hasUnprepared = false
    let isMoving = frame.isMoving || lastFrame?.offset != frame.offset
    var left =
      isMoving ? PreparationTuning.pixelsWhileMoving : PreparationTuning.pixelsPerFrame
    for placed in frame.cells where !placed.isMoving {
      guard let cell = cells[placed.item] else { continue }
      for part in painter.pictures(of: cell) {
        guard let size = painter.unprepared(part) else { continue }
        guard left > 0 else {
          hasUnprepared = true
          return
        }
        left -= size.width * size.height
        painter.prepare(part)
        damageCell(placed.item)
      }
    }
  }
}

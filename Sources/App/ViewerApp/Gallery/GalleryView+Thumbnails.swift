import GalleryCore
import Geometry
import Motion
import Pixels
import Views

/// When a cell came into view and when its picture did.
struct CellArrival {
  /// A picture that comes sooner than this after its cell is simply there, in seconds: while a page
  /// fills, a fade for each would only make it fill later.
  private static let patience = 0.3
  /// How long a late picture takes to come through, in seconds.
  private static let duration = 0.16

  private let seen: Timestamp
  private var isPending = true
  private var came: Timestamp?

  init(at time: Timestamp) { seen = time }

  mutating func note(_ thumbnail: GalleryThumbnail, at time: Timestamp) {
    if isPending, !thumbnail.isPending, time - seen > Self.patience { came = time }
    isPending = thumbnail.isPending
  }

  func opacity(at time: Timestamp) -> Double {
    guard let came else { return 1 }
    return min(1, max(0, (time - came) / Self.duration))
  }

  func isFading(at time: Timestamp) -> Bool { opacity(at: time) < 1 }
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

  /// Tells the source which thumbnails are wanted, the nearest first, when that changed.
  func updateWish() {
    guard let thumbnails else { return }
    let window = state.window
    let all = 0..<contents.items.count
    let visible = window.visible.clamped(to: all)
    let wanted = window.wanted.clamped(to: all)
    var new = ThumbnailWish()
    new.side = Int(max(state.layout.cellWidth, state.layout.cellHeight).rounded(.up))
    let middle = Double(visible.lowerBound + visible.upperBound - 1) / 2
    // Of what flies past, only that which stays is worth fetching.
    new.visible = visible.sorted { abs(Double($0) - middle) < abs(Double($1) - middle) }
      .map { contents.items[$0] }
    if window.pace != .fast {
      let after = visible.upperBound..<max(visible.upperBound, wanted.upperBound)
      let before = min(visible.lowerBound, wanted.lowerBound)..<visible.lowerBound
      let ahead =
        window.direction < 0 ? before.reversed() + Array(after) : Array(after) + before.reversed()
      new.ahead = ahead.map { contents.items[$0] }
    }
    guard new != wish else { return }
    wish = new
    thumbnails.want(new)
  }

  /// Crops and scales some of the thumbnails that are seen to their cells' very pixels.
  func prepareCells(of frame: GalleryFrame) {
    hasUnprepared = false
    let isMoving = frame.isMoving || lastFrame?.offset != frame.offset
    var left =
      isMoving ? PreparationTuning.pixelsWhileMoving : PreparationTuning.pixelsPerFrame
    for cell in frame.cells where !cell.isMoving {
      guard let item = item(cell.item), let whole = thumbnails?.thumbnail(for: item).bitmap else {
        continue
      }
      let size = cell.frame.snapped.pixelSize
      guard !size.isEmpty, painter.prepared.cell(for: whole, size: size) == nil else { continue }
      guard left > 0 else {
        hasUnprepared = true
        return
      }
      left -= size.width * size.height
      _ = painter.prepare(whole, size: size)
      damageCell(cell.item)
    }
  }
}

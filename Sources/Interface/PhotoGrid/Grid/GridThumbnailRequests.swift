import GalleryCore
import Motion

/// The thumbnails that a grid requests, and the source that delivers them.
struct GridThumbnailRequests {
  private(set) var source: (any ThumbnailSource)?
  /// The thumbnails that were last requested from the source.
  private(set) var demand = ThumbnailDemand()

  /// Requests thumbnails from another source from now on; `onChange` is called whenever one
  /// arrives.
  mutating func setSource(_ source: (any ThumbnailSource)?, onChange: @escaping () -> Void) {
    self.source = source
    source?.onChange = { _ in onChange() }
    forgetDemand()
  }

  /// Forgets the last request, so that the next call of ``update(for:of:at:)`` passes a new one to
  /// the source.
  mutating func forgetDemand() { demand = ThumbnailDemand() }

  /// Requests the thumbnails that the grid needs in `state`, if they have changed: those in view in
  /// reading order, reversed while scrolling up, followed by those that scrolling will show next.
  mutating func update(for state: GalleryState, of contents: GalleryContents, at time: Timestamp) {
    guard let source else { return }
    let window = state.window
    let all = 0..<contents.items.count
    let visible = window.visible.clamped(to: all)
    let wanted = window.itemsToLoad.clamped(to: all)
    var new = ThumbnailDemand()
    let height = state.layout.cellHeight - state.layout.metrics.captionHeight
    new.shorterSide = Int(max(state.layout.meanCellWidth, height).rounded(.up))
    let isScrollingUp = window.direction < 0 && !state.isAtRest(at: time)
    let order = isScrollingUp ? Array(visible.reversed()) : Array(visible)
    new.visible = order.flatMap(contents.pictures)
    // During a fast fling, prefetch would load thumbnails that only pass by.
    if window.pace != .fast {
      let after = visible.upperBound..<max(visible.upperBound, wanted.upperBound)
      let before = min(visible.lowerBound, wanted.lowerBound)..<visible.lowerBound
      let ahead =
        window.direction < 0 ? before.reversed() + Array(after) : Array(after) + before.reversed()
      new.ahead = ahead.flatMap(contents.pictures)
    }
    guard new != demand else { return }
    demand = new
    source.setDemand(new)
  }

  /// The best thumbnail of an item so far; `.none` or `.failed` when there is no thumbnail.
  func thumbnail(for item: GalleryItem) -> GalleryThumbnail {
    source?.thumbnail(for: item) ?? .none
  }

  /// Whether the picture of an item could be decoded only in part.
  func isPartial(_ item: GalleryItem) -> Bool { source?.isPartial(item) ?? false }

  /// The rating, flag and label of an item, as far as they are known.
  func marks(of item: GalleryItem) -> PhotoMarks { source?.marks(of: item) ?? PhotoMarks() }

  /// Whether the thumbnails of all visible items are loaded or have failed; false without a source.
  var areVisibleThumbnailsFinal: Bool {
    guard let source else { return false }
    return !demand.visible.contains { source.thumbnail(for: $0).isPending }
  }
}

import GalleryCore
import Motion

/// The times at which a cell came into view and its picture arrived; they determine its fade.
struct CellFadeIn {
  /// The time in seconds after a cell came into view within which its picture appears without a
  /// fade: while the cells of a screen fill, fades would only delay them.
  private static let fadeThreshold = 0.3
  /// The fade-in time of a late picture, in seconds.
  private static let duration = 0.16
  /// The maximum time in seconds for which the cell of a new file stays invisible until its picture
  /// arrives: a placeholder tile in between would flash.
  private static let maxWait = 1.0
  /// The fade-in time of the cell of a new file, in seconds.
  private static let newFileDuration = 0.25

  private let seen: Timestamp
  private let isNewFile: Bool
  private var isPending = true
  private var came: Timestamp?

  /// Makes the fade of a cell that is visible from `time` on.
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

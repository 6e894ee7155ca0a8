import GalleryCore
import Motion

/// The times at which a cell came into view and its picture arrived, which determine the fade-in of
/// both.
struct CellFadeIn {
  /// The time in seconds after a cell came into view within which its picture appears without a
  /// fade: while a screen fills with cells, fades would only delay them.
  private static let maxDelayWithoutFade = 0.3
  /// The duration in seconds of the fade-in of a picture that arrives after
  /// ``maxDelayWithoutFade``.
  private static let pictureFadeDuration = 0.16
  /// The maximum time in seconds for which the cell of a new file stays invisible until its picture
  /// arrives; a placeholder tile in between would flash.
  private static let maxWaitForPicture = 1.0
  /// The duration in seconds of the fade-in of the cell of a new file.
  private static let newFileFadeDuration = 0.25

  private let firstVisibleTime: Timestamp
  private let isNewFile: Bool
  private var isThumbnailPending = true
  private var arrivalTime: Timestamp?

  /// Makes the fade of a cell that comes into view at `time`.
  ///
  /// - Parameter isNewFile: Whether the file has just appeared in a list that was already shown.
  ///   Default: false.
  init(at time: Timestamp, isNewFile: Bool = false) {
    firstVisibleTime = time
    self.isNewFile = isNewFile
  }

  /// Records the present thumbnail of the cell, with the time at which it arrived.
  mutating func record(_ thumbnail: GalleryThumbnail, at time: Timestamp) {
    if isThumbnailPending, !thumbnail.isPending,
      isNewFile || time - firstVisibleTime > Self.maxDelayWithoutFade
    {
      arrivalTime = time
    }
    isThumbnailPending = thumbnail.isPending
  }

  /// The opacity of the picture over its placeholder tile at `time`, 0…1.
  func pictureOpacity(at time: Timestamp) -> Double {
    guard let arrivalTime, !isNewFile || hadWaitEnded(at: arrivalTime) else { return 1 }
    return min(1, max(0, (time - arrivalTime) / Self.pictureFadeDuration))
  }

  /// The opacity of the whole cell at `time`, 0…1; 1 for a file that is not new.
  func alpha(at time: Timestamp) -> Double {
    guard isNewFile else { return 1 }
    let start = min(
      arrivalTime ?? firstVisibleTime + Self.maxWaitForPicture,
      firstVisibleTime + Self.maxWaitForPicture)
    return min(1, max(0, (time - start) / Self.newFileFadeDuration))
  }

  private func hadWaitEnded(at time: Timestamp) -> Bool {
    time - firstVisibleTime > Self.maxWaitForPicture
  }

  /// Whether the picture or the cell is not fully opaque at `time`.
  func isFading(at time: Timestamp) -> Bool { pictureOpacity(at: time) < 1 || alpha(at: time) < 1 }
}

/// The indices of the files that have just appeared in a list that was already shown.
struct NewFiles {
  /// The time in seconds after which a new file counts as any other when its cell comes into view.
  private static let lifetime = 0.5

  private var newItems: Set<Int> = []
  /// The time of the first frame with the new files; nil before that frame.
  private var firstFrameTime: Timestamp?

  /// Records the new files of a change of the list. Their lifetime begins with the next frame.
  ///
  /// - Parameters:
  ///   - count: The number of items after the change.
  ///   - isFirst: Whether the list is shown for the first time, so that none of its files is new.
  mutating func record(_ change: GalleryChange, count: Int, isFirst: Bool) {
    newItems = isFirst ? [] : Set((0..<count).filter { change.oldIndex(of: $0) == nil })
    firstFrameTime = nil
  }

  /// Records a frame.
  mutating func recordFrame(at time: Timestamp) { firstFrameTime = firstFrameTime ?? time }

  /// Whether the item at an index is a file that has just appeared.
  func contains(_ item: Int, at time: Timestamp) -> Bool {
    time - (firstFrameTime ?? time) < Self.lifetime && newItems.contains(item)
  }
}

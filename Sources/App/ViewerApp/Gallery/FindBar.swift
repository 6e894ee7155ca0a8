import Localization
import PhotoGrid
import Views

/// The field in which photos are searched for: a filter, and below it the number of photos that
/// pass it or the error in its text.
final class FindBar: FieldCard {
  /// Called with the filter after every change of the text; nil for an empty text.
  var onFilter: (PhotoFilter?) -> Void = { _ in }
  /// Called when Enter or Down gives the keyboard focus back; nil for the grid, over which the
  /// field stays.
  var onLeave: (() -> Void)?
  /// The numbers of photos, shown unless the text has an error.
  var counts = Counts() {
    didSet { if counts != oldValue { setNeedsDisplay() } }
  }

  /// Numbers of photos in a filtered grid.
  struct Counts: Equatable {
    /// The photos that pass the filter.
    var shown = 0
    /// All photos of the grid.
    var all = 0
    /// The photos whose facts are not yet read.
    var unread = 0
  }

  private var failure: String?

  init() {
    super.init(
      label: tr("Find Photos"), placeholder: tr("Name, or rating>=3 camera:nikon taken:2024-05"))
  }

  /// Gives the keyboard focus back to the grid; the filter stays.
  override func leave() {
    if let onLeave { return onLeave() }
    super.leave()
    if field.text.isEmpty { onClose() }
  }

  override func textDidChange() {
    do throws(PhotoFilter.Failure) {
      let filter = try PhotoFilter.parse(field.text)
      failure = nil
      onFilter(filter)
    } catch {
      // The grid keeps the last filter while a term is being typed.
      failure = error.message
    }
    setNeedsDisplay()
  }

  override func textWasReplaced() { failure = nil }

  override var message: Message {
    if let failure { return Message(text: failure, isError: true) }
    let all = GalleryText.count(counts.all)
    let shown = tr(
      "{shown} of {count} pictures", ["shown": GalleryText.count(counts.shown), "count": all])
    return Message(
      text: counts.unread == 0
        ? shown
        : tr(
          "{pictures} · reading {count} more",
          ["pictures": shown, "count": GalleryText.count(counts.unread)]))
  }
}

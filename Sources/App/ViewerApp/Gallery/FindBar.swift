import Localization
import PhotoGrid
import Views

/// The card with the text field in which photos are searched for. The line below the field shows
/// the number of matching photos or the error in the text.
final class FindBar: FieldCard {
  /// Called with the filter whenever the text has become a valid one; with nil for an empty text.
  var onFilter: (PhotoFilter?) -> Void = { _ in }
  /// Called when the user presses Enter or Down in the field, in place of moving the keyboard focus
  /// back to the grid; nil over a grid.
  var onReturnFocus: (() -> Void)?
  /// The numbers of photos that the line below the field states. While the text has an error, the
  /// line states the error instead.
  var counts = Counts() {
    didSet { if counts != oldValue { messageDidChange() } }
  }

  /// The numbers of matching, of all and of unread photos of a list.
  struct Counts: Equatable {
    /// The number of photos that match the filter.
    var shown = 0
    /// The number of all photos of the list.
    var all = 0
    /// The number of photos whose metadata have not been read yet, so that they may match later.
    var unread = 0
    /// Whether libgexiv2 is not installed, so that only the main metadata are known and photos that
    /// match may be missing.
    var lacksMetadata = false
  }

  private var failure: String?

  init() {
    super.init(
      label: tr("Find Photos"), placeholder: tr("Name, or rating>=3 camera:nikon taken:2024-05"))
  }

  /// Calls ``onReturnFocus`` if it is set; otherwise moves the keyboard focus back to the grid, and
  /// closes the card if its field is empty. The filter stays.
  override func returnFocus() {
    if let onReturnFocus { return onReturnFocus() }
    super.returnFocus()
    if field.text.isEmpty { onClose() }
  }

  override func textDidChange() {
    do throws(PhotoFilter.Failure) {
      // A term whose value is still missing, as `camera:` while it is being typed, is left out of
      // the filter.
      onFilter(try PhotoFilter.parse(field.text, omitsIncomplete: true))
      _ = try PhotoFilter.parse(field.text)
      failure = nil
    } catch {
      // The error is shown below the field. A text that has another error than a missing value
      // leaves the last filter of the grid in place.
      failure = error.message
    }
    messageDidChange()
  }

  override func textWasReplaced() { failure = nil }

  override var message: Message {
    if let failure { return Message(text: failure, isError: true) }
    guard counts.unread == 0 else {
      return Message(
        text: tr(
          "{pictures} · reading {count} more",
          ["pictures": countText, "count": NumberText.number(counts.unread)]))
    }
    return Message(text: countTextWithAdvice)
  }

  /// The error, or else the number of matching photos. The number of unread photos is left out,
  /// because it changes too often to be read out.
  override var spokenMessage: String { failure ?? countTextWithAdvice }

  /// The text with the number of matching photos. If libgexiv2 is not installed, without which not
  /// all metadata are known, the text also has the advice to install it.
  private var countTextWithAdvice: String {
    counts.lacksMetadata
      ? "\(countText) · \(tr("Install libgexiv2-2 to see all metadata."))" : countText
  }

  private var countText: String {
    tr(
      "{shown} of {count} pictures",
      [
        "shown": NumberText.number(counts.shown),
        "count": NumberText.number(counts.all),
      ])
  }
}

extension FindBar.Counts {
  /// Makes the numbers of a library of which `shown` photos match the filter.
  init(of live: LiveLibrary, shown: Int) {
    self.init(
      shown: shown, all: live.totalCount, unread: live.unreadCount,
      lacksMetadata: live.lacksMetadata)
  }
}

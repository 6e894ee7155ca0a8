import BrowserHost
import Input
import Localization
import PhotoBrowser
import PhotoGrid

/// The culling mode of an open photo's window, in which single keys mark the photo on the page and
/// turn to the next one; and the owner of the badge with the marks.
final class CullingMode {
  /// The access to the marks of photos, which the owner of the mode sets.
  struct PhotoAccess {
    /// Gives the marks of a photo; nil while they are being looked up.
    var marks: (FilePath) -> PhotoMarks? = { _ in nil }
    /// Sets a mark of the photo on the page.
    var setMark: (Mark) -> Void = { _ in }
  }
  var photoAccess = PhotoAccess()
  /// Called with a sentence to be shown to the user.
  var onMessage: (String) -> Void = { _ in }
  /// Called after the culling mode has begun or ended.
  var onChange: () -> Void = {}
  /// Whether the browser turns to the next photo in ``lastTurnStep`` after the user has set a mark.
  /// Default: true.
  var advancesAfterMark = true
  /// The direction in which the user turned pages last, by keys, wheel, pointer or touch: 1
  /// forward, −1 backward.
  var lastTurnStep: Int {
    get { browser.pagingDirection.step }
    set { browser.pagingDirection.recordCommand(step: newValue) }
  }
  let badge = MarksBadge()
  private(set) var isOn = false

  private unowned let browser: Browser
  private let source: FilePages
  private let log: Log

  init(of source: FilePages, on browser: Browser, log: Log) {
    self.source = source
    self.browser = browser
    self.log = log
    badge.onStarClick = { [weak self] in self?.toggleRating($0) }
  }

  private var currentFile: FilePath? { source.currentFile }

  /// Begins or ends the culling mode.
  func toggle() {
    isOn.toggle()
    log.trace("culling on=\(isOn)")
    onMessage(
      isOn
        ? tr("Culling: 0–5 rate, P picks, X rejects, U unflags, 6–9 label") : tr("Culling ended"))
    refresh()
    onChange()
  }

  /// The command that a key has in the culling mode; nil outside the mode, and for a key without a
  /// command.
  func command(for chord: KeyChord) -> Command? {
    isOn ? CommandKeys.culling.command(for: chord) : nil
  }

  /// Updates the badge to the marks of the photo on the page and to the mode.
  func refresh() {
    let marks = currentFile.flatMap(photoAccess.marks) ?? PhotoMarks()
    badge.content = MarksBadge.Content(marks: marks, isCulling: isOn)
  }

  /// Sets the rating of the star that the user clicked, or removes the rating when the photo has it
  /// already.
  private func toggleRating(_ stars: Int) {
    let isSame = currentFile.flatMap(photoAccess.marks)?.stars == stars
    photoAccess.setMark(.stars(isSame ? 0 : stars))
  }
}

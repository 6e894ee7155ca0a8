import BrowserHost
import Input
import Localization
import PhotoBrowser
import PhotoGrid

/// The culling mode of a visit, in which single keys mark the photo on the page and lead to the
/// next one; and the badge with the marks.
final class Culling {
  /// The marks of photos.
  struct Source {
    /// The known marks of a photo; nil while they are being looked up.
    var marks: (FilePath) -> PhotoMarks? = { _ in nil }
    /// Sets a mark of the photo on the page.
    var set: (Mark) -> Void = { _ in }
  }
  var photos = Source()
  /// Called with a sentence for the user.
  var onMessage: (String) -> Void = { _ in }
  /// Called when the culling mode begins or ends.
  var onChange: () -> Void = {}
  /// Whether the browser turns to the next photo in ``direction`` after a mark is set. Default:
  /// true.
  var advances = true
  /// The direction in which the user paged last, by keys, wheel, pointer or touch: 1 for forward,
  /// −1 for backward.
  var direction: Int {
    get { browser.paging.step }
    set { browser.paging.set(newValue) }
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
    badge.onRate = { [weak self] in self?.rate($0) }
  }

  private var file: FilePath? { source.currentFile }

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

  /// The command of a key in the culling mode; nil outside the mode, and for other keys.
  func command(for chord: KeyChord) -> Command? {
    isOn ? CommandKeys.culling.command(for: chord) : nil
  }

  /// Shows the marks of the photo on the page in the badge.
  func refresh() {
    let marks = file.flatMap(photos.marks) ?? PhotoMarks()
    badge.content = MarksBadge.Content(marks: marks, isCulling: isOn)
  }

  /// Sets the rating of a clicked star, or removes it when the photo has that rating.
  private func rate(_ stars: Int) {
    let isSame = file.flatMap(photos.marks)?.stars == stars
    photos.set(.stars(isSame ? 0 : stars))
  }
}

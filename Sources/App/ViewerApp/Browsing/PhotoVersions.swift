import BrowserHost
import DecoderWire
import Imaging
import Localization
import PhotoBrowser
import PhotoGrid

/// The versions of the photo on the page: its files, and for a camera RAW file the developed sensor
/// data beside the embedded preview.
final class PhotoVersions {
  /// One version of a photo.
  struct Version: Hashable {
    var file: FilePath
    /// Whether the sensor data of a RAW file is shown instead of its preview.
    var isDeveloped = false
  }

  /// The files of a page's photo and the choice among them.
  struct Source {
    /// The files of the photo on a page that shows a file; only that file if it has no others.
    var files: (_ shown: FilePath, _ page: Int) -> [FilePath] = { file, _ in [file] }
    /// Makes a page show another file of its photo.
    var choose: (_ file: FilePath, _ page: Int) -> Void = { _, _ in }
  }

  /// The source of the files of the photo on each page.
  var photos = Source()
  /// Called with a sentence about the photo on the page.
  var onMessage: (String) -> Void = { _ in }
  /// Called when another version is shown, or developing has begun or ended.
  var onChange: () -> Void = {}

  private unowned let browser: Browser
  private let source: FilePages
  private let log: Log
  /// The file of the current page that is being developed; nil for none.
  private var running: FilePath?
  /// The completed share, in percent, of developing ``running``.
  private var progress = 0

  init(of source: FilePages, on browser: Browser, log: Log) {
    self.source = source
    self.browser = browser
    self.log = log
  }

  /// The file of the current page; nil where there is none.
  private var file: FilePath? { source.currentFile }

  /// The versions of the photo on the page, in the order in which the user steps through them.
  var all: [Version] {
    guard let file, file.webAddress == nil else { return [] }
    return photos.files(file, browser.pageIndex).flatMap { file in
      file.isCameraRaw
        ? [Version(file: file), Version(file: file, isDeveloped: true)]
        : [Version(file: file)]
    }
  }

  /// The version that is shown, or about to be; nil where there is no photo.
  var current: Version? {
    file.map { Version(file: $0, isDeveloped: source.pipeline.isDeveloped($0.key)) }
  }

  /// Whether the photo on the page has more than one version.
  var hasSeveral: Bool {
    guard let file else { return false }
    return file.isCameraRaw || all.count > 1
  }

  /// Whether the photo on the page is being developed.
  var isDeveloping: Bool { running != nil && running == file }

  /// The content of the badge; nil for a photo with one version.
  var badge: VersionBadge.Content? {
    let all = all
    guard all.count > 1, let current, let shown = all.firstIndex(of: current) else { return nil }
    let isBurst = all.count { !$0.file.isCameraRaw } > 1
    return VersionBadge.Content(
      names: isBurst
        ? [tr("{place} of {count}", ["place": shown + 1, "count": all.count])] : all.map(name),
      shown: isBurst ? 0 : shown,
      progress: isDeveloping ? Double(progress) / 100 : nil)
  }

  private func name(of version: Version) -> String {
    if version.isDeveloped { return tr("Developed") }
    return version.file.isCameraRaw
      ? "RAW" : GalleryItem.Rendered(extension: version.file.fileExtension).label
  }

  /// Reports how far a file has been developed, in percent.
  func didDevelop(_ file: FilePathBytes, percent: Int) {
    guard isDeveloping, running?.key == file else { return }
    progress = percent
    onChange()
  }

  /// Shows the next version. The current picture stays until the next version is ready. Developing
  /// ends when another version is chosen meanwhile.
  func step() {
    let all = all
    guard all.count > 1, let current, let index = all.firstIndex(of: current) else {
      return onMessage(tr("This photo has no other version"))
    }
    show(all[(index + 1) % all.count])
  }

  /// Develops the photo on the page if the preview of a RAW file is shown.
  func develop() {
    guard let current, current.file.isCameraRaw, !current.isDeveloped else { return }
    show(Version(file: current.file, isDeveloped: true))
  }

  /// Shows one of the versions of the photo on the page.
  func show(_ version: Version) {
    guard let current, version != current else { return }
    log.trace("developing page=\(browser.pageIndex) on=\(version.isDeveloped)")
    running = version.isDeveloped ? version.file : nil
    progress = 0
    if current.isDeveloped { source.pipeline.setDeveloped(current.file.key, false) }
    source.pipeline.setDeveloped(version.file.key, version.isDeveloped)
    if version.file == current.file {
      source.reload(browser.pageIndex)
    } else {
      photos.choose(version.file, browser.pageIndex)
    }
    onMessage(
      version.isDeveloped
        ? tr("Developing…")
        : version.file.isCameraRaw ? tr("RAW preview") : version.file.displayName)
    onChange()
  }

  /// Reports the end of developing, when the picture of a page has changed.
  ///
  /// - Parameter isExact: whether the picture is now shown in the page's size.
  func pictureDidChange(page: Int, isExact: Bool) {
    guard isExact, let file, page == browser.pageIndex, file == running else { return }
    running = nil
    log.trace("developed page=\(page)")
    onMessage(tr("RAW developed"))
    onChange()
  }
}

import BrowserHost
import DecoderWire
import Imaging
import Localization
import PhotoBrowser
import PhotoGrid

/// The versions of the photo on the current page: each of its files, and for a camera RAW file both
/// the embedded preview and the developed sensor data.
final class PhotoVersions {
  struct Version: Hashable {
    var file: FilePath
    /// Whether the developed sensor data of a RAW file are shown, instead of its embedded preview.
    var isDeveloped = false
  }

  /// Two functions that list the files of the photo on a page and choose one of them.
  struct PhotoAccess {
    /// Returns all files of the photo on a page, of which `shown` is the one on the page.
    var files: (_ shown: FilePath, _ page: Int) -> [FilePath] = { file, _ in [file] }
    /// The function that makes the page `page` show the file `file` of its photo.
    var choose: (_ file: FilePath, _ page: Int) -> Void = { _, _ in }
  }

  /// The functions that list and choose the files of the photo on a page.
  var photoAccess = PhotoAccess()
  /// Called with a message to the user about the photo on the current page.
  var onMessage: (String) -> Void = { _ in }
  /// Called with the text of a message whose photo has left the current page, or could not be
  /// developed.
  var onOutdatedMessage: (String) -> Void = { _ in }
  /// Called when another version is shown, and when developing a RAW file begins, advances or ends.
  var onChange: () -> Void = {}

  private unowned let browser: Browser
  private let source: FilePages
  private let log: Log
  /// The RAW file that the user has begun to develop; nil while none is being developed.
  private var developingFile: FilePath?
  /// The progress of developing ``developingFile``, in per cent.
  private var developmentPercent = 0
  /// The last message about a version, and the file of that version; nil after the message was
  /// withdrawn.
  private var message: (text: String, file: FilePath)?

  init(of source: FilePages, on browser: Browser, log: Log) {
    self.source = source
    self.browser = browser
    self.log = log
  }

  /// The file on the current page; nil when there is no page.
  private var file: FilePath? { source.currentFile }

  /// The versions of the photo on the current page, in the order in which the user steps through
  /// them; empty for a web address.
  var all: [Version] {
    guard let file, file.webAddress == nil else { return [] }
    return photoAccess.files(file, browser.pageIndex).flatMap { file in
      file.isCameraRaw
        ? [Version(file: file), Version(file: file, isDeveloped: true)]
        : [Version(file: file)]
    }
  }

  /// The version on the current page, even while it is being decoded; nil when there is no page.
  var current: Version? {
    file.map { Version(file: $0, isDeveloped: source.pipeline.isDeveloped($0.key)) }
  }

  /// Whether the photo on the current page has more than one version.
  var hasSeveral: Bool {
    guard let file else { return false }
    return file.isCameraRaw || all.count > 1
  }

  /// Whether the RAW file on the current page is being developed.
  var isDeveloping: Bool { developingFile != nil && developingFile == file }

  /// The texts and the progress for the badge of the photo on the current page; nil for a photo
  /// with one version.
  var badgeContent: VersionBadge.Content? {
    let all = all
    guard all.count > 1, let current, let shown = all.firstIndex(of: current) else { return nil }
    let isBurst = all.count { !$0.file.isCameraRaw } > 1
    return VersionBadge.Content(
      names: isBurst
        ? [tr("{place} of {count}", ["place": shown + 1, "count": all.count])] : all.map(name),
      shownIndex: isBurst ? 0 : shown,
      progress: isDeveloping ? Double(developmentPercent) / 100 : nil)
  }

  private func name(of version: Version) -> String {
    if version.isDeveloped { return tr("Developed") }
    return version.file.isCameraRaw
      ? "RAW" : GalleryItem.RenderedFormat(extension: version.file.fileExtension).label
  }

  /// Takes over the progress of developing a RAW file, in per cent.
  func developmentDidProgress(_ file: FilePathBytes, percent: Int) {
    guard isDeveloping, developingFile?.key == file else { return }
    developmentPercent = percent
    onChange()
  }

  /// Shows the next version of the photo on the current page. The present picture stays until the
  /// next version is decoded.
  func step() {
    let all = all
    guard all.count > 1, let current, let index = all.firstIndex(of: current) else {
      return onMessage(tr("This photo has no other version"))
    }
    show(all[(index + 1) % all.count])
  }

  /// Develops the RAW file on the current page, if its embedded preview is shown.
  func develop() {
    guard let current, current.file.isCameraRaw, !current.isDeveloped else { return }
    show(Version(file: current.file, isDeveloped: true))
  }

  /// Shows another version of the photo on the current page. Developing the present version is
  /// cancelled.
  func show(_ version: Version) {
    guard let current, version != current else { return }
    log.trace("developing page=\(browser.pageIndex) on=\(version.isDeveloped)")
    developingFile = version.isDeveloped ? version.file : nil
    developmentPercent = 0
    if current.isDeveloped { source.pipeline.setDeveloped(current.file.key, false) }
    source.pipeline.setDeveloped(version.file.key, version.isDeveloped)
    if version.file == current.file {
      source.reload(browser.pageIndex)
    } else {
      photoAccess.choose(version.file, browser.pageIndex)
    }
    showMessage(
      version.isDeveloped
        ? tr("Developing…")
        : version.file.isCameraRaw ? tr("RAW preview") : version.file.displayName,
      about: version.file)
    onChange()
  }

  private func showMessage(_ text: String, about file: FilePath) {
    message = (text, file)
    onMessage(text)
  }

  /// Withdraws the message about a version if the version belongs to another photo than that on the
  /// current page.
  ///
  /// - Parameter file: the file on the current page; nil at the end of the visit.
  func photoDidChange(to file: FilePath?) {
    guard let message, message.file != file else { return }
    withdrawMessage()
  }

  private func withdrawMessage() {
    guard let text = message?.text else { return }
    message = nil
    onOutdatedMessage(text)
  }

  /// Handles a new state of the picture on a page: when the developed RAW file is shown there, or
  /// cannot be shown, developing has ended. The user may have turned to another page meanwhile.
  func pictureDidChange(page: Int, to state: PictureState) {
    guard state == .exact || state == .failed, let developingFile,
      source.file(at: page) == developingFile
    else { return }
    self.developingFile = nil
    if state == .exact {
      log.trace("developed page=\(page)")
      if page == browser.pageIndex { showMessage(tr("RAW developed"), about: developingFile) }
    } else if message?.file == developingFile {
      // No message is needed about a failure, because the page shows the reason why the photo
      // cannot be developed.
      withdrawMessage()
    }
    onChange()
  }
}

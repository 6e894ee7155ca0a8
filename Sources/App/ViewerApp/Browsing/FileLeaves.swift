import BrowserHost
import DecoderWire
import Imaging
import Localization
import PhotoBrowser

/// The pictures in the file on the current page, such as the pages of a TIFF or the images of a
/// HEIC collection, one of which is shown.
final class FileLeaves {
  /// Called with a message to the user when a step finds no further picture in the file.
  var onMessage: (String) -> Void = { _ in }
  /// Called when another picture of the file is shown, or when the number of pictures has become
  /// known.
  var onChange: () -> Void = {}

  private unowned let browser: Browser
  private let source: FilePages
  private let log: Log
  /// The last file that was found to have several pictures, their number (1 if the file was changed
  /// to one picture later), and its format. Other files with one picture, and pictures that cannot
  /// be decoded, do not change these values.
  private var lastKnownCount: (file: FilePath, count: Int, format: String)?

  init(of source: FilePages, on browser: Browser, log: Log) {
    self.source = source
    self.browser = browser
    self.log = log
  }

  /// The file on the current page; nil when there is no page.
  var file: FilePath? { source.currentFile }

  /// The number of pictures in the file on the current page; 1 while it is unknown.
  var count: Int { lastKnownCount?.file == file ? lastKnownCount?.count ?? 1 : 1 }

  /// The index of the shown picture in the file on the current page, from 0.
  var shownIndex: Int { file.map { source.pipeline.leaf(of: source.pipelinePath(of: $0)) } ?? 0 }

  /// The text that names the shown picture by its number, such as “Page 2 of 5”; nil for a file of
  /// one picture.
  var label: String? {
    guard count > 1 else { return nil }
    return ["TIFF", "PDF", "DjVu"].contains(lastKnownCount?.format)
      ? tr("Page {place} of {count}", ["place": shownIndex + 1, "count": count])
      : tr("Image {place} of {count}", ["place": shownIndex + 1, "count": count])
  }

  /// Takes the number of pictures from the decoded file on the current page, if it has been
  /// decoded.
  func refreshCount() {
    guard let file, !file.isDocumentPage,
      let info = source.pipeline.cachedInfo(of: source.pipelinePath(of: file))
    else { return }
    let isKnown = lastKnownCount?.file == file && lastKnownCount?.count == info.leaves
    guard !isKnown, info.leaves > 1 || lastKnownCount?.file == file else { return }
    lastKnownCount = (file, info.leaves, info.format)
    log.trace("leaves page=\(browser.pageIndex) count=\(info.leaves)")
    onChange()
  }

  /// Shows another picture of the file on the current page: the one whose index is `step` higher.
  ///
  /// - Parameter wraps: whether the first picture follows the last one; otherwise a step past an
  ///   end shows a message.
  func go(by step: Int, wraps: Bool = false) {
    guard count > 1 else { return onMessage(tr("This file contains one picture only")) }
    var leaf = shownIndex + step
    if wraps { leaf = (leaf % count + count) % count }
    guard (0..<count).contains(leaf) else {
      return onMessage(step < 0 ? tr("First picture of the file") : tr("Last picture of the file"))
    }
    show(leaf)
  }

  /// Shows the picture with this index, from 0, of the file on the current page.
  func show(_ leaf: Int) {
    guard let file, leaf != shownIndex else { return }
    log.trace("leaf page=\(browser.pageIndex) shown=\(leaf)")
    source.pipeline.setLeaf(source.pipelinePath(of: file), leaf)
    source.reload(browser.pageIndex)
    onChange()
  }
}

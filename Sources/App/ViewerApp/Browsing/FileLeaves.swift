import BrowserHost
import DecoderWire
import Imaging
import Localization
import PhotoBrowser

/// The pictures in the file on the page: the pages of a TIFF, the images of a HEIC collection. One
/// of them is shown.
final class FileLeaves {
  /// Called with a sentence when there is no further picture in the file.
  var onMessage: (String) -> Void = { _ in }
  /// Called when another picture of the file is shown, or their number has become known.
  var onChange: () -> Void = {}

  private unowned let browser: Browser
  private let source: FilePages
  private let log: Log
  /// The file whose pictures were counted last, their number, and its format. A picture that cannot
  /// be decoded does not change these values.
  private var counted: (file: FilePath, count: Int, format: String)?

  init(of source: FilePages, on browser: Browser, log: Log) {
    self.source = source
    self.browser = browser
    self.log = log
  }

  /// The file of the current page; nil where there is none.
  var file: FilePath? { source.currentFile }

  /// The number of pictures in the file on the page; 1 while it is unknown.
  var count: Int { counted?.file == file ? counted?.count ?? 1 : 1 }

  /// The index of the shown picture in its file.
  var shown: Int { file.map { source.pipeline.leaf(of: source.key(of: $0)) } ?? 0 }

  /// The position of the shown picture in its file in words; nil for a file of one picture.
  var label: String? {
    guard count > 1 else { return nil }
    return ["TIFF", "PDF", "DjVu"].contains(counted?.format)
      ? tr("Page {place} of {count}", ["place": shown + 1, "count": count])
      : tr("Image {place} of {count}", ["place": shown + 1, "count": count])
  }

  /// Takes the number of pictures in the file on the page, when it is known.
  func refresh() {
    guard let file, !file.isDocumentPage, let info = source.pipeline.info(source.key(of: file))
    else { return }
    let isKnown = counted?.file == file && counted?.count == info.leaves
    guard !isKnown, info.leaves > 1 || counted?.file == file else { return }
    counted = (file, info.leaves, info.format)
    log.trace("leaves page=\(browser.pageIndex) count=\(info.leaves)")
    onChange()
  }

  /// Shows the picture with the current index plus `step`.
  ///
  /// - Parameter wraps: whether the first follows the last.
  func go(by step: Int, wraps: Bool = false) {
    guard count > 1 else { return onMessage(tr("This file contains one picture only")) }
    var leaf = shown + step
    if wraps { leaf = (leaf % count + count) % count }
    guard (0..<count).contains(leaf) else {
      return onMessage(step < 0 ? tr("First picture of the file") : tr("Last picture of the file"))
    }
    show(leaf)
  }

  /// Shows another picture of the file on the page, by its index from 0.
  func show(_ leaf: Int) {
    guard let file, leaf != shown else { return }
    log.trace("leaf page=\(browser.pageIndex) shown=\(leaf)")
    source.pipeline.setLeaf(source.key(of: file), leaf)
    source.reload(browser.pageIndex)
    onChange()
  }
}

import BrowserHost
import PhotoBrowser
import PhotoGrid
import Windowing

/// Commands for the file of the current photo.
extension BrowserScene {
  /// The file of the current page; nil when there is none.
  var file: FilePath? {
    source.files.indices.contains(browser.pageIndex) ? source.files[browser.pageIndex] : nil
  }

  /// Opens the sheet that saves a copy.
  func saveCopy() {
    guard let file else { return }
    guard file.webAddress == nil else {
      return window.say("Only files on this computer can be copied")
    }
    let sheet = SaveCopySheet(file.absolute(in: CurrentFolder.path))
    sheet.onSaved = { [weak self] copy in
      guard let self else { return }
      copies += 1
      window.say("Saved “\(copy.displayName)”")
      log.trace("saved copies=\(copies)")
    }
    window.present(sheet)
  }
}

extension ViewerWindow {
  /// Puts files on the clipboard, to be pasted as files, as a picture or as paths.
  func copy(_ files: [FilePath], asPaths: Bool = false) {
    guard let first = files.first else { return }
    let current = CurrentFolder.path
    let forms =
      asPaths
      ? CopiedFiles.pathForms(of: files, in: current) : CopiedFiles.forms(of: files, in: current)
    guard window.copy(forms) else { return }
    let count = GalleryText.count(files.count)
    let what = files.count == 1 ? "“\(first.displayName)”" : "\(count) files"
    say(asPaths ? "Copied the path of \(what)" : "Copied \(what)")
    log.trace("copied count=\(files.count)")
  }
}

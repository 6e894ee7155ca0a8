import BrowserHost
import PhotoBrowser

extension FilePages {
  /// Applies `steps`, which lead to the list `new`, one after the other to the files of the pages
  /// and to the pages of the browser. The current page stays if its file is still listed.
  ///
  /// - Complexity: O(files) for each step.
  func apply(_ steps: [PhotoListChange], to new: [FilePath], in browser: Browser) {
    for step in steps { apply(step, to: new, in: browser) }
    replacePaths(by: new)
  }

  private func apply(_ step: PhotoListChange, to new: [FilePath], in browser: Browser) {
    switch step {
    case .insert(let count, let index):
      step.apply(to: &files, from: new)
      browser.insertItems(count, at: index)
    case .remove(let index):
      keepPictureForUndo(of: index)
      step.apply(to: &files, from: new)
      browser.removeItem(at: index, animated: true)
    case .reload(let index):
      // A reload comes after all insertions and removals, so the list now differs from `new` only
      // in the names of renamed files. These names are updated before a file is read again.
      replacePaths(by: new)
      fileDidChange(at: index)
    case .replaceAll(let index):
      cancelAll()
      files = new
      browser.reloadData(showing: index)
    }
  }
}

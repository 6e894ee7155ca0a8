import BrowserHost
import PhotoBrowser

extension FilePages {
  /// Changes the list of files to `new` step by step; the current page stays where possible.
  ///
  /// - Complexity: O(files) for each step.
  func follow(_ steps: [PhotoListChange], to new: [FilePath], in browser: Browser) {
    for step in steps { take(step, to: new, in: browser) }
    rename(to: new)
  }

  private func take(_ step: PhotoListChange, to new: [FilePath], in browser: Browser) {
    switch step {
    case .insert(let count, let index):
      step.apply(to: &files, from: new)
      browser.insertItems(count, at: index)
    case .remove(let index):
      step.apply(to: &files, from: new)
      browser.removeItem(at: index, animated: true)
    case .reload(let index):
      // Reloads come after all other steps: the list differs from `new` only in names.
      rename(to: new)
      fileDidChange(at: index)
    case .replaceAll(let index):
      cancelAll()
      files = new
      browser.reloadData(showing: index)
    }
  }
}

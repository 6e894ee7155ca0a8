import PhotoBrowser

/// Changes of the list, which the browser's pages follow.
extension PipelinePhotoSource {
  /// Changes the list to `new` step by step; the shown page stays where possible.
  ///
  /// - Complexity: O(files) for each step.
  func follow(_ steps: [PhotoListChange], to new: [FilePath], in browser: Browser) {
    for step in steps { take(step, to: new, in: browser) }
    rename(to: new, in: browser)
  }

  private func take(_ step: PhotoListChange, to new: [FilePath], in browser: Browser) {
    switch step {
    case .insert(let count, let index):
      step.apply(to: &paths, from: new)
      browser.insertItems(count, at: index)
    case .remove(let index):
      removed = browser.cell(at: index) == nil ? nil : paths[index]
      step.apply(to: &paths, from: new)
      browser.removeItem(at: index, animated: true)
    case .reload(let index):
      // Reloads come after all other steps: the list differs from `new` only in names.
      rename(to: new, in: browser)
      // The follower debounces the change of a live page's file.
      if liveCell(of: paths[index]) == nil { reload(index) } else { follower.change(paths[index]) }
    case .replaceAll(let index):
      cancelAll()
      paths = new
      browser.reloadData(showing: index)
    }
  }

  /// Applies the new names. The page of a renamed file stays and loads the file by its new name.
  private func rename(to new: [FilePath], in browser: Browser) {
    let old = paths
    paths = new
    let window = browser.state.pageWindow
    let renamed = (window.live + window.prefetch).filter {
      old.indices.contains($0) && new.indices.contains($0) && old[$0] != new[$0]
    }
    guard !renamed.isEmpty else { return }
    // All are cancelled first: one file may have taken the old name of another.
    for index in renamed { cancel(old[index]) }
    for index in renamed { reload(index) }
    self.browser(browser, prefetch: window.prefetch)
  }
}

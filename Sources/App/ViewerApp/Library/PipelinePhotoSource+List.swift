import PhotoBrowser

/// How the list becomes another one, and the browser's pages with it.
extension PipelinePhotoSource {
  /// Goes over to `new` step by step; what is seen stays where it can.
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
      // These come last: the list is the other one already, but for names.
      rename(to: new, in: browser)
      // A page that is alive has heard of it, and takes its time.
      if liveCell(of: paths[index]) == nil { reload(index) } else { follower.change(paths[index]) }
    case .replaceAll(let index):
      cancelAll()
      paths = new
      browser.reloadData(showing: index)
    }
  }

  /// A page stays when its file is only called otherwise, and is fetched by the new name.
  private func rename(to new: [FilePath], in browser: Browser) {
    let old = paths
    paths = new
    let window = browser.state.pageWindow
    let renamed = (window.live + window.prefetch).filter {
      old.indices.contains($0) && new.indices.contains($0) && old[$0] != new[$0]
    }
    guard !renamed.isEmpty else { return }
    // All of them first: one may have got the name another one had.
    for index in renamed { cancel(old[index]) }
    for index in renamed { reload(index) }
    self.browser(browser, prefetch: window.prefetch)
  }
}

import PhotoBrowser

/// The folder around a file the program was opened on.
extension Viewer {
  /// Finds the pictures around `file`, and follows what becomes of them from then on.
  ///
  /// - Parameter then: called when they are known.
  func findNeighbours(of file: FilePath, then: @escaping () -> Void) {
    var order = options.listOrder
    order.isRecursive = false
    // The file itself too: it may be none of those its folder shows.
    let request = LibraryRequest(
      title: file.folder.readableName,
      sources: [.files([file]), .folder(file.folder, title: file.folder.readableName)])
    let live = LiveLibrary(request, order: order, watch: makeWatch())
    live.onComplaint = { [log] folder, sentence in log.info("\(folder.display): \(sentence)") }
    var isFirst = true
    live.onChange = { [weak self] change in
      self?.visit?.follow(folder: change)
      if isFirst { then() }
      isFirst = false
    }
    folder = live
    live.reload()
  }
}

extension BrowserScene {
  /// The folder of the file that was opened has changed: the pages follow. The last one stays even if
  /// its file has gone: with it the program would end.
  func follow(folder change: LiveLibrary.Change) {
    guard !change.paths.isEmpty else {
      knowsFolder = false
      return
    }
    let isInStep = source.paths.count == change.diff.newIndices.count && knowsFolder
    knowsFolder = true
    let diff = isInStep ? change.diff : diff(to: change.library)
    let steps = PhotoListChange.steps(for: diff, shown: browser.pageIndex)
    source.follow(steps, to: change.paths, in: browser)
    window.updateTitle()
  }

  /// From the pages to `library`, whatever it was before: by the names of the files.
  private func diff(to library: SectionedLibrary) -> LibraryDiff {
    let items = library.items
    var known: [FilePath: PhotoItem] = [:]
    known.reserveCapacity(items.count)
    for item in items { known[item.path] = item }
    let old = source.paths.map { known[$0] ?? PhotoItem(id: .max, path: $0) }
    return LibraryDiff(from: old, to: items)
  }
}

nonisolated extension FilePath {
  /// The same file by the name it has in a list of its folder.
  var inItsFolder: FilePath { webAddress == nil ? folder.appending(name) : self }
}

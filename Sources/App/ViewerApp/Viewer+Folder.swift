import GalleryCore
import PhotoBrowser

/// The folder around a file the program was opened on.
extension Viewer {
  /// Finds the pictures around `file`, and follows what becomes of them from then on.
  ///
  /// - Parameter then: called when they are known.
  func findNeighbours(of file: FilePath, then: @escaping () -> Void) {
    var order = options.listOrder
    order.isRecursive = false
    let title = file.folder.absolute(in: CurrentFolder.path).readableName
    // The file itself too: it may be none of those its folder shows.
    let request = LibraryRequest(
      title: title, sources: [.files([file]), .folder(file.folder, title: title)])
    let live = LiveLibrary(request, order: order, watch: makeWatch())
    live.onComplaint = { [log] folder, sentence in log.info("\(folder.display): \(sentence)") }
    var isFirst = true
    live.onChange = { [weak self] change in
      self?.visit?.follow(folder: change)
      if isFirst { then() }
      isFirst = false
      self?.listIsKnown()
    }
    folder = live
    live.reload()
  }

  /// Reads the files the program was given: what a grid of exactly those needs to know.
  func readList(of paths: [FilePath]) {
    var order = options.listOrder
    // They stay as they were given.
    order.order = .none
    order.isReversed = false
    let request = LibraryRequest(title: LibraryRequest.filesTitle, sources: [.files(paths)])
    let live = LiveLibrary(request, order: order, watch: makeWatch())
    live.onComplaint = { [log] file, sentence in log.info("\(file.display): \(sentence)") }
    live.onChange = { [weak self] _ in self?.listIsKnown() }
    folder = live
    live.reload()
  }

  /// The grid that was asked for before can be made.
  private func listIsKnown() {
    if wantsGrid { goToGrid() }
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

  /// Has the pages those of a library that was read before, if they are not.
  func bringInStep(with live: LiveLibrary) {
    let library = live.library
    guard source.paths != live.paths, library.count > 0 else { return }
    let steps = PhotoListChange.steps(for: diff(to: library), shown: browser.pageIndex)
    source.follow(steps, to: live.paths, in: browser)
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

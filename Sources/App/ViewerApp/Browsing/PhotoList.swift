import BrowserHost
import PhotoBrowser

/// The list of files whose pages a visit shows. It follows the library of a grid, a watched folder,
/// or single operations on files. The shown page stays if its file is still listed.
final class PhotoList {
  /// Called after each change of the list.
  var onChange: () -> Void = {}
  /// Called with each change of the list before ``onChange``, so that other browsers of the same
  /// list follow.
  var onListChange: (_ diff: LibraryDiff, _ paths: [FilePath]) -> Void = { _, _ in }

  private let source: FilePages
  private unowned let browser: Browser
  /// Whether the pages equal the list of a watched folder as it was after its last change, so that
  /// the next difference that the folder reports applies to the pages.
  private var followsFolder = false
  /// The former indices of the pages of removed files, to which Undo restores them.
  private var removedIndices: [FilePath: Int] = [:]

  init(of source: FilePages, in browser: Browser) {
    self.source = source
    self.browser = browser
  }

  /// Updates the pages after a change of the library of the grid from which the visit was opened.
  func apply(_ change: LiveLibrary.Change) { apply(change.diff, to: change.paths) }

  /// Updates the pages after a change of the watched folder. A folder that has become empty leaves
  /// the pages unchanged, because the program ends without a page.
  func apply(folderChange change: LiveLibrary.Change) {
    guard !change.paths.isEmpty else {
      followsFolder = false
      return
    }
    let isInStep = source.files.count == change.diff.newIndices.count && followsFolder
    followsFolder = true
    apply(isInStep ? change.diff : diff(to: change.library), to: change.paths)
  }

  /// Updates the pages to the list of a library that had been read before the visit began to follow
  /// the library.
  func apply(loaded live: LiveLibrary) {
    guard source.files != live.paths, live.library.count > 0 else { return }
    apply(diff(to: live.library), to: live.paths)
  }

  /// Changes the pages from the current list of files to `paths`, which differs from it by `diff`.
  func apply(_ diff: LibraryDiff, to paths: [FilePath]) {
    let steps = PhotoListChange.steps(for: diff, shown: browser.pageIndex)
    source.apply(steps, to: paths, in: browser)
    onListChange(diff, paths)
    onChange()
  }

  /// The difference between the files of the pages and the photos of `library`, which are matched
  /// by their paths.
  private func diff(to library: SectionedLibrary) -> LibraryDiff {
    let items = library.items
    var known: [FilePath: PhotoItem] = [:]
    known.reserveCapacity(items.count)
    for item in items { known[item.path] = item }
    let old = source.files.map { known[$0] ?? PhotoItem(id: .max, path: $0) }
    return LibraryDiff(from: old, to: items)
  }

  // MARK: Without a grid and a folder

  /// Removes the pages of files that were deleted, and keeps their indices for Undo.
  func remove(_ files: [FilePath]) {
    let gone = Set(files)
    for index in source.files.indices.reversed() where gone.contains(source.files[index]) {
      removedIndices[source.files[index]] = index
      var paths = source.files
      paths.remove(at: index)
      apply(.removal(at: index, of: source.files.count), to: paths)
    }
  }

  /// Updates the pages of renamed files, and removes the pages of files that were moved to another
  /// folder.
  ///
  /// - Parameter keepsOnlyPage: whether the only page stays, under its new path, because the
  ///   program would end without pages.
  func rename(_ moves: [(from: FilePath, to: FilePath)], keepsOnlyPage: Bool) {
    for move in moves {
      guard let index = source.files.firstIndex(of: move.from) else { continue }
      if move.from.folder != move.to.folder, source.files.count > 1 || !keepsOnlyPage {
        remove([move.from])
        continue
      }
      var paths = source.files
      paths[index] = move.to
      apply(.replacement(at: index, of: paths.count), to: paths)
    }
  }

  /// Inserts pages for restored or new files. If some of the files have a page or had one before,
  /// those without one now get it back at their former indices, and no other file gets a page.
  /// Otherwise one page for each photo among the files is inserted at the end.
  ///
  /// - Parameter rules: the rules by which several files are one photo.
  /// - Returns: the index of the page of the first file that has a page or gets one; nil when no
  ///   file has a page.
  func restoreOrAppend(_ files: [FilePath], by rules: StackRules = StackRules()) -> Int? {
    let former = files.filter { removedIndices[$0] != nil || source.files.contains($0) }
    let files = former.isEmpty ? rules.shownFiles(among: files) : former
    for file in files.reversed() where !source.files.contains(file) {
      let index = min(removedIndices[file] ?? .max, source.files.count)
      var paths = source.files
      paths.insert(file, at: index)
      apply(.insertion(at: index, into: source.files.count), to: paths)
    }
    return files.first.flatMap(source.files.firstIndex(of:))
  }
}

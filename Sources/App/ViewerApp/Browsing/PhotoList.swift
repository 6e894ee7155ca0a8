import BrowserHost
import PhotoBrowser

/// The list of a visit's pages, which follows a grid's library, a watched folder, or the deletion
/// of single files. The shown page stays where possible.
final class PhotoList {
  /// Called after each change.
  var onChange: () -> Void = {}
  /// Called with each change before ``onChange``, for other browsers of the same list.
  var onFollow: (_ diff: LibraryDiff, _ paths: [FilePath]) -> Void = { _, _ in }

  private let source: FilePages
  private unowned let browser: Browser
  /// Whether the pages are those of a watched folder.
  private var followsFolder = false
  /// The former indices of deleted files, for Undo.
  private var removed: [FilePath: Int] = [:]

  init(of source: FilePages, in browser: Browser) {
    self.source = source
    self.browser = browser
  }

  /// Follows a change of the grid's library.
  func follow(_ change: LiveLibrary.Change) { follow(change.diff, to: change.paths) }

  /// Follows a change of the folder. The last page stays even when its file is gone, because the
  /// program would end without pages.
  func follow(folder change: LiveLibrary.Change) {
    guard !change.paths.isEmpty else {
      followsFolder = false
      return
    }
    let isInStep = source.files.count == change.diff.newIndices.count && followsFolder
    followsFolder = true
    follow(isInStep ? change.diff : diff(to: change.library), to: change.paths)
  }

  /// Follows a library that was read before.
  func follow(loaded live: LiveLibrary) {
    guard source.files != live.paths, live.library.count > 0 else { return }
    follow(diff(to: live.library), to: live.paths)
  }

  /// Updates the pages after a change of the list to which another browser has been updated.
  func follow(_ diff: LibraryDiff, to paths: [FilePath]) {
    let steps = PhotoListChange.steps(for: diff, shown: browser.pageIndex)
    source.follow(steps, to: paths, in: browser)
    onFollow(diff, paths)
    onChange()
  }

  /// The difference between the pages and `library`, by file paths.
  private func diff(to library: SectionedLibrary) -> LibraryDiff {
    let items = library.items
    var known: [FilePath: PhotoItem] = [:]
    known.reserveCapacity(items.count)
    for item in items { known[item.path] = item }
    let old = source.files.map { known[$0] ?? PhotoItem(id: .max, path: $0) }
    return LibraryDiff(from: old, to: items)
  }

  // MARK: Without a grid and a folder

  /// Removes the pages of some files.
  func remove(_ files: [FilePath]) {
    let gone = Set(files)
    for index in source.files.indices.reversed() where gone.contains(source.files[index]) {
      removed[source.files[index]] = index
      var paths = source.files
      paths.remove(at: index)
      follow(.removal(at: index, of: source.files.count), to: paths)
    }
  }

  /// Follows files that were renamed, and removes those that were moved to another folder.
  ///
  /// - Parameter keepsLast: whether the last page stays, under the new name, because the program
  ///   would end without pages.
  func rename(_ moves: [(from: FilePath, to: FilePath)], keepsLast: Bool) {
    for move in moves {
      guard let index = source.files.firstIndex(of: move.from) else { continue }
      if move.from.folder != move.to.folder, source.files.count > 1 || !keepsLast {
        remove([move.from])
        continue
      }
      var paths = source.files
      paths[index] = move.to
      follow(.replacement(at: index, of: paths.count), to: paths)
    }
  }

  /// Inserts restored or new files as pages. Files that were pages return to their former indices,
  /// and no other file becomes a page; if none of the files was a page, the shown file of each
  /// photo is inserted at the end.
  ///
  /// - Parameter rules: the rules by which several files are one photo.
  /// - Returns: the index of the first one; nil when none is listed.
  func bringBack(_ files: [FilePath], by rules: StackRules = StackRules()) -> Int? {
    let former = files.filter { removed[$0] != nil || source.files.contains($0) }
    let files = former.isEmpty ? rules.shown(among: files) : former
    for file in files.reversed() where !source.files.contains(file) {
      let index = min(removed[file] ?? .max, source.files.count)
      var paths = source.files
      paths.insert(file, at: index)
      follow(.insertion(at: index, into: source.files.count), to: paths)
    }
    return files.first.flatMap(source.files.firstIndex(of:))
  }
}

import BrowserHost
import Localization

/// The texts and the buttons in the middle of a grid that shows no photos.
struct EmptyGridMessage {
  private let live: LiveLibrary
  /// Whether the grid shows the recent files, and not folders or files that the user has opened.
  private let isOfRecentFiles: Bool

  init(_ live: LiveLibrary, isOfRecentFiles: Bool) {
    self.live = live
    self.isOfRecentFiles = isOfRecentFiles
  }

  /// The sentence in the middle of the grid, and the hint below it.
  var texts: (sentence: String, hint: String) {
    let request = live.library.request
    if live.arrangement.filter != nil, live.totalCount > 0 {
      return (tr("No pictures match"), tr("Esc shows all pictures"))
    }
    if isOfRecentFiles { return (tr("No recent pictures"), "") }
    guard !request.sources.isEmpty else {
      return (tr("There is no pictures folder"), tr("Open a folder to see its pictures"))
    }
    if let failure = live.firstReadFailure {
      let words: TextValues = ["name": failure.folder.displayName, "reason": failure.sentence]
      return (tr("“{name}”: {reason}", words), "")
    }
    let name = "“\(request.title)”"
    if live.includesSubfolders {
      return (
        tr("There are no pictures in {folder} or the folders in it", ["folder": name]),
        watchedHint
      )
    }
    if live.hasSubfoldersOrArchives {
      return (
        tr("There are no pictures in {folder} itself", ["folder": name]),
        tr("It has folders that may hold some")
      )
    }
    return (tr("There are no pictures in {folder}", ["folder": name]), watchedHint)
  }

  private var watchedHint: String {
    let folders = live.library.request.sources.compactMap { source in
      if case .folder(let folder, _) = source { folder } else { nil }
    }
    let isArchive = folders.contains { $0.isArchive || $0.containingArchive != nil }
    return isArchive ? "" : tr("Pictures that are put there appear here")
  }

  /// The commands for the buttons, the most useful one first; none over a filtered grid.
  var buttonCommands: [Command] {
    guard !isOfRecentFiles, live.arrangement.filter == nil else { return [] }
    let canInclude = live.hasSubfoldersOrArchives && !live.includesSubfolders
    return canInclude ? [.includeSubfolders, .openFolder] : [.openFolder]
  }
}

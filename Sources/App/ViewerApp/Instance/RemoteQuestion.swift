/// A question that `pbview --remote` asks the running program.
nonisolated enum RemoteQuestion: String, CaseIterable {
  /// The photo on the page, or with the focus of the grid.
  case current
  /// The selected photos, or the current one.
  case selection
  /// The photos that were picked, as `--marked` prints them.
  case marked
  /// The number of the current photo, from 1; 0 without one.
  case index
  /// The number of photos.
  case count
  /// The title of the window's content.
  case title

  /// Whether the answer is a list of files.
  var hasFiles: Bool {
    switch self {
    case .current, .selection, .marked: true
    case .index, .count, .title: false
    }
  }

  /// The command that opens files in the running program.
  static let open = "open-files"
  /// The command that shows the window of the running program.
  static let activate = "activate"
}

/// A question that `pbview --remote` asks the running program.
nonisolated enum RemoteQuestion: String, CaseIterable {
  /// The path of the photo on the page, or of the one with the focus in the grid.
  case current
  /// The paths of the selected photos, or of the current photo.
  case selection
  /// The paths of the photos that were picked, as `--marked` prints them.
  case marked
  /// The number of the current photo in its list, from 1; 0 without a current photo.
  case index
  /// The number of photos in the list.
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

  /// The name of the message that makes the running program open files.
  static let open = "open-files"
  /// The name of the message that makes the running program show its window.
  static let activate = "activate"
}

/// A question that `pbview --remote` asks the running pbview; the raw value is its name on the
/// command line.
nonisolated enum RemoteQuestion: String, CaseIterable {
  /// The path of the photo on the page or, in the grid, of the photo with the focus.
  case current
  /// The paths of the selected photos, or of the current photo.
  case selection
  /// The paths of the photos that were picked, as `--marked` prints them.
  case picked = "marked"
  /// The number of the current photo in its list, from 1; 0 without a current photo.
  case index
  /// The number of photos in the list of the open photo, else of the grid.
  case count
  /// The title of the scene in front, as in the title bar.
  case title

  /// Whether the answer is a list of files, one URI per line.
  var isAnsweredWithFiles: Bool {
    switch self {
    case .current, .selection, .picked: true
    case .index, .count, .title: false
    }
  }

  /// The name of the D-Bus command that makes the running pbview open files.
  static let openCommandName = "open-files"
  /// The name of the D-Bus command that makes the running pbview raise its window.
  static let activateCommandName = "activate"
}

/// The subfolders with changes that have not been reported yet. The changes of one subfolder are
/// reported together, a moment after the first of them.
nonisolated struct SubfolderChanges {
  /// The time in seconds between the first change of a subfolder and the report. It limits the
  /// number of reports while many files are copied into the subfolder.
  private static let reportDelay = 0.5

  /// The times at which changes are to be reported, by the path of the subfolder.
  private var reportTimes: [[UInt8]: Double] = [:]

  /// The time at which the next change is to be reported; nil when there is none.
  var deadline: Double? { reportTimes.values.min() }

  /// Adds a change of a subfolder at `time` in seconds.
  mutating func receive(_ folder: [UInt8], at time: Double) {
    if reportTimes[folder] == nil { reportTimes[folder] = time + Self.reportDelay }
  }

  /// Removes and returns the changes that are to be reported at `time`, in the order of the paths.
  mutating func takeSettledChanges(at time: Double) -> [FolderChange] {
    let folders = reportTimes.filter { $0.value <= time }.map(\.key)
    for folder in folders { reportTimes[folder] = nil }
    return folders.sorted { $0.lexicographicallyPrecedes($1) }
      .map { FolderChange.subfolderChanged($0) }
  }
}

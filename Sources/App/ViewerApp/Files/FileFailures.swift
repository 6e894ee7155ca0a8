import BrowserHost
import Desktop
import Localization

/// The files that an operation could not change, with the error of each.
nonisolated struct FileFailures: Sendable {
  /// A file that could not be changed.
  struct Failure: Sendable {
    var file: FilePath
    var error: DesktopError
  }

  /// The failures in the order in which they happened.
  private(set) var all: [Failure] = []

  /// The files in the order in which they failed.
  var files: [FilePath] { all.map(\.file) }
  /// The first error; nil without failures.
  var firstError: DesktopError? { all.first?.error }

  /// The failures grouped by reason. The reasons are in the order in which they came up first.
  var sortedByReason: [Failure] {
    var numbers: [String: Int] = [:]
    var groups: [[Failure]] = []
    for failure in all {
      let reason = failure.error.reason
      if let number = numbers[reason] {
        groups[number].append(failure)
      } else {
        numbers[reason] = groups.count
        groups.append([failure])
      }
    }
    return groups.flatMap(\.self)
  }

  /// The reason that all failures have, or words that say that there are several; empty without
  /// failures.
  var commonReason: String {
    let reasons = Set(all.map(\.error.reason))
    guard reasons.count > 1 else { return reasons.first ?? "" }
    return tr(
      // TRANSLATORS: the {reason} in a sentence such as “3 pictures could not be moved: {reason}”.
      "several reasons")
  }

  /// Adds a file that could not be changed.
  mutating func add(_ file: FilePath, _ error: DesktopError) {
    all.append(Failure(file: file, error: error))
  }
}

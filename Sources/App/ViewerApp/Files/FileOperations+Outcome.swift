import BrowserHost
import Desktop

extension FileOperations {
  /// The result of an operation on several files.
  nonisolated struct Outcome: Sendable {
    /// The changes of files that were made.
    var made: [FileChange] = []
    /// The files that could not be changed.
    var failures = FileFailures()
    /// The files that stay as they were, because the user has cancelled the operation.
    var cancelled: [FilePath] = []

    /// The files that could not be changed, without their errors.
    var failed: [FilePath] { failures.files }
    /// The error of the first file that could not be changed; nil without errors.
    var failure: DesktopError? { failures.firstError }
    /// Whether the operation was cancelled before the last file.
    var isCancelled: Bool { !cancelled.isEmpty }
  }
}

import Desktop

extension FileOperations {
  /// The result of an operation on several objects, such as files or photos.
  nonisolated struct Outcome<Subject: Sendable>: Sendable {
    /// The changes of files that were made.
    var made: [FileChange] = []
    /// The objects that could not be changed.
    var failed: [Subject] = []
    /// The error of the first object that could not be changed; nil without errors.
    var failure: DesktopError?
    /// The objects that stay as they were, because the user has cancelled the operation.
    var cancelled: [Subject] = []

    /// Whether the operation was cancelled before the last object.
    var isCancelled: Bool { !cancelled.isEmpty }
  }
}

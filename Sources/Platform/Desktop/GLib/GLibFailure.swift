import RuntimeLibraries

/// An error of GLib or GIO: the message of the library, or the statement that it is not installed.
nonisolated struct GLibFailure: Error {
  let reason: String
}

nonisolated extension GLibFailure {
  /// The maximum length of a reason, in Unicode scalars: GLib quotes whole lines of files.
  private static let maxScalars = 120

  /// Makes an error with a message of GLib, truncated to `maxScalars`.
  init(words: String) {
    let start = words.unicodeScalars.prefix(Self.maxScalars)
    let isWhole = start.endIndex == words.unicodeScalars.endIndex
    reason = String(start) + (isWhole ? "" : "…")
  }

  init(_ missing: RuntimeLibrary.Missing) {
    self.init(reason: missing.description)
  }
}

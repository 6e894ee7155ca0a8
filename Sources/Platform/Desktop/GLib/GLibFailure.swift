import RuntimeLibraries

/// An error of GLib or GIO with its reason: the library's message, or that the library is not
/// installed.
nonisolated struct GLibFailure: Error {
  let reason: String
}

nonisolated extension GLibFailure {
  /// The maximum length of a reason in Unicode scalars; longer messages are cut, because GLib
  /// quotes whole lines of files.
  private static let maxScalars = 120

  /// Makes an error with a message of GLib, which is cut after `maxScalars`.
  init(message: String) {
    let start = message.unicodeScalars.prefix(Self.maxScalars)
    let isWhole = start.endIndex == message.unicodeScalars.endIndex
    reason = String(start) + (isWhole ? "" : "…")
  }

  init(_ missing: RuntimeLibrary.Missing) {
    self.init(reason: missing.description)
  }
}

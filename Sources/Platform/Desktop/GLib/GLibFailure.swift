import RuntimeLibraries

/// Why GLib or GIO does not do what it is asked: its own words, or that it is not installed.
nonisolated struct GLibFailure: Error {
  let reason: String
}

nonisolated extension GLibFailure {
  /// The longest reason, in Unicode scalars: GLib quotes whole lines of files, however long.
  private static let maxScalars = 120

  /// Makes one of GLib's words, cut to the length of a sentence.
  init(words: String) {
    let start = words.unicodeScalars.prefix(Self.maxScalars)
    let isWhole = start.endIndex == words.unicodeScalars.endIndex
    reason = String(start) + (isWhole ? "" : "…")
  }

  init(_ missing: RuntimeLibrary.Missing) {
    self.init(reason: missing.description)
  }
}

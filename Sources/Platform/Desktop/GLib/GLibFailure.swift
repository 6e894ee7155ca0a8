import RuntimeLibraries

/// Why GLib or GIO does not do what it is asked: its own words, or that it is not installed.
nonisolated struct GLibFailure: Error {
  let reason: String
}

nonisolated extension GLibFailure {
  init(_ missing: RuntimeLibrary.Missing) {
    self.init(reason: missing.description)
  }
}

/// How much of a browser its host lets be seen.
///
/// A host that moves the browser itself — as a scene, behind a tab, scrolled out of sight — says so
/// by ``Browser/presence``; what the browser does by itself, it knows.
nonisolated public enum BrowserPresence: Hashable, Sendable, CaseIterable {
  /// Some of it is seen, on its way in.
  case coming
  /// It is where it belongs.
  case inPlace
  /// Some of it is still seen, on its way out.
  case going
  /// Nothing of it is seen.
  case away
}

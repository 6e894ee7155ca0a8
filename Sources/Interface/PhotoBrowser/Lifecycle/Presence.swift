extension Browser {
  /// The visibility of a browser as a whole, which its host sets.
  ///
  /// A host that moves the browser itself, as a scene, behind a tab or in a scrolling page, sets
  /// ``Browser/presence``. The browser's own transitions need no such report.
  nonisolated public enum Presence: Hashable, Sendable, CaseIterable {
    /// The browser is partly visible and is being brought into view.
    case coming
    /// The browser is in its place.
    case inPlace
    /// The browser is partly visible and is being moved out of view.
    case going
    /// The browser is invisible.
    case away
  }
}

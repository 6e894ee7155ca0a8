extension BrowserTuning {
  /// The arrangement of pages for reading.
  package enum Reading: String, Hashable, Sendable, CaseIterable {
    /// One page at a time.
    case single
    /// Two pages side by side, as in an open book; wide pictures are alone.
    case spreads
    /// All pages one under the other, scrolled continuously.
    case strip
  }
}

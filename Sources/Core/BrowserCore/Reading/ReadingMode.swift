extension BrowserTuning {
  /// The arrangement of the pages of an album.
  package enum ReadingMode: String, Hashable, Sendable, CaseIterable {
    /// One page at a time.
    case single
    /// Two pages side by side, as in an open book; a wide picture is alone on its spread.
    case spreads
    /// All pages one under the other, scrolled continuously.
    case strip
  }
}

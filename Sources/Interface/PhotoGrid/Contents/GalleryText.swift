import Localization

/// The number texts of the grid.
nonisolated package enum GalleryText {
  /// The number of pictures as text: “1 picture”, “12 345 pictures”; empty for 0.
  package static func pictures(_ number: Int) -> String {
    number == 0 ? "" : trn("{count} picture", "{count} pictures", count: number)
  }

  /// The number of pages of a document as text: “1 page”, “412 pages”; empty for 0.
  package static func pages(_ number: Int) -> String {
    number == 0 ? "" : trn("{count} page", "{count} pages", count: number)
  }

  /// A number with groups of digits, such as `12 345`.
  package static func count(_ number: Int) -> String { grouped(max(0, number)) }
}

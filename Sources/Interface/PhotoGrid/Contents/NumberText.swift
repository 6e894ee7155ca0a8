import Localization

/// The translated texts of numbers in the grid.
nonisolated package enum NumberText {
  /// The text of a number of pictures, such as “1 picture” or “12 345 pictures”; empty for 0.
  package static func pictureCount(_ number: Int) -> String {
    number == 0 ? "" : trPlural("{count} picture", "{count} pictures", count: number)
  }

  /// The text of a number of pages in a document, such as “1 page” or “412 pages”; empty for 0.
  package static func pageCount(_ number: Int) -> String {
    number == 0 ? "" : trPlural("{count} page", "{count} pages", count: number)
  }

  /// The text of a number with its digits in groups, such as `12 345`; a negative number counts as
  /// 0.
  package static func number(_ number: Int) -> String { grouped(max(0, number)) }
}

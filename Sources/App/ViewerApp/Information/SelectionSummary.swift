import BrowserHost
import GalleryCore
import Localization
import PhotoIndex

/// The facts about several selected photos together, and their texts in the user's language.
nonisolated struct SelectionSummary: Hashable, Sendable {
  let count: Int
  /// The sum of the sizes of the selected photos' files in bytes.
  private(set) var byteCount: Int64 = 0
  /// The earliest and the latest date taken, in seconds since 1970-01-01 00:00 on the clock of the
  /// camera; nil while no date is known.
  private(set) var takenRange: ClosedRange<Double>?
  private(set) var cameras: [String] = []
  private(set) var lenses: [String] = []
  private(set) var keywords: [String] = []
  private(set) var places: [String] = []
  /// The number of photos for each rating but 0; a rejected photo has the rating −1.
  private(set) var photoCountsByRating: [Int: Int] = [:]
  /// The number of photos whose facts are not known yet.
  private(set) var unreadCount = 0

  /// The maximum number of values that a list in the summary shows, such as that of the cameras.
  private static let maxListedValues = 4

  /// Makes the summary of photos about which nothing but their number is known.
  init(count: Int) { self.count = count }

  /// Makes the summary of photos from their known facts.
  ///
  /// - Complexity: O(photos).
  init(_ items: [PhotoItem]) {
    count = items.count
    var (cameras, lenses) = (Set<String>(), Set<String>())
    var (keywords, places) = ([String: Int](), Set<String>())
    for item in items {
      byteCount.addSaturating(size: item.stamp?.size ?? 0)
      guard let photo = item.record?.photo else {
        unreadCount += 1
        continue
      }
      if let moment = photo.taken {
        takenRange =
          takenRange.map { min($0.lowerBound, moment)...max($0.upperBound, moment) }
          ?? moment...moment
      }
      cameras.insert(photo.camera)
      lenses.insert(photo.lens)
      for keyword in photo.keywords.split(separator: "\n") {
        keywords[String(keyword), default: 0] += 1
      }
      if let place = photo.place.split(separator: "\n").first { places.insert(String(place)) }
      if let rating = photo.rating, rating != 0 { photoCountsByRating[rating, default: 0] += 1 }
    }
    self.cameras = Self.sortedNonEmpty(cameras)
    self.lenses = Self.sortedNonEmpty(lenses)
    self.places = Self.sortedNonEmpty(places)
    // The keywords are sorted by the number of their photos, the largest number first.
    self.keywords = Self.sortedNonEmpty(keywords.keys).enumerated().sorted { one, other in
      let (count, otherCount) = (keywords[one.element] ?? 0, keywords[other.element] ?? 0)
      return (otherCount, one.offset) < (count, other.offset)
    }.map(\.element)
  }

  /// The texts that are not empty, in natural order.
  private static func sortedNonEmpty(_ texts: some Sequence<String>) -> [String] {
    NaturalOrder.sorted(texts.filter { !$0.isEmpty }) { Array($0.utf8) }
  }

  /// The summary as lines with names and values; unknown facts are left out.
  var lines: [MetadataLines.Line] {
    let ratingTexts = photoCountsByRating.keys.sorted(by: >).map { rating in
      MetadataLines.withDirectionIsolates(
        "\(MetadataLines.text(rating: rating)) \(photoCountsByRating[rating] ?? 0)")
    }
    let facts = [
      (tr("Date taken"), daysText),
      (tr("File size"), byteCount > 0 ? "\(ByteCount(Int(byteCount)))" : ""),
      (tr("Camera"), Self.shortList(cameras)), (tr("Lens"), Self.shortList(lenses)),
      (tr("Rating"), ratingTexts.joined(separator: "\n")),
      (tr("Keywords"), Self.shortList(keywords)),
      (tr("Place"), Self.shortList(places)),
    ]
    return facts.compactMap { name, value in
      value.isEmpty ? nil : MetadataLines.Line(name: name, value: value)
    }
  }

  /// The day on which all photos were taken, or the first and the last day; empty while no date is
  /// known.
  var daysText: String {
    guard let takenRange else { return "" }
    let days = [takenRange.lowerBound, takenRange.upperBound].map {
      Period(.day, containing: $0).map(PeriodTitles.ofUser.title) ?? ""
    }
    return days[0] == days[1] ? days[0] : days.joined(separator: " – ")
  }

  /// At most ``maxListedValues`` of the values, one per line, and a line with the number of the
  /// others.
  private static func shortList(_ values: [String]) -> String {
    let shown = values.prefix(maxListedValues).joined(separator: "\n")
    let rest = values.count - maxListedValues
    return rest > 0
      // TRANSLATORS: the end of a list, such as cameras, keywords or files.
      ? shown + "\n" + trPlural("and {count} more", "and {count} more", count: rest) : shown
  }
}

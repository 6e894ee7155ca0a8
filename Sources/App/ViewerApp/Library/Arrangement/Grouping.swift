/// The criterion by which the photos of a grid are divided into sections.
nonisolated enum Grouping: String, Hashable, Sendable, CaseIterable {
  /// One section for each folder.
  case folder
  /// One section for each day, month or year in which photos were taken; the latest one is the
  /// first, unless the order is reversed.
  case day, month, year
}

/// A calendar day, month or year, in the time zone of the camera.
nonisolated struct Period: Hashable, Sendable {
  var year: Int
  /// The month, 1 to 12; nil if the period is a year.
  var month: Int?
  /// The day of the month, from 1; nil if the period is a month or a year.
  var day: Int?
}

nonisolated extension Period {
  /// The day, month or year that contains a moment; nil for the grouping by folder, and for a
  /// moment more than 30 000 years from 1970.
  ///
  /// - Parameter seconds: the moment in seconds since 1970-01-01 00:00 on the camera's clock.
  /// - Source: Howard Hinnant, chrono-compatible low-level date algorithms, `civil_from_days`.
  init?(_ grouping: Grouping, containing seconds: Double) {
    guard grouping != .folder, seconds.isFinite, abs(seconds) < Self.maxSeconds else { return nil }
    let shifted = Int((seconds / 86_400).rounded(.down)) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    self.month = grouping == .year ? nil : month
    day = grouping == .day ? dayOfYear - (153 * shiftedMonth + 2) / 5 + 1 : nil
  }

  /// The maximum distance of a moment from 1970, in seconds: about 30 000 years.
  private static let maxSeconds = 1e12
}

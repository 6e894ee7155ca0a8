import BrowserHost
import DecoderWire
import Glibc

/// The date and time at which a photo was taken, as far as they are known.
nonisolated enum DateTaken: Hashable, Sendable {
  /// The metadata of the photo have not been read.
  case notRead
  /// The metadata have been read and contain no date.
  case missing
  /// The date taken in seconds since 1970-01-01 00:00 on the camera's clock, regardless of its time
  /// zone.
  case at(clockSeconds: Double)
}

nonisolated extension DateTaken {
  init(_ seconds: Double?) {
    if let seconds { self = .at(clockSeconds: seconds) } else { self = .missing }
  }

  /// The moment by which a photo is sorted, in seconds since 1970-01-01 00:00 on a local clock: the
  /// date taken on the camera's clock, or else the modification time on the clock of this machine.
  /// Nil if neither is known.
  func sortSeconds(_ stamp: FileStamp?) -> Double? {
    if case .at(let seconds) = self { return seconds }
    return stamp?.secondsOnLocalClock
  }
}

nonisolated extension Period {
  /// The beginning of a calendar day, in seconds since 1970-01-01 00:00 on the clock of the day's
  /// date.
  ///
  /// - Source: Howard Hinnant, chrono-compatible low-level date algorithms, `days_from_civil`.
  static func secondsAtStartOfDay(_ year: Int, _ month: Int, _ day: Int) -> Double {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Double(era * 146_097 + dayOfEra - 719_468) * 86_400
  }
}

nonisolated extension PhotoMetadata.CaptureTime {
  /// The capture time in seconds since 1970-01-01 00:00 on the camera's clock.
  var secondsOnClock: Double {
    Period.secondsAtStartOfDay(year, month, day) + Double((hour * 60 + minute) * 60 + second)
      + Double(nanoseconds) * 1e-9
  }
}

nonisolated extension FileStamp {
  /// The modification time in seconds since 1970-01-01 00:00 on the local clock of this machine.
  var secondsOnLocalClock: Double {
    var moment = time_t(modified / 1_000_000_000)
    var parts = tm()
    guard localtime_r(&moment, &parts) != nil else { return seconds }
    return seconds + Double(parts.tm_gmtoff)
  }
}

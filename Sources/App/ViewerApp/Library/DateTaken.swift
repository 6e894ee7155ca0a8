import BrowserHost
import DecoderWire
import Glibc

/// The moment at which a photo was taken, as far as it is known.
nonisolated enum DateTaken: Hashable, Sendable {
  /// The file has not been read.
  case unknown
  /// The file has been read and has no date.
  case missing
  /// Seconds since 1970-01-01 00:00 on the camera's clock, regardless of its time zone.
  case at(Double)
}

nonisolated extension DateTaken {
  init(_ seconds: Double?) {
    if let seconds { self = .at(seconds) } else { self = .missing }
  }

  /// The moment by which a photo is sorted: the date taken, or else the modification time on the
  /// clock of this machine; nil when neither is known.
  func sortSeconds(_ stamp: FileStamp?) -> Double? {
    if case .at(let seconds) = self { return seconds }
    return stamp?.secondsOnLocalClock
  }
}

nonisolated extension Period {
  /// The beginning of a day, in seconds since 1970-01-01 00:00 on the clock by which the day is
  /// counted.
  ///
  /// - Source: Howard Hinnant, chrono-compatible low-level date algorithms, `days_from_civil`.
  static func seconds(_ year: Int, _ month: Int, _ day: Int) -> Double {
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
    Period.seconds(year, month, day) + Double((hour * 60 + minute) * 60 + second)
      + Double(nanoseconds) * 1e-9
  }
}

nonisolated extension FileStamp {
  /// The modification time on the local clock: seconds since 1970-01-01 00:00 of that clock.
  var secondsOnLocalClock: Double {
    var moment = time_t(modified / 1_000_000_000)
    var parts = tm()
    guard localtime_r(&moment, &parts) != nil else { return seconds }
    return seconds + Double(parts.tm_gmtoff)
  }
}

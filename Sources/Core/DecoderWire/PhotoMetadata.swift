public import Pixels

/// The metadata of a photo: what the camera, and programs after it, recorded in its file.
///
/// Absent numbers are nil, absent texts are empty. Texts come from files that are not trusted: they
/// contain no control characters other than line feeds, and no bidirectional controls.
public struct PhotoMetadata: Hashable, Sendable {
  /// The extent to which the metadata of a photo were read.
  public enum Completeness: UInt8, Hashable, Sendable {
    /// The metadata from EXIF, IPTC and XMP.
    case complete = 0
    /// The main EXIF tags only, because the library libgexiv2 is not installed.
    case basic = 1
  }

  public var completeness = Completeness.complete
  /// The time at which the photo was taken, as the camera's clock showed it; nil if unknown.
  public var taken: CaptureTime?
  /// The number of the photo in its burst, or in the camera's count of photos, by which photos
  /// taken at the same time are ordered; nil if unknown.
  public var sequence: Int?
  /// The maker of the camera; "" if unknown.
  public var make = ""
  /// The model of the camera, which may repeat the maker; "" if unknown.
  public var model = ""
  public var lens = ""
  /// The exposure time of the photo, in seconds.
  public var exposureTime: Ratio?
  /// The f-number of the aperture.
  public var aperture: Ratio?
  /// The focal length of the lens, in millimetres.
  public var focalLength: Ratio?
  /// The focal length that has the same angle of view on 35 mm film, in millimetres.
  public var equivalentFocalLength: Int?
  /// The ISO speed rating of the exposure.
  public var iso: Int?
  /// The exposure compensation, in EV (stops).
  public var exposureBias: Ratio?
  /// The flash, as the bits of EXIF tag 0x9209.
  public var flash: Int?
  /// The exposure program, as the value of EXIF tag 0x8822.
  public var exposureProgram: Int?
  /// The metering mode, as the value of EXIF tag 0x9207.
  public var meteringMode: Int?
  /// The white balance, as the value of EXIF tag 0xA403.
  public var whiteBalance: Int?
  /// The rating of the photo: 1 to 5 stars, 0 for unrated, −1 for rejected.
  public var rating: Int?
  /// The name of the photo's colour label, as the program that set the label wrote it; "" without
  /// one.
  public var label = ""
  /// The pick label of the program digiKam: 0 none, 1 rejected, 2 pending, 3 accepted.
  public var pickLabel: Int?
  /// The colour label of the program digiKam: 0 none, 1 red, 2 orange, 3 yellow, 4 green, 5 blue, 6
  /// magenta, 7 grey, 8 black, 9 white.
  public var colorLabel: Int?
  public var title = ""
  public var caption = ""
  public var keywords: [String] = []
  public var people: [String] = []
  /// The geographic position of the camera; nil if unknown.
  public var position: GeographicPosition?
  /// The names of the place in the photo, from the smallest to the largest: location, city, state,
  /// country.
  public var place: [String] = []
  public var creator = ""
  public var copyright = ""
  /// The program that wrote the picture file; "" if unknown.
  public var software = ""
  /// The size in pixels of the picture as stored, before its orientation is applied; nil if
  /// unknown.
  public var pixelSize: PixelSize?
  /// The orientation of the stored picture, as the value 1 to 8 of EXIF tag 0x0112; nil if unknown.
  public var orientation: Int?

  public init() {}

  /// The valid values of the photo property ``rating``.
  public static let ratings = -1...5
  /// The valid values of the photo property ``pickLabel``.
  public static let pickLabels = 0...3
  /// The valid values of the photo property ``sequence``.
  public static let sequences = 1...Int(Int32.max)
  /// The valid values of the photo property ``colorLabel``.
  public static let colorLabels = 0...9

  /// Whether the file has no metadata, apart from the size ``pixelSize`` of its picture.
  public var isEmpty: Bool {
    var other = PhotoMetadata()
    other.completeness = completeness
    other.pixelSize = pixelSize
    return self == other
  }

  /// The size of the picture as it is shown, with its orientation applied, in pixels; nil if
  /// unknown.
  public var uprightSize: PixelSize? {
    guard let pixelSize, (5...8).contains(orientation ?? 1) else { return pixelSize }
    return PixelSize(width: pixelSize.height, height: pixelSize.width)
  }
}

extension PhotoMetadata {
  /// A date and time on the clock of a camera, which may not know its time zone. Times are compared
  /// as they are written, regardless of the zone.
  public struct CaptureTime: Hashable, Sendable, Comparable {
    public let year: Int
    /// The month of the year, 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int
    public let hour: Int
    public let minute: Int
    /// The second of the minute, 0 to 59.
    public let second: Int
    /// The fraction of the second, in nanoseconds.
    public let nanoseconds: Int
    /// The offset of the camera's clock from UTC, in minutes; nil when the camera did not record
    /// the offset.
    public let zoneMinutes: Int?

    /// Makes a date and time; nil when the Gregorian calendar has no such date, the day no such
    /// time, or the zone is out of range.
    public init?(
      year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0,
      nanoseconds: Int = 0, zoneMinutes: Int? = nil
    ) {
      guard (1...9999).contains(year), (1...12).contains(month),
        day >= 1, day <= Self.dayCount(ofMonth: month, year), (0...23).contains(hour),
        (0...59).contains(minute), (0...59).contains(second),
        (0..<1_000_000_000).contains(nanoseconds),
        (-Self.maxZoneMinutes...Self.maxZoneMinutes).contains(zoneMinutes ?? 0)
      else { return nil }
      self.year = year
      self.month = month
      self.day = day
      self.hour = hour
      self.minute = minute
      self.second = second
      self.nanoseconds = nanoseconds
      self.zoneMinutes = zoneMinutes
    }

    /// The maximum offset of a clock from UTC, in minutes; the largest in use is +14:00.
    private static let maxZoneMinutes = 15 * 60

    private static func dayCount(ofMonth month: Int, _ year: Int) -> Int {
      switch month {
      case 4, 6, 9, 11: 30
      case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
      default: 31
      }
    }

    public static func < (a: CaptureTime, b: CaptureTime) -> Bool {
      a.comparisonFields.lexicographicallyPrecedes(b.comparisonFields)
    }

    private var comparisonFields: [Int] { [year, month, day, hour, minute, second, nanoseconds] }
  }

  /// A fraction of two integers, as EXIF stores numbers.
  public struct Ratio: Hashable, Sendable {
    public let numerator: Int
    public let denominator: Int

    /// Makes a fraction; nil when the denominator is not positive, or one of the integers does not
    /// fit into the 32 bits of EXIF.
    public init?(_ numerator: Int, _ denominator: Int) {
      let range = -Int(Int32.max)...Int(UInt32.max)
      guard denominator > 0, range.contains(numerator), range.contains(denominator) else {
        return nil
      }
      self.numerator = numerator
      self.denominator = denominator
    }

    public var value: Double { Double(numerator) / Double(denominator) }
  }

  /// A position on the Earth, in the WGS 84 coordinate system.
  public struct GeographicPosition: Hashable, Sendable {
    /// The latitude in degrees, −90 to 90; north is positive.
    public let latitude: Double
    /// The longitude in degrees, −180 to 180; east is positive.
    public let longitude: Double
    /// The altitude above sea level, in metres; nil if unknown or implausible.
    public let altitude: Double?

    /// Makes a position; nil when the latitude or longitude is out of range. An altitude that is
    /// out of range is dropped.
    public init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
      guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
      self.latitude = latitude
      self.longitude = longitude
      self.altitude = altitude.flatMap { (-20_000...1_000_000).contains($0) ? $0 : nil }
    }
  }
}

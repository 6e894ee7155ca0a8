public import Pixels

/// The metadata of a photo: the facts that the camera, and programs after it, wrote into the file.
///
/// Absent numbers are nil, absent texts are empty. Texts come from a file that is not trusted: they
/// contain no control characters other than line feeds, and no bidirectional controls.
public struct PhotoMetadata: Hashable, Sendable {
  /// The source of the metadata.
  public enum Completeness: UInt8, Hashable, Sendable {
    /// EXIF, IPTC and XMP were read.
    case complete = 0
    /// Only the main EXIF tags were read, because libgexiv2 is not installed.
    case basic = 1
  }

  public var completeness = Completeness.complete
  /// The moment of capture, as the camera's clock showed it.
  public var taken: CaptureTime?
  /// The number of the photo in its burst, or in the camera's count of photos; nil when unknown. It
  /// orders photos of one moment.
  public var sequence: Int?
  /// The maker of the camera.
  public var make = ""
  /// The model of the camera, which may repeat the maker.
  public var model = ""
  public var lens = ""
  /// The exposure time, in seconds.
  public var exposureTime: Ratio?
  /// The f-number.
  public var aperture: Ratio?
  /// The focal length, in millimetres.
  public var focalLength: Ratio?
  /// The focal length with the same angle of view on 35 mm film, in millimetres.
  public var equivalentFocalLength: Int?
  /// The ISO speed.
  public var iso: Int?
  /// The exposure compensation, in EV.
  public var bias: Ratio?
  /// The flash, as the bits of EXIF tag 0x9209.
  public var flash: Int?
  /// The exposure program, as the value of EXIF tag 0x8822.
  public var program: Int?
  /// The metering mode, as the value of EXIF tag 0x9207.
  public var metering: Int?
  /// The white balance, as the value of EXIF tag 0xA403.
  public var whiteBalance: Int?
  /// The rating: 1 to 5 stars, 0 for unrated, −1 for rejected.
  public var rating: Int?
  /// The colour label, as the program that set it names it.
  public var label = ""
  /// digiKam's pick label: 0 none, 1 rejected, 2 pending, 3 accepted.
  public var pickLabel: Int?
  /// digiKam's colour label: 0 none, 1 red, 2 orange, 3 yellow, 4 green, 5 blue, 6 magenta, 7 grey,
  /// 8 black, 9 white.
  public var colorLabel: Int?
  public var title = ""
  public var caption = ""
  public var keywords: [String] = []
  public var people: [String] = []
  /// The position of the camera.
  public var position: GeographicPosition?
  /// The names of the place, from the smallest to the largest: location, city, state, country.
  public var place: [String] = []
  public var creator = ""
  public var copyright = ""
  /// The program that wrote the file.
  public var software = ""
  /// The size of the stored picture in pixels, before its orientation is applied.
  public var pixelSize: PixelSize?
  /// The orientation of the stored picture, as the value 1 to 8 of EXIF tag 0x0112.
  public var orientation: Int?

  public init() {}

  /// The valid values of ``rating``.
  public static let ratings = -1...5
  /// The valid values of ``pickLabel``.
  public static let pickLabels = 0...3
  /// The valid values of ``sequence``.
  public static let sequences = 1...Int(Int32.max)
  /// The valid values of ``colorLabel``.
  public static let colorLabels = 0...9

  /// True when the file has no metadata. ``pixelSize`` does not count as metadata.
  public var isEmpty: Bool {
    var other = PhotoMetadata()
    other.completeness = completeness
    other.pixelSize = pixelSize
    return self == other
  }

  /// The size of the picture as it is shown, in pixels; nil when it is unknown.
  public var uprightSize: PixelSize? {
    guard let pixelSize, (5...8).contains(orientation ?? 1) else { return pixelSize }
    return PixelSize(width: pixelSize.height, height: pixelSize.width)
  }
}

extension PhotoMetadata {
  /// A moment on the clock of a camera, which may not know its time zone. Times are compared as
  /// they are written, regardless of the zone.
  public struct CaptureTime: Hashable, Sendable, Comparable {
    public let year: Int
    /// The month, from 1.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int
    public let hour: Int
    public let minute: Int
    /// The second, 0 to 59.
    public let second: Int
    /// The fraction of the second.
    public let nanoseconds: Int
    /// The offset of the clock from UTC, in minutes; nil when the camera did not record it.
    public let zoneMinutes: Int?

    /// Makes a moment; nil when there is no such date or time of day in the Gregorian calendar, or
    /// the zone is out of range.
    public init?(
      year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0,
      nanoseconds: Int = 0, zoneMinutes: Int? = nil
    ) {
      guard (1...9999).contains(year), (1...12).contains(month),
        day >= 1, day <= Self.days(of: month, year), (0...23).contains(hour),
        (0...59).contains(minute), (0...59).contains(second),
        (0..<1_000_000_000).contains(nanoseconds),
        (-Self.maxZone...Self.maxZone).contains(zoneMinutes ?? 0)
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

    /// The maximum offset from UTC, in minutes; the largest zone in use is +14:00.
    private static let maxZone = 15 * 60

    private static func days(of month: Int, _ year: Int) -> Int {
      switch month {
      case 4, 6, 9, 11: 30
      case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
      default: 31
      }
    }

    public static func < (a: CaptureTime, b: CaptureTime) -> Bool {
      a.order.lexicographicallyPrecedes(b.order)
    }

    private var order: [Int] { [year, month, day, hour, minute, second, nanoseconds] }
  }

  /// A fraction of two integers, as EXIF stores it.
  public struct Ratio: Hashable, Sendable {
    public let numerator: Int
    public let denominator: Int

    /// Makes a fraction; nil when the denominator is not positive, or a part does not fit EXIF's
    /// 32 bits.
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

  /// A position on the Earth (WGS 84).
  public struct GeographicPosition: Hashable, Sendable {
    /// The latitude in degrees, north positive.
    public let latitude: Double
    /// The longitude in degrees, east positive.
    public let longitude: Double
    /// The altitude above sea level, in metres; nil when unknown.
    public let altitude: Double?

    /// Makes a position; nil when a coordinate is out of range or not a number.
    public init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
      guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
      self.latitude = latitude
      self.longitude = longitude
      self.altitude = altitude.flatMap { (-20_000...1_000_000).contains($0) ? $0 : nil }
    }
  }
}

import Pixels
import Wire

/// The maximum lengths and counts of metadata in a message.
enum MetadataLimits {
  /// The maximum length of a title, a camera model or a similar short text, in bytes.
  static let maxTextBytes = 500
  /// The maximum length of a photo's caption, in bytes.
  static let maxCaptionBytes = 8000
  /// The maximum length of a keyword or a person's name, in bytes.
  static let maxKeywordBytes = 120
  /// The maximum number of keywords, and of people, of a photo.
  static let maxKeywords = 60
  /// The maximum number of names of the place of a photo: location, city and so on.
  static let maxPlaceNames = 8
}

extension FieldWriter {
  mutating func write(_ metadata: PhotoMetadata) {
    write(metadata.completeness)
    write(metadata.taken)
    for text in [
      metadata.make, metadata.model, metadata.lens, metadata.label, metadata.title,
      metadata.creator, metadata.copyright, metadata.software,
    ] {
      write(text: text, maxBytes: MetadataLimits.maxTextBytes)
    }
    write(text: metadata.caption, maxBytes: MetadataLimits.maxCaptionBytes)
    for ratio in [
      metadata.exposureTime, metadata.aperture, metadata.focalLength, metadata.exposureBias,
    ] {
      write(ratio)
    }
    for number in [
      metadata.equivalentFocalLength, metadata.iso, metadata.flash, metadata.exposureProgram,
      metadata.meteringMode, metadata.whiteBalance, metadata.rating, metadata.pickLabel,
      metadata.colorLabel, metadata.sequence,
    ] {
      write(number)
    }
    write(metadata.keywords, atMost: MetadataLimits.maxKeywords)
    write(metadata.people, atMost: MetadataLimits.maxKeywords)
    write(metadata.place, atMost: MetadataLimits.maxPlaceNames)
    write(metadata.position)
    write(metadata.pixelSize?.width)
    write(metadata.pixelSize?.height)
    write(metadata.orientation)
  }

  private mutating func write(_ number: Int?) {
    write(number != nil)
    if let number { write(Int64(number)) }
  }

  private mutating func write(_ ratio: PhotoMetadata.Ratio?) {
    write(ratio != nil)
    guard let ratio else { return }
    write(Int64(ratio.numerator))
    write(Int64(ratio.denominator))
  }

  private mutating func write(_ time: PhotoMetadata.CaptureTime?) {
    write(time != nil)
    guard let time else { return }
    for number in [
      time.year, time.month, time.day, time.hour, time.minute, time.second, time.nanoseconds,
    ] {
      write(Int64(number))
    }
    write(time.zoneMinutes)
  }

  private mutating func write(_ position: PhotoMetadata.GeographicPosition?) {
    write(position != nil)
    guard let position else { return }
    write(position.latitude.bitPattern)
    write(position.longitude.bitPattern)
    write(position.altitude != nil)
    if let altitude = position.altitude { write(altitude.bitPattern) }
  }

  private mutating func write(_ texts: [String], atMost limit: Int) {
    let sent = texts.prefix(limit)
    write(UInt8(sent.count))
    for text in sent { write(text: text, maxBytes: MetadataLimits.maxKeywordBytes) }
  }
}

extension FieldReader {
  mutating func metadata() throws(WireError) -> PhotoMetadata {
    var result = PhotoMetadata()
    result.completeness = try value(PhotoMetadata.Completeness.self, "completeness")
    result.taken = try captureTime()
    result.make = try plainText()
    result.model = try plainText()
    result.lens = try plainText()
    result.label = try plainText()
    result.title = try plainText()
    result.creator = try plainText()
    result.copyright = try plainText()
    result.software = try plainText()
    result.caption = TextSanitiser.sanitisedLines(
      try text(maxBytes: MetadataLimits.maxCaptionBytes, "caption"))
    result.exposureTime = try ratio()
    result.aperture = try ratio()
    result.focalLength = try ratio()
    result.exposureBias = try ratio()
    result.equivalentFocalLength = try number()
    result.iso = try number()
    result.flash = try number()
    result.exposureProgram = try number()
    result.meteringMode = try number()
    result.whiteBalance = try number()
    result.rating = try number(in: PhotoMetadata.ratings, "rating")
    result.pickLabel = try number(in: PhotoMetadata.pickLabels, "pick label")
    result.colorLabel = try number(in: PhotoMetadata.colorLabels, "colour label")
    result.sequence = try number(in: PhotoMetadata.sequences, "sequence number")
    result.keywords = try texts(atMost: MetadataLimits.maxKeywords)
    result.people = try texts(atMost: MetadataLimits.maxKeywords)
    result.place = try texts(atMost: MetadataLimits.maxPlaceNames)
    result.position = try position()
    result.pixelSize = try extent()
    result.orientation = try number(in: 1...8, "orientation")
    return result
  }

  private mutating func plainText(
    _ limit: Int = MetadataLimits.maxTextBytes
  ) throws(WireError) -> String {
    TextSanitiser.sanitised(try text(maxBytes: limit, "text"))
  }

  private mutating func texts(atMost limit: Int) throws(WireError) -> [String] {
    let count = Int(try integer(UInt8.self))
    guard count <= limit else { throw .badField("texts") }
    var result: [String] = []
    for _ in 0..<count { result.append(try plainText(MetadataLimits.maxKeywordBytes)) }
    return result
  }

  /// The integer in the next field, which must fit into 32 bits, signed or unsigned; nil if the
  /// field is marked as absent.
  private mutating func number() throws(WireError) -> Int? {
    guard try flag("number") else { return nil }
    let number = try integer(Int64.self)
    guard (Int64(Int32.min)...Int64(UInt32.max)).contains(number) else {
      throw .badField("number")
    }
    return Int(number)
  }

  /// The integer in the next field, which must lie in `range`; nil if the field is marked as
  /// absent.
  private mutating func number(
    in range: ClosedRange<Int>, _ field: String
  ) throws(WireError) -> Int? {
    guard let number = try number() else { return nil }
    guard range.contains(number) else { throw .badField(field) }
    return number
  }

  private mutating func extent() throws(WireError) -> PixelSize? {
    let (width, height) = (try number(), try number())
    guard let width, let height else { return nil }
    let sides = 1...Int(Int32.max)
    guard sides.contains(width), sides.contains(height) else { throw .badField("size") }
    return PixelSize(width: width, height: height)
  }

  private mutating func ratio() throws(WireError) -> PhotoMetadata.Ratio? {
    guard try flag("ratio") else { return nil }
    let (numerator, denominator) = (try integer(Int64.self), try integer(Int64.self))
    guard let ratio = PhotoMetadata.Ratio(Int(numerator), Int(denominator)) else {
      throw .badField("ratio")
    }
    return ratio
  }

  private mutating func captureTime() throws(WireError) -> PhotoMetadata.CaptureTime? {
    guard try flag("time") else { return nil }
    var fields: [Int] = []
    for _ in 0..<7 { fields.append(Int(try integer(Int64.self))) }
    let time = PhotoMetadata.CaptureTime(
      year: fields[0], month: fields[1], day: fields[2], hour: fields[3], minute: fields[4],
      second: fields[5], nanoseconds: fields[6], zoneMinutes: try number())
    guard let time else { throw .badField("time") }
    return time
  }

  private mutating func position() throws(WireError) -> PhotoMetadata.GeographicPosition? {
    guard try flag("position") else { return nil }
    let latitude = Double(bitPattern: try integer(UInt64.self))
    let longitude = Double(bitPattern: try integer(UInt64.self))
    let altitude =
      try flag("altitude") ? Double(bitPattern: try integer(UInt64.self)) : nil
    let position = PhotoMetadata.GeographicPosition(
      latitude: latitude, longitude: longitude, altitude: altitude)
    guard let position else { throw .badField("position") }
    return position
  }
}

import DecodingSupport
import Pixels

/// The EXIF, IPTC and XMP tags of one file, as libgexiv2 reads them.
final class MetadataTags {
  let library: GExiv2Library
  let object: GExiv2Library.Object
  /// The bytes of the packet with the tags of ``secondPacket``; nil without a second packet.
  private var secondPacketBytes: UnsafeMutableRawBufferPointer?
  /// The XMP tags of a second packet; nil without one.
  private(set) var secondPacket: MetadataTags?

  /// The maximum number of bytes of a value; the rest is ignored.
  private static let maxValueBytes = 1 << 16
  /// The maximum number of values of a repeatable tag; the others are ignored.
  private static let maxValues = 1000

  /// Parses the tags of a file; nil when libgexiv2 is missing or cannot parse the file, and for
  /// clips, whose parsers may not end. The bytes must outlive this object.
  init?(_ bytes: PictureBytes) {
    guard !MetadataReader.mightBeClip(bytes) else { return nil }
    guard let library = GExiv2Library.shared, let object = library.makeMetadata() else {
      return nil
    }
    self.library = library
    self.object = object
    let start = bytes.raw.baseAddress?.assumingMemoryBound(to: UInt8.self)
    guard library.open(object, start, bytes.count, nil) != 0 else { return nil }
  }

  deinit {
    secondPacket = nil
    secondPacketBytes?.deallocate()
    library.release(object)
  }

  /// Adds a second XMP packet, whose tags are read when the file itself does not have them.
  func addPacket(_ bytes: [UInt8]) {
    guard secondPacketBytes == nil else { return }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    copy.copyBytes(from: bytes)
    secondPacketBytes = copy
    secondPacket = MetadataTags(PictureBytes(raw: UnsafeRawBufferPointer(copy)))
  }

  /// The tags of the second packet when `tag` is an XMP tag; nil for any other tag.
  private func secondPacketTags(for tag: String) -> MetadataTags? {
    tag.hasPrefix("Xmp.") ? secondPacket : nil
  }

  /// The value of a tag as text; empty when the file has no such tag.
  func text(_ tag: String) -> String {
    let value = readAndFreeText(library.tagText(object, tag, nil))
    return value.isEmpty ? secondPacketTags(for: tag)?.text(tag) ?? "" : value
  }

  /// The value of a tag in words, as exiv2 interprets it. It is empty when the tag is missing, when
  /// exiv2 gives only a number, and when the words mean that there is no value, such as "none".
  func interpretedText(_ tag: String) -> String {
    let text = readAndFreeText(library.interpretedString(object, tag, nil))
    if ["n/a", "none", "no lens"].contains(text.lowercased()) { return "" }
    let isNumber = text.allSatisfy { $0.isNumber || $0.isWhitespace || "().".contains($0) }
    return isNumber ? "" : text
  }

  /// The value of the first of several tags that has one; empty when none has one.
  func text(of tags: [String]) -> String {
    for tag in tags {
      let value = text(tag)
      if !value.isEmpty { return value }
    }
    return ""
  }

  /// The text of an XMP tag in the wanted language; when it is empty, the value of the first of
  /// `others` that has one, else an empty text.
  ///
  /// - Parameter languages: see ``MetadataText/text(of:in:)``.
  func localizedText(_ tag: String, in languages: [String], or others: String...) -> String {
    // A text in several languages is read as one value: gexiv2_metadata_try_get_tag_multiple would
    // divide it at its commas.
    let value = MetadataText.text(of: text(tag), in: languages)
    return value.isEmpty ? text(of: others) : value
  }

  /// The values of a repeatable tag, without empty ones; empty when the file has no such tag.
  func texts(_ tag: String) -> [String] {
    let own = textsOfThisPacket(tag)
    return own.isEmpty ? secondPacketTags(for: tag)?.texts(tag) ?? [] : own
  }

  private func textsOfThisPacket(_ tag: String) -> [String] {
    guard let first = library.tagTexts(object, tag, nil) else { return [] }
    defer { library.freeStrings(first) }
    var result: [String] = []
    for index in 0..<Self.maxValues {
      guard let value = first[index] else { break }
      let text = MetadataText.trimmed(Self.bytes(of: value))
      if !text.isEmpty { result.append(text) }
    }
    return result
  }

  /// The integer at the beginning of the value of a tag; nil when it has none.
  func number(_ tag: String) -> Int? { MetadataText.number(text(tag)) }

  /// The value of a rational EXIF or XMP tag; nil when the file has no such tag, or its denominator
  /// is 0.
  func ratio(_ tag: String) -> (numerator: Int, denominator: Int)? {
    // libgexiv2 gives the rational values of EXIF tags only, so the value of an XMP tag is parsed.
    if tag.hasPrefix("Xmp.") { return MetadataText.ratio(text(tag)) }
    var (numerator, denominator) = (Int32(0), Int32(0))
    guard library.readRationalTag(object, tag, &numerator, &denominator, nil) != 0, denominator != 0
    else {
      return nil
    }
    // The sign of the ratio is moved to the numerator.
    let sign = denominator < 0 ? -1 : 1
    return (Int(numerator) * sign, Int(denominator) * sign)
  }

  /// The size of the picture in pixels; nil when libexiv2 does not find it, as in a sidecar.
  var pixelSize: PixelSize? {
    let (width, height) = (library.pixelWidth(object), library.pixelHeight(object))
    guard width > 0, height > 0 else { return nil }
    return PixelSize(width: Int(width), height: Int(height))
  }

  /// The GPS position of EXIF, or else of XMP, in degrees, positive to the north and east, and the
  /// altitude in metres, nil when it is unknown; nil without a position.
  var position: (latitude: Double, longitude: Double, altitude: Double?)? {
    guard let latitude = coordinate(library.latitude),
      let longitude = coordinate(library.longitude)
    else { return positionOfXMP }
    return (latitude, longitude, coordinate(library.altitude) ?? unsignedAltitude)
  }

  /// The altitude of EXIF in metres where the file does not state its reference, which is sea level
  /// then; nil when it is unknown.
  ///
  /// - Source: Exif 2.32, 4.6.6 (default of GPSAltitudeRef).
  private var unsignedAltitude: Double? {
    guard text("Exif.GPSInfo.GPSAltitudeRef").isEmpty else { return nil }
    return ratio("Exif.GPSInfo.GPSAltitude").map { Double($0.numerator) / Double($0.denominator) }
  }

  private var positionOfXMP: (latitude: Double, longitude: Double, altitude: Double?)? {
    guard let latitude = MetadataText.coordinate(text("Xmp.exif.GPSLatitude")),
      let longitude = MetadataText.coordinate(text("Xmp.exif.GPSLongitude"))
    else { return nil }
    // The reference 1 means that the altitude is below sea level.
    let sign = text("Xmp.exif.GPSAltitudeRef") == "1" ? -1.0 : 1.0
    let altitude = ratio("Xmp.exif.GPSAltitude").map {
      sign * Double($0.numerator) / Double($0.denominator)
    }
    return (latitude, longitude, altitude)
  }

  private func coordinate(_ read: GExiv2Library.CoordinateGetter) -> Double? {
    var value = 0.0
    return read(object, &value, nil) != 0 ? value : nil
  }

  private func readAndFreeText(_ text: GExiv2Library.Text?) -> String {
    guard let text else { return "" }
    defer { library.free(text) }
    return MetadataText.trimmed(Self.bytes(of: text))
  }

  private static func bytes(of text: GExiv2Library.Text) -> [UInt8] {
    var result: [UInt8] = []
    while result.count < maxValueBytes, text[result.count] != 0 {
      result.append(UInt8(bitPattern: text[result.count]))
    }
    return result
  }
}

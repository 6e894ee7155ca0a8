import DecoderWire
import DecodingSupport

/// The reader of the metadata items in a QuickTime or MP4 clip, which phones write, and of its
/// header.
///
/// - Source: QuickTime File Format, “Metadata”: `moov/meta` with the names in `keys` and the values
///   in `ilst`.
enum QuickTimeMetadata {
  /// The maximum number of boxes that are read in one box.
  private static let maxBoxes = 1000
  /// The maximum number of bytes of a value; the rest is ignored.
  private static let maxValueBytes = 1000

  /// The number of seconds from 1904-01-01, from which QuickTime counts, to 1970-01-01.
  private static let secondsFrom1904To1970 = 2_082_844_800

  /// The time at which a clip was recorded, from its movie header; nil for a file that is no clip,
  /// and for a clip without a plausible time.
  ///
  /// The time is in UTC, as the specification says. Some cameras write the time of their clock
  /// instead, which cannot be recognised.
  /// - Source: ISO/IEC 14496-12, 8.2.2 (`mvhd`); QuickTime File Format, “Movie Header Atom”.
  static func creationTime(of bytes: PictureBytes) -> PhotoMetadata.CaptureTime? {
    guard let header = movieBoxBody(in: bytes).flatMap({ childBoxBody("mvhd", of: $0) }) else {
      return nil
    }
    // Version 1 of the header has times of 64 bits. Times before 1970 come from clocks that were
    // not set.
    guard let seconds = header.number(at: 4, size: header.byte(0) == 1 ? 8 : 4, bigEndian: true),
      (secondsFrom1904To1970 + 1...maxSecondsSince1904).contains(seconds)
    else { return nil }
    return PhotoMetadata.CaptureTime(secondsSince1970: seconds - secondsFrom1904To1970)
  }

  /// The end of the year 9999 in seconds since 1904-01-01.
  private static let maxSecondsSince1904 = secondsFrom1904To1970 + 253_402_300_799

  /// The body of the box `moov`; nil for a file that is no clip.
  private static func movieBoxBody(in bytes: PictureBytes) -> PictureBytes? {
    guard
      bytes.hasBytes("ftyp", at: 4) || bytes.hasBytes("moov", at: 4)
        || bytes.hasBytes("wide", at: 4)
    else { return nil }
    return childBoxBody("moov", of: bytes)
  }

  /// The metadata in the metadata items of a clip; nil for a file without any.
  static func read(_ bytes: PictureBytes) -> PhotoMetadata? {
    guard let meta = movieBoxBody(in: bytes).flatMap({ childBoxBody("meta", of: $0) }) else {
      return nil
    }
    // In MP4, the body of the box `meta` begins with a version and flags.
    let items = meta.hasBytes("hdlr", at: 4) ? meta : meta.rest(from: 4)
    guard let keys = childBoxBody("keys", of: items), let list = childBoxBody("ilst", of: items)
    else {
      return nil
    }
    let values = valuesByKey(keys: keys, list: list)
    func value(_ name: String) -> String { values["com.apple.quicktime." + name] ?? "" }
    var result = PhotoMetadata()
    result.taken = MetadataText.captureTime(value("creationdate"), fraction: "", zone: "")
    result.make = value("make")
    result.model = value("model")
    result.software = value("software")
    result.title = value("displayname")
    result.caption = value("description")
    result.position = position(value("location.ISO6709"))
    return result.isEmpty ? nil : result
  }

  /// The identifier of the box with an XMP packet in an MP4 clip.
  private static let xmpIdentifier: [UInt8] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]

  /// The XMP packet of a clip; nil for a file without one.
  ///
  /// - Source: XMP specification, part 3 (QuickTime, MPEG-4): `moov/udta/XMP_`, or a box `uuid` of
  ///   the file.
  static func xmp(in bytes: PictureBytes) -> PictureBytes? {
    guard let movie = movieBoxBody(in: bytes) else { return nil }
    let own = childBoxBody("udta", of: movie).flatMap { childBoxBody("XMP_", of: $0) }
    let box = childBoxBody("uuid", of: bytes) { $0.raw.starts(with: xmpIdentifier) }
    guard let packet = own ?? box?.rest(from: xmpIdentifier.count) else { return nil }
    return packet.count <= ExtendedXMP.maxPacketBytes ? packet : nil
  }

  private static func valuesByKey(keys: PictureBytes, list: PictureBytes) -> [String: String] {
    var names: [String] = []
    var position = 8
    while names.count < maxBoxes, let length = keys.big32(position), length >= 8,
      position + length <= keys.count
    {
      names.append(text(keys.part(position + 8..<position + length)))
      position += length
    }
    var values: [String: String] = [:]
    var item = 0
    for _ in 0..<maxBoxes {
      guard let length = list.big32(item), length >= 8, let number = list.big32(item + 4),
        item + length <= list.count
      else { break }
      let body = list.part(item + 8..<item + length)
      // Type 1 is text in UTF-8.
      if names.indices.contains(number - 1), let data = childBoxBody("data", of: body),
        data.big32(0) == 1, data.count >= 8
      {
        values[names[number - 1]] = text(data.rest(from: 8))
      }
      item += length
    }
    return values
  }

  private static func text(_ bytes: PictureBytes) -> String {
    MetadataText.trimmed(Array(bytes.raw.prefix(maxValueBytes)))
  }

  /// The body of the first box called `name`, of those whose body meets a condition; nil when there
  /// is none.
  ///
  /// - Parameter isWanted: the condition. Default: every body meets it.
  private static func childBoxBody(
    _ name: StaticString, of bytes: PictureBytes,
    where isWanted: (PictureBytes) -> Bool = { _ in true }
  ) -> PictureBytes? {
    var position = 0
    for _ in 0..<maxBoxes {
      guard let length = bytes.big32(position) else { return nil }
      // Length 1 means that a 64-bit length follows the name, length 0 that the box extends to the
      // end.
      let head = length == 1 ? 16 : 8
      let size =
        length == 1
        ? bytes.number(at: position + 8, size: 8, bigEndian: true) ?? 0
        : length == 0 ? bytes.count - position : length
      guard size >= head, size <= bytes.count - position else { return nil }
      if bytes.hasBytes(name, at: position + 4) {
        let body = bytes.part(position + head..<position + size)
        if isWanted(body) { return body }
      }
      position += size
    }
    return nil
  }

  /// The position that a text in the form of ISO 6709 gives, such as `+48.8577+002.2950+035.000/`;
  /// nil for another text.
  private static func position(_ text: String) -> PhotoMetadata.GeographicPosition? {
    var numbers: [String] = []
    for character in text {
      if character == "+" || character == "-" {
        numbers.append(String(character))
      } else if character.isNumber || character == "." {
        guard !numbers.isEmpty else { return nil }
        numbers[numbers.count - 1].append(character)
      } else {
        break
      }
    }
    let values = numbers.compactMap { Double($0) }
    guard values.count >= 2, values.count == numbers.count else { return nil }
    return PhotoMetadata.GeographicPosition(
      latitude: values[0], longitude: values[1], altitude: values.count > 2 ? values[2] : nil)
  }
}

extension PhotoMetadata.CaptureTime {
  /// Makes the time in UTC; nil after the year 9999.
  ///
  /// - Parameter seconds: the number of seconds since 1970-01-01, not negative.
  /// - Source: Howard Hinnant, chrono-compatible low-level date algorithms, `civil_from_days`.
  fileprivate init?(secondsSince1970 seconds: Int) {
    let (days, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let shifted = days + 719_468
    let dayOfEra = shifted % 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    self.init(
      year: shifted / 146_097 * 400 + yearOfEra + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1, hour: second / 3600,
      minute: second / 60 % 60, second: second % 60, zoneMinutes: 0)
  }
}

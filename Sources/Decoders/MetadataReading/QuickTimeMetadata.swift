import DecoderWire
import DecodingSupport

/// The metadata items of a QuickTime or MP4 clip, as phones write them.
///
/// - Source: QuickTime File Format, “Metadata”: `moov/meta` with the names in `keys` and the values
///   in `ilst`.
enum QuickTimeMetadata {
  /// The maximum number of boxes of one level that are looked at.
  private static let maxBoxes = 1000
  /// The maximum length of a value, in bytes.
  private static let maxBytes = 1000

  /// The facts; nil for a file without such items.
  static func read(_ bytes: PictureBytes) -> PhotoMetadata? {
    guard bytes.has("ftyp", at: 4) || bytes.has("moov", at: 4) || bytes.has("wide", at: 4),
      let movie = child("moov", of: bytes), let meta = child("meta", of: movie)
    else { return nil }
    // In MP4, the box begins with a version and flags.
    let items = meta.has("hdlr", at: 4) ? meta : meta.rest(from: 4)
    guard let keys = child("keys", of: items), let list = child("ilst", of: items) else {
      return nil
    }
    let values = values(keys: keys, list: list)
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

  private static func values(keys: PictureBytes, list: PictureBytes) -> [String: String] {
    var names: [String] = []
    var place = 8
    while names.count < maxBoxes, let length = keys.big32(place), length >= 8,
      place + length <= keys.count
    {
      names.append(text(keys.part(place + 8..<place + length)))
      place += length
    }
    var values: [String: String] = [:]
    var item = 0
    for _ in 0..<maxBoxes {
      guard let length = list.big32(item), length >= 8, let number = list.big32(item + 4),
        item + length <= list.count
      else { break }
      let body = list.part(item + 8..<item + length)
      // Type 1 is text in UTF-8.
      if names.indices.contains(number - 1), let data = child("data", of: body),
        data.big32(0) == 1, data.count >= 8
      {
        values[names[number - 1]] = text(data.rest(from: 8))
      }
      item += length
    }
    return values
  }

  private static func text(_ bytes: PictureBytes) -> String {
    MetadataText.trimmed(Array(bytes.raw.prefix(maxBytes)))
  }

  /// The contents of the first box of a name; nil without one.
  private static func child(_ name: StaticString, of bytes: PictureBytes) -> PictureBytes? {
    var place = 0
    for _ in 0..<maxBoxes {
      guard let length = bytes.big32(place) else { return nil }
      // Length 1: a 64-bit length follows the name. Length 0: the box extends to the end.
      let head = length == 1 ? 16 : 8
      let size =
        length == 1
        ? bytes.number(at: place + 8, size: 8, bigEndian: true) ?? 0
        : length == 0 ? bytes.count - place : length
      guard size >= head, size <= bytes.count - place else { return nil }
      if bytes.has(name, at: place + 4) { return bytes.part(place + head..<place + size) }
      place += size
    }
    return nil
  }

  /// The position in the form of ISO 6709, such as `+48.8577+002.2950+035.000/`; nil for another
  /// text.
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

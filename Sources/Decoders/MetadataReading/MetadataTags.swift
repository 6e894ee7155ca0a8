import DecodingSupport
import Pixels

/// The EXIF, IPTC and XMP tags of one file, read by libgexiv2.
final class MetadataTags {
  let library: GExiv2Library
  let object: GExiv2Library.Object
  /// The packet that contains the tags of `others`.
  private var packet: UnsafeMutableRawBufferPointer?
  /// The XMP tags in a second packet; nil without one.
  private var others: MetadataTags?

  /// The maximum number of bytes of a value that are read.
  private static let maxBytes = 1 << 16
  /// The maximum number of values of a repeatable tag that are read.
  private static let maxValues = 1000

  /// Parses a file; nil when libgexiv2 is missing or cannot parse it. The bytes must outlive the
  /// tags.
  init?(_ bytes: PictureBytes) {
    guard let library = GExiv2Library.shared, let object = library.make() else { return nil }
    self.library = library
    self.object = object
    let start = bytes.raw.baseAddress?.assumingMemoryBound(to: UInt8.self)
    guard library.open(object, start, bytes.count, nil) != 0 else { return nil }
  }

  deinit {
    others = nil
    packet?.deallocate()
    library.release(object)
  }

  /// Adds the XMP tags of another packet, which the file itself does not have.
  func extend(by bytes: [UInt8]) {
    guard packet == nil else { return }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    copy.copyBytes(from: bytes)
    packet = copy
    others = MetadataTags(PictureBytes(raw: UnsafeRawBufferPointer(copy)))
  }

  /// The tags of the second packet for an XMP tag; nil for any other tag.
  private func extended(_ tag: String) -> MetadataTags? {
    tag.hasPrefix("Xmp.") ? others : nil
  }

  /// The value of a tag; empty without one.
  func text(_ tag: String) -> String {
    let value = taken(library.string(object, tag, nil))
    return value.isEmpty ? extended(tag)?.text(tag) ?? "" : value
  }

  /// The value of a tag in words, as exiv2 interprets it. Empty when the tag is missing, when exiv2
  /// gives only a number, and when the words say that there is no value, such as "none".
  func words(_ tag: String) -> String {
    let words = taken(library.interpretedString(object, tag, nil))
    if ["n/a", "none", "no lens"].contains(words.lowercased()) { return "" }
    let isNumber = words.allSatisfy { $0.isNumber || $0.isWhitespace || "().".contains($0) }
    return isNumber ? "" : words
  }

  /// The first of several tags that has a value; empty when none has one.
  func text(of tags: [String]) -> String {
    for tag in tags {
      let value = text(tag)
      if !value.isEmpty { return value }
    }
    return ""
  }

  /// The text of an XMP tag in the wanted language; where the tag is missing, the first of other
  /// tags that has a value, or an empty text.
  ///
  /// - Parameter languages: see ``MetadataText/text(of:in:)``.
  func localizedText(_ tag: String, in languages: [String], or others: String...) -> String {
    // gexiv2_metadata_try_get_tag_multiple divides such a text at its commas.
    let value = MetadataText.text(of: text(tag), in: languages)
    return value.isEmpty ? text(of: others) : value
  }

  /// The values of a repeatable tag, without empty ones.
  func texts(_ tag: String) -> [String] {
    let own = ownTexts(tag)
    return own.isEmpty ? extended(tag)?.texts(tag) ?? [] : own
  }

  private func ownTexts(_ tag: String) -> [String] {
    guard let first = library.strings(object, tag, nil) else { return [] }
    defer { library.freeStrings(first) }
    var result: [String] = []
    for index in 0..<Self.maxValues {
      guard let value = first[index] else { break }
      let text = MetadataText.trimmed(Self.bytes(of: value))
      if !text.isEmpty { result.append(text) }
    }
    return result
  }

  /// The first integer of a tag; nil without one.
  func number(_ tag: String) -> Int? { MetadataText.number(text(tag)) }

  /// The value of a rational EXIF tag; nil without one, and with a denominator of 0.
  func ratio(_ tag: String) -> (numerator: Int, denominator: Int)? {
    var (numerator, denominator) = (Int32(0), Int32(0))
    guard library.rational(object, tag, &numerator, &denominator, nil) != 0, denominator != 0 else {
      return nil
    }
    // A negative denominator means the same as a negative numerator.
    let sign = denominator < 0 ? -1 : 1
    return (Int(numerator) * sign, Int(denominator) * sign)
  }

  /// The size of the picture in pixels; nil when libexiv2 does not find it, as in a sidecar.
  var pixelSize: PixelSize? {
    let (width, height) = (library.pixelWidth(object), library.pixelHeight(object))
    guard width > 0, height > 0 else { return nil }
    return PixelSize(width: Int(width), height: Int(height))
  }

  /// The position in degrees, and the altitude in metres if it is known; nil without a position.
  var position: (latitude: Double, longitude: Double, altitude: Double?)? {
    guard let latitude = coordinate(library.latitude),
      let longitude = coordinate(library.longitude)
    else { return nil }
    return (latitude, longitude, coordinate(library.altitude))
  }

  private func coordinate(_ read: GExiv2Library.Coordinate) -> Double? {
    var value = 0.0
    return read(object, &value, nil) != 0 ? value : nil
  }

  private func taken(_ text: GExiv2Library.Text?) -> String {
    guard let text else { return "" }
    defer { library.free(text) }
    return MetadataText.trimmed(Self.bytes(of: text))
  }

  private static func bytes(of text: GExiv2Library.Text) -> [UInt8] {
    var result: [UInt8] = []
    while result.count < maxBytes, text[result.count] != 0 {
      result.append(UInt8(bitPattern: text[result.count]))
    }
    return result
  }
}

import DecoderWire
import Geometry
import Localization
import PhotoGrid

/// The metadata of a photo as lines of text, as `--info` prints them and the information panel
/// shows them.
nonisolated struct MetadataLines {
  /// The form in which the date taken is written.
  enum DateForm {
    /// The form of dates in the user's language, such as "1 May 2024, 07:08:09 UTC+2".
    case local
    /// The form of ISO 8601 in every language, such as "2024-05-01 07:08:09 UTC+2".
    case iso
  }
  /// The name of a fact in the user's language, and its value.
  struct Line: Hashable {
    var name: String
    var value: String
  }

  /// The facts about the date taken, the camera and the exposure.
  private(set) var cameraLines: [Line] = []
  /// The facts that people and programs added, such as title, keywords and place.
  private(set) var descriptionLines: [Line] = []
  /// The main values of the exposure, such as "ISO 100", "24 mm", "f/2.8", "1/250 s"; unknown ones
  /// are left out.
  let exposureValues: [String]

  /// The name of the fact that states where the camera was.
  static var positionName: String { tr("Position") }

  /// All facts: those of ``cameraLines``, then those of ``descriptionLines``.
  var lines: [Line] { cameraLines + descriptionLines }

  /// Makes the lines of a photo's metadata.
  ///
  /// - Parameter dates: the form of the date taken. Default: that of the user's language.
  init(_ metadata: PhotoMetadata, dates: DateForm = .local) {
    exposureValues = Self.exposureValues(metadata)
    var camera: [Line] = []
    var description: [Line] = []
    if let taken = metadata.taken {
      camera.addIfNotEmpty(tr("Date taken"), Self.text(taken, dates))
    }
    camera.addIfNotEmpty(tr("Camera"), Self.cameraName(metadata))
    camera.addIfNotEmpty(tr("Lens"), metadata.lens)
    camera.addIfNotEmpty(tr("Focal length"), Self.focalLength(metadata))
    if let aperture = metadata.aperture {
      camera.addIfNotEmpty(tr("Aperture"), Self.text(aperture: aperture))
    }
    if let time = metadata.exposureTime {
      camera.addIfNotEmpty(tr("Exposure time"), Self.exposureTimeText(time))
    }
    if let iso = metadata.iso { camera.addIfNotEmpty(tr("ISO"), "\(iso)") }
    if let bias = metadata.exposureBias {
      camera.addIfNotEmpty(tr("Exposure compensation"), Self.text(bias: bias))
    }
    if let flash = metadata.flash { camera.addIfNotEmpty(tr("Flash"), Self.flashText(flash)) }
    camera.addIfNotEmpty(
      tr("Exposure program"),
      metadata.exposureProgram.flatMap { Self.exposureProgramNames[$0] } ?? "")
    camera.addIfNotEmpty(
      tr("Metering"), metadata.meteringMode.flatMap { Self.meteringNames[$0] } ?? "")
    camera.addIfNotEmpty(
      tr("White balance"), metadata.whiteBalance.flatMap { Self.whiteBalanceNames[$0] } ?? "")
    if let rating = metadata.rating, rating != 0 {
      let stars = Self.text(rating: rating)
      description.addIfNotEmpty(
        tr("Rating"), dates == .local ? Self.withDirectionIsolates(stars) : stars)
    }
    switch PhotoMarks(metadata).flag {
    case .pick: description.addIfNotEmpty(tr("Flag"), tr("Picked"))
    case .reject where metadata.rating != -1: description.addIfNotEmpty(tr("Flag"), tr("Rejected"))
    case .reject, .none: break
    }
    description.addIfNotEmpty(tr("Label"), metadata.label)
    description.addIfNotEmpty(tr("Title"), metadata.title)
    description.addIfNotEmpty(tr("Caption"), metadata.caption)
    description.addIfNotEmpty(tr("Keywords"), metadata.keywords.joined(separator: ", "))
    description.addIfNotEmpty(tr("People"), metadata.people.joined(separator: ", "))
    description.addIfNotEmpty(tr("Place"), metadata.place.joined(separator: ", "))
    if let position = metadata.position {
      description.addIfNotEmpty(Self.positionName, Self.text(position))
    }
    description.addIfNotEmpty(tr("Creator"), metadata.creator)
    description.addIfNotEmpty(tr("Copyright"), metadata.copyright)
    description.addIfNotEmpty(tr("Software"), metadata.software)
    self.cameraLines = camera
    self.descriptionLines = description
  }

  private static func exposureValues(_ metadata: PhotoMetadata) -> [String] {
    var values: [String] = []
    if let iso = metadata.iso { values.append("ISO \(iso)") }
    if let length = metadata.focalLength {
      values.append(tr("{length} mm", ["length": decimal(length.value)]))
    }
    if let bias = metadata.exposureBias { values.append(text(bias: bias)) }
    if let aperture = metadata.aperture { values.append(text(aperture: aperture)) }
    if let time = metadata.exposureTime { values.append(exposureTimeText(time)) }
    return values.filter { !$0.isEmpty }
  }

  // MARK: Values

  /// The date and time of the camera's clock as text, with the offset from UTC if it is known.
  static func text(_ time: PhotoMetadata.CaptureTime, _ form: DateForm = .local) -> String {
    let date = form == .local ? PhotoFileFacts.dateText(taken: time) : nil
    let words = date ?? isoText(time)
    guard let zone = time.zoneMinutes else { return words }
    return "\(words) UTC\(zone < 0 ? "−" : "+")\(utcOffsetText(zone))"
  }

  private static func isoText(_ time: PhotoMetadata.CaptureTime) -> String {
    let date = "\(time.year)-\(twoDigits(time.month))-\(twoDigits(time.day))"
    return "\(date) \(twoDigits(time.hour)):\(twoDigits(time.minute)):\(twoDigits(time.second))"
  }

  /// The absolute value of an offset from UTC in minutes, as text in hours: `2`, or `5:30`.
  private static func utcOffsetText(_ minutes: Int) -> String {
    let (hours, rest) = (abs(minutes) / 60, abs(minutes) % 60)
    return rest == 0 ? "\(hours)" : "\(hours):\(twoDigits(rest))"
  }

  /// The name of the camera, without a maker that the model repeats: "Canon EOS 5D", not "Canon
  /// Canon EOS 5D"; empty when unknown.
  static func cameraName(_ metadata: PhotoMetadata) -> String {
    let (make, model) = (metadata.make, metadata.model)
    guard let word = make.split(separator: " ").first, !model.isEmpty else { return make + model }
    return model.lowercased().hasPrefix(word.lowercased()) ? model : "\(make) \(model)"
  }

  private static func focalLength(_ metadata: PhotoMetadata) -> String {
    guard let length = metadata.focalLength else { return "" }
    let words = tr("{length} mm", ["length": decimal(length.value)])
    guard let equivalent = metadata.equivalentFocalLength,
      Double(equivalent) != length.value.rounded()
    else { return words }
    return tr("{length} ({equivalent} mm equivalent)", ["length": words, "equivalent": equivalent])
  }

  /// An f-number as text, with at most one decimal, below 1 with at most two: "f/2.8", "f/0.95".
  private static func text(aperture: PhotoMetadata.Ratio) -> String {
    let hundredths = aperture.value < 1 ? Int((aperture.value * 100).rounded()) : 0
    return hundredths % 10 == 0
      ? "f/" + decimal(aperture.value) : "f/" + Localization.decimal(hundredths: hundredths)
  }

  /// The minimum exposure time in seconds that is written as a decimal instead of a fraction.
  private static let minDecimalExposureSeconds = 0.3

  /// An exposure time in seconds as text: "1/250 s" or "2.5 s"; empty when it is not positive.
  private static func exposureTimeText(_ time: PhotoMetadata.Ratio) -> String {
    guard time.numerator > 0 else { return "" }
    if time.value >= minDecimalExposureSeconds {
      return tr("{seconds} s", ["seconds": decimal(time.value)])
    }
    return tr("1/{denominator} s", ["denominator": Int((1 / time.value).rounded())])
  }

  /// An exposure compensation as text: "0 EV", "+⅔ EV", "−1.5 EV".
  private static func text(bias: PhotoMetadata.Ratio) -> String {
    let value = bias.value
    let sign = value > 0 ? "+" : "−"
    let thirds = (abs(value) * 3).rounded()
    guard abs(value) >= 0.02 else { return "0 EV" }
    guard abs(abs(value) * 3 - thirds) < 0.06, Int(thirds) % 3 != 0 else {
      return "\(sign)\(decimal(abs(value))) EV"
    }
    let whole = Int(thirds) / 3
    return "\(sign)\(whole == 0 ? "" : "\(whole) ")\(Int(thirds) % 3 == 1 ? "⅓" : "⅔") EV"
  }

  /// A number with at most one decimal, which is left out when it is 0; empty for a non-finite or
  /// huge number.
  private static func decimal(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return "" }
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : Localization.decimal(tenths: tenths)
  }

  /// The state of the flash as text, from the bits of its Exif tag; empty for a camera without a
  /// flash.
  ///
  /// - Source: Exif 2.32, tag 0x9209: bit 0 fired, bits 3 and 4 automatic mode, bit 5 no flash
  ///   function.
  private static func flashText(_ bits: Int) -> String {
    if bits & 0x20 != 0 { return "" }
    let isAutomatic = bits & 0x18 == 0x18
    if bits & 1 != 0 {
      return isAutomatic ? tr("Fired, automatic", context: "flash") : tr("Fired", context: "flash")
    }
    return isAutomatic
      ? tr("Did not fire, automatic", context: "flash") : tr("Did not fire", context: "flash")
  }

  /// A rating of 0 to 5 as five stars, filled or empty; a negative one as “Rejected”.
  /// A higher rating, which only a damaged database can contain, counts as 5.
  static func text(rating: Int) -> String {
    guard rating >= 0 else { return tr("Rejected") }
    let stars = min(rating, 5)
    return String(repeating: "★", count: stars) + String(repeating: "☆", count: 5 - stars)
  }

  /// The reciprocal of the unit to which coordinates are rounded: 1/100 000 of a degree, about one
  /// metre.
  private static let coordinateUnitsPerDegree = 100_000

  /// A row of symbols in the direction of the user's language. In a language that is written from
  /// right to left, the characters U+2067 and U+2069 around the symbols state that direction,
  /// because symbols have none of their own.
  static func withDirectionIsolates(_ symbols: String) -> String {
    isRightToLeft ? "\u{2067}\(symbols)\u{2069}" : symbols
  }

  /// The text without the characters that ``withDirectionIsolates(_:)`` has added, for the
  /// clipboard.
  static func withoutIsolates(_ text: String) -> String {
    guard text.hasPrefix("\u{2067}") else { return text }
    return text.filter { $0 != "\u{2067}" && $0 != "\u{2069}" }
  }

  private static func text(_ position: PhotoMetadata.GeographicPosition) -> String {
    let coordinates =
      "\(coordinate(position.latitude)), \(coordinate(position.longitude))"
    guard let altitude = position.altitude else { return coordinates }
    return tr(
      "{position}, {altitude} m", ["position": coordinates, "altitude": Int(altitude.rounded())])
  }

  private static func coordinate(_ degrees: Double) -> String {
    let units = Int((abs(degrees) * Double(coordinateUnitsPerDegree)).rounded())
    let digits = String(units % coordinateUnitsPerDegree + coordinateUnitsPerDegree).dropFirst()
    return "\(degrees < 0 && units > 0 ? "−" : "")\(units / coordinateUnitsPerDegree).\(digits)"
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  /// The names of the exposure programs in the user's language, by the values of their Exif tag.
  ///
  /// - Source: Exif 2.32, tag 0x8822.
  private static var exposureProgramNames: [Int: String] {
    [
      1: tr("Manual", context: "exposure program"), 2: tr("Program", context: "exposure program"),
      3: tr("Aperture priority", context: "exposure program"),
      4: tr("Shutter priority", context: "exposure program"),
      5: tr("Creative", context: "exposure program"),
      6: tr("Action", context: "exposure program"), 7: tr("Portrait", context: "exposure program"),
      8: tr("Landscape", context: "exposure program"),
    ]
  }
  /// The names of the metering modes in the user's language, by the values of their Exif tag.
  ///
  /// - Source: Exif 2.32, tag 0x9207.
  private static var meteringNames: [Int: String] {
    [
      1: tr("Average", context: "metering"), 2: tr("Center-weighted average", context: "metering"),
      3: tr("Spot", context: "metering"), 4: tr("Multi-spot", context: "metering"),
      5: tr("Pattern", context: "metering"),
      6: tr("Partial", context: "metering"),
    ]
  }
  /// The names of the white balance modes in the user's language, by the values of their Exif tag.
  ///
  /// - Source: Exif 2.32, tag 0xA403.
  private static var whiteBalanceNames: [Int: String] {
    [0: tr("Automatic", context: "white balance"), 1: tr("Manual", context: "white balance")]
  }
}

nonisolated extension [MetadataLines.Line] {
  /// Appends a fact with a name and a value, unless the value is empty.
  fileprivate mutating func addIfNotEmpty(_ name: String, _ value: String) {
    if !value.isEmpty { append(Element(name: name, value: value)) }
  }
}

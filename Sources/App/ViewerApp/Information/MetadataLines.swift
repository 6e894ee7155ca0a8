import DecoderWire
import Geometry
import PhotoGrid

/// The facts of a photo as lines of text, as `--info` prints them and the information panel shows
/// them.
nonisolated struct MetadataLines {
  /// A fact: its name and its value.
  struct Line: Hashable {
    var name: String
    var value: String
  }

  /// The facts about the camera and the exposure.
  private(set) var camera: [Line] = []
  /// The facts that people and programs added: title, keywords, place.
  private(set) var description: [Line] = []
  /// The exposure in short, such as "ISO 100", "24 mm", "f/2.8", "1/250 s"; without unknown values.
  let exposure: [String]

  /// The name of the fact with the position of the camera.
  static let positionName = "Position"

  /// All facts, in the order of ``camera`` and ``description``.
  var lines: [Line] { camera + description }

  init(_ metadata: PhotoMetadata) {
    exposure = Self.exposure(metadata)
    var camera: [Line] = []
    var description: [Line] = []
    if let taken = metadata.taken { camera.add("Date taken", Self.words(taken)) }
    camera.add("Camera", Self.camera(metadata))
    camera.add("Lens", metadata.lens)
    camera.add("Focal length", Self.focalLength(metadata))
    if let aperture = metadata.aperture {
      camera.add("Aperture", "f/" + Self.decimal(aperture.value))
    }
    if let time = metadata.exposureTime { camera.add("Exposure time", Self.exposure(time)) }
    if let iso = metadata.iso { camera.add("ISO", "\(iso)") }
    if let bias = metadata.bias { camera.add("Exposure compensation", Self.words(bias: bias)) }
    if let flash = metadata.flash { camera.add("Flash", Self.flash(flash)) }
    camera.add("Exposure program", metadata.program.flatMap { Self.programs[$0] } ?? "")
    camera.add("Metering", metadata.metering.flatMap { Self.meterings[$0] } ?? "")
    camera.add("White balance", metadata.whiteBalance.flatMap { Self.whiteBalances[$0] } ?? "")
    if let rating = metadata.rating, rating != 0 {
      description.add("Rating", Self.words(rating: rating))
    }
    switch PhotoMarks(metadata).flag {
    case .pick: description.add("Flag", "Picked")
    case .reject where metadata.rating != -1: description.add("Flag", "Rejected")
    case .reject, .none: break
    }
    description.add("Label", metadata.label)
    description.add("Title", metadata.title)
    description.add("Caption", metadata.caption)
    description.add("Keywords", metadata.keywords.joined(separator: ", "))
    description.add("People", metadata.people.joined(separator: ", "))
    description.add("Place", metadata.place.joined(separator: ", "))
    if let position = metadata.position { description.add(Self.positionName, Self.words(position)) }
    description.add("Creator", metadata.creator)
    description.add("Copyright", metadata.copyright)
    description.add("Software", metadata.software)
    self.camera = camera
    self.description = description
  }

  private static func exposure(_ metadata: PhotoMetadata) -> [String] {
    var values: [String] = []
    if let iso = metadata.iso { values.append("ISO \(iso)") }
    if let length = metadata.focalLength { values.append("\(decimal(length.value)) mm") }
    if let bias = metadata.bias { values.append(words(bias: bias)) }
    if let aperture = metadata.aperture { values.append("f/" + decimal(aperture.value)) }
    if let time = metadata.exposureTime { values.append(exposure(time)) }
    return values.filter { !$0.isEmpty }
  }

  // MARK: Values

  /// The date and time as the camera wrote them, with the zone if it is known.
  static func words(_ time: PhotoMetadata.CaptureTime) -> String {
    let date = "\(time.year)-\(two(time.month))-\(two(time.day))"
    let clock = "\(two(time.hour)):\(two(time.minute)):\(two(time.second))"
    guard let zone = time.zoneMinutes else { return "\(date) \(clock)" }
    return "\(date) \(clock) UTC\(zone < 0 ? "−" : "+")\(offset(zone))"
  }

  /// An offset from UTC without its sign: `2`, or `5:30`.
  private static func offset(_ minutes: Int) -> String {
    let (hours, rest) = (abs(minutes) / 60, abs(minutes) % 60)
    return rest == 0 ? "\(hours)" : "\(hours):\(two(rest))"
  }

  /// The camera, without a maker that the model repeats: "Canon EOS 5D", not "Canon Canon EOS 5D".
  static func camera(_ metadata: PhotoMetadata) -> String {
    let (make, model) = (metadata.make, metadata.model)
    guard let word = make.split(separator: " ").first, !model.isEmpty else { return make + model }
    return model.lowercased().hasPrefix(word.lowercased()) ? model : "\(make) \(model)"
  }

  private static func focalLength(_ metadata: PhotoMetadata) -> String {
    guard let length = metadata.focalLength else { return "" }
    let words = "\(decimal(length.value)) mm"
    guard let equivalent = metadata.equivalentFocalLength,
      Double(equivalent) != length.value.rounded()
    else { return words }
    return "\(words) (\(equivalent) mm equivalent)"
  }

  /// The exposure time in seconds from which it is written as a decimal, not as a fraction.
  private static let longExposure = 0.3

  /// The exposure time: "1/250 s" or "2.5 s".
  private static func exposure(_ time: PhotoMetadata.Ratio) -> String {
    guard time.numerator > 0 else { return "" }
    if time.value >= longExposure { return "\(decimal(time.value)) s" }
    return "1/\(Int((1 / time.value).rounded())) s"
  }

  /// The exposure compensation: "0 EV", "+⅔ EV", "−1.5 EV".
  private static func words(bias: PhotoMetadata.Ratio) -> String {
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

  /// A number with at most one decimal, without a decimal of 0.
  private static func decimal(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return "" }
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }

  /// The state of the flash.
  ///
  /// - Source: Exif 2.32, tag 0x9209: bit 0 fired, bit 5 no flash function.
  private static func flash(_ bits: Int) -> String {
    if bits & 0x20 != 0 { return "" }
    let automatic = bits & 0x18 == 0x18 ? ", automatic" : ""
    return (bits & 1 != 0 ? "Fired" : "Did not fire") + automatic
  }

  /// A rating in words or stars.
  static func words(rating: Int) -> String {
    rating < 0
      ? "Rejected"
      : String(repeating: "★", count: rating) + String(repeating: "☆", count: 5 - rating)
  }

  /// The number of decimals of a coordinate: one metre.
  private static let coordinateScale = 100_000

  private static func words(_ position: PhotoMetadata.GeographicPosition) -> String {
    let coordinates =
      "\(coordinate(position.latitude)), \(coordinate(position.longitude))"
    guard let altitude = position.altitude else { return coordinates }
    return "\(coordinates), \(Int(altitude.rounded())) m"
  }

  private static func coordinate(_ degrees: Double) -> String {
    let units = Int((abs(degrees) * Double(coordinateScale)).rounded())
    let digits = String(units % coordinateScale + coordinateScale).dropFirst()
    return "\(degrees < 0 && units > 0 ? "−" : "")\(units / coordinateScale).\(digits)"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// - Source: Exif 2.32, tag 0x8822.
  private static let programs = [
    1: "Manual", 2: "Program", 3: "Aperture priority", 4: "Shutter priority", 5: "Creative",
    6: "Action", 7: "Portrait", 8: "Landscape",
  ]
  /// - Source: Exif 2.32, tag 0x9207.
  private static let meterings = [
    1: "Average", 2: "Center-weighted average", 3: "Spot", 4: "Multi-spot", 5: "Pattern",
    6: "Partial",
  ]
  /// - Source: Exif 2.32, tag 0xA403.
  private static let whiteBalances = [0: "Automatic", 1: "Manual"]
}

nonisolated extension [MetadataLines.Line] {
  /// Appends a fact, unless its value is empty.
  fileprivate mutating func add(_ name: String, _ value: String) {
    if !value.isEmpty { append(Element(name: name, value: value)) }
  }
}

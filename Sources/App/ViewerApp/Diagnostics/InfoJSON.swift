import BrowserHost
import DecoderWire
import Imaging
import PhotoGrid
import Pixels

/// The output of `--info --json`: the facts about a picture as a JSON object (RFC 8259). Members
/// without a value are absent.
nonisolated enum InfoJSON {
  /// The JSON object of a picture, on one line. Bytes of the path that are not valid UTF-8 are
  /// written as U+FFFD.
  ///
  /// - Parameter status: the size and the time of the file; nil when they are unknown.
  static func object(
    _ facts: PhotoDescription, path: FilePath, _ status: FileStatus? = nil
  ) -> String {
    var members = Members()
    members.add("path", String(decoding: path.bytes, as: UTF8.self))
    if case .file(let bytes, let modified) = status {
      members.add("bytes", Int(bytes))
      members.add("modified", modified)
    }
    if let header = facts.header {
      members.add("format", header.format)
      members.add("width", header.naturalSize.width)
      members.add("height", header.naturalSize.height)
      if header.frames > 1 { members.add("frames", header.frames) }
      members.add("colorProfile", header.profile)
    }
    add(facts.metadata, to: &members)
    return members.text
  }

  private static func add(_ metadata: PhotoMetadata, to members: inout Members) {
    if let taken = metadata.taken { members.add("taken", time(taken)) }
    members.add("make", metadata.make)
    members.add("model", metadata.model)
    members.add("lens", metadata.lens)
    members.add("exposureTime", metadata.exposureTime?.value)
    members.add("aperture", metadata.aperture?.value)
    members.add("focalLength", metadata.focalLength?.value)
    members.add("equivalentFocalLength", metadata.equivalentFocalLength)
    members.add("iso", metadata.iso)
    members.add("exposureCompensation", metadata.exposureBias?.value)
    members.add("flash", metadata.flash)
    members.add("exposureProgram", metadata.exposureProgram)
    members.add("meteringMode", metadata.meteringMode)
    members.add("whiteBalance", metadata.whiteBalance)
    members.add("orientation", metadata.orientation)
    members.add("rating", metadata.rating)
    switch PhotoMarks(metadata).flag {
    case .pick: members.add("flag", "pick")
    case .reject: members.add("flag", "reject")
    case .none: break
    }
    members.add("label", metadata.label)
    members.add("title", metadata.title)
    members.add("caption", metadata.caption)
    members.add("keywords", metadata.keywords)
    members.add("people", metadata.people)
    members.add("place", metadata.place)
    members.add("latitude", metadata.position?.latitude)
    members.add("longitude", metadata.position?.longitude)
    members.add("altitude", metadata.position?.altitude)
    members.add("creator", metadata.creator)
    members.add("copyright", metadata.copyright)
    members.add("software", metadata.software)
    members.add("metadata", metadata.completeness == .basic ? "basic" : "")
  }

  /// The time of capture as ISO 8601 has it; without an offset from UTC when the time zone is
  /// unknown.
  private static func time(_ time: PhotoMetadata.CaptureTime) -> String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    var text = "\(padded(time.year, 4))-\(padded(time.month, 2))-\(padded(time.day, 2))T"
    text += "\(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(time.second, 2))"
    if time.nanoseconds > 0 {
      let digits = padded(time.nanoseconds, 9)
      let end = digits.lastIndex { $0 != "0" } ?? digits.startIndex
      text += "." + digits[...end]
    }
    guard let zone = time.zoneMinutes else { return text }
    let sign = zone < 0 ? "-" : "+"
    return text + "\(sign)\(padded(abs(zone) / 60, 2)):\(padded(abs(zone) % 60, 2))"
  }

  /// The members of a JSON object as text; empty values are left out.
  private struct Members {
    private var members: [String] = []

    var text: String { "{" + members.joined(separator: ",") + "}" }

    mutating func add(_ name: String, _ value: String) {
      if !value.isEmpty { members.append("\"\(name)\":\(quoted(value))") }
    }

    mutating func add(_ name: String, _ value: Int?) {
      if let value { members.append("\"\(name)\":\(value)") }
    }

    mutating func add(_ name: String, _ value: Double?) {
      if let value, value.isFinite { members.append("\"\(name)\":\(value)") }
    }

    mutating func add(_ name: String, _ values: [String]) {
      guard !values.isEmpty else { return }
      members.append("\"\(name)\":[\(values.map(quoted).joined(separator: ","))]")
    }

    private func quoted(_ text: String) -> String {
      var result = "\""
      for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case _ where scalar.value < 0x20:
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: result.unicodeScalars.append(scalar)
        }
      }
      return result + "\""
    }
  }
}

/// The form in which the information about the photo is shown.
nonisolated enum InformationDisplay: String, CaseIterable, Sendable {
  case off
  /// A strip at the bottom edge with the main facts.
  case strip
  /// A panel at the side with all facts.
  case panel

  /// The form after this one, for a key that cycles through them.
  var next: InformationDisplay {
    switch self {
    case .off: .strip
    case .strip: .panel
    case .panel: .off
    }
  }

  private static let fileName = "information"
  /// The maximum size of the state file that is read, in bytes.
  private static let maxBytes = 64

  /// The form of the information that the user chose last; ``off`` when none is remembered.
  static func remembered() -> InformationDisplay {
    guard let bytes = StateFile.read(fileName, limit: maxBytes) else { return .off }
    let word = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
    return InformationDisplay(rawValue: word) ?? .off
  }

  /// Remembers the form for the next photo and the next start. Errors are ignored.
  func remember() { StateFile.write(Self.fileName, Array("\(rawValue)\n".utf8)) }
}

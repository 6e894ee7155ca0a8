/// The way in which the window shows the information about a photo.
nonisolated enum InformationDisplayMode: String, CaseIterable, Sendable {
  case off
  /// A strip at the bottom edge of the window with the main facts.
  case strip
  /// A panel at the side of the window with all facts.
  case panel

  /// The next way in the order of a key that cycles through all ways of showing the information.
  var next: InformationDisplayMode {
    switch self {
    case .off: .strip
    case .strip: .panel
    case .panel: .off
    }
  }

  private static let fileName = "information"
  /// The maximum size in bytes of the file that stores the way chosen last; a larger file is not
  /// read.
  private static let maxFileBytes = 64

  /// The way of showing the information that the user chose last; ``off`` when none is remembered.
  static func remembered() -> InformationDisplayMode {
    guard let bytes = StateFile.read(fileName, limit: maxFileBytes) else { return .off }
    let word = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
    return InformationDisplayMode(rawValue: word) ?? .off
  }

  /// Stores this way of showing the information for the next photo and the next start. Errors are
  /// ignored.
  func remember() { StateFile.write(Self.fileName, Array("\(rawValue)\n".utf8)) }
}

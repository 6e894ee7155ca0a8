import ArgumentParser
import BrowserHost
import DecoderWire
import Imaging

/// Which colours are wanted, on the command line.
nonisolated enum ColorChoice: Hashable, Sendable {
  /// One of those that have a name.
  case named(PictureColors)
  /// Those of a profile in a file: its path as it was given, until it has been read.
  case file(String)
  /// Those of a profile.
  case profile(DisplayProfile)

  /// The monitor's.
  static let usual = ColorChoice.named(.display)

  /// What the pipeline is told.
  ///
  /// - Parameter profile: that of the monitor; asked for only where it matters.
  func imageColor(profile: @autoclosure () -> [UInt8]?) -> ImageColor {
    switch self {
    case .named(let colors): colors.imageColor(profile: profile())
    case .profile(let profile): .display(profile)
    case .file: .standard
    }
  }

  /// Reads the file, if it is one.
  ///
  /// - Returns: false when there is no profile in it.
  mutating func resolve(_ names: ArgumentBytes) -> Bool {
    guard case .file(let name) = self else { return true }
    let bytes = WholeFile.read(FilePath(names.bytes(for: name)), most: WireFormat.mostProfileBytes)
    guard let profile = bytes.flatMap(DisplayProfile.init) else { return false }
    self = .profile(profile)
    return true
  }
}

nonisolated extension ColorChoice: ExpressibleByArgument {
  /// The names; a file has a dot or a slash in its own.
  static var allValueStrings: [String] { PictureColors.allCases.map(\.rawValue) }

  /// Reads a name or a path.
  init?(argument: String) {
    if let colors = PictureColors(rawValue: argument) {
      self = .named(colors)
    } else {
      guard argument.contains(where: { $0 == "." || $0 == "/" }) else { return nil }
      self = .file(argument)
    }
  }

  /// For the help.
  var defaultValueDescription: String {
    if case .named(let colors) = self { colors.rawValue } else { "" }
  }
}

import ArgumentParser
import BrowserHost
import DecoderWire
import Imaging

/// The target colours of pictures, as given on the command line.
nonisolated enum ColorChoice: Hashable, Sendable {
  /// Target colours with a name of their own.
  case named(PictureColors)
  /// The path of a profile file as given, before the file is read.
  case file(String)
  /// A profile that has been read, and the path of its file as given.
  case profile(DisplayProfile, file: String)

  /// The default: the monitor's colours.
  static let usual = ColorChoice.named(.display)

  /// The colour setting for the image pipeline.
  ///
  /// - Parameter profile: the monitor's ICC profile; evaluated only if needed.
  func imageColor(profile: @autoclosure () -> [UInt8]?) -> ImageColor {
    switch self {
    case .named(let colors): colors.imageColor(profile: profile())
    case .profile(let profile, _): .display(profile)
    case .file: .standard
    }
  }

  /// The choice as an argument.
  var text: String {
    switch self {
    case .named(let colors): colors.rawValue
    case .file(let name), .profile(_, file: let name): name
    }
  }

  /// Reads the profile file of `.file`.
  ///
  /// - Returns: false when the file holds no valid profile.
  mutating func resolve(_ names: ArgumentBytes) -> Bool {
    guard case .file(let name) = self else { return true }
    let bytes = WholeFile.read(
      FilePath(names.bytes(for: name)), maxBytes: WireFormat.maxProfileBytes)
    guard let profile = bytes.flatMap(DisplayProfile.init) else { return false }
    self = .profile(profile, file: name)
    return true
  }
}

nonisolated extension ColorChoice: ExpressibleByArgument {
  /// The names that are offered. An argument with a dot or a slash is the path of a profile.
  static var allValueStrings: [String] { PictureColors.allCases.map(\.rawValue) }

  init?(argument: String) {
    if let colors = PictureColors(rawValue: argument) {
      self = .named(colors)
    } else {
      guard argument.contains(where: { $0 == "." || $0 == "/" }) else { return nil }
      self = .file(argument)
    }
  }

  /// The default's name in the help.
  var defaultValueDescription: String {
    if case .named(let colors) = self { colors.rawValue } else { "" }
  }
}

import ArgumentParser
import BrowserHost
import DecoderWire
import Imaging

/// The colours to which pictures are converted, as `--color` names them.
nonisolated enum ColorChoice: Hashable, Sendable {
  /// One of the colours that have a name: `display`, `standard` or `untouched`.
  case named(TargetColors)
  /// The path of an ICC profile as given on the command line, before its file is read.
  case profileFile(String)
  /// An ICC profile that has been read, and the path of its file as given on the command line.
  case profile(DisplayProfile, file: String)

  /// The default value of `--color`: the colours of the monitor.
  static let defaultChoice = ColorChoice.named(.display)

  /// The conversion of colours that the image pipeline is asked for; sRGB while a profile file has
  /// not been read.
  ///
  /// - Parameter profile: the monitor's ICC profile; evaluated only if needed.
  func imageColor(profile: @autoclosure () -> [UInt8]?) -> ImageColor {
    switch self {
    case .named(let colors): colors.imageColor(profile: profile())
    case .profile(let profile, _): .display(profile)
    case .profileFile: .standard
    }
  }

  /// The value of `--color` that stands for these colours.
  var text: String {
    switch self {
    case .named(let colors): colors.rawValue
    case .profileFile(let name), .profile(_, file: let name): name
    }
  }

  /// Reads the profile file of `.profileFile`; other values stay as they are.
  ///
  /// - Parameter names: the mapping from the text of an argument to the bytes of a path.
  /// - Returns: false when the file cannot be read or holds no valid profile.
  mutating func resolveProfileFile(_ names: ArgumentBytes) -> Bool {
    guard case .profileFile(let name) = self else { return true }
    let bytes = WholeFile.read(
      FilePath(names.bytes(for: name)), maxBytes: DecoderWireFormat.maxProfileBytes)
    guard let profile = bytes.flatMap(DisplayProfile.init) else { return false }
    self = .profile(profile, file: name)
    return true
  }
}

nonisolated extension ColorChoice: ExpressibleByArgument {
  /// The named values of `--color`. An argument with a dot or a slash is the path of a profile
  /// instead.
  static var allValueStrings: [String] { TargetColors.allCases.map(\.rawValue) }

  init?(argument: String) {
    if let colors = TargetColors(rawValue: argument) {
      self = .named(colors)
    } else {
      guard argument.contains(where: { $0 == "." || $0 == "/" }) else { return nil }
      self = .profileFile(argument)
    }
  }

  /// The text for a default value in the help: the name of the colours; empty for a profile.
  var defaultValueDescription: String {
    if case .named(let colors) = self { colors.rawValue } else { "" }
  }
}

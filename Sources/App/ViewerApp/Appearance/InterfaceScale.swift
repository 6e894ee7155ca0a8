import ArgumentParser
import Localization
import Windowing

/// The scale of the interface that the user prefers on every monitor, in device pixels per point;
/// or that of the desktop.
nonisolated struct InterfaceScale: Hashable, ExpressibleByArgument, Sendable {
  /// The device pixels per point that the preferences file and the command line accept.
  static let range = UIScale.limits

  /// The device pixels per point; nil for the scale that the desktop sets for each monitor.
  let pixelsPerPoint: Double?

  /// The choice of the desktop's scale.
  static let auto = InterfaceScale(pixelsPerPoint: nil)
  /// The scales among which the user chooses in the preferences.
  static let offered =
    [auto] + [1.0, 1.25, 1.5, 1.75, 2, 2.5, 3].map { InterfaceScale(pixelsPerPoint: $0) }

  init(pixelsPerPoint: Double?) { self.pixelsPerPoint = pixelsPerPoint }

  init?(argument: String) {
    if argument == "auto" {
      self = .auto
    } else {
      guard let pixelsPerPoint = Double(argument), Self.range.contains(pixelsPerPoint) else {
        return nil
      }
      self.pixelsPerPoint = pixelsPerPoint
    }
  }

  /// The value as it is written in the preferences file and on the command line: the number,
  /// without a trailing `.0`, or `auto`.
  var text: String {
    guard let pixelsPerPoint else { return "auto" }
    return Int(exactly: pixelsPerPoint).map { "\($0)" } ?? "\(pixelsPerPoint)"
  }
  /// The name of this scale in the list of choices in the preferences.
  var title: String {
    guard let pixelsPerPoint else { return tr("Like the Desktop") }
    return tr("{percent} %", ["percent": Int((pixelsPerPoint * 100).rounded())])
  }

  var defaultValueDescription: String { text }
}

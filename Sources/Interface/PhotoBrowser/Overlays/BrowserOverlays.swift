/// The overlays that can be created by name.
public enum BrowserOverlays {
  /// The names of the built-in overlays with a description each, in the order to list them.
  nonisolated public static let builtIn = [
    ("dots", "one dot a page, at the bottom"),
    ("number", "“3 / 20” in a pill, at the top"),
    ("auto", "dots up to 20 pages, the number beyond"),
    ("caption", "what the host has to say about the page"),
    ("close", "a cross in the corner"),
    ("view-original", "offers the picture at its full size"),
    ("progress-ring", "how far the page has come, from 12 o'clock"),
    ("progress-pie", "how far the page has come, from 6 o'clock"),
    ("spinner", "something is on its way, for nobody knows how long"),
    ("toast", "a sentence for two seconds"),
    ("zoom", "the percentage while it changes"),
  ]

  private struct Registration {
    let name: String
    let remark: String
    let make: () -> any BrowserOverlay
  }

  private static var registered: [Registration] = []

  /// All names with a description each, built-in and registered, in the order to list them.
  public static var names: [(String, String)] {
    builtIn.filter { name, _ in !registered.contains { $0.name == name } }
      + registered.map { ($0.name, $0.remark) }
  }

  /// Makes the overlay called `name`; nil for unknown names.
  public static func make(_ name: String) -> (any BrowserOverlay)? {
    if let own = registered.first(where: { $0.name == name }) { return own.make() }
    return switch name {
    case "caption": CaptionStrip()
    case "close": CloseButton()
    case "view-original": ViewOriginalButton()
    case "progress-ring": ProgressOverlay(style: .ring)
    case "progress-pie": ProgressOverlay(style: .pie)
    case "spinner": ProgressOverlay { _ in .unknown }
    case "toast": ToastOverlay()
    case "zoom": ZoomPill()
    default: PageIndicators.make(name)
    }
  }

  /// Registers an overlay of the host, or replaces the overlay of that name.
  public static func register(
    _ name: String, remark: String, make: @escaping () -> any BrowserOverlay
  ) {
    registered.removeAll { $0.name == name }
    registered.append(Registration(name: name, remark: remark, make: make))
  }
}

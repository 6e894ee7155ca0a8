/// The registry of overlays by name. An overlay can also be used without a name: see
/// ``Browser/addOverlay(_:)``.
public enum BrowserOverlays {
  /// The overlays of the library, in the order of lists.
  nonisolated package static let builtIn: [NamedFactory<any BrowserOverlay>] = [
    NamedFactory("dots", description: "one dot a page, at the bottom") { DotPageIndicator() },
    NamedFactory("number", description: "“3 / 20” in a pill, at the top") { NumberPageIndicator() },
    NamedFactory("auto", description: "dots up to 20 pages, the number beyond") {
      AutomaticPageIndicator()
    },
    NamedFactory("caption", description: "a caption of the page, at the bottom") {
      CaptionStrip()
    },
    NamedFactory("close", description: "a close button in a corner") { CloseButton() },
    NamedFactory("view-original", description: "a button that loads the full-size picture") {
      ViewOriginalButton()
    },
    NamedFactory("progress-ring", description: "the progress of the load, as a ring") {
      ProgressOverlay(style: .pieFromTop)
    },
    NamedFactory("progress-pie", description: "the progress of the load, as a pie") {
      ProgressOverlay(style: .pieFromBottom)
    },
    NamedFactory("spinner", description: "a spinner, for a load of unknown duration") {
      ProgressOverlay { _ in .unknown }
    },
    NamedFactory("toast", description: "a short message, for two seconds") { ToastOverlay() },
    NamedFactory("zoom", description: "the zoom in per cent, while it changes") { ZoomPill() },
  ]

  private static var registry = Registry("overlay", builtIn)

  /// All overlays, those of the library and registered ones, in the order of lists.
  package static var entries: [NamedFactory<any BrowserOverlay>] { registry.entries }

  /// The name and the description of every overlay, in the order of lists.
  public static var namesAndDescriptions: [(String, String)] { registry.namesAndDescriptions }

  /// Makes the overlay with a name.
  ///
  /// - Throws: an error that lists the known names, if `name` is not among them.
  public static func make(_ name: String) throws(UnknownName) -> any BrowserOverlay {
    try registry.make(name)
  }

  /// Registers an overlay of the host, or replaces the overlay with the same name; `description`
  /// is the description in ``namesAndDescriptions``.
  public static func register(
    _ name: String, description: String,
    make: @escaping @MainActor @Sendable () -> any BrowserOverlay
  ) {
    registry.register(NamedFactory(name, description: description, make: make))
  }
}

import ArgumentParser
import Localization
import PhotoBrowser

/// The effect between two pictures of a slideshow.
nonisolated enum SlideshowEffect: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// The next picture replaces the current one without animation.
  case cut
  /// One picture fades into the next one.
  case fade
  /// One picture fades into the next one, and each pans and zooms slowly.
  case kenBurns = "ken-burns"
  /// Pages turn as they do outside a slideshow.
  case turn

  /// The name in the preferences.
  var title: String {
    switch self {
    case .cut: tr("None", context: "slideshow effect")
    case .fade: tr("Fade", context: "slideshow effect")
    case .kenBurns: tr("Slow Zoom (Ken Burns)", context: "slideshow effect")
    case .turn: tr("Page Turn", context: "slideshow effect")
    }
  }

  /// The effect that is drawn in front of the pages; nil for none.
  var view: SlideshowView.Effect? {
    switch self {
    case .cut, .turn: nil
    case .fade: .fade
    case .kenBurns: .kenBurns
    }
  }
}

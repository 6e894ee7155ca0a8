import ArgumentParser
import Localization
import PhotoBrowser

/// The transition from one picture of a slideshow to the next.
nonisolated enum SlideshowEffect: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// The next picture replaces the current one without animation.
  case cut
  /// The current picture fades into the next one.
  case fade
  /// The current picture fades into the next one, while each pans and zooms slowly.
  case kenBurns = "ken-burns"
  /// The page turns with the page effect that is also used outside a slideshow.
  case turn

  /// The name of the effect in the list of choices in the preferences.
  var title: String {
    switch self {
    case .cut: tr("None", context: "slideshow effect")
    case .fade: tr("Fade", context: "slideshow effect")
    case .kenBurns: tr("Slow Zoom (Ken Burns)", context: "slideshow effect")
    case .turn: tr("Page Turn", context: "slideshow effect")
    }
  }

  /// The effect with which the view in front of the pages draws the transition; nil for a
  /// transition in which the pages themselves change.
  var viewEffect: SlideshowView.Effect? {
    switch self {
    case .cut, .turn: nil
    case .fade: .fade
    case .kenBurns: .kenBurns
    }
  }
}

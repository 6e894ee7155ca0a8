package import Geometry
package import Views

/// A page indicator that shows dots for up to ``maxDots`` pages, and the page number beyond.
package final class AutomaticPageIndicator: View, PageIndicator {
  /// The maximum number of dots; more could not be counted at a glance.
  package static let maxDots = 20

  /// Whether the number is shown for many pages; false if the host shows it elsewhere. Default:
  /// true.
  package var showsNumber = true {
    didSet { isHidden = shown.isHidden || !showsNumber && shown is NumberPageIndicator }
  }

  private var shown: any PageIndicator = DotPageIndicator()

  package init() {
    super.init(frame: .zero)
    isInteractive = false
    add(shown)
  }

  /// Chooses the indicator for `count` pages.
  package func reload(count: Int, index: Int) {
    let isNumber = count > Self.maxDots
    if isNumber != shown is NumberPageIndicator {
      shown.removeFromParent()
      shown = isNumber ? NumberPageIndicator() : DotPageIndicator()
      add(shown)
    }
    shown.reload(count: count, index: index)
    isHidden = shown.isHidden || !showsNumber && isNumber
  }

  package func indexDidChange(to index: Int) { shown.indexDidChange(to: index) }

  /// Lays out the indicator that is shown.
  package func layout(in room: BrowserOverlays.Room) {
    shown.layout(in: room)
    frame = shown.frame
    shown.frame = bounds
  }

  /// The insets of the indicator that is shown.
  package var reach: Insets { shown.reach }
}

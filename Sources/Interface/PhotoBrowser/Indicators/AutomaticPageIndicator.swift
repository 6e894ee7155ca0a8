package import Geometry
package import Views

/// A page indicator that shows one dot per page for up to ``maxDots`` pages, and the page number
/// for more.
package final class AutomaticPageIndicator: View, PageIndicator {
  /// The maximum number of dots; more could not be counted at a glance.
  package static let maxDots = 20

  /// Whether the page number is shown for more pages than ``maxDots``; false if the host shows the
  /// number elsewhere. Default: true.
  package var showsNumber = true {
    didSet {
      isHidden = shownIndicator.isHidden || !showsNumber && shownIndicator is NumberPageIndicator
    }
  }

  private var shownIndicator: any PageIndicator = DotPageIndicator()

  package init() {
    super.init(frame: .zero)
    isInteractive = false
    add(shownIndicator)
  }

  /// Shows the dots or the number for `count` pages, with the page at `index` as the current one.
  package func reload(count: Int, index: Int) {
    let isNumber = count > Self.maxDots
    if isNumber != shownIndicator is NumberPageIndicator {
      shownIndicator.removeFromParent()
      shownIndicator = isNumber ? NumberPageIndicator() : DotPageIndicator()
      add(shownIndicator)
    }
    shownIndicator.reload(count: count, index: index)
    isHidden = shownIndicator.isHidden || !showsNumber && isNumber
  }

  package func indexDidChange(to index: Int) { shownIndicator.indexDidChange(to: index) }

  /// Lays out the dots or the number, whichever is shown.
  package func layout(in room: BrowserOverlays.Room) {
    shownIndicator.layout(in: room)
    frame = shownIndicator.frame
    shownIndicator.frame = bounds
  }

  /// The insets that the dots or the number take from the browser, in device pixels.
  package var reach: Insets { shownIndicator.reach }
}

public import Geometry
public import Views

/// A page indicator that shows dots for up to ``maxDots`` pages, and the page number beyond.
public final class AutomaticPageIndicator: View, PageIndicator {
  /// The maximum number of dots; more could not be counted at a glance.
  public static let maxDots = 20

  /// Whether the number is shown for many pages; false if the host shows it elsewhere. Default:
  /// true.
  public var showsNumber = true {
    didSet { isHidden = shown.isHidden || !showsNumber && shown is NumberPageIndicator }
  }

  private var shown: any PageIndicator = DotPageIndicator()

  public init() {
    super.init(frame: .zero)
    isInteractive = false
    add(shown)
  }

  /// Chooses the indicator for `count` pages.
  public func reload(count: Int, index: Int) {
    let isNumber = count > Self.maxDots
    if isNumber != shown is NumberPageIndicator {
      shown.removeFromParent()
      shown = isNumber ? NumberPageIndicator() : DotPageIndicator()
      add(shown)
    }
    shown.reload(count: count, index: index)
    isHidden = shown.isHidden || !showsNumber && isNumber
  }

  public func indexDidChange(to index: Int) { shown.indexDidChange(to: index) }

  /// Lays out the indicator that is shown.
  public func place(in room: OverlayRoom) {
    shown.place(in: room)
    frame = shown.frame
    shown.frame = bounds
  }

  /// The insets of the indicator that is shown.
  public var reach: Insets { shown.reach }
}

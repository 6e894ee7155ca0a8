public import Geometry
public import Views

/// Dots as long as they can be counted at a glance, the number beyond; changes when pages come or go.
public final class AutomaticPageIndicator: View, PageIndicator {
  /// More dots than this cannot be counted at a glance.
  public static let mostDots = 20

  /// False for nothing in place of the number, where the host says it. Default: true.
  public var showsNumber = true {
    didSet { isHidden = shown.isHidden || !showsNumber && shown is NumberPageIndicator }
  }

  private var shown: any PageIndicator = DotPageIndicator()

  /// Makes an indicator for no pages yet.
  public init() {
    super.init(frame: .zero)
    isInteractive = false
    add(shown)
  }

  /// Chooses what tells `count` pages.
  public func reload(count: Int, index: Int) {
    let isNumber = count > Self.mostDots
    if isNumber != shown is NumberPageIndicator {
      shown.removeFromParent()
      shown = isNumber ? NumberPageIndicator() : DotPageIndicator()
      add(shown)
    }
    shown.reload(count: count, index: index)
    isHidden = shown.isHidden || !showsNumber && isNumber
  }

  /// Tells another page.
  public func indexDidChange(to index: Int) { shown.indexDidChange(to: index) }

  /// Where the one that is shown belongs.
  public func place(in room: OverlayRoom) {
    shown.place(in: room)
    frame = shown.frame
    shown.frame = bounds
  }

  /// That of the one that is shown.
  public var reach: Insets { shown.reach }
}

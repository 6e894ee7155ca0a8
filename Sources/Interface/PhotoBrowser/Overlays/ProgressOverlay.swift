import Geometry
public import Views

/// An overlay that shows the progress of the current page's load in the middle of the browser: a
/// ring, a pie, or a spinner.
public final class ProgressOverlay: View, BrowserOverlay {
  /// The shape of the overlay: a ring or a pie.
  package let style: ProgressRing.Style
  /// The loading state of a page.
  public enum LoadingState: Hashable, Sendable {
    /// The page waits for nothing, and the overlay is hidden.
    case idle
    /// The page waits for a load of unknown duration, and the overlay spins.
    case unknown
    /// The finished share of the page's load, 0…1; at 1 the overlay is hidden.
    case share(Double)
  }
  /// A closure that returns the loading state of the page at an index.
  public var loadingState: (_ index: Int) -> LoadingState {
    didSet { refresh() }
  }

  private let ring: ProgressRing
  private var index = 0

  /// Makes a ring or a pie that calls `loadingState` for the loading state of each page.
  public convenience init(
    isPie: Bool = false, _ loadingState: @escaping (_ index: Int) -> LoadingState = { _ in .idle }
  ) { self.init(style: isPie ? .pieFromBottom : .pieFromTop, loadingState) }

  package init(
    style: ProgressRing.Style,
    _ loadingState: @escaping (_ index: Int) -> LoadingState = { _ in .idle }
  ) {
    self.style = style
    self.loadingState = loadingState
    ring = ProgressRing(progress: nil, style: style)
    super.init(frame: .zero)
    ring.fillsParent = true
    isInteractive = false
    isHidden = true
    add(ring)
  }

  /// Calls ``loadingState`` for the current page again.
  public func refresh() {
    switch loadingState(index) {
    case .idle: isHidden = true
    case .unknown:
      ring.progress = nil
      isHidden = false
    case .share(let share):
      ring.progress = share
      isHidden = share >= 1
    }
    requestFrame()
  }

  public func reload(count: Int, index: Int) {
    guard count > 0 else { return isHidden = true }
    indexDidChange(to: index)
  }

  public func indexDidChange(to index: Int) {
    self.index = index
    refresh()
  }

  /// False: the overlay reports a state, and is no control.
  public var hidesWithControls: Bool { false }

  /// Lays the overlay out in the middle of the browser.
  public func layout(in room: BrowserOverlays.Room) {
    let middle = parent?.bounds.center ?? room.area.center
    frame = Rect(center: middle, size: ProgressRing.naturalSize(at: room.scale)).snapped
  }
}

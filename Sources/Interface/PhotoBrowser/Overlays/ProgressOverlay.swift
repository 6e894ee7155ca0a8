import Geometry
public import Views

/// How far what the page waits for has come, in the middle: a ring, a pie, or a spinner.
public final class ProgressOverlay: View, BrowserOverlay {
  /// What it looks like.
  public let style: ProgressRing.Style
  /// What the page waits for.
  public enum Wait: Hashable, Sendable {
    /// For nothing: hidden.
    case none
    /// Nobody knows how long: something turns.
    case unknown
    /// The share that is there; all of it hides.
    case share(Double)
  }
  /// What a page waits for.
  public var wait: (_ index: Int) -> Wait {
    didSet { refresh() }
  }

  private let ring: ProgressRing
  private var index = 0

  /// Makes an overlay that asks `wait` what each page waits for.
  public init(
    style: ProgressRing.Style = .ring, _ wait: @escaping (_ index: Int) -> Wait = { _ in .none }
  ) {
    self.style = style
    self.wait = wait
    ring = ProgressRing(progress: nil, style: style)
    super.init(frame: .zero)
    ring.fillsParent = true
    isInteractive = false
    isHidden = true
    add(ring)
  }

  /// Asks what the page waits for again.
  public func refresh() {
    switch wait(index) {
    case .none: isHidden = true
    case .unknown:
      ring.progress = nil
      isHidden = false
    case .share(let share):
      ring.progress = share
      isHidden = share >= 1
    }
    requestFrame()
  }

  /// Another page, or other pages.
  public func reload(count: Int, index: Int) {
    guard count > 0 else { return isHidden = true }
    indexDidChange(to: index)
  }

  /// Another page.
  public func indexDidChange(to index: Int) {
    self.index = index
    refresh()
  }

  /// The middle of the browser, as that of its page.
  public func place(in room: OverlayRoom) {
    let middle = parent?.bounds.center ?? room.area.center
    frame = Rect(center: middle, size: ProgressRing.naturalSize(at: room.scale)).snapped
  }
}

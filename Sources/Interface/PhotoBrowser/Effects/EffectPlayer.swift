import BrowserCore
import Drawing
import Geometry
import Motion
import Pixels
import Transitions
import Views

/// A view that draws the two pages of a page turn with an effect. At rest the view is hidden, and
/// the pages draw themselves.
final class EffectPlayer: View {
  /// The page effect; nil when pages slide.
  var effect: (any PageEffect)? {
    didSet { if effect == nil { snapshots.removeAll() } }
  }
  /// The colour behind the pages.
  var background = Color.black {
    didSet { if background != oldValue { setNeedsDisplay() } }
  }
  /// The slot where the turn began. It stays the same when a drag reverses.
  var originSlot = 0

  private let snapshots = PageSnapshots()
  private var shownState = PageEffectState([])
  private var oldPage: View?
  private var newPage: View?
  private var lastChangeCount = 0

  /// The distance of the scroll position from a slot, in device pixels, below which the pages are
  /// at rest.
  private static let settleDistance = 0.5

  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isOpaque = true
    isInteractive = false
    isHidden = true
  }

  /// Whether the player draws the pages.
  var isPlaying: Bool { !isHidden }

  /// Shows the page turn in `frame`; hides the player when pages are at rest, in flight or pulled
  /// down, or when there is no effect. `cell` returns the cell of a page.
  func update(for frame: BrowserFrame, in layout: PageLayout, cell: (Int) -> View?) {
    let turn = pageTurn(at: frame.position, in: layout, pages: frame.pages)
    let isInPlace = frame.pages.allSatisfy { $0.placement == .still || $0.placement == .moving }
    guard let effect, let turn, isInPlace else {
      isHidden = true
      (oldPage, newPage) = (nil, nil)
      return
    }
    let state = effect.state(of: turn.turn, at: turn.progress)
    if state != shownState { setNeedsDisplay() }
    shownState = state
    oldPage = cell(layout.page(in: originSlot))
    newPage = turn.turn.hasTarget ? cell(layout.page(in: turn.target)) : nil
    isHidden = false
  }

  /// The page turn at the scroll position `position`, which is in slots, with its target slot and
  /// its progress, 0…1; nil at rest.
  private func pageTurn(
    at position: Double, in layout: PageLayout, pages: [BrowserFrame.Page]
  ) -> (turn: PageTurn, target: Int, progress: Double)? {
    guard position.isFinite, layout.count > 0 else { return nil }
    let before = Int(position.rounded(.down))
    let after = Int(position.rounded(.up))
    originSlot = min(max(originSlot, before), after)
    let distance = abs(position - position.rounded()) * layout.pitch
    guard distance >= Self.settleDistance else { return nil }
    let target = originSlot == before ? after : before
    let both = [layout.page(in: originSlot), layout.page(in: target)]
    let extents = pages.filter { both.contains($0.index) && !$0.content.isEmpty }
      .map { $0.content.size[layout.axis] }
    let turn = PageTurn(
      viewport: layout.viewport, direction: target > originSlot ? .next : .previous,
      axis: layout.axis, isRightToLeft: layout.isRightToLeft,
      hasTarget: layout.isEndless || target >= 0 && target < layout.count,
      pictureExtent: extents.max())
    return (turn, target, abs(position - Double(originSlot)))
  }

  /// Redraws the turn when the contents of one of its pages have changed.
  override func update(at time: FrameTime) {
    guard isPlaying else { return }
    let changes = [oldPage, newPage].reduce(0) { $0 &+ ($1?.changeCount ?? 0) }
    if changes != lastChangeCount { setNeedsDisplay() }
    lastChangeCount = changes
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let size = PixelSize(width: Int(bounds.width), height: Int(bounds.height))
    EffectPainter.draw(shownState, viewport: size, background: background, in: canvas) { page in
      let (view, other) = page == .old ? (oldPage, newPage) : (newPage, oldPage)
      return view.flatMap {
        snapshots.picture(of: $0, size: size, over: background, keeping: other)
      }
    }
  }
}

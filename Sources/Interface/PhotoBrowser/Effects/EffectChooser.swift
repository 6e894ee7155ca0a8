import BrowserCore
public import Drawing
public import Geometry
public import Input
public import Motion
import Pixels
import Transitions
public import Views

/// A sheet that slides up from the bottom with every page effect at work; one of them is chosen by
/// mouse, finger or keyboard, and the sheet goes.
///
/// - Source: JunPhotoBrowseDemo: grey 0.1 at 0.9, 0.25 s in, 0.5 s out.
public final class EffectChooser: View {
  /// Called with the name that was chosen; nil for none.
  public var onChoose: (String?) -> Void = { _ in }
  /// Called once it is out of sight.
  public var onClose: () -> Void = {}
  /// True from the moment it goes.
  public private(set) var isLeaving = false

  private enum Look {
    static let scrim = Color(white: 0.1, alpha: 0.9)
    static let slideIn = 0.25
    static let slideOut = 0.5
    /// From one preview's beginning to the next one's, in seconds.
    static let stagger = 0.11
  }

  private let sheet: EffectSheet
  private let names: [String?]
  private let isStill: Bool
  private var slide = TransitionProgress(0)
  private var share = 0.0
  /// The end it has to run to from the next frame on.
  private var goal: Double?

  init(
    options: BrowserOptions, turn: PageTurn,
    pictures: @escaping (PixelSize) -> (old: Bitmap, new: Bitmap)?
  ) {
    let isStill = options.tuning.reducesMotion
    self.isStill = isStill
    let entries = options.pageEffects.entries
    let current = options.pageEffect.flatMap { options.pageEffects.make($0) == nil ? nil : $0 }
    names = [nil] + entries.map(\.name)
    var tiles = [EffectTile("None", preview: nil, isCurrent: current == nil) {}]
    for (index, entry) in entries.enumerated() {
      let preview = EffectPreview(
        entry.make(), like: turn, background: options.background,
        delay: Double(index) * Look.stagger, isStill: isStill)
      tiles.append(
        EffectTile(entry.title, preview: preview, isCurrent: entry.name == current) {})
    }
    sheet = EffectSheet(tiles)
    super.init()
    fillsParent = true
    accessibilityLabel = "Page effects"
    sheet.pictures = pictures
    add(sheet)
    for (tile, name) in zip(tiles, names) {
      tile.action = { [weak self, weak tile] in
        guard let self else { return }
        for other in sheet.tiles { other.isCurrent = other === tile }
        onChoose(name)
        close()
      }
    }
  }

  /// Shows it over everything on `stage` and gives it the keyboard; one that was leaving comes back.
  public func open(on stage: Stage) {
    isLeaving = false
    isInteractive = true
    goal = 1
    if parent !== stage.root { stage.root.add(self) }
    let current = sheet.tiles.firstIndex(where: \.isCurrent) ?? 0
    stage.setFocus(sheet.tiles[current])
    requestFrame()
  }

  /// Slides it away; whatever is behind it can be used at once.
  public func close() {
    guard !isLeaving else { return }
    isLeaving = true
    isInteractive = false
    goal = 0
    stage?.setFocus(nil)
    requestFrame()
  }

  // MARK: As a view

  public override var wantsFrame: Bool { goal != nil || share != slide.goal }

  public override func update(at frame: FrameTime) {
    let t = frame.presentation
    if let goal {
      let seconds = goal > 0 ? Look.slideIn : Look.slideOut
      slide.run(to: goal, .timed(seconds, .easeOut), at: t)
      if isStill { slide.finish() }
      self.goal = nil
    }
    let share = min(1, max(0, slide.value(at: t)))
    if share != self.share {
      self.share = share
      setNeedsDisplay()
      placeSheet()
    }
    if isLeaving, slide.isSettled(at: t) {
      removeFromParent()
      onClose()
    }
  }

  public override func layout() { placeSheet() }

  private func placeSheet() {
    let size = sheet.fit(bounds.size)
    sheet.frame = Rect(
      x: ((bounds.width - size.width) / 2).rounded(),
      y: (bounds.height - size.height * share).rounded(), width: size.width, height: size.height)
  }

  public override func draw(in canvas: Canvas, damage: Rect) {
    canvas.fill(damage, Look.scrim.opacity(share))
  }

  // MARK: Events

  public override func receive(_ event: InputEvent) -> Bool {
    switch event {
    case .pointer(let pointer):
      if case .pressed = pointer.kind { close() }
    case .touch(let touch): if touch.phase == .began { close() }
    case .key(let key): if key.isPress { press(key) }
    case .cancelled: return false
    case .scroll, .pinch, .swipe: break
    }
    return true
  }

  private func press(_ key: KeyEvent) {
    switch key.name {
    case .left: move(across: -1)
    case .right: move(across: 1)
    case .up: move(down: -1)
    case .down: move(down: 1)
    case .home: focus(on: 0)
    case .end: focus(on: sheet.tiles.count - 1)
    case .tab:
      let count = sheet.tiles.count
      focus(on: (place + (key.modifiers.contains(.shift) ? count - 1 : 1)) % count)
    case .escape, .backspace, .character("t"), .character("T"): if !key.isRepeat { close() }
    default: break
    }
  }

  /// The tile that has the keyboard.
  private var place: Int { sheet.tiles.firstIndex(where: \.isFocused) ?? 0 }

  private func move(across: Int = 0, down: Int = 0) {
    focus(on: sheet.neighbour(of: place, across: across, down: down))
  }

  private func focus(on index: Int) { stage?.setFocus(sheet.tiles[index]) }
}

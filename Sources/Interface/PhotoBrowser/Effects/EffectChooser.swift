import BrowserCore
import Drawing
public import Geometry
public import Input
import Localization
import Pixels
public import Transitions
public import Views

/// A bottom sheet for choosing a page effect, with animated previews. It closes when an effect is
/// chosen by mouse, touch or keyboard.
///
/// - Source: JunPhotoBrowseDemo: grey 0.1 at 0.9, 0.25 s in, 0.5 s out.
public final class EffectChooser: BottomSheet {
  /// A closure called with the chosen effect; nil for the choice of no effect.
  public var onChoose: ((any PageEffect)?) -> Void = { _ in }
  /// The keys that close the sheet in addition to Escape. Default: none.
  public var closingKeys: Set<KeyEvent.Name> = []

  /// The delay in seconds between the starts of two successive previews.
  private static let startDelayStep = 0.11

  private let sheet: EffectSheet

  init(
    options: BrowserOptions, turn: PageTurn,
    pictures: @escaping (PixelSize) -> (old: Bitmap, new: Bitmap)?
  ) {
    let entries = PageEffects.entries
    let current = options.pageEffect.flatMap(PageEffects.name(of:))
    let effects: [(any PageEffect)?] = [nil] + entries.map { $0.make() }
    var tiles = [
      EffectTile(tr("None", context: "effect"), preview: nil, isCurrent: options.pageEffect == nil)
      {}
    ]
    for (index, entry) in entries.enumerated() {
      let preview = EffectPreview(
        entry.make(), like: turn, background: options.background,
        delay: Double(index) * Self.startDelayStep, isStill: options.tuning.reducesMotion)
      tiles.append(
        EffectTile(
          tr(entry.title, context: "effect"), preview: preview, isCurrent: entry.name == current
        ) {})
    }
    sheet = EffectSheet(tiles)
    var style = SheetStyle()
    style.scrim = Color(white: 0.1, alpha: 0.9)
    style.slideOutDuration = 0.5
    super.init(label: tr("Page effects"), panel: sheet, style: style)
    reducesMotion = options.tuning.reducesMotion
    sheet.makePictures = pictures
    for (tile, effect) in zip(tiles, effects) {
      tile.action = { [weak self, weak tile] in
        guard let self else { return }
        for other in sheet.tiles { other.isCurrent = other === tile }
        onChoose(effect)
        close()
      }
    }
  }

  public override var tabStops: [View] { sheet.tiles }

  /// The tile of the effect that is in use.
  public override var initialFocus: View? {
    sheet.tiles.first(where: \.isCurrent) ?? sheet.tiles.first
  }

  public override func panelFrame() -> Rect {
    let size = sheet.layOutPanel(in: bounds.size)
    return Rect(
      x: ((bounds.width - size.width) / 2).rounded(), y: bounds.height - size.height,
      width: size.width, height: size.height)
  }

  /// Handles a key: the arrow keys move the focus in the grid of effects, and ``closingKeys`` close
  /// the sheet.
  public override func press(_ key: KeyEvent) -> Bool {
    switch key.name {
    case .left: moveFocus(across: -1)
    case .right: moveFocus(across: 1)
    case .up: moveFocus(down: -1)
    case .down: moveFocus(down: 1)
    case let name where closingKeys.contains(name): if !key.isRepeat { close() }
    default: return false
    }
    return true
  }

  private func moveFocus(across: Int = 0, down: Int = 0) {
    let index = sheet.tiles.firstIndex(where: \.isFocused) ?? 0
    stage?.setFocus(sheet.tiles[sheet.neighbour(of: index, across: across, down: down)])
  }
}

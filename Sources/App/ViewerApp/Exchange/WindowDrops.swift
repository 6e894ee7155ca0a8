import BrowserHost
import Geometry
import Input
import Localization
import Windowing

/// The handler of drags from other programs over the viewer's window.
final class WindowDrops: DropHandler {
  /// Gives the folder of the grid in front; nil when there is none.
  var gridFolder: () -> FilePath? = { nil }
  /// Called with the dropped data, the effect of the drop, and its position in the stage's
  /// coordinates.
  var onDrop: (IncomingItems, DropIntent, Point) -> Void = { _, _, _ in }

  private unowned let window: ViewerWindow
  private let log: Log
  private let hint = DropHint()
  private var intent: DropIntent?

  init(over window: ViewerWindow, log: Log) {
    self.window = window
    self.log = log
  }

  /// The effect that a drop would have now; nil when a drop is refused.
  private func dropIntent(of drag: IncomingDrag) -> DropIntent? {
    // No drop is accepted while a sheet is open, because a drop may open another sheet, which would
    // close the first one, such as the progress of a transfer.
    guard window.host.sheet == nil else { return nil }
    return DropIntent(types: drag.data.types, modifiers: drag.modifiers, folder: gridFolder())
  }

  func dragDidMove(_ drag: IncomingDrag) -> DragAction? {
    guard let intent = dropIntent(of: drag) else {
      hide()
      return nil
    }
    if intent != self.intent { log.trace("drag over intent=\(intent.traceName)") }
    self.intent = intent
    hint.texts = (intent.sentence, intent.hint(folder: gridFolder()))
    if hint.parent == nil { window.stage.root.add(hint) }
    hint.isShown = true
    return intent.action(drag.suggestedAction)
  }

  func dragDidLeave() {
    if intent != nil { log.trace("drag left") }
    hide()
  }

  func dragDidDrop(_ drag: IncomingDrag, finish: @escaping (DragAction?) -> Void) {
    hide()
    guard let intent = dropIntent(of: drag) else { return finish(nil) }
    IncomingReader.read(drag.data) { [weak self] items in
      guard let self else { return finish(nil) }
      let isUsed = items != .none
      log.trace("dropped intent=\(intent.traceName) used=\(isUsed ? 1 : 0)")
      if isUsed {
        onDrop(items, intent, drag.location)
      } else {
        window.showToast(tr("The dropped data could not be read"))
      }
      // The dragging program deletes its data after the answer “moved”, so this answer is given for
      // files only.
      let action = intent.action(drag.suggestedAction)
      finish(isUsed ? (items.localFiles.isEmpty ? .copy : action) : nil)
    }
  }

  private func hide() {
    intent = nil
    hint.isShown = false
  }
}

nonisolated extension DropIntent {
  /// The name of the effect in trace lines.
  var traceName: String {
    switch self {
    case .open: "open"
    case .transfer(let kind, _): kind == .copy ? "copy" : "move"
    case .save: "save"
    }
  }
}

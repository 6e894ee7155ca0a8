import Input
import Localization
import Views

/// The sheet that lists all steps that can be undone, the latest first, or all steps that can be
/// redone, the next one first. Choosing one undoes or redoes it with all steps above it.
final class UndoHistorySheet: BottomSheet {
  private let list = ChoiceList(label: tr("Undo History"))

  /// Makes the sheet for the steps of an undo history.
  ///
  /// - Parameters:
  ///   - steps: the name and a text for the photos of each step, from top to bottom.
  ///   - isRedo: whether the steps are redone. Default: false.
  ///   - choose: called with the number of steps to undo or redo, after the sheet has begun to
  ///     close.
  init(
    _ steps: [(name: String, photos: String)], isRedo: Bool = false,
    choose: @escaping (Int) -> Void
  ) {
    let rule =
      isRedo
      ? tr("A step is redone together with those above it.")
      : tr("A step is undone together with those above it.")
    super.init(tr("Undo History"), items: [FormText(rule), list])
    list.show(
      steps.map {
        ChoiceList.Choice(
          title: tr("{action}: {photos}", ["action": $0.name, "photos": $0.photos]))
      })
    list.onChoose = { [weak self] index in
      guard let self, !isLeaving else { return }
      close()
      choose(index + 1)
    }
  }

  override var tabStops: [View] { list.rows }

  override func press(_ key: KeyEvent) -> Bool {
    switch key.name {
    case .pageDown: list.scroll(byPages: 1)
    case .pageUp: list.scroll(byPages: -1)
    default: return false
    }
    return true
  }
}

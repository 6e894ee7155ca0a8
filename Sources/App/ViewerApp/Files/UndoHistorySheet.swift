import Input
import Localization
import Views

/// The sheet that lists all steps that can be undone, the latest first. Choosing one undoes it and
/// all later ones.
final class UndoHistorySheet: BottomSheet {
  private let list = ChoiceList(label: tr("Undo History"))

  /// Makes the sheet for the steps of an undo history.
  ///
  /// - Parameters:
  /// - steps: the name and a text for the photos of each step, the latest first.
  /// - choose: called with the number of steps to undo, after the sheet has begun to close.
  init(_ steps: [(name: String, photos: String)], choose: @escaping (Int) -> Void) {
    super.init(
      tr("Undo History"),
      items: [FormText(tr("A step is undone together with those above it.")), list])
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

  override var stops: [View] { list.rows }

  override func press(_ key: KeyEvent) -> Bool {
    switch key.name {
    case .pageDown: list.scroll(byPages: 1)
    case .pageUp: list.scroll(byPages: -1)
    default: return false
    }
    return true
  }
}

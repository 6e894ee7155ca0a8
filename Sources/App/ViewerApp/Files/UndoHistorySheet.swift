import Localization
import Views

/// The sheet with the steps that can be undone. Choosing one undoes it and those after it.
enum UndoHistorySheet {
  /// The maximum number of steps in the sheet, which fit into most windows.
  private static let maxSteps = 9

  /// Makes the sheet with the steps of an undo history.
  ///
  /// - Parameters:
  ///   - steps: the steps, the latest first.
  ///   - choose: called with the number of steps to undo.
  static func make(
    _ steps: [(name: String, photos: String)], choose: @escaping (Int) -> Void
  ) -> ActionSheet {
    let entries = steps.prefix(maxSteps).enumerated().map { index, step in
      MenuItem(tr("{action}: {photos}", ["action": step.name, "photos": step.photos])) {
        choose(index + 1)
      }
    }
    let others = steps.count - entries.count
    return ActionSheet(
      tr("Undo History"),
      message: tr("A step is undone together with those above it.")
        + (others > 0
          ? " "
            + trn(
              "{count} earlier step is not shown.", "{count} earlier steps are not shown.",
              count: others) : ""),
      entries: entries)
  }
}

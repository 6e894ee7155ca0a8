/// The history of steps for Undo and Redo, latest first.
///
/// A step contains all changes of one command, which are undone together. The stack performs no
/// changes: its owner takes a step out, reverses the changes and reports the results.
nonisolated struct UndoStack<Change> {
  /// The changes of one command.
  struct Step {
    /// The number of the step, which no other step of the history has.
    let number: Int
    /// The command's name in menus, such as "Move to Trash".
    var name: String
    /// The changes, in the order they were made.
    var changes: [Change]
  }

  private var undoable: [Step] = []
  private var redoable: [Step] = []
  /// The number of steps that were ever made.
  private var count = 0

  /// Makes an empty history.
  init() {}

  /// The name of the step that Undo takes back; nil when there is none.
  var undoName: String? { undoable.last?.name }
  /// The name of the step that Redo does again; nil when there is none.
  var redoName: String? { redoable.last?.name }

  /// The steps that Undo takes back, one after the other, the latest first.
  var undoSteps: [Step] { undoable.reversed() }

  /// Adds a step that was just made. Steps that were undone before can no longer be redone.
  mutating func record(_ name: String, _ changes: [Change]) {
    guard !changes.isEmpty else { return }
    undoable.append(makeStep(name, changes))
    redoable = []
  }

  /// Takes out the step to undo; nil when there is none.
  mutating func takeUndo() -> Step? { undoable.popLast() }

  /// Takes out the step to undo if it has a number; nil when another step is the latest, or there
  /// is none.
  mutating func takeUndo(_ number: Int) -> Step? {
    undoable.last?.number == number ? takeUndo() : nil
  }

  /// Takes out the step to redo; nil when there is none.
  mutating func takeRedo() -> Step? { redoable.popLast() }

  /// Files the result of undoing a step.
  ///
  /// - Parameters:
  ///   - reversed: the changes that undoing made; they can be redone.
  ///   - failed: the changes that could not be undone; they can be tried again.
  mutating func finishUndo(of name: String, reversed: [Change], failed: [Change]) {
    if !failed.isEmpty { undoable.append(makeStep(name, failed)) }
    if !reversed.isEmpty { redoable.append(makeStep(name, reversed)) }
  }

  /// Files the result of redoing a step.
  ///
  /// - Parameters:
  ///   - reversed: the changes that redoing made; they can be undone.
  ///   - failed: the changes that could not be redone; they can be tried again.
  mutating func finishRedo(of name: String, reversed: [Change], failed: [Change]) {
    if !failed.isEmpty { redoable.append(makeStep(name, failed)) }
    if !reversed.isEmpty { undoable.append(makeStep(name, reversed)) }
  }

  private mutating func makeStep(_ name: String, _ changes: [Change]) -> Step {
    count += 1
    return Step(number: count, name: name, changes: changes)
  }
}

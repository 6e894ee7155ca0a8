/// The history of steps for Undo and Redo.
///
/// A step contains all changes of one command, which are undone together. The history itself
/// changes no files: its owner takes a step out, reverses its changes and reports the result.
nonisolated struct UndoStack<Change> {
  /// One step of the history: all changes of one command.
  struct Step {
    /// The number of the step, which is unique in the history.
    let number: Int
    /// The name of the command in the menus for Undo and Redo, such as “Move to Trash”.
    var name: String
    /// The changes, in the order in which they were made.
    var changes: [Change]
  }

  private var undoable: [Step] = []
  private var redoable: [Step] = []
  /// The number of steps that were ever added to the history, from which the number of the next
  /// step follows.
  private var lastNumber = 0

  /// Makes an undo history without steps.
  init() {}

  /// The name of the step that Undo reverses next; nil when there is none.
  var undoName: String? { undoable.last?.name }
  /// The name of the step that Redo repeats next; nil when there is none.
  var redoName: String? { redoable.last?.name }

  /// The steps that can be undone, the latest first.
  var undoSteps: [Step] { undoable.reversed() }
  /// The steps that can be redone, in the order in which Redo repeats them.
  var redoSteps: [Step] { redoable.reversed() }

  /// Adds a step that was just made. Steps that were undone before can no longer be redone. Nothing
  /// is added without changes.
  mutating func record(_ name: String, _ changes: [Change]) {
    guard !changes.isEmpty else { return }
    undoable.append(makeStep(name, changes))
    redoable = []
  }

  /// Removes and returns the step to undo next; nil when there is none.
  mutating func takeUndo() -> Step? { undoable.popLast() }

  /// Removes and returns the step to undo next if it has this number; nil, without a change,
  /// otherwise.
  mutating func takeUndo(_ number: Int) -> Step? {
    undoable.last?.number == number ? takeUndo() : nil
  }

  /// Removes and returns the step to redo next; nil when there is none.
  mutating func takeRedo() -> Step? { redoable.popLast() }

  /// Removes and returns the step to redo next if it has this number; nil, without a change,
  /// otherwise.
  mutating func takeRedo(_ number: Int) -> Step? {
    redoable.last?.number == number ? takeRedo() : nil
  }

  /// Adds the result of undoing a step to the history.
  ///
  /// - Parameters:
  ///   - name: the name of the step.
  ///   - reversed: the changes that undoing has made, which can be redone.
  ///   - failed: the changes that could not be undone, for another attempt.
  mutating func finishUndo(of name: String, reversed: [Change], failed: [Change]) {
    if !failed.isEmpty { undoable.append(makeStep(name, failed)) }
    if !reversed.isEmpty { redoable.append(makeStep(name, reversed)) }
  }

  /// Adds the result of redoing a step to the history.
  ///
  /// - Parameters:
  ///   - name: the name of the step.
  ///   - reversed: the changes that redoing has made, which can be undone.
  ///   - failed: the changes that could not be redone, for another attempt.
  mutating func finishRedo(of name: String, reversed: [Change], failed: [Change]) {
    if !failed.isEmpty { redoable.append(makeStep(name, failed)) }
    if !reversed.isEmpty { undoable.append(makeStep(name, reversed)) }
  }

  private mutating func makeStep(_ name: String, _ changes: [Change]) -> Step {
    lastNumber += 1
    return Step(number: lastNumber, name: name, changes: changes)
  }
}

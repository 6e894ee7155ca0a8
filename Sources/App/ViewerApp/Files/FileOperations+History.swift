import Localization

/// The undo history as a list, from which the user chooses how many steps are undone or redone.
extension FileOperations {
  /// The steps that can be undone, the latest first: the number and the name of each, and a text
  /// for its photos.
  var undoableSteps: [(number: Int, name: String, photos: String)] { stepTexts(history.undoSteps) }

  /// The steps that can be redone, the next one first: the number and the name of each, such as
  /// “Redo Rename”, and a text for its photos.
  var redoableSteps: [(number: Int, name: String, photos: String)] {
    stepTexts(history.redoSteps).map { step in
      (
        number: step.number, name: tr("Redo {action}", ["action": step.name]), photos: step.photos
      )
    }
  }

  private func stepTexts(
    _ steps: [UndoStack<FileChange>.Step]
  ) -> [(number: Int, name: String, photos: String)] {
    steps.map { step in
      (number: step.number, name: step.name, photos: nameOrCount(of: Self.files(in: step.changes)))
    }
  }

  /// Undoes several steps, the latest first, until one cannot be undone or the user cancels.
  ///
  /// - Parameters:
  ///   - numbers: the numbers of the steps, the latest first.
  ///   - refuse: called, without undoing the rest, if the step to undo is not the latest one,
  ///     because another operation has ended meanwhile.
  func undo(steps numbers: ArraySlice<Int>, ifNotLatest refuse: @escaping () -> Void) {
    perform(steps: numbers, orElse: refuse) { [weak self] number in
      guard let self, let step = history.takeUndo(number) else { return false }
      undo(step, from: .lowerEdge)
      return true
    }
  }

  /// Redoes several steps in their order, until one cannot be redone or the user cancels.
  ///
  /// - Parameters:
  ///   - numbers: the numbers of the steps, the next one first.
  ///   - refuse: called, without redoing the rest, if the step to redo is not the next one, because
  ///     another operation has ended meanwhile.
  func redo(steps numbers: ArraySlice<Int>, ifNotNext refuse: @escaping () -> Void) {
    perform(steps: numbers, orElse: refuse) { [weak self] number in
      guard let self, let step = history.takeRedo(number) else { return false }
      redo(step)
      return true
    }
  }

  /// Undoes or redoes several steps, each as an operation of its own, until one fails.
  ///
  /// - Parameters:
  ///   - numbers: the numbers of the steps in their order.
  ///   - refuse: called, without the rest, if `begin` returns false.
  ///   - begin: begins to undo or redo a step; returns false if the step is not the next one.
  private func perform(
    steps numbers: ArraySlice<Int>, orElse refuse: @escaping () -> Void,
    begin: @escaping (_ number: Int) -> Bool
  ) {
    guard let number = numbers.first else { return }
    enqueue { [weak self] in
      guard let self else { return }
      let failures = failedReversalCount
      guard begin(number) else {
        finishOperation()
        return refuse()
      }
      enqueue { [weak self] in
        guard let self else { return }
        if failedReversalCount == failures {
          perform(steps: numbers.dropFirst(), orElse: refuse, begin: begin)
        }
        finishOperation()
      }
    }
  }
}

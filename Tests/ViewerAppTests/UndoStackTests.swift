import Testing

@testable import ViewerApp

@Suite struct UndoStackTests {
  private var stack = UndoStack<String>()

  /// Undoes the last step; every change is reversed by putting a minus before it.
  private mutating func undo(failing failed: [String] = []) -> [String]? {
    guard let step = stack.takeUndo() else { return nil }
    let reversed = step.changes.filter { !failed.contains($0) }.map { "-" + $0 }
    stack.finishUndo(of: step.name, reversed: reversed, failed: failed)
    return reversed
  }

  private mutating func redo(failing failed: [String] = []) -> [String]? {
    guard let step = stack.takeRedo() else { return nil }
    let reversed = step.changes.filter { !failed.contains($0) }.map { String($0.dropFirst()) }
    stack.finishRedo(of: step.name, reversed: reversed, failed: failed)
    return reversed
  }

  @Test mutating func `an empty history has nothing to undo or redo`() {
    #expect(undo() == nil && redo() == nil)
    #expect(stack.undoName == nil && stack.redoName == nil)
    stack.record("Rename", [])
    #expect(stack.undoName == nil, "a step without changes is none")
  }

  @Test mutating func `steps are undone from the last to the first and redone in order`() {
    stack.record("Rename", ["a"])
    stack.record("Move to Trash", ["b", "c"])
    #expect(stack.undoName == "Move to Trash" && stack.redoName == nil)
    #expect(undo() == ["-b", "-c"])
    #expect(stack.undoName == "Rename" && stack.redoName == "Move to Trash")
    #expect(undo() == ["-a"])
    #expect(stack.undoName == nil && stack.redoName == "Rename")
    #expect(redo() == ["a"])
    #expect(redo() == ["b", "c"])
    #expect(redo() == nil && stack.undoName == "Move to Trash")
  }

  @Test mutating func `a listed step is undone only while it is the latest one`() {
    for name in ["a", "b"] { stack.record("Rename", [name]) }
    let listed = stack.undoSteps.map(\.number)
    #expect(Set(listed).count == 2 && stack.undoSteps.map(\.changes) == [["b"], ["a"]])
    #expect(stack.takeUndo(listed[1]) == nil, "another step is above it")
    stack.record("Copy", ["c"])
    #expect(stack.takeUndo(listed[0]) == nil && stack.undoName == "Copy")
    #expect(undo(failing: ["c"]) == [])
    #expect(stack.takeUndo(listed[0]) == nil, "the rest of the copy has a number of its own")
    #expect(undo() == ["-c"])
    #expect(stack.takeUndo(listed[0])?.changes == ["b"])
    #expect(stack.takeUndo(listed[1])?.changes == ["a"] && stack.undoName == nil)
    #expect(stack.takeUndo(listed[1]) == nil)
  }

  @Test mutating func `a listed step is redone only while it is the next one`() {
    for name in ["a", "b"] { stack.record("Rename", [name]) }
    #expect(stack.redoSteps.isEmpty)
    _ = undo()
    _ = undo()
    let listed = stack.redoSteps.map(\.number)
    #expect(stack.undoSteps.isEmpty && stack.redoSteps.map(\.changes) == [["-a"], ["-b"]])
    #expect(stack.takeRedo(listed[1]) == nil, "another step comes before it")
    #expect(stack.takeRedo(listed[0])?.changes == ["-a"])
    #expect(stack.takeRedo(listed[1])?.changes == ["-b"] && stack.redoSteps.isEmpty)
  }

  @Test mutating func `a new step discards the steps that could be redone`() {
    stack.record("Rename", ["a"])
    _ = undo()
    stack.record("Rotate", ["b"])
    #expect(stack.redoName == nil && stack.undoName == "Rotate")
  }

  @Test mutating func `changes that cannot be undone stay for another try`() {
    stack.record("Move to Trash", ["a", "b"])
    #expect(undo(failing: ["b"]) == ["-a"])
    #expect(stack.undoName == "Move to Trash" && stack.redoName == "Move to Trash")
    #expect(undo() == ["-b"])
    #expect(redo(failing: ["-b"]) == [])
    #expect(stack.redoName == "Move to Trash")
    #expect(redo() == ["b"])
    #expect(redo() == ["a"])
  }
}

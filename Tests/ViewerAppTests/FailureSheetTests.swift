import BrowserHost
import Desktop
import Geometry
import TestSupport
import Testing
import Views

@testable import ViewerApp

/// The report of an operation that could not change several photos.
@MainActor @Suite struct FailureSheetTests {
  private let window: ViewerWindow
  private let operations: FileOperations

  init() throws {
    window = try MemoryViewer.window()
    operations = FileOperations(in: window, log: Log(level: .off))
  }

  private func failures(_ reasons: String...) -> FileFailures {
    var failures = FileFailures()
    for (number, reason) in reasons.enumerated() {
      let file = "/p/\(number).jpg"
      failures.add(FilePath(file), .unwritable(file: file, reason: reason))
    }
    return failures
  }

  private func report(_ failures: FileFailures, isUndoable: Bool = false) {
    operations.report(failures, isUndoable: isUndoable) { "\($0.count) photos: \($1)" }
  }

  @Test func `files of one reason follow each other`() {
    let failures = failures("full", "read-only", "full")
    #expect(failures.sortedByReason.map(\.file.displayName) == ["0.jpg", "2.jpg", "1.jpg"])
    #expect(failures.files.map(\.displayName) == ["0.jpg", "1.jpg", "2.jpg"])
    #expect(failures.firstError == .unwritable(file: "/p/0.jpg", reason: "full"))
  }

  @Test func `the reason is that of all files, or says that there are several`() {
    #expect(failures().commonReason.isEmpty)
    #expect(failures("full", "full").commonReason == "full")
    #expect(failures("full", "read-only").commonReason == "several reasons")
  }

  @Test func `several photos are listed with their reasons, which can be copied`() throws {
    report(failures("full", "read-only", "full"))
    let sheet = try #require(window.host.sheet as? FailureSheet)
    #expect(sheet.accessibilityLabel == "3 photos: several reasons")
    let rows = sheet.tabStops.compactMap { $0 as? ChoiceRow }
    #expect(rows.map(\.accessibilityLabel) == ["0.jpg, full", "2.jpg, full", "1.jpg, read-only"])
    var copied: [String] = []
    sheet.onCopy = { copied.append($0) }
    rows[2].action()
    let buttons = sheet.tabStops.compactMap { $0 as? PillButton }
    try #require(buttons.first { $0.title == "Copy" }).action()
    #expect(copied.first == "/p/1.jpg: read-only")
    #expect(copied.last == "/p/0.jpg: full\n/p/2.jpg: full\n/p/1.jpg: read-only")
    #expect(!sheet.isLeaving && sheet.initialFocus === buttons.last)
  }

  @Test func `a long reason is shown whole, on lines of its own`() throws {
    let reason =
      "this JPEG file has incomplete blocks at its edges, which cannot be moved without loss"
    let rig = StageRig(800, 600)
    let sheet = FailureSheet("2 photos could not be rotated", failures(reason, "full"))
    sheet.open(on: rig.stage)
    rig.settle()
    let rows = sheet.tabStops.compactMap { $0 as? ChoiceRow }.map(\.frame)
    try #require(rows.count == 2)
    #expect(rows[0].maxY == rows[1].minY)
    // The name of a photo has a line of its own above its reason, which is broken into lines.
    #expect(rows[1].height > ChoiceRow.height(at: 1))
    #expect(rows[0].height > rows[1].height)
  }

  @Test(arguments: [0, 1, 3])
  func `a long list ends with the number of further photos`(more: Int) throws {
    let count = FailureSheet.maxRows + more
    var failures = FileFailures()
    for number in 0..<count {
      let file = "/p/\(number).jpg"
      failures.add(FilePath(file), .unwritable(file: file, reason: "full"))
    }
    report(failures)
    let sheet = try #require(window.host.sheet as? FailureSheet)
    let rows = sheet.tabStops.compactMap { $0 as? ChoiceRow }
    let lines = (0..<count).map { "/p/\($0).jpg: full" }
    var copied: [String] = []
    sheet.onCopy = { copied.append($0) }
    #expect(rows.count == FailureSheet.maxRows + (more > 0 ? 1 : 0))
    rows[FailureSheet.maxRows - 1].action()
    #expect(copied.last == lines[FailureSheet.maxRows - 1])
    if more > 0 {
      #expect(rows.last?.accessibilityLabel == "and \(more) more")
      rows.last?.action()
      #expect(copied.last == lines.suffix(more).joined(separator: "\n"))
    }
    let buttons = sheet.tabStops.compactMap { $0 as? PillButton }
    try #require(buttons.first { $0.title == "Copy" }).action()
    #expect(copied.last == lines.joined(separator: "\n"))
  }

  @Test(arguments: [true, false])
  func `the sheet offers Undo only when other photos were changed`(isUndoable: Bool) throws {
    report(failures("full", "full"), isUndoable: isUndoable)
    let sheet = try #require(window.host.sheet as? FailureSheet)
    let titles = sheet.tabStops.compactMap { ($0 as? PillButton)?.title }
    #expect(titles == (isUndoable ? ["Undo"] : []) + ["Copy", "Close"])
  }

  @Test func `one photo is reported in a message without a sheet`() {
    report(failures("full"))
    #expect(window.host.sheet == nil)
  }

  @Test func `a window that is about to close shows no sheet that would keep it open`() {
    window.announceClosing()
    report(failures("full", "full"))
    #expect(window.host.sheet == nil)
  }
}

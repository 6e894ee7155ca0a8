import BrowserHost
import Testing
import Views

@testable import ViewerApp

/// The message of a window that closes after the running operations on files.
@MainActor @Suite struct ClosingMessageTests {
  private let window: ViewerWindow
  private let control = TransferControl()
  private let sheet: TransferSheet

  init() throws {
    window = try MemoryViewer.window()
    sheet = TransferSheet("Copying", control: control)
  }

  /// The texts that a view shows.
  private func texts(in view: View) -> [String] {
    view.children.filter { !$0.isHidden }.flatMap { child in
      [(child as? FormText)?.text, (child as? PillButton)?.title].compactMap(\.self)
        + texts(in: child)
    }
  }

  /// The message of the toast that is shown; nil without one.
  private var toast: String? {
    window.stage.root.children.compactMap { $0 as? Toast }.first { !$0.isHidden }?.text
  }

  private func pause() throws {
    let buttons = sheet.tabStops.compactMap { $0 as? PillButton }
    try #require(buttons.first { $0.title == "Pause" }).action()
    #expect(control.isPaused && texts(in: sheet).contains("Resume"))
  }

  @Test func `work without a sheet is announced in a toast, and in a sheet that appears later`() {
    window.announceClosing()
    #expect(toast == TransferSheet.closingMessage)
    window.present(sheet)
    #expect(texts(in: sheet).contains(TransferSheet.closingMessage))
  }

  @Test func `a paused transfer goes on, and its sheet has the message`() throws {
    window.present(sheet)
    try pause()
    #expect(!texts(in: sheet).contains(TransferSheet.closingMessage))
    window.announceClosing()
    #expect(!control.isPaused && !control.isCancelled)
    let shown = texts(in: sheet)
    #expect(shown.contains("Pause") && shown.contains(TransferSheet.closingMessage))
    #expect(toast == nil && window.host.sheet === sheet)
  }

  @Test func `a question in front of a paused transfer closes`() throws {
    window.present(sheet)
    try pause()
    let question = ActionSheet("Delete?", entries: [])
    window.present(question)
    #expect(window.host.sheetsWithRunningWork.map { $0 === sheet } == [true])
    window.announceClosing()
    #expect(question.isLeaving && !control.isPaused)
    #expect(toast == TransferSheet.closingMessage)
  }

  @Test func `only failures since the window was to close are shown until the user has seen them`()
    throws
  {
    let operations = FileOperations(in: window, log: Log(level: .off))
    var ends = 0
    operations.showFailure("“a.jpg” could not be moved", isUndoable: false)
    window.announceClosing()
    let early = window.showUnseenFailures { ends += 1 }
    #expect(!early && window.host.sheet == nil)
    operations.showFailure("“b.jpg” could not be moved", isUndoable: true)
    let late = window.showUnseenFailures { ends += 1 }
    let message = try #require(window.host.sheet as? ActionSheet)
    #expect(late && ends == 0 && message.accessibilityLabel == "“b.jpg” could not be moved")
    message.close()
    #expect(ends == 1)
    let again = window.showUnseenFailures { ends += 1 }
    #expect(!again && ends == 1)
  }

  @Test func `an operation that begins beside the message about failures is completed`() throws {
    let operations = FileOperations(in: window, log: Log(level: .off))
    let closing = ClosingWait(for: operations)
    var ends = 0
    operations.enqueue {}
    let waits = closing.waitIfNeeded { ends += 1 }
    operations.showFailure("“b.jpg” could not be moved", isUndoable: true)
    operations.finishOperation()
    let message = try #require(window.host.sheet as? ActionSheet)
    #expect(waits && ends == 0)
    operations.enqueue {}
    // The user closes the window instead of the message.
    let waitsAgain = closing.waitIfNeeded { ends += 1 }
    #expect(waitsAgain && message.isLeaving && ends == 0)
    operations.finishOperation()
    #expect(ends == 1)
  }

  @Test(arguments: [true, false])
  func `the end of the session, and a second request, do not wait for the user`(isSession: Bool) {
    let operations = FileOperations(in: window, log: Log(level: .off))
    let closing = ClosingWait(for: operations)
    var ends = 0
    operations.enqueue {}
    let waits = closing.waitIfNeeded { ends += 1 }
    operations.showFailure("“b.jpg” could not be moved", isUndoable: false)
    if isSession { closing.skipsMessages = true }
    let waitsAgain = isSession ? false : closing.waitIfNeeded { ends += 1 }
    #expect(waits && !waitsAgain && ends == 0)
    operations.finishOperation()
    #expect(ends == 1 && window.host.sheet == nil)
  }

  @Test func `a window closes at once when no operation runs`() {
    let closing = ClosingWait(for: FileOperations(in: window, log: Log(level: .off)))
    let waits = closing.waitIfNeeded {}
    #expect(!waits && toast == nil)
  }
}

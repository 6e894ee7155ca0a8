import BrowserHost
import Desktop
import Synchronization
import Testing
import Views

@testable import ViewerApp

/// The setting of a wallpaper as a step of the operations of a window.
@MainActor @Suite struct WallpaperStepTests {
  private let operations: FileOperations
  private let window: ViewerWindow

  init() throws {
    window = try MemoryViewer.window()
    operations = FileOperations(in: window, log: Log(level: .off))
  }

  /// Counts calls on any thread.
  nonisolated private final class Calls: Sendable {
    let count = Mutex(0)
  }

  @Test func `a wallpaper is set after the operations before it, and is a step of Undo`() async {
    let calls = Calls()
    operations.enqueue {}
    operations.setWallpaper(FilePath("/p/a.jpg")) { () throws(DesktopError) in
      calls.count.withLock { $0 += 1 }
      return .ended(Wallpaper.WallpaperOutcome(formerSetting: .feh(script: [])))
    }
    #expect(calls.count.withLock { $0 } == 0 && operations.undoTitle == nil)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      _ = operations.deferUntilIdle { continuation.resume() }
      operations.finishOperation()
    }
    #expect(calls.count.withLock { $0 } == 1)
    #expect(operations.undoTitle?.hasPrefix("Undo") == true)
  }

  @Test func `a wallpaper that cannot be set is no step, and the queue goes on`() async {
    operations.setWallpaper(FilePath("/p/a.jpg")) {
      () throws(DesktopError) -> WallpaperChange.ChangeStep in
      throw .noSessionBus
    }
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let isWaiting = operations.deferUntilIdle { continuation.resume() }
      #expect(isWaiting)
      if !isWaiting { continuation.resume() }
    }
    #expect(operations.undoTitle == nil)
  }

  /// Enqueues an operation that counts a call, and sets a wallpaper before it.
  ///
  /// - Parameter answer: the step after the dialog of the desktop.
  /// - Returns: the number of calls when the dialog was shown, after all has ended.
  private func callsAtDialog(then answer: WallpaperChange.ChangeStep) async -> Int {
    let (calls, seen) = (Calls(), Calls())
    operations.setWallpaper(FilePath("/p/a.jpg")) { () throws(DesktopError) in
      .needsDialog {
        let count = calls.count.withLock { $0 }
        seen.count.withLock { $0 = count }
        return answer
      }
    }
    operations.enqueue { [operations] in
      calls.count.withLock { $0 += 1 }
      operations.finishOperation()
    }
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let isWaiting = operations.deferUntilIdle { continuation.resume() }
      #expect(isWaiting)
      if !isWaiting { continuation.resume() }
    }
    return seen.count.withLock { $0 }
  }

  @Test func `other operations do not wait for the dialog, but the end does`() async {
    let count = await callsAtDialog(
      then: .ended(Wallpaper.WallpaperOutcome(formerSetting: .feh(script: []))))
    #expect(count == 1 && operations.undoTitle != nil)
  }

  @Test func `a cancelled dialog is no step of Undo`() async {
    let outcome = Wallpaper.WallpaperOutcome(isCancelled: true, formerSetting: .feh(script: []))
    let count = await callsAtDialog(then: .ended(outcome))
    #expect(count == 1 && operations.undoTitle == nil)
  }

  @Test func `the other ways are tried after a dialog that the desktop has refused`() async {
    let count = await callsAtDialog(
      then: .dialogFailed { () throws(DesktopError) in
        .ended(Wallpaper.WallpaperOutcome(formerSetting: .feh(script: [])))
      })
    #expect(count == 1 && operations.undoTitle != nil)
  }
}
